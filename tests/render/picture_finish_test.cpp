// SPDX-License-Identifier: BSD-3-Clause
// Smooth edges and dark corners of pictures that are there already, against coverage and depths of known shapes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "render/ambient_occlusion.hpp"
#include "render/edge_smoothing.hpp"

namespace tendril {
namespace {

constexpr int kWidth = 240, kHeight = 160;
constexpr std::uint32_t kDark = 0xFF303040, kLight = 0xFFE0E4E8, kGrey = 0xFFC0C0C0;
using Picture = std::vector<std::uint32_t>;
using Shape = std::function<bool(double, double)>;

int blue(std::uint32_t color) {
  return static_cast<int>(color & 255);
}

/// A dark shape on light ground, a pixel wholly of one or the other.
Picture stairs(const Shape& inside) {
  Picture out;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) out.push_back(inside(x + 0.5, y + 0.5) ? kDark : kLight);
  return out;
}

/// Something everywhere.
PictureDepths everywhere() {
  PictureDepths out{.width = kWidth, .height = kHeight};
  out.values.assign(static_cast<std::size_t>(kWidth * kHeight), 0.5F);
  return out;
}

/// The root mean square, over the pixels that the edge of the shape crosses, of what blue is off that of a picture in
/// which each pixel has its share of the shape.
double error(const Picture& picture, const Shape& inside) {
  constexpr int kFine = 8;
  double squares = 0, count = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      int covered = 0;
      for (int k = 0; k < kFine * kFine; ++k)
        covered += inside(x + (k % kFine + 0.5) / kFine, y + (k / kFine + 0.5) / kFine);
      if (covered == 0 || covered == kFine * kFine) continue;
      const double share = covered / static_cast<double>(kFine * kFine);
      const double wanted = blue(kLight) + share * (blue(kDark) - blue(kLight));
      squares += std::pow(blue(picture[static_cast<std::size_t>(y * kWidth + x)]) - wanted, 2), count += 1;
    }
  return std::sqrt(squares / count);
}

TEST(EdgeSmoothing, SlantedEdgesComeNearToWhatTheyCover) {
  const std::vector<Shape> shapes = {
      [](double x, double y) { return std::hypot(x - 120, y - 80) < 60; },
      [](double x, double y) { return y > 20 + 0.31 * x; }, [](double x, double y) { return y > 60 + 0.08 * x; },
      [](double x, double y) { return x > 60 + 0.2 * y; }, [](double x, double y) { return y < 150 - 0.9 * x; }};
  EdgeSmoothing smoothing;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Picture before = stairs(shapes[i]);
    Picture after = before;
    smoothing.apply(after, kWidth, everywhere());
    EXPECT_LT(error(after, shapes[i]), error(before, shapes[i]) / 2) << i;
  }
}

TEST(EdgeSmoothing, WhatHasNoStairsStays) {
  EdgeSmoothing smoothing;
  const Picture upright = stairs([](double x, double) { return x > 100; }),
                level = stairs([](double, double y) { return y > 80; }),
                box = stairs([](double x, double y) { return std::abs(x - 120) < 50 && std::abs(y - 80) < 40; });
  for (const Picture& before : {upright, level}) {
    Picture after = before;
    smoothing.apply(after, kWidth, everywhere());
    EXPECT_EQ(after, before);
  }
  Picture after = box;
  smoothing.apply(after, kWidth, everywhere());
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const std::size_t k = static_cast<std::size_t>(y * kWidth + x);
      const bool byCorner = std::abs(std::abs(x - 120) - 50) <= 20 && std::abs(std::abs(y - 80) - 40) <= 20;
      if (!byCorner) EXPECT_EQ(after[k], box[k]) << x << ", " << y;
    }
  Picture slope;  // a gradient, as of the background
  for (int k = 0; k < kWidth * kHeight; ++k) slope.push_back(0xFF000000U | static_cast<std::uint32_t>(k / kWidth));
  after = slope;
  smoothing.apply(after, kWidth, everywhere());
  EXPECT_EQ(after, slope);
  const Picture grid = stairs([](double x, double y) { return y > 60 + 0.08 * x; });
  PictureDepths part = everywhere();  // the right of it is background
  for (int k = 0; k < kWidth * kHeight; ++k)
    if (k % kWidth >= 100) part.values[static_cast<std::size_t>(k)] = 1;
  after = grid;
  smoothing.apply(after, kWidth, part);
  for (int k = 0; k < kWidth * kHeight; ++k)
    if (k % kWidth > 100) EXPECT_EQ(after[static_cast<std::size_t>(k)], grid[static_cast<std::size_t>(k)]);
  EXPECT_NE(after, grid);
}

