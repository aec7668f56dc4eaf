// SPDX-License-Identifier: BSD-3-Clause
// Impacts in every integrator: nothing passes, an undamped bounce does not gain energy, what rests stays at rest.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/contact/contacts.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kMass = 0.1, kRadius = 0.02, kGravity = 9.81, kHeight = 0.3, kSpeed = 4.37;

/// Surfaces whose top is the plane z = 0 at the origin; the box and the sheet are thin.
struct Ground {
  const char* name;
  SurfaceShape shape;
  Pose pose;
};

Pose below(double depth) {
  Pose X;
  X.p.z() = -depth;
  return X;
}

/// A frame `depth` below whose z axis is horizontal.
Pose lying(double depth) {
  Pose X = below(depth);
  X.R = Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitX()).toRotationMatrix();
  return X;
}

const std::vector<Ground>& grounds() {
  using Kind = SurfaceShape::Kind;
  static const std::vector<Ground> all = {
      {"plane", {.kind = Kind::kPlane}, Pose()},
      {"box", {.kind = Kind::kBox, .size = Vec3(1, 1, 0.1)}, below(0.05)},
      {"sphere", {.kind = Kind::kSphere, .radius = 0.05}, below(0.05)},
      {"cylinder", {.kind = Kind::kCylinder, .radius = 0.05, .length = 1}, lying(0.05)},
      {"capsule", {.kind = Kind::kCapsule, .radius = 0.03, .length = 1}, lying(0.03)},
      {"sheet", {.kind = Kind::kBox, .size = Vec3(1, 1, 0.002)}, below(0.001)},
  };
  return all;
}

/// A ball in free flight above a surface.
ModelSpec dropped(const Ground& ground, double stiffness, double radius = kRadius, double speed = kSpeed) {
  ModelSpec spec;
  spec.gravity = Vec3(0, 0, -kGravity);
  LinkSpec link;
  link.name = "ball";
  link.joint.type = JointType::kFree;
  link.jointQ0 = VecX::Zero(7), link.jointV0 = VecX::Zero(6);
  link.jointQ0[2] = kHeight + radius, link.jointQ0[3] = 1;
  link.jointV0[5] = -speed;
  link.rigid = {kMass, Vec3::Zero(), 0.4 * kMass * radius * radius * Mat3::Identity()};
  spec.links = {link};
  ContactSpec contact;
  contact.name = "ground";
  contact.law.stiffness = stiffness;
  contact.linkA = 0;
  BallSpec ball;
  ball.link = 0, ball.radius = radius;
  contact.ballsA = {ball};
  contact.surface = makeAnalyticSurface(ground.shape);
  contact.surfacePose = ground.pose;
  spec.contacts = {contact};
  return spec;
}

double energyOf(const Runner& runner) {
  return 0.5 * runner.state.v.tail<3>().squaredNorm() + kGravity * (runner.state.q[2] - kRadius);
}

class Impact : public ::testing::TestWithParam<std::string> {};

TEST_P(Impact, NothingPassesAndNoEnergyIsGained) {
  for (const Ground& ground : grounds())
    for (const double stiffness : {1e4, 1e5, 1e6, 1e7, 1e8, 1e9}) {
      // So soft a spring cannot hold the ball off the middle of a thin one.
      if (stiffness < 1e7 && std::string(ground.name) != "plane") continue;
      SCOPED_TRACE(std::string(ground.name) + ", stiffness " + std::to_string(stiffness));
      Runner runner(build(dropped(ground, stiffness), settings(GetParam(), 0.002)));
      const double before = energyOf(runner);
      const double deepest = std::pow(2.5 * kMass * before / stiffness, 0.4);
      double highest = before;
      for (int i = 0; i < 75; ++i) {
        runner.steps(1, 0.002);
        if (runner.state.q[2] > kRadius) highest = std::max(highest, energyOf(runner));
        ASSERT_GT(runner.state.q[2], kRadius - 1.02 * deepest) << "passes at " << runner.state.t;
      }
      EXPECT_GT(runner.state.v[5], 0) << "does not bounce";
      EXPECT_LT(highest, 1.01 * before) << "gains";
      EXPECT_GT(energyOf(runner), 0.92 * before) << "loses";
    }
}

