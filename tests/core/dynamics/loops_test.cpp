// SPDX-License-Identifier: BSD-3-Clause
// Closed loops of every joint between every kind of body: rows, forces and derivatives against differences, and the
// constrained dynamics against a dense solution of the equations with multipliers.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/dynamics/loops.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

/// A tree with one loop of `type` between its last link and an earlier one, or the world.
struct LoopPlan {
  JointType type = JointType::kFixed;
  bool rods = false;
  bool world = false;
};

ModelSpec loopSpec(Random& random, const LoopPlan& plan) {
  TreePlan tree{"loop", {}, false, plan.rods ? SoftBodies::kRods : SoftBodies::kNone};
  tree.types = {JointType::kFree,      JointType::kRevolute, JointType::kSpherical,
                JointType::kUniversal, JointType::kPlanar,   JointType::kCylindrical};
  ModelSpec spec = randomTree(random, tree);
  LoopSpec loop;
  loop.name = "loop";
  loop.joint = randomJoint(random, plan.type);
  loop.a = {5, plan.rods ? 1 : 0, randomPose(random)};
  loop.b = plan.world ? LoopSide{kWorld, kBaseStation, randomPose(random)} : LoopSide{3, 0, randomPose(random)};
  loop.stabilization = 0.3;
  spec.loops.push_back(loop);
  return spec;
}

class Loops : public ::testing::TestWithParam<LoopPlan> {
 protected:
  Loops() : model(loopSpec(random, GetParam())), data(model) {
    q = randomConfiguration(random, model, 0.6);
    v = randomVector(random, model.nv, 1.5);
    a = randomVector(random, model.nv, 3);
    tau = randomVector(random, model.nv, 3);
    lambda = randomVector(random, model.nl, 5);
    inputs.tau = &tau;
  }
  VecX constraint(const VecX& q_, const VecX& v_, const VecX& a_) {
    data.a = a_;
    kinematics(model, data, q_, v_);
    residual(model, data, q_, v_, a_, {});
    loopConstraints(model, data);
    return data.loopResidual;
  }
  VecX force(const VecX& q_, const VecX& v_) {
    Inputs with = inputs;
    with.lambda = &lambda;
    residual(model, data, q_, v_, a, with);
    return data.tau;
  }
  VecX errorAt(const VecX& q_) {
    kinematics(model, data, q_, VecX::Zero(model.nv));
    loopErrors(model, data);
    return data.loopError;
  }

  Random random{7};
  Model model;
  Data data;
  Inputs inputs;
  VecX q, v, a, tau, lambda;
};

TEST_P(Loops, RowsAreThoseThatTheJointDoesNotFree) {
  const Loop& loop = model.loops[0];
  EXPECT_EQ(model.nl + static_cast<int>(loop.dropped.size()), 6 - loop.joint.type->velocities());
  const VecX freePosition = loop.joint.type->neutral();
  Pose X;
  JointColumns S;
  jointMotion(loop.joint, freePosition.data(), X, S);
  for (const ConstraintRow& row : loop.rows) {
    EXPECT_NEAR(row.direction.norm(), 1, 1e-14);
    if (S.cols()) {
      EXPECT_LE((S.transpose() * row.direction).cwiseAbs().maxCoeff(), 1e-14);
    }
  }
}

TEST_P(Loops, ErrorJacobianIsTheDerivativeOfTheError) {
  errorAt(q);
  const MatX analytic = data.loopErrorJacobian;
  const MatX numeric = differences(model, q, [&](const VecX& at) { return errorAt(at); });
  if (model.nl) {
    EXPECT_LE(relativeError(analytic, numeric), 1e-9);
  }
}

/// What `tendril dynamics` stabilises and reports.
TEST_P(Loops, LogarithmHasItsDerivativeToo) {
  if (model.nl == 0) return;
  const Loop& loop = model.loops[0];
  const auto logarithm = [&](const VecX& at) {
    VecX out(model.nl);
    kinematics(model, data, at, VecX::Zero(model.nv));
    loopError(data, loop, loop.rows, out, LoopMeasure::kLogarithm);
    return out;
  };
  logarithm(q);
  MatX analytic(model.nl, model.nv);
  loopErrorJacobian(model, data, loop, loop.rows, analytic, LoopMeasure::kLogarithm);
  EXPECT_LE(relativeError(analytic, differences(model, q, logarithm)), 1e-9);
}

