// SPDX-License-Identifier: BSD-3-Clause
// The gap of a loop: zero on the joint's motions however far they have turned, its rate there the velocity across the
// joint, and its rate anywhere against differences.
#include "core/model/loop/loop_gap.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/math/se3.hpp"
#include "core/model/loop/loop.hpp"

namespace tendril {
namespace {

/// All that hold something.
std::vector<JointType> types() {
  const auto all = JointType::all();
  std::vector<JointType> out(all.begin(), all.end());
  std::erase(out, JointType::kFree);
  return out;
}

class LoopGaps : public ::testing::TestWithParam<JointType> {
 protected:
  LoopGaps() {
    joint.type = GetParam();
    joint.axis = vector(1).normalized();
    joint.axis2 = joint.axis.cross(vector(1)).normalized();
    joint.pitch = 0.03;
  }
  double number(double size) { return std::uniform_real_distribution<double>(-size, size)(random); }
  Vec3 vector(double size) { return {number(size), number(size), number(size)}; }
  Vec6 twist(double size) { return (Vec6() << vector(size), vector(size)).finished(); }

  /// A motion that the joint frees, with turns of up to `size`.
  Pose freed(double size) {
    VecX q = joint.type->neutral();
    for (double& entry : q) entry = number(size);
    for (const int start : joint.type->quaternions()) q.segment<4>(start).normalize();
    Pose X;
    JointColumns S;
    jointMotion(joint, q.data(), X, S);
    return X;
  }
  VecX rows(const Pose& X) {
    const Vec6 gap = loopGap(JointFreedom(joint), X).value;
    const std::vector<ConstraintRow> all = joint.type->constraintRows(joint);
    VecX out(static_cast<Eigen::Index>(all.size()));
    for (std::size_t k = 0; k < all.size(); ++k)
      out[static_cast<Eigen::Index>(k)] = all[k].turning ? 0 : all[k].direction.dot(gap);
    return out;
  }
  /// What the rate of the rows makes of a twist d.
  VecX rates(const Pose& X, const Vec6& d, bool exact) {
    const LoopGap gap = loopGap(JointFreedom(joint), X);
    const std::vector<ConstraintRow> all = joint.type->constraintRows(joint);
    VecX out(static_cast<Eigen::Index>(all.size()));
    for (std::size_t k = 0; k < all.size(); ++k)
      out[static_cast<Eigen::Index>(k)] = all[k].turning ? 0 : all[k].direction.dot(exact ? Vec6(gap.rate * d) : d);
    return out;
  }

  std::mt19937 random{3};
  Joint joint;
};

TEST_P(LoopGaps, VanishesOnWhatTheJointFreesAtAnyTurn) {
  for (int k = 0; k < 200; ++k) {
    const Pose X = freed(120);
    EXPECT_LE(rows(X).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST_P(LoopGaps, MovesThereAsTheVelocityAcross) {
  for (int k = 0; k < 200; ++k) {
    const Pose X = freed(120);
    const Vec6 d = twist(1);
    EXPECT_LE((rates(X, d, true) - rates(X, d, false)).cwiseAbs().maxCoeff(), 1e-10 * (1 + X.p.norm()));
  }
}

TEST_P(LoopGaps, HasTheRateOfItsDifferences) {
  for (int k = 0; k < 200; ++k) {
    const Pose X = expSE3<double>(twist(0.4)) * freed(3);
    const Vec6 d = twist(1);
    constexpr double h = 1e-5;
    const VecX numeric = (rows(expSE3<double>(Vec6(h * d)) * X) - rows(expSE3<double>(Vec6(-h * d)) * X)) / (2 * h);
    EXPECT_LE((rates(X, d, true) - numeric).cwiseAbs().maxCoeff(), 1e-8);
  }
}

/// A gap is a distance: what frame a is moved by across the joint comes back, also right round and beyond.
TEST_P(LoopGaps, IsTheDisplacementAcross) {
  for (int k = 0; k < 200; ++k) {
    const Pose X = freed(120);
    Vec6 moved = Vec6::Zero();
    const std::vector<ConstraintRow> all = joint.type->constraintRows(joint);
    const ConstraintRow& row = all[static_cast<std::size_t>(k) % all.size()];
    if (row.turning || joint.type == JointType::kHelical) continue;  // their rows are no displacement of one kind
    moved = 0.003 * row.direction;
    const VecX found = rows(expSE3<double>(moved) * X);
    EXPECT_NEAR(found.norm(), 0.003, 1e-9 * (1 + X.p.norm()));
  }
}

INSTANTIATE_TEST_SUITE_P(All, LoopGaps, ::testing::ValuesIn(types()),
                         [](const auto& info) { return std::string(info.param->name()); });

}  // namespace
}  // namespace tendril
