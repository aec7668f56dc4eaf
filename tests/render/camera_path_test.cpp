// SPDX-License-Identifier: BSD-3-Clause
#include "render/camera_path.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;

CameraView view(double azimuth, double elevation, double distance, const Vec3& pivot) {
  CameraView out;
  out.azimuth = azimuth, out.elevation = elevation, out.distance = distance, out.pivot = pivot;
  return out;
}

VecX numbers(const CameraView& v) {
  VecX out(6);
  out << v.pivot, v.distance, v.azimuth, v.elevation;
  return out;
}

const std::vector<CameraPath::Key> kKeys = {{0, view(0.1, 0.2, 2, {0, 0, 0})},
                                            {0.2, view(0.9, 1.2, 0.5, {1, 0, -1})},
                                            {0.7, view(1.1, 0.3, 0.4, {2, 0, -1})},
                                            {1, view(3, 0.4, 3, {0, 5, -2})}};

TEST(CameraPath, PassesThroughItsViewsAndRestsAtTheEnds) {
  const CameraPath path(kKeys);
  for (const CameraPath::Key& key : kKeys)
    EXPECT_LE((numbers(path.at(key.at)) - numbers(key.view)).norm(), 1e-12) << key.at;
  constexpr double kStep = 1e-5;
  EXPECT_LE((numbers(path.at(kStep)) - numbers(path.at(0))).norm(), 1e-6);
  EXPECT_LE((numbers(path.at(1)) - numbers(path.at(1 - kStep))).norm(), 1e-6);
  EXPECT_EQ(numbers(path.at(-1)), numbers(path.at(0)));
  EXPECT_EQ(numbers(path.at(2)), numbers(path.at(1)));
}

TEST(CameraPath, HasNoJumpOfVelocityAndStaysBetweenItsViews) {
  const CameraPath path(kKeys);
  constexpr double kStep = 1e-6;
  for (std::size_t i = 0; i + 1 < kKeys.size(); ++i) {
    const VecX a = numbers(kKeys[i].view), b = numbers(kKeys[i + 1].view);
    const VecX low = a.cwiseMin(b).array() - 1e-12, high = a.cwiseMax(b).array() + 1e-12;
    for (int k = 0; k <= 50; ++k) {
      const VecX now = numbers(path.at(kKeys[i].at + (kKeys[i + 1].at - kKeys[i].at) * k / 50));
      EXPECT_TRUE((now.array() >= low.array()).all() && (now.array() <= high.array()).all()) << i << ' ' << k;
    }
    if (i == 0) continue;
    const VecX middle = numbers(path.at(kKeys[i].at)), before = numbers(path.at(kKeys[i].at - kStep)),
               after = numbers(path.at(kKeys[i].at + kStep));
    EXPECT_LE(((after - middle) - (middle - before)).norm() / kStep, 1e-3) << i;
  }
}

TEST(CameraPath, TurnsTheShortWay) {
  const CameraPath path({{0, view(kPi - 0.1, 0, 1, Vec3::Zero())}, {1, view(-kPi + 0.1, 0, 1, Vec3::Zero())}});
  EXPECT_NEAR(path.at(0.5).azimuth, kPi, 1e-12);
}

TEST(CameraPath, OneViewStandsStillAndWrongOrderIsRefused) {
  const CameraPath path({{0.3, view(1, 0.5, 2, {1, 2, 3})}});
  for (const double share : {0.0, 0.3, 0.9}) EXPECT_EQ(numbers(path.at(share)), numbers(path.at(0.3)));
  EXPECT_THROW(CameraPath({}), std::invalid_argument);
  EXPECT_THROW(CameraPath({{0.5, {}}, {0.5, {}}}), std::invalid_argument);
}

}  // namespace
}  // namespace tendril