/// d/dt (A v) along a motion, plus what stabilises.
TEST_P(Loops, AccelerationRowsAreTheRateOfTheVelocityRows) {
  if (model.nl == 0) return;
  const auto rows = [&](double t) {
    VecX at(model.nq);
    integrate(model, q, VecX(t * v + 0.5 * t * t * a), at);  // body-frame velocity v + a t up to O(t²) of the bracket
    kinematics(model, data, at, VecX(v + t * a));
    loopErrors(model, data);
    return VecX(data.loopJacobian * (v + t * a));
  };
  constexpr double h = 1e-3;
  const VecX rate = (8 * (rows(h) - rows(-h)) - (rows(2 * h) - rows(-2 * h))) / (12 * h);
  const VecX error = errorAt(q);
  const MatX A = data.loopJacobian;
  const double T = model.loops[0].stabilization;
  const VecX expected = rate + 2 / T * (A * v) + error / (T * T);
  EXPECT_LE(relativeError(constraint(q, v, a), expected), 1e-8);
}

TEST_P(Loops, DerivativesOfTheRowsAgreeWithDifferences) {
  if (model.nl == 0) return;
  residualDerivatives(model, data, q, v, a, {});
  loopConstraints(model, data);
  loopConstraintDerivatives(model, data);
  const MatX dq = data.loopRowsQ, dv = data.loopRowsV;
  EXPECT_LE(relativeError(dq, differences(model, q, [&](const VecX& at) { return constraint(at, v, a); })), 1e-8);
  EXPECT_LE(relativeError(dv, plainDifferences(v, [&](const VecX& at) { return constraint(q, at, a); })), 1e-9);
}

TEST_P(Loops, ForcesAreTheTransposedRows) {
  const VecX with = force(q, v);
  Inputs without = inputs;
  residual(model, data, q, v, a, without);
  kinematics(model, data, q, v);
  loopErrors(model, data);
  const VecX expected = data.tau - data.loopJacobian.transpose() * lambda;
  EXPECT_LE((with - expected).cwiseAbs().maxCoeff(), 1e-12 * expected.cwiseAbs().maxCoeff());
}

TEST_P(Loops, DerivativesOfTheForcesAgreeWithDifferences) {
  Inputs with = inputs;
  with.lambda = &lambda;
  residualDerivatives(model, data, q, v, a, with);
  const MatX dq = data.dIDdq, dv = data.dIDdv;
  EXPECT_LE(relativeError(dq, differences(model, q, [&](const VecX& at) { return force(at, v); })), 1e-8);
  EXPECT_LE(relativeError(dv, plainDifferences(v, [&](const VecX& at) { return force(q, at); })), 1e-8);
}

TEST_P(Loops, ForwardDynamicsSolvesTheEquationsWithMultipliers) {
  forwardDynamics(model, data, q, v, inputs);
  const VecX solved = data.acceleration, multipliers = data.lambda;
  const VecX zero = VecX::Zero(model.nv);
  const VecX drift = constraint(q, v, zero);
  const MatX A = data.loopJacobian;
  residual(model, data, q, v, zero, inputs);
  const VecX bias = data.tau;
  massMatrix(model, data, q);
  const int n = model.nv + model.nl;
  MatX matrix = MatX::Zero(n, n);
  matrix.topLeftCorner(model.nv, model.nv) = data.massMatrix;
  matrix.topRightCorner(model.nv, model.nl) = -A.transpose();
  matrix.bottomLeftCorner(model.nl, model.nv) = A;
  VecX right(n);
  right << -bias, -drift;
  const VecX x = matrix.fullPivLu().solve(right);
  EXPECT_LE(relativeError(solved, x.head(model.nv)), 1e-9);
  if (model.nl) {
    EXPECT_LE(relativeError(multipliers, x.tail(model.nl)), 1e-9);
  }
}

