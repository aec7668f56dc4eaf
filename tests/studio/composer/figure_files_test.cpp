// SPDX-License-Identifier: GPL-3.0-or-later
// Composed figures as files: other programs open them, and a disk that gets full leaves no half of one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "studio/composer/figure_page.hpp"
#include "tests/studio/composer/sliding_block.hpp"
#include "tests/support/full_disk.hpp"
#include "tests/support/page_picture.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::composer {
namespace {

using testing::HasSubstr;

MadeFigure make(const char* figures, const std::string& file) {
  const Description description = described(figures);
  return makeFigure(figureSpec(description, "1"), sliding(description), file);
}

/// A view beside a plot, each half of the width.
TEST(ComposerFiles, AreDrawnByOtherPrograms) {
  if (!isInstalled("pdftoppm") || !isInstalled("rsvg-convert"))
    GTEST_SKIP() << "poppler-utils and librsvg2-bin are not installed";
  constexpr const char* kFigure = R"([{"name": "way", "width": 88, "columns": 2, "dpi": 100, "panels": [
    {"height": 40, "view": {"times": [0, 1, 2], "camera": {"azimuth": 0.6, "elevation": 0.4, "distance": 4,
      "pivot": [1, 0, 0]}}},
    {"plot": {"signals": ["block.tip.x"]}}]}])";
  const TemporaryFolder folder;
  constexpr int kDpi = 120;
  for (const char* name : {"way.pdf", "way.svg"}) {
    SCOPED_TRACE(name);
    make(kFigure, folder.path(name));
    const std::optional<PagePicture> page = pagePicture(folder.path(name), kDpi);
    ASSERT_TRUE(page);
    EXPECT_NEAR(page->width, 88 / 25.4 * kDpi, 2);
    PagePicture left = *page;  // of the view alone
    left.width = page->width / 2;
    left.rgb.clear();
    for (int y = 0; y < page->height; ++y)
      left.rgb += page->rgb.substr(3 * static_cast<std::size_t>(y) * static_cast<std::size_t>(page->width),
                                   3 * static_cast<std::size_t>(left.width));
    EXPECT_GT(left.colors(), 100u) << "the view is blank";
    EXPECT_GT(page->shareOf({0x00, 0x72, 0xB2}), 1e-3) << "the curve";
  }
}

TEST(ComposerFiles, AFullDiskLeavesWhatWasThere) {
  constexpr const char* kBefore = R"([{"name": "way", "panels": [{"plot": {"signals": ["block.tip.x"]}}]}])";
  constexpr const char* kAfter = R"([{"name": "way", "columns": 2, "panels": [{"plot": {"signals": ["block.tip.x"]}},
    {"plot": {"signals": ["block.v[0]"]}}]}])";
  for (const char* name : {"way.svg", "way.pdf", "way.png"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    ASSERT_EQ(make(kBefore, folder.path(name)).files.size(), 2u) << "the figure and its table";
    const std::string figure = contents(folder.path(name)), table = contents(folder.path("way.a.csv"));
    std::string said;
    {
      const FullDisk full(2000);
      try {
        make(kAfter, folder.path(name));
        said = "nothing";
      } catch (const std::runtime_error& error) {
        said = error.what();
      }
    }
    EXPECT_THAT(said, HasSubstr(folder.path(name) + ": cannot be written"));
    EXPECT_THAT(said, HasSubstr("is the disk full?"));
    EXPECT_TRUE(contents(folder.path(name)) == figure) << "the figure from before is damaged";
    EXPECT_EQ(contents(folder.path("way.a.csv")), table);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 2) << "something is left";
  }
}

/// Its tables need more room than the figure itself.
TEST(ComposerFiles, ATableThatHasNoRoomIsNamed) {
  const Description description =
      described(R"json([{"name": "way", "dpi": 20, "width": 40, "panels": [{"plot": {"signals": ["block.tip.x",
        "block.tip.y", "block.tip.z", "block.q[0]", "sin(t)", "cos(t)", "exp(t)", "sin(2*t)"]}}]}])json");
  RecordedRobot robot = sliding(description);
  auto history = std::make_shared<History>(1, 1, 1, 0, 1 << 22);
  for (int k = 0; k <= 4000; ++k)
    history->append(5e-4 * k, VecX::Constant(1, 5e-4 * k), VecX::Constant(1, 1), VecX::Zero(0), {0, 0, 0}, 0);
  robot.history = history;
  const TemporaryFolder folder;
  std::string said;
  {
    const FullDisk full(100000);
    try {
      makeFigure(figureSpec(description, "1"), robot, folder.path("way.png"));
      said = "nothing";
    } catch (const std::runtime_error& error) {
      said = error.what();
    }
  }
  EXPECT_THAT(said, HasSubstr("way.a.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("way.a.csv")));
  EXPECT_EQ(contents(folder.path("way.png")).substr(1, 3), "PNG") << "what was written is whole";
}

}  // namespace
}  // namespace tendril::composer
