// SPDX-License-Identifier: BSD-3-Clause
// Propellers: axes, allocation and its rank, thrusts and speeds.
#include "core/model/propellers.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

namespace tendril {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kThrust = 2.508e-5, kDrag = 4.813e-7;  // trees.md §11.1

/// Six arms; sign(k) of alpha and of spin.
template <class Alpha, class Spin>
Propellers six(double alpha, double beta, Alpha ofAlpha, Spin ofSpin) {
  std::vector<Rotor> rotors;
  for (int k = 0; k < 6; ++k) {
    const double angle = 60 * kDegree * k;
    const Vec3 position(0.368 * std::cos(angle), 0.368 * std::sin(angle), 0.02);
    rotors.push_back({position, rotorAxis(position, ofAlpha(k) * alpha, beta), double(ofSpin(k)), kThrust, kDrag});
  }
  return {"rotors", 0, std::move(rotors)};
}
int same(int) {
  return 1;
}
int alternating(int k) {
  return k % 2 ? -1 : 1;
}

TEST(Propellers, AxesTurnAboutTheArmAndLeanOutwards) {
  const double a = 0.3, b = 0.2;
  EXPECT_LE((rotorAxis({1, 0, 0}, 0, 0) - Vec3::UnitZ()).norm(), 1e-15);
  EXPECT_LE((rotorAxis({1, 0, 0}, a, 0) - Vec3(0, -std::sin(a), std::cos(a))).norm(), 1e-15) << "Rx(α) z";
  EXPECT_LE((rotorAxis({2, 0, 5}, 0, b) - Vec3(std::sin(b), 0, std::cos(b))).norm(), 1e-15) << "outwards";
  EXPECT_LE((rotorAxis({0, 1, 0}, a, 0) - Vec3(std::sin(a), 0, std::cos(a))).norm(), 1e-15);
  EXPECT_LE((rotorAxis({0, 0, 1}, a, 0) - Vec3(0, -std::sin(a), std::cos(a))).norm(), 1e-15) << "no arm: as along x";
}

TEST(Propellers, AllocationIsTheWrenchOfOneNewton) {
  const Rotor rotor{.position = {0.3, 0.1, 0.05}, .axis = {0, 0.6, 0.8}, .spin = -1, .thrust = 2, .drag = 0.5};
  const Mat6X W = Propellers("one", 0, {rotor}).allocation();
  EXPECT_LE((W.col(0).tail<3>() - rotor.axis).norm(), 1e-15);
  EXPECT_LE((W.col(0).head<3>() - (rotor.position.cross(rotor.axis) - 0.25 * rotor.axis)).norm(), 1e-15);
}

/// trees.md §10, erratum 11: signs of α and of the drag must alternate.
TEST(Propellers, SixReachAllDirectionsOnlyWhereTiltAndSpinAlternate) {
  const double alpha = 35 * kDegree, beta = -10 * kDegree;
  EXPECT_EQ(allocationRank(six(alpha, beta, alternating, alternating).allocation()), 6);
  EXPECT_EQ(allocationRank(six(alpha, beta, same, same).allocation()), 3) << "as the paper's (28) reads";
  EXPECT_EQ(allocationRank(six(0, 0, same, alternating).allocation()), 4) << "a multirotor";
  EXPECT_EQ(allocationRank(six(0, 0, same, same).allocation()), 3) << "its yaw hangs on its lift";
  EXPECT_EQ(allocationRank(Mat6X::Zero(6, 0)), 0);
}

TEST(Propellers, WrenchesThrustsAndSpeedsGoRoundTo1e12) {
  const Propellers made = six(35 * kDegree, -10 * kDegree, alternating, alternating);
  const Mat6X W = made.allocation();
  Vec6 wrench;
  wrench << 0.1, -0.2, 0.05, 1, -0.5, 40;
  const VecX thrusts = Eigen::FullPivLU<MatX>(MatX(W)).solve(wrench);
  VecX again(6);
  for (int k = 0; k < 6; ++k) {
    ASSERT_GT(thrusts[k], 0);
    const double speed = made.speed(k, thrusts[k]);
    EXPECT_NEAR(speed * speed * kThrust, thrusts[k], 1e-12 * thrusts[k]);
    again[k] = made.thrustAt(k, speed);
  }
  EXPECT_LE((W * again - wrench).norm(), 1e-12 * wrench.norm());
  EXPECT_EQ(made.speed(0, -1), 0) << "they do not pull backwards";
}

}  // namespace
}  // namespace tendril
