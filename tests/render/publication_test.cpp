// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "render/ground/depth_map.hpp"
#include "render/output/offscreen.hpp"
#include "render/output/picture_average.hpp"
#include "render/scene/scale_bar.hpp"
#include "tests/render/robots.hpp"

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(DepthMap, ADiscHidesItsShareOfTheSky) {
  // The share of the sky, weighed by the cosine, that a disc of radius R at height h leaves is 1 − R²/(R² + h²).
  constexpr int kCorners = 256;
  const double radius = 0.3, height = 0.2;
  std::vector<float> points = {0, 0, static_cast<float>(height)};
  std::vector<int> triangles;
  for (int k = 0; k < kCorners; ++k) {
    const double a = 2 * kPi * k / kCorners;
    for (const double c : {radius * std::cos(a), radius * std::sin(a), height}) points.push_back(static_cast<float>(c));
    triangles.insert(triangles.end(), {0, k + 1, (k + 1) % kCorners + 1});
  }
  const ShadowCaster disc{points, triangles};
  const BoundingBall ball = boundingBall({&disc, 1});
  EXPECT_NEAR(ball.radius, radius * std::sqrt(2), 1e-3);
  DepthMap map(256);
  int open = 0;
  constexpr int kRings = 24, kSpokes = 8;
  for (int i = 0; i < kRings; ++i)
    for (int j = 0; j < kSpokes; ++j) {
      const double r = std::sqrt((i + 0.5) / kRings), a = 2 * kPi * (j + 0.5 * i) / kSpokes;
      map.draw({&disc, 1}, ball, Vec3(r * std::cos(a), r * std::sin(a), std::sqrt(1 - r * r)), 0.7 * j);
      open += map.reaches(Vec3::Zero(), 1e-3);
      EXPECT_TRUE(map.reaches(Vec3(0, 0, height + 1e-2), 5e-3)) << "a surface does not hide itself";
    }
  EXPECT_NEAR(open / double(kRings * kSpokes), 1 - radius * radius / (radius * radius + height * height), 0.03);
}

