// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as files: other programs open them, and a disk that gets full leaves no half of one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "studio/figure/figure.hpp"
#include "tests/support/full_disk.hpp"
#include "tests/support/page_picture.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::figure {
namespace {

using testing::HasSubstr;

/// Two waves under a title, the first and the second hue.
Figure waves(double size) {
  Figure figure;
  figure.title = "Tips & <tensions>";
  figure.to = 10;
  figure.widthMm = 88, figure.heightMm = 60;
  figure.panels = {{.y = {"Length", "m"}}};
  for (int hue = 0; hue < 2; ++hue) {
    Curve curve{.label = hue == 0 ? "arm.tip.x" : "arm.tip.z", .points = {}, .hue = hue};
    for (int i = 0; i <= 400; ++i) curve.points.push_back({0.025 * i, size * std::sin(0.025 * i + hue)});
    figure.panels[0].curves.push_back(std::move(curve));
  }
  return figure;
}

std::string contents(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST(FigureFiles, AreDrawnByOtherPrograms) {
  if (!isInstalled("pdftoppm") || !isInstalled("rsvg-convert"))
    GTEST_SKIP() << "poppler-utils and librsvg2-bin are not installed";
  const TemporaryFolder folder;
  constexpr int kDpi = 120;
  for (const bool dark : {false, true})
    for (const char* name : {"f.pdf", "f.svg"}) {
      SCOPED_TRACE(std::string(name) + (dark ? ", dark" : ""));
      Figure figure = waves(0.02);
      figure.dark = dark;
      writeFigure(figure, folder.path(name));
      const std::optional<PagePicture> page = pagePicture(folder.path(name), kDpi);
      ASSERT_TRUE(page);
      EXPECT_NEAR(page->width, 88 / 25.4 * kDpi, 2);
      EXPECT_NEAR(page->height, 60 / 25.4 * kDpi, 2);
      EXPECT_GT(page->colors(), 20u) << "it is blank";
      EXPECT_GT(page->shareOf(dark ? std::array{0x1C, 0x20, 0x27} : std::array{255, 255, 255}), 0.7) << "the page";
      for (const int hue : {0, 1}) {
        const Color color = hueOf(hue, dark);
        const auto part = [](double value) { return static_cast<int>(std::lround(255 * value)); };
        EXPECT_GT(page->shareOf({part(color.r), part(color.g), part(color.b)}), 1e-3) << "curve " << hue;
      }
    }
}

TEST(FigureFiles, HaveTextThatStaysText) {
  if (!isInstalled("pdftotext")) GTEST_SKIP() << "poppler-utils is not installed";
  const TemporaryFolder folder;
  writeFigure(waves(0.02), folder.path("f.pdf"));
  ASSERT_EQ(std::system(("pdftotext '" + folder.path("f.pdf") + "' '" + folder.path("f.txt") + "'").c_str()), 0);
  const std::string text = contents(folder.path("f.txt"));
  for (const char* part : {"Tips & <tensions>", "arm.tip.x", "arm.tip.z", "Time", "Length"})
    EXPECT_THAT(text, HasSubstr(part));
}

class FullDisks : public testing::TestWithParam<rlim_t> {};

/// Whether it gets full at the beginning or near the end.
TEST_P(FullDisks, LeaveWhatWasThere) {
  for (const char* name : {"f.svg", "f.pdf", "f.png"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    writeFigure(waves(0.02), folder.path(name));
    const std::string before = contents(folder.path(name));
    ASSERT_GT(before.size(), GetParam());
    std::string said;
    {
      const FullDisk full(GetParam());
      try {
        writeFigure(waves(0.5), folder.path(name));
        said = "nothing";
      } catch (const std::runtime_error& error) {
        said = error.what();
      }
    }
    EXPECT_THAT(said, HasSubstr(folder.path(name) + ": cannot be written"));
    EXPECT_THAT(said, HasSubstr("is the disk full?"));
    EXPECT_TRUE(contents(folder.path(name)) == before) << "the figure from before is damaged";
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 1) << "something is left";
    writeFigure(waves(0.5), folder.path(name));  // there is room again
    EXPECT_FALSE(contents(folder.path(name)) == before);
  }
}
INSTANTIATE_TEST_SUITE_P(Figures, FullDisks, testing::Values(0, 2000, 8000));

}  // namespace
}  // namespace tendril::figure
