// SPDX-License-Identifier: BSD-3-Clause
// What every joint promises, the program's own and one that it does not have: S is the velocity of its motion, its
// derivatives are those of differences, and its lists are of one length.
#include "core/model/joint/joint_kind.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/math/se3.hpp"
#include "core/model/joint/constraint_row.hpp"
#include "tests/core/model/joint/ball_in_slot.hpp"

namespace tendril::tests {
namespace {

class JointKinds : public ::testing::TestWithParam<JointType> {
 protected:
  JointKinds() {
    joint.type = GetParam();
    joint.axis = vector().normalized();
    joint.axis2 = joint.axis.cross(vector()).normalized();
    joint.pitch = 0.07;
    nv = joint.type->velocities();
    q = joint.type->neutral();
    for (double& entry : q) entry += number();
    for (const int start : joint.type->quaternions()) q.segment<4>(start).normalize();
    v = numbers(nv), a = numbers(nv);
  }
  double number() { return std::uniform_real_distribution<double>(-1.5, 1.5)(random); }
  Vec3 vector() { return {number(), number(), number()}; }
  VecX numbers(int n) {
    VecX out(n);
    for (double& entry : out) entry = number();
    return out;
  }
  /// q ⊕ exp(h · direction)
  VecX moved(const VecX& direction, double h) const {
    VecX out = q;
    int atQ = 0, atV = 0;
    for (ManifoldBlock block : joint.type->manifold()) {
      block.q = atQ, block.v = atV;
      integrateBlock(block, q, VecX(h * direction), out);
      atQ += block.positions(), atV += block.size;
    }
    return out;
  }
  Pose pose(const VecX& at) const {
    Pose X;
    JointColumns S;
    jointMotion(joint, at.data(), X, S);
    return X;
  }
  JointColumns columns(const VecX& at) const {
    Pose X;
    JointColumns S;
    jointMotion(joint, at.data(), X, S);
    return S;
  }
  /// S' v at another place, the velocity held.
  Vec6 biasAt(const VecX& at, const VecX& speed) const {
    JointVariation out;
    jointVariation(joint, at.data(), speed.data(), a.data(), out);
    return out.bias;
  }
  /// Central difference along coordinate k.
  template <class F>
  auto along(int k, const F& f) const {
    constexpr double h = 1e-5;
    const VecX unit = VecX::Unit(nv, k);
    return ((f(moved(unit, h)) - f(moved(unit, -h))) / (2 * h)).eval();
  }

  std::mt19937 random{11};
  Joint joint;
  VecX q, v, a;
  int nv = 0;
};

TEST_P(JointKinds, ListsAreOfOneLength) {
  int positions = 0, velocities = 0;
  for (const ManifoldBlock& block : joint.type->manifold()) positions += block.positions(), velocities += block.size;
  EXPECT_EQ(joint.type->positions(), positions);
  EXPECT_EQ(joint.type->velocities(), velocities);
  std::set<std::string> names;
  for (const CoordinateInfo& info : joint.type->positionInfo()) {
    EXPECT_FALSE(info.name.empty());
    EXPECT_TRUE(names.insert(info.name).second) << info.name << " twice";
  }
}

TEST_P(JointKinds, NothingMovesWhereItIsNeutral) {
  const Pose X = pose(joint.type->neutral());
  EXPECT_TRUE(X.R.isIdentity(0));
  EXPECT_TRUE(X.p.isZero(0));
}

TEST_P(JointKinds, ColumnsAreTheVelocity) {
  constexpr double h = 1e-5;
  const Pose X = pose(q);
  const Vec6 numeric =
      (logSE3<double>(X.inverse() * pose(moved(v, h))) - logSE3<double>(X.inverse() * pose(moved(v, -h)))) / (2 * h);
  const Vec6 analytic = nv ? Vec6(columns(q) * v) : Vec6(Vec6::Zero());
  EXPECT_LE((analytic - numeric).norm(), 1e-9);
}

TEST_P(JointKinds, ColumnsChangeAsTheySay) {
  JointVariation variation;
  jointVariation(joint, q.data(), v.data(), a.data(), variation);
  JointSquare G;
  const Vec6 F = (Vec6() << vector(), vector()).finished();
  jointForceVariation(joint, q.data(), F, G);
  Vec6 bias = Vec6::Zero();
  for (int k = 0; k < nv; ++k) {
    const MatX dS = along(k, [&](const VecX& at) { return MatX(columns(at)); });
    if (!joint.type->subspaceVaries()) {
      EXPECT_TRUE(dS.isZero(0));
    }
    EXPECT_LE((variation.dSv.col(k) - dS * v).norm(), 1e-9);
    EXPECT_LE((variation.dSa.col(k) - dS * a).norm(), 1e-9);
    EXPECT_LE((G.col(k) - dS.transpose() * F).norm(), 1e-9);
    bias += dS * v * v[k];
    const Vec6 dBias = along(k, [&](const VecX& at) { return biasAt(at, v); });
    EXPECT_LE((variation.dBias.col(k) - dBias).norm(), 1e-8);
    constexpr double h = 1e-5;
    const Vec6 rate = (biasAt(q, v + h * VecX::Unit(nv, k)) - biasAt(q, v - h * VecX::Unit(nv, k))) / (2 * h);
    EXPECT_LE((variation.dBiasRate.col(k) - rate).norm(), 1e-8);
  }
  EXPECT_LE((variation.bias - bias).norm(), 1e-8);
}

TEST_P(JointKinds, FreedomCountsItsColumns) {
  const JointFreedom freedom(joint);
  EXPECT_EQ(freedom.turns + freedom.slides, nv);
  EXPECT_EQ(freedom.screw, joint.type == JointType::kHelical);
  EXPECT_NEAR(freedom.pitch, freedom.screw ? 0.07 : 0, 1e-15);
}

/// Rows and columns span everything, once.
TEST_P(JointKinds, RowsAreTheComplementOfTheColumns) {
  const std::vector<ConstraintRow> rows = joint.type->constraintRows(joint);
  ASSERT_EQ(static_cast<int>(rows.size()), 6 - nv);
  const JointColumns S = columns(joint.type->neutral());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_LE((S.transpose() * rows[i].direction).norm(), 1e-14);
    for (std::size_t k = 0; k <= i; ++k) EXPECT_NEAR(rows[i].direction.dot(rows[k].direction), i == k, 1e-14);
  }
  EXPECT_EQ(rowsHoldEverywhere(joint, rows), joint.type != ballInSlot());
}

INSTANTIATE_TEST_SUITE_P(All, JointKinds, ::testing::ValuesIn(allJoints()),
                         [](const auto& info) { return std::string(info.param->name()); });

}  // namespace
}  // namespace tendril::tests
