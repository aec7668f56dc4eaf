// SPDX-License-Identifier: BSD-3-Clause
// Resistance to rolling and spinning in motion, with every integrator: against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "core/math/so3.hpp"
#include "tests/core/integrators/methods.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kRadius = 0.1, kMass = 2, kGravity = 9.81, kRolling = 2e-3, kSpinning = 1e-3;
constexpr double kInertia = 0.4 * kMass * kRadius * kRadius;

ContactLaw law() {
  ContactLaw out;
  out.damping = 10, out.friction = 0.5, out.stickStiffness = 1e5;
  out.rollingFriction = kRolling, out.spinningFriction = kSpinning;
  return out;
}

double depthOf(double normal) {
  return std::pow(normal / law().stiffness, 1 / law().exponent);
}
/// From the centre to the point where the ball touches, half the depth above the plane.
double armOf(double angle) {
  return kRadius - depthOf(kMass * kGravity * std::cos(angle)) / 2;
}

/// A ball as deep as its weight presses it in a plane that falls towards x.
ModelSpec ballOnPlane(double angle, const Vec3& turn, double speed) {
  LinkSpec ball;
  ball.name = "ball";
  ball.joint.type = JointType::kFree;
  ball.rigid = {kMass, Vec3::Zero(), kInertia * Mat3::Identity()};
  ball.jointQ0.resize(7), ball.jointV0.resize(6);
  ball.jointQ0 << 0, 0, kRadius - depthOf(kMass * kGravity * std::cos(angle)), 1, 0, 0, 0;
  ball.jointV0 << turn, speed, 0, 0;
  ContactSpec floor;
  floor.name = "floor";
  floor.law = law();
  floor.linkA = 0;
  BallSpec touching;
  touching.link = 0, touching.radius = kRadius;
  floor.ballsA = {touching};
  floor.surface = makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
  ModelSpec spec;
  spec.gravity = kGravity * Vec3(std::sin(angle), 0, -std::cos(angle));
  spec.links = {ball};
  spec.contacts = {floor};
  return spec;
}

/// Twist of the ball in world axes.
Vec6 twistOf(const State& state) {
  const Mat3 R = rotationFromQuaternion<double>(Vec4(state.q.segment<4>(3)));
  Vec6 out;
  out << R * state.v.head<3>(), R * state.v.segment<3>(3);
  return out;
}

class Rolling : public ::testing::TestWithParam<Method> {
 protected:
  double step() const { return GetParam().step; }
  /// The dampers are soft enough for an explicit method.
  double frictionSpeed() const { return GetParam().isExplicit() ? 0.02 : 1e-3; }
  Runner run(ModelSpec spec, bool sticks = true) const {
    for (ContactSpec& contact : spec.contacts) {
      contact.law.frictionSpeed = frictionSpeed();
      if (!sticks) contact.law.stickStiffness = 0;
    }
    return Runner(build(std::move(spec), settingsOf(GetParam())));
  }
};

INSTANTIATE_TEST_SUITE_P(EveryMethod, Rolling, everyMethod(), methodName);

/// It loses speed as (b / r) g / (1 + 2/5) for small depths, until its speed is that of friction:
/// d = ∫ sqrt(v² + ε²) dv / a, which is v² / 2a for small ε.
TEST_P(Rolling, ABallComesToRestAfterItsWay) {
  const double speed = 0.3, arm = armOf(0), slow = frictionSpeed() * arm / kRadius;
  const double slowing = kRolling / arm * kGravity / (1 + kInertia / (kMass * arm * arm));
  EXPECT_NEAR(slowing, kRolling / kRadius * kGravity / 1.4, 0.02 * slowing);
  const double whole = std::hypot(speed, slow);
  const double way = (speed * whole + slow * slow * std::asinh(speed / slow)) / (2 * slowing);
  if (!GetParam().isExplicit()) {
    EXPECT_NEAR(way, speed * speed / (2 * slowing), 2e-4 * way);
  }
  for (const bool sticks : {true, false}) {
    if (!sticks && GetParam().isExplicit()) continue;  // so soft a friction slips while it rolls
    SCOPED_TRACE(sticks);
    Runner runner = run(ballOnPlane(0, Vec3(0, speed / arm, 0), speed), sticks);
    const double before = runner.energyNow().kinetic;
    runner.run(0.5 * speed / slowing, step());
    if (!GetParam().isExplicit()) {
      EXPECT_NEAR(twistOf(runner.state)[3], 0.5 * speed, 1e-3 * speed);
    }
    runner.run(0.5 * speed / slowing + 8 * slow / slowing, step());
    EXPECT_NEAR(runner.state.q[0], way, 1e-3 * way);
    EXPECT_LT(runner.state.v.cwiseAbs().maxCoeff(), 1e-2 * speed / arm);
    EXPECT_NEAR(runner.integrator->statistics().dissipated, before, 2e-3 * before);
    EXPECT_LT(std::abs(runner.balance()), 0.1) << "% of what flowed";
  }
}