/// What a camera 2 m away sees: `surface` gives the distance along a ray, 0 where nothing is.
struct Seen {
  PictureDepths depths{.left = 20, .top = 10, .width = 200, .height = 140, .near = 1, .far = 4, .pixels = 900};
  Picture picture{Picture(kWidth * kHeight, kGrey)};

  explicit Seen(const std::function<double(double, double)>& surface) {
    depths.radius = 0.025;
    for (int y = 0; y < depths.height; ++y)
      for (int x = 0; x < depths.width; ++x) {
        const double z = surface((x - 100) / depths.pixels, (y - 70) / depths.pixels);
        depths.values.push_back(
            z > 0 ? static_cast<float>(depths.far * (z - depths.near) / (z * (depths.far - depths.near))) : 1.0F);
      }
    AmbientOcclusion().apply(picture, kWidth, depths);
  }
  int at(int x, int y) const { return blue(picture[static_cast<std::size_t>((y + 10) * kWidth + x + 20)]); }
  long changed() const {
    return std::ranges::count_if(picture, [](std::uint32_t c) { return c != kGrey; });
  }
};

TEST(AmbientOcclusion, GroovesAreDarkAndNothingElse) {
  const Seen groove([](double x, double) { return 2 / (1 + std::abs(x)); });  // two walls at a right angle
  EXPECT_LT(groove.at(100, 70), 125) << "where they meet";
  EXPECT_EQ(groove.at(60, 70), 0xC0) << "40 px beside it";
  EXPECT_EQ(groove.at(100, 70), groove.at(100, 40)) << "all along";
  EXPECT_EQ(blue(groove.picture[0]), 0xC0) << "outside of the part";
  const Seen ridge([](double x, double) { return 2 / (1 - std::abs(x)); });
  EXPECT_EQ(ridge.changed(), 0);
  const Seen tilted([](double x, double y) { return 2 / (1 - 1.5 * x - 0.5 * y); });
  EXPECT_EQ(tilted.changed(), 0) << "a plane, seen at a slant";
  const Seen ball([](double x, double y) {
    const double a = 1 + x * x + y * y, root = 4 - a * (4 - 0.01);
    return root < 0 ? 0 : (2 - std::sqrt(root)) / a;
  });
  EXPECT_EQ(ball.changed(), 0) << "round outwards";
}

TEST(AmbientOcclusion, WhatLiesFarInFrontHasNoHalo) {
  const Seen step([](double x, double) { return x < 0 ? 1.8 : 2.0; });
  EXPECT_EQ(step.changed(), 0);
  const Seen nothing([](double, double) { return 0.0; });
  EXPECT_EQ(nothing.changed(), 0);
}

TEST(AmbientOcclusion, ParallelProjectionIsTheSame) {
  PictureDepths depths{.width = kWidth, .height = kHeight, .near = 1, .far = 4, .orthographic = true, .pixels = 450};
  depths.radius = 0.025;
  for (int k = 0; k < kWidth * kHeight; ++k)
    depths.values.push_back(static_cast<float>((2 - std::abs(k % kWidth - 120) / depths.pixels - 1) / 3));
  Picture picture(kWidth * kHeight, kGrey);
  AmbientOcclusion().apply(picture, kWidth, depths);
  EXPECT_LT(blue(picture[80 * kWidth + 120]), 125);
  EXPECT_EQ(blue(picture[80 * kWidth + 60]), 0xC0);
}

}  // namespace
}  // namespace tendril