TEST_P(Impact, AStepDoesNotTunnelThroughASheet) {
  // 20 m/s are 40 mm in a step; ball and sheet together are 6 mm.
  Runner runner(build(dropped(grounds().back(), 1e10, 0.002, 20), settings(GetParam(), 0.002)));
  for (int i = 0; i < 30; ++i) {
    runner.steps(1, 0.002);
    ASSERT_GT(runner.state.q[2], 0) << "passes at " << runner.state.t;
  }
  EXPECT_GT(runner.state.v[5], 19);
}

TEST_P(Impact, WhatIsPushedFromRestDoesNotTunnelEither) {
  // 100 N push 0.1 kg: 1000 m/s², 50 mm in 10 ms; nothing falls, and nothing moves at first.
  ModelSpec spec = dropped(grounds().back(), 1e10, 0.002, 0);
  spec.gravity.setZero();
  spec.links[0].jointQ0[2] = 0.05;
  Runner runner(build(spec, settings(GetParam(), 0.01)));
  struct Push : InputsProvider {
    void evaluate(double, VecXMut, VecXMut tau) const override { tau.setZero(), tau[5] = -100; }
  } push;
  ASSERT_FALSE(runner.integrator->reset(*runner.model, runner.data, runner.state, push));
  for (int i = 0; i < 8; ++i) {
    ASSERT_FALSE(runner.integrator->step(*runner.model, runner.data, runner.state, 0.01, push));
    ASSERT_GT(runner.state.q[2], 0) << "passes before " << runner.state.t;
  }
}

TEST_P(Impact, TheTimeAndSpeedOfABounceAreThoseOfAFineReference) {
  const Ground& ground = grounds().front();
  const auto height = [&](const std::string& integrator, double step, double rtol) {
    SimulationSettings chosen = settings(integrator, step);
    chosen.rtol = rtol, chosen.atol = 1e-3 * rtol;
    Runner runner(build(dropped(ground, 1e6), chosen));
    runner.run(0.15, step);
    return runner.state.q[2];
  };
  const double reference = height("runge_kutta_4", 1e-5, 1e-3);
  EXPECT_NEAR(height(GetParam(), 0.002, 1e-4), reference, 0.01 * reference);
}

TEST_P(Impact, ARestingBallStaysAtTheDepthOfItsWeight) {
  for (const double stiffness : {1e4, 1e6, 1e8}) {
    SCOPED_TRACE(stiffness);
    const double depth = std::pow(kMass * kGravity / stiffness, 2.0 / 3);
    ModelSpec spec = dropped(grounds().front(), stiffness, kRadius, 0);
    spec.links[0].jointQ0[2] = kRadius - depth;
    Runner runner(build(spec, settings(GetParam(), 0.002)));
    runner.run(0.5, 0.002);
    EXPECT_NEAR(runner.state.q[2], kRadius - depth, 1e-3 * depth);
    EXPECT_LT(runner.state.v.cwiseAbs().maxCoeff(), 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Impact, ::testing::ValuesIn(integratorNames()),
                         [](const auto& info) { return info.param; });

TEST(ImpactOfFixedSteps, AreRepeatedBitByBitFromAnyState) {
  for (const char* integrator : {"generalized_alpha", "newmark", "runge_kutta_4"}) {
    SCOPED_TRACE(integrator);
    const ModelPtr model = build(dropped(grounds()[1], 1e7), settings(integrator, 0.002));
    Runner whole(model);
    std::vector<State> states;
    for (int i = 0; i < 45; ++i) {
      states.push_back(whole.state);
      whole.steps(1, 0.002);
    }
    for (std::size_t i = 20; i < states.size(); i += 3) {  // before, at and after the touch
      Runner resumed(model, states[i]);
      resumed.steps(static_cast<int>(45 - i), 0.002);
      EXPECT_EQ(resumed.state.q, whole.state.q) << i;
      EXPECT_EQ(resumed.state.v, whole.state.v) << i;
    }
  }
}

TEST(ImpactOfFixedSteps, CostNothingWhereNothingIsNear) {
  Runner runner(build(dropped(grounds().front(), 1e9), settings("generalized_alpha", 0.002)));
  runner.steps(10, 0.002);
  EXPECT_EQ(runner.integrator->statistics().substeps, 10);
  EXPECT_EQ(runner.integrator->statistics().steps, 10);
}

}  // namespace
}  // namespace tendril
