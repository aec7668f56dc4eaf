// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/film_strip.hpp"

#include <gtest/gtest.h>
#include <vtkImageData.h>
#include <vtkJPEGReader.h>
#include <vtkNew.h>
#include <vtkPNGReader.h>
#include <vtkSmartPointer.h>

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "render/output/picture_file.hpp"
#include "tests/render/robots.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

/// A block that slides along x by 1 m per frame.
std::vector<Snapshot> slide(int frames) {
  ModelSpec spec;
  LinkSpec block = test::link("block", kWorld, JointType::kPrismatic);
  block.joint.axis = Vec3::UnitX();
  block.rigid.mass = 1;
  block.visuals.push_back({.shape = Visual::Shape::kBox, .size = Vec3::Constant(0.4), .mesh = {}, .pose = {}});
  block.color = {1.0, 0.0, 0.0};
  spec.links.push_back(block);
  const auto model = std::make_shared<const Model>(std::move(spec));
  Data data(*model);
  std::vector<Snapshot> out(static_cast<std::size_t>(frames));
  for (int k = 0; k < frames; ++k)
    fillSnapshot(model, data, k, VecX::Constant(1, k), VecX::Zero(1), nullptr, out[static_cast<std::size_t>(k)]);
  return out;
}

template <class Reader>
vtkSmartPointer<vtkImageData> read(const std::string& path) {
  vtkNew<Reader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  return vtkSmartPointer<vtkImageData>(reader->GetOutput());
}

/// Mean column of the red pixels of a frame, −1 if there are none.
double redColumn(vtkImageData* image, int frame, int width, int height) {
  double sum = 0;
  int count = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto* p = static_cast<const unsigned char*>(image->GetScalarPointer(frame * width + x, y, 0));
      if (p[0] > 90 && p[0] > 2 * p[1] && p[0] > 2 * p[2]) sum += x, ++count;
    }
  return count ? sum / count : -1;
}

TEST(FilmStrip, ShowsTheWholeMotionFromOnePlace) {
  const TemporaryFolder folder;
  const std::string path = folder.path("slide.png");
  EXPECT_TRUE(writeFilmStrip(slide(4), {.width = 96, .height = 60, .dark = false, .camera = {}}, path).empty());
  const auto image = read<vtkPNGReader>(path);
  ASSERT_EQ(image->GetDimensions()[0], 4 * 96);
  ASSERT_EQ(image->GetDimensions()[1], 60);
  double last = 0;
  for (int k = 0; k < 4; ++k) {
    const double column = redColumn(image, k, 96, 60);
    EXPECT_GT(column, last + 5) << k;  // seen, and further right each time
    EXPECT_LT(column, 92);
    last = column;
  }
}

/// A rod whose tendons pull with these forces, N.
std::vector<Snapshot> pulled(const std::vector<double>& tensions) {
  const auto model = test::rodWithTendons();
  std::vector<Snapshot> out;
  for (const double tension : tensions)
    out.push_back(test::snapshotAt(model, model->q0, VecX::Constant(model->nu, tension)));
  return out;
}

TEST(FilmStrip, ArrowsOfAllPicturesHaveOneScaleWhicheverIsTheLargest) {
  std::vector<double> tensions(130, 0.01);  // longer than arrows keep a scale by themselves
  tensions[3] = 8;
  const std::vector<Snapshot> frames = pulled(tensions);
  OffscreenView view(
      {.width = 160, .height = 100, .furniture = false, .scales = true, .camera = {}, .overlays = {.tensions = true}});
  const SharedArrows shared = view.shareArrows(frames);
  EXPECT_EQ(shared.scale.force, 10);
  ASSERT_EQ(shared.kinds.size(), 1U);
  EXPECT_EQ(shared.kinds[0].name, "tendons");
  view.draw(frames.back());
  EXPECT_NEAR(view.forceScale().force, 10, 1e-9);
  const std::vector<std::string> weak = view.arrowKey();
  ASSERT_EQ(weak.size(), 2U);
  EXPECT_NE(weak[0].find("tendons"), std::string::npos) << weak[0];
  EXPECT_TRUE(weak[1].starts_with("1 cm = ")) << weak[1];
  view.draw(frames[3]);
  EXPECT_EQ(view.arrowKey(), weak) << "one scale for all";
  view.showScales(false, false);
  view.draw(frames[3]);
  EXPECT_TRUE(view.arrowKey().empty());
}

/// The scale of arrows stands in the first frame alone, that of colours in the last one.
TEST(FilmStrip, SaysOnceHowLongArrowsAre) {
  const TemporaryFolder folder;
  const std::vector<Snapshot> frames = pulled({1, 4, 8});
  FilmStripOptions options{.width = 320, .height = 200, .camera = CameraView(), .overlays = {.tensions = true}};
  const auto write = [&](const char* name, bool scales) {
    options.scales = scales;
    writeFilmStrip(frames, options, folder.path(name));
    return read<vtkPNGReader>(folder.path(name));
  };
  const auto with = write("with.png", true), without = write("without.png", false);
  std::array<int, 3> changed{};
  for (int frame = 0; frame < 3; ++frame)
    for (int y = 0; y < 200; ++y)
      for (int x = 320 * frame; x < 320 * (frame + 1); ++x) {
        const auto pixel = [&](vtkImageData* image) {
          return static_cast<const unsigned char*>(image->GetScalarPointer(x, y, 0));
        };
        const int change = std::abs(pixel(with)[0] - pixel(without)[0]);
        changed[static_cast<std::size_t>(frame)] += change > 20;
        if (change > 20) EXPECT_GT(y, 100) << "in the upper half";  // rows are counted from below
      }
  EXPECT_GT(changed[0], 150);
  EXPECT_EQ(changed[1], 0);
  EXPECT_EQ(changed[2], 0);
}

TEST(FilmStrip, IsWrittenAsJpegToo) {
  const TemporaryFolder folder;
  const std::string path = folder.path("slide.JPG");
  writeFilmStrip(slide(2), {.width = 80, .height = 50, .dark = true, .camera = {}}, path);
  EXPECT_EQ(read<vtkJPEGReader>(path)->GetDimensions()[0], 160);
}

TEST(FilmStrip, SaysWhatCannotBe) {
  const TemporaryFolder folder;
  EXPECT_THROW(writeFilmStrip({}, {}, folder.path("none.png")), std::runtime_error);
  EXPECT_THROW(writeFilmStrip(slide(1), {}, folder.path("picture.bmp")), std::runtime_error);
  EXPECT_THROW(writeFilmStrip(slide(1), {}, "/nowhere/at/all.png"), std::runtime_error);
}

}  // namespace
}  // namespace tendril
