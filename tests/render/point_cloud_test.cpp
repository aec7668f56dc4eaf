// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/point_cloud.hpp"

#include <gtest/gtest.h>

#include "render/color_map.hpp"

namespace tendril {
namespace {

TEST(PointCloud, TheNearestPointOnTheScreenIsPickedTheOneInFrontFirst) {
  CameraView camera;
  camera.azimuth = 0, camera.elevation = 0;  // along +y, x to the right, z up
  constexpr double kWidth = 800, kHeight = 600;
  const double pixel = camera.metresPerPixel(kHeight);
  PointCloud cloud({{0, 0, 0}, {10 * pixel, 0, 0}, {0, -0.1, 0}}, {});
  EXPECT_EQ(cloud.pointAt(camera, 400, 300, kWidth, kHeight, 7), 2) << "in front of the first";
  EXPECT_EQ(cloud.pointAt(camera, 409, 300, kWidth, kHeight, 7), 1);
  EXPECT_EQ(cloud.pointAt(camera, 400, 330, kWidth, kHeight, 7), -1);
  PointCloud behind({{0, -10, 0}}, {});
  EXPECT_EQ(behind.pointAt(camera, 400, 300, kWidth, kHeight, 7), -1) << "behind the eye";
  cloud.choose(1);
  EXPECT_EQ(cloud.chosen(), 1);
  cloud.choose(3);
  EXPECT_EQ(cloud.chosen(), -1);
}

TEST(ColorScale, NumbersOfAnyUnitHaveTicks) {
  const ScaleTexts texts = scaleTexts("Mobility", "m", 0, 0.08);
  EXPECT_EQ(texts.unit, "mm");
  EXPECT_EQ(texts.ticks, (std::vector<std::string>{"0", "20", "40", "60", "80"}));
  EXPECT_EQ(scaleTexts("Range left", "", 0, 1).ticks.back(), "1.00");
  EXPECT_DOUBLE_EQ(scaleEnd(0.071), 0.08);
  EXPECT_DOUBLE_EQ(scaleEnd(1), 1);
  EXPECT_DOUBLE_EQ(scaleEnd(0.92), 1);
}

}  // namespace
}  // namespace tendril