TEST(DepthMap, LeavesOutWhatIsNoNumber) {
  const std::vector<float> points = {NAN, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::vector<int> triangles = {0, 1, 2};
  const ShadowCaster broken{points, triangles};
  EXPECT_GT(boundingBall({&broken, 1}).radius, 0);
  EXPECT_EQ(boundingBall({}).radius, 0);
  DepthMap map(16);
  map.draw({&broken, 1}, {Vec3::Zero(), 1}, Vec3::UnitZ(), 0);
  EXPECT_TRUE(map.reaches(Vec3(0.2, 0.2, -0.5), 0));
}

TEST(PictureAverage, IsTheMeanAndTakesAlphaOut) {
  PictureAverage average;
  average.add(std::array<std::uint8_t, 4>{100, 0, 255, 255});
  average.add(std::array<std::uint8_t, 4>{0, 0, 0, 0});
  EXPECT_EQ(average.pixels(true), (std::vector<std::uint8_t>{100, 0, 255, 128}));
  EXPECT_EQ(average.pixels(false), (std::vector<std::uint8_t>{50, 0, 128, 255}));
  EXPECT_THROW(average.add(std::array<std::uint8_t, 8>{}), std::logic_error);
}

TEST(ScaleBar, IsAsLongAsARoundLength) {
  CameraView view;
  view.orthographic = true;
  for (const double distance : {0.01, 0.3, 2.0, 777.0}) {
    view.distance = distance;
    const double length = scaleBarLength(view, 900, 150), pixels = length / view.metresPerPixel(900);
    EXPECT_LE(pixels, 150.2);
    EXPECT_GT(pixels, 150 / 2.51);
    const double digits = length / std::pow(10, std::floor(std::log10(length) + 1e-9));
    EXPECT_NEAR(std::min({std::abs(digits - 1), std::abs(digits - 2), std::abs(digits - 5)}), 0, 1e-9);
  }
}

class Publication : public testing::Test {
 protected:
  static PictureOptions options(int samples) {
    PictureOptions out;
    out.width = 240, out.height = 150;
    out.furniture = false;
    out.samples = samples;
    out.backdrop = Backdrop::kWhite;
    return out;
  }
  static std::vector<std::uint8_t> draw(const PictureOptions& options, CameraView* view = nullptr) {
    OffscreenView picture(options);
    picture.draw(test::snapshotAt(test::rodWithTendons()));
    if (view) *view = picture.camera();
    return picture.pixels();
  }
};

TEST_F(Publication, ShadowsFallWhereTheKeyLightIsHidden) {
  CameraView view;
  const PictureOptions o = options(16);
  const auto pixels = draw(o, &view);
  // The rod is 0.4 m above the floor; its shadow lies where the key light's ray through it meets the floor.
  const LightRig rig = lightRig(view, kLightTheme);
  const Vec3 key = rig.key.x() * view.right() + rig.key.y() * view.up() - rig.key.z() * view.direction();
  const auto brightness = [&](const Vec3& p) -> std::optional<int> {
    const Vec3 at = view.project(p, o.width, o.height);
    if (!(at.x() >= 0 && at.x() < o.width && at.y() >= 0 && at.y() < o.height)) return std::nullopt;
    return int{pixels[4 * (static_cast<std::size_t>(at.y()) * o.width + static_cast<std::size_t>(at.x()))]};
  };
  // On the other side of the rod, as far from it, the sky is as open but the key light comes in.
  int dark = 0, bright = 0, seen = 0;
  for (double x = 0.15; x < 0.36; x += 0.02) {
    Vec3 at = Vec3(x, 0, 0.4) - 0.4 / key.z() * key;
    ASSERT_NEAR(at.z(), 0, 1e-12);
    const std::optional<int> hidden = brightness(at);
    at.y() = -at.y();
    const std::optional<int> open = brightness(at);
    if (!hidden || !open) continue;
    dark += *hidden, bright += *open, ++seen;
  }
  EXPECT_GE(seen, 6);
  EXPECT_LT(dark, bright - 3 * seen);
  EXPECT_EQ(int{pixels[0]}, 255) << "white";
}

TEST_F(Publication, TellsHowFarItIsAndCanBeStopped) {
  PictureOptions o = options(3);
  std::vector<double> told;
  o.progress = [&](double done) {
    told.push_back(done);
    return told.size() < 5;
  };
  OffscreenView picture(o);
  const Snapshot snapshot = test::snapshotAt(test::rodWithTendons());
  picture.draw(snapshot);
  ASSERT_EQ(told.size(), 3U);
  EXPECT_DOUBLE_EQ(told[0], 1 / 3.0);
  EXPECT_DOUBLE_EQ(told[2], 1);
  EXPECT_THROW(picture.draw(snapshot), PictureStopped);
  o.samples = 257;
  EXPECT_THROW(OffscreenView{o}, std::runtime_error);
}

TEST_F(Publication, EdgesOfATransparentPictureKeepTheirColour) {
  for (const int samples : {1, 8}) {
    PictureOptions o = options(samples);
    o.backdrop = Backdrop::kNone;
    const auto pixels = draw(o);
    int edges = 0, fringes = 0, darkest = 255;
    for (std::size_t i = 0; i < pixels.size(); i += 4)
      if (pixels[i + 3] == 255) darkest = std::min(darkest, int{pixels[i]});
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
      if (pixels[i + 3] < 60 || pixels[i + 3] > 200) continue;
      ++edges;
      fringes += pixels[i] < darkest - 12;
    }
    EXPECT_LT(fringes, edges / 10) << "dark fringes of " << edges;
    EXPECT_GT(edges, 20);
  }
}

}  // namespace
}  // namespace tendril