TEST_P(Loops, DerivativesOfForwardDynamicsAgreeWithDifferences) {
  forwardDynamicsDerivatives(model, data, q, v, inputs);
  const MatX dq = data.dFDdq, dv = data.dFDdv, lq = data.dLambdadq, lv = data.dLambdadv;
  const auto both = [&](const VecX& at, const VecX& speed) {
    forwardDynamics(model, data, at, speed, inputs);
    VecX out(model.nv + model.nl);
    out << data.acceleration, data.lambda;
    return out;
  };
  const MatX nq = differences(
      model, q, [&](const VecX& at) { return both(at, v); }, 3e-4);
  const MatX nv = plainDifferences(v, [&](const VecX& at) { return both(q, at); });
  EXPECT_LE(relativeError(dq, nq.topRows(model.nv)), 1e-6);
  EXPECT_LE(relativeError(dv, nv.topRows(model.nv)), 1e-7);
  if (model.nl == 0) return;
  EXPECT_LE(relativeError(lq, nq.bottomRows(model.nl)), 1e-6);
  EXPECT_LE(relativeError(lv, nv.bottomRows(model.nl)), 1e-7);
}

/// The same loop twice: rows that depend on each other change nothing of the motion.
TEST_P(Loops, RedundantRowsAreDroppedAndChangeNoMotion) {
  forwardDynamics(model, data, q, v, inputs);
  const VecX once = data.acceleration;
  Random again{7};
  ModelSpec spec = loopSpec(again, GetParam());
  spec.loops.push_back(spec.loops[0]);
  spec.loops.back().name = "again";
  const Model twice(std::move(spec));
  EXPECT_EQ(twice.nl, model.nl);
  // Where one loop alone has rows that depend on others, an open loop moves as those that stay have it.
  if (!model.loops[0].dropped.empty()) return;
  Data work(twice);
  forwardDynamics(twice, work, q, v, inputs);
  EXPECT_LE(relativeError(work.acceleration, once), 1e-9);
}

std::vector<LoopPlan> plans() {
  std::vector<LoopPlan> out;
  for (const JointType type : JointType::all())
    for (const bool rods : {false, true})
      for (const bool world : {false, true}) out.push_back({type, rods, world});
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, Loops, ::testing::ValuesIn(plans()), [](const auto& info) {
  return std::string(info.param.type->name()) + (info.param.rods ? "_rods" : "_rigid") +
         (info.param.world ? "_world" : "");
});

/// A joint whose rows do not hold away from zero is refused instead of holding something else.
TEST(LoopsOfOtherJoints, AreRefusedWhereTheirRowsMove) {
  Random random{5};
  ModelSpec spec = randomTree(random, {"two", {JointType::kFree, JointType::kFree}, true});
  LoopSpec loop;
  loop.name = "slot";
  loop.joint.type = ballInSlot();
  loop.a.link = 1, loop.b.link = 0;
  spec.loops.push_back(loop);
  EXPECT_THROW(Model{spec}, std::invalid_argument);
}

/// Four bars with parallel hinges: planar, so three of the five rows of the closing hinge depend on the others.
Model fourBar() {
  ModelSpec spec;
  spec.gravity = {0, -9.81, 0};
  const std::array<double, 3> lengths = {0.12, 0.35, 0.30};
  const std::array<Vec3, 3> places = {Vec3::Zero(), Vec3(0.12, 0, 0), Vec3(0.40, 0, 0)};
  for (int i = 0; i < 3; ++i) {
    LinkSpec link;
    link.name = "bar" + std::to_string(i);
    link.parent = i == 1 ? 0 : kWorld;
    link.station = kBaseStation;
    link.pose.p = places[static_cast<std::size_t>(i)];
    link.joint.type = JointType::kRevolute;
    link.rigid.mass = 1;
    link.rigid.com = Vec3(lengths[static_cast<std::size_t>(i)] / 2, 0, 0);
    link.rigid.inertia = 0.01 * Mat3::Identity();
    link.rigidTip.p = Vec3(lengths[static_cast<std::size_t>(i)], 0, 0);
    spec.links.push_back(link);
  }
  LoopSpec loop;
  loop.name = "hinge";
  loop.joint.type = JointType::kRevolute;
  loop.a = {1, 0, Pose()}, loop.b = {2, 0, Pose()};
  spec.loops.push_back(loop);
  return Model(std::move(spec));
}

TEST(PlanarLoop, KeepsTwoOfFiveRows) {
  const Model model = fourBar();
  EXPECT_EQ(model.nl, 2);
  ASSERT_EQ(model.loops[0].dropped.size(), 3u);
  EXPECT_EQ(model.rowName(0), "hinge.vx");
  EXPECT_EQ(model.rowName(1), "hinge.vy");
}

}  // namespace
}  // namespace tendril