/// ω̇ = −c ω / sqrt(ω² + ε²): it stops after ω₀ / c for small ε.
TEST_P(Rolling, ASpinningBallStopsInItsTime) {
  const double turn = 5, slowing = kSpinning * kMass * kGravity / kInertia, slow = frictionSpeed() / kRadius;
  const auto left = [&](double w) { return std::hypot(w, slow) - slow * std::asinh(slow / w); };
  Runner runner = run(ballOnPlane(0, Vec3(0, 0, turn), 0));
  for (const double share : {0.5, 0.9}) {
    runner.run(share * turn / slowing - runner.state.t, step());
    const double now = twistOf(runner.state)[2];
    EXPECT_NEAR(left(turn) - left(now), slowing * runner.state.t, 1e-3 * turn);
    if (!GetParam().isExplicit()) {
      EXPECT_NEAR(now, turn * (1 - share), 1e-3 * turn);
    }
  }
  runner.run(0.1 * turn / slowing + 8 * slow / slowing, step());
  EXPECT_LT(std::abs(twistOf(runner.state)[2]), 1e-2 * slow);
  EXPECT_LT(runner.state.q.head<2>().norm(), 1e-6) << "it spins where it is";
  EXPECT_NEAR(runner.integrator->statistics().dissipated, 0.5 * kInertia * turn * turn, 1e-4 * kInertia * turn * turn);
  EXPECT_LT(std::abs(runner.balance()), 0.1) << "% of what flowed";
}

/// Above tan α = b / r it rolls with g (sin α − (b / r) cos α) / (1 + 2/5), below it creeps as slowly as is smooth.
TEST_P(Rolling, ABallRollsDownSteeperSlopesOnly) {
  for (const double share : {0.5, 4.0}) {
    SCOPED_TRACE(share);
    const double angle = std::atan(share * kRolling / kRadius), arm = armOf(angle), ratio = kRolling / arm;
    Runner runner = run(ballOnPlane(angle, Vec3::Zero(), 0));
    runner.run(1, step());
    const double then = twistOf(runner.state)[3];
    runner.run(0.5, step());
    const double now = twistOf(runner.state)[3];
    if (share < 1) {
      const double h = std::tan(angle) / ratio, turn = frictionSpeed() / kRadius * h / std::sqrt(1 - h * h);
      EXPECT_NEAR(now, turn * arm, 0.02 * turn * arm);
    } else {
      const double wanted = kGravity * (std::sin(angle) - ratio * std::cos(angle)) / (1 + kInertia / kMass / arm / arm);
      const double slow = frictionSpeed() / then;
      EXPECT_NEAR((now - then) / 0.5, wanted, (1e-3 + 0.2 * slow * slow) * wanted);
    }
  }
}

/// Two weightless balls that meet askew, spinning.
TEST(RollingPair, KeepsItsMomentumAndItsAccount) {
  const auto ball = [](const char* name, double mass, const Vec3& at, const Vec3& turn, const Vec3& velocity) {
    LinkSpec link;
    link.name = name;
    link.joint.type = JointType::kFree;
    link.rigid = {mass, Vec3::Zero(), 0.4 * mass * kRadius * kRadius * Mat3::Identity()};
    link.jointQ0.resize(7), link.jointV0.resize(6);
    link.jointQ0 << at, 1, 0, 0, 0;
    link.jointV0 << turn, velocity;
    return link;
  };
  const auto lost = [&](double rolling, double spinning) {
    ModelSpec spec;
    spec.gravity.setZero();
    spec.links = {ball("left", 1, Vec3(0, 0, 0), Vec3(30, -20, 10), Vec3(2, 0, 0.3)),
                  ball("right", 3, Vec3(0.22, 0.05, 0), Vec3(-5, 8, 3), Vec3(-1, 0, 0))};
    ContactSpec contact;
    contact.law.friction = 0.4, contact.law.damping = 0.2, contact.law.frictionSpeed = 0.05;
    contact.law.rollingFriction = rolling, contact.law.spinningFriction = spinning;
    contact.linkA = 0, contact.linkB = 1;
    BallSpec touching;
    touching.radius = kRadius;
    touching.link = 0, contact.ballsA = {touching};
    touching.link = 1, contact.ballsB = {touching};
    spec.contacts = {contact};
    Runner runner(build(std::move(spec), settings("runge_kutta_4", 2e-5)));
    const Vec6 before = momentum(*runner.model, runner.data, runner.state.q, runner.state.v);
    runner.run(0.05, 2e-5);
    const Vec6 after = momentum(*runner.model, runner.data, runner.state.q, runner.state.v);
    EXPECT_LT((after - before).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT(std::abs(runner.balance()), 0.01) << "%";
    return runner.integrator->statistics().dissipated;
  };
  const double without = lost(0, 0);
  EXPECT_GT(lost(0.01, 0), without + 0.05);
  EXPECT_GT(lost(0, 0.01), without + 0.05);
}

}  // namespace
}  // namespace tendril
