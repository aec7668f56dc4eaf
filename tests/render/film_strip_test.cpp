// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/film_strip.hpp"

#include <gtest/gtest.h>
#include <vtkImageData.h>
#include <vtkJPEGReader.h>
#include <vtkNew.h>
#include <vtkPNGReader.h>
#include <vtkSmartPointer.h>

#include <array>
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
