// SPDX-License-Identifier: BSD-3-Clause
// Rays against triangles: what is hit lies on the ray and in the triangle, and what is aimed at is hit.
#include "core/math/triangle.hpp"

#include <gtest/gtest.h>

#include <random>

namespace tendril {
namespace {

class TriangleTest : public testing::Test {
 protected:
  double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(random); }
  Vec3 vector() { return Vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)); }
  std::mt19937 random{3};
};

TEST_F(TriangleTest, ARayHitsWhatItIsAimedAt) {
  for (int round = 0; round < 1000; ++round) {
    const Vec3 a = vector(), b = vector(), c = vector(), origin = 3 * vector();
    Vec3 shares(uniform(-0.5, 1), uniform(-0.5, 1), 0);
    shares[2] = 1 - shares[0] - shares[1];
    const Vec3 aim = shares[0] * a + shares[1] * b + shares[2] * c, normal = (b - a).cross(c - a);
    if (normal.norm() < 0.05 || std::abs(normal.normalized().dot((aim - origin).normalized())) < 0.05) continue;
    if (shares.cwiseAbs().minCoeff() < 1e-6) continue;
    const auto hit = alongRay(origin, (aim - origin) / 2, a, b, c);
    ASSERT_EQ(hit.has_value(), shares.minCoeff() > 0) << shares.transpose();
    EXPECT_FALSE(alongRay(origin, origin - aim, a, b, c)) << "it lies behind";
    if (!hit) continue;
    EXPECT_NEAR(hit->distance, 2, 1e-10);
    EXPECT_LT((hit->shares - shares).norm(), 1e-10);
    EXPECT_LT((nearestShares(aim, a, b, c) - shares).norm(), 1e-9) << "the nearest point is the point itself";
    const auto back = alongRay(2 * aim - origin, origin - aim, a, c, b);
    ASSERT_TRUE(back) << "from the other side, with the other order of corners";
    EXPECT_NEAR(back->distance, 1, 1e-10);
  }
}

TEST_F(TriangleTest, EdgesCountAndPlanesDoNot) {
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
  EXPECT_TRUE(alongRay({0.5, 0, 1}, {0, 0, -1}, a, b, c)) << "on an edge";
  EXPECT_TRUE(alongRay({0, 0, 1}, {0, 0, -1}, a, b, c)) << "on a corner";
  EXPECT_TRUE(alongRay({0.2, 0.2, 0}, {0, 0, -1}, a, b, c)) << "begins on it";
  EXPECT_FALSE(alongRay({-1, 0.2, 0}, {1, 0, 0}, a, b, c)) << "within its plane";
  EXPECT_FALSE(alongRay({0.2, 0.2, 1}, {0, 0, 0}, a, b, c)) << "no direction";
  EXPECT_FALSE(alongRay({0.2, 0.2, 1}, {0, 0, -1}, a, b, 2 * b)) << "no triangle";
}

}  // namespace
}  // namespace tendril
