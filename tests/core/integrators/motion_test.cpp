// SPDX-License-Identifier: BSD-3-Clause
// Integrators against closed forms, conservation laws and their own orders.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;

constexpr double kLength = 0.7, kGravity = 9.81;

/// Period of a pendulum that starts at rest at `angle` from hanging.
double period(double angle) {
  return 4 * std::sqrt(kLength / kGravity) * std::comp_ellint_1(std::sin(angle / 2));
}

class PendulumPeriod : public ::testing::TestWithParam<double> {};

TEST_P(PendulumPeriod, ReturnsAfterOnePeriod) {
  const double angle = GetParam();
  const double T = period(angle);
  for (const auto& [name, steps, bound] :
       {std::tuple{"runge_kutta_4", 4000, 1e-9}, {"generalized_alpha", 4000, 3e-5}, {"newmark", 4000, 3e-5}}) {
    const double h = T / steps;
    Runner runner(build(pendulumSpec(kLength, pi / 2 + angle), settings(name, h, 1.0)));
    runner.steps(steps, h);
    EXPECT_NEAR(runner.state.q[0], pi / 2 + angle, bound * angle) << name;
    EXPECT_NEAR(runner.state.v[0], 0, 30 * bound * angle) << name;
    EXPECT_NEAR(runner.state.t, T, 1e-12 * T);
  }
}

INSTANTIATE_TEST_SUITE_P(Angles, PendulumPeriod, ::testing::Values(1e-6, 0.1, 1.0, 2.5));

TEST(Pendulum, SmallestAnglesKeepTheirDigits) {
  // 1e-12 rad: far below the digits of q itself (π/2 holds 2e-16), so the tolerance is absolute.
  const double T = period(0);
  Runner runner(build(pendulumSpec(kLength, pi / 2 + 1e-12), settings("generalized_alpha", T / 1000)));
  runner.steps(500, T / 1000);
  EXPECT_NEAR(runner.state.q[0] - pi / 2, -1e-12, 1e-14);
}

/// Errors at the end of `duration` with steps h, h/2, against a far finer Runge–Kutta run.
void expectOrder(const ModelSpec& spec, const std::string& name, double duration, double h, double order, double rho) {
  Runner fine(build(spec, settings("runge_kutta_4", h / 64)));
  fine.run(duration, h / 64);
  double errors[3];
  for (int k = 0; k < 3; ++k) {
    SimulationSettings s = settings(name, h / (1 << k), rho);
    s.newtonTolerance = 1e-12;
    Runner runner(build(spec, s));
    runner.run(duration, h / (1 << k));
    errors[k] = stateError(*runner.model, runner.state, fine.state);
  }
  for (int k = 0; k < 2; ++k)
    EXPECT_NEAR(std::log2(errors[k] / errors[k + 1]), order, 0.25)
        << name << ": errors " << errors[0] << " " << errors[1] << " " << errors[2];
}

TEST(Order, OfSphericalPendulum) {
  expectOrder(sphericalPendulumSpec(), "runge_kutta_4", 1.0, 0.01, 4, 0.8);
  expectOrder(sphericalPendulumSpec(), "generalized_alpha", 1.0, 0.004, 2, 0.8);
  expectOrder(sphericalPendulumSpec(), "generalized_alpha", 1.0, 0.004, 2, 0.2);
  expectOrder(sphericalPendulumSpec(), "newmark", 1.0, 0.004, 2, 1);
}

TEST(Order, OfFreeBody) {
  expectOrder(freeBodySpec(), "runge_kutta_4", 2.0, 0.04, 4, 0.8);
  expectOrder(freeBodySpec(), "generalized_alpha", 2.0, 0.01, 2, 0.8);
  expectOrder(freeBodySpec(), "newmark", 2.0, 0.01, 2, 1);
}

TEST(Order, OfFloatingRobotWithEveryKindOfTurn) {
  expectOrder(floatingRobotSpec(2), "runge_kutta_4", 0.5, 0.01, 4, 0.8);
  expectOrder(floatingRobotSpec(2), "generalized_alpha", 0.5, 0.002, 2, 0.8);
}

/// Relative drift of momentum and energy over `duration`.
struct Drift {
  double momentum, energy;
};
Drift drift(const ModelSpec& spec, const std::string& name, double duration, double h) {
  Runner runner(build(spec, settings(name, h, 1.0)));
  const double energyStart = runner.energyNow().total();
  const Vec6 start = momentum(*runner.model, runner.data, runner.state.q, runner.state.v);
  runner.run(duration, h);
  const Vec6 end = momentum(*runner.model, runner.data, runner.state.q, runner.state.v);
  EXPECT_NEAR(runner.state.q.segment<4>(3).norm(), 1, 1e-15) << name;
  return {(end - start).norm() / start.norm(), std::abs(runner.energyNow().total() / energyStart - 1)};
}

TEST(FreeBody, TumblesFor100SecondsWithItsEnergyAndMomentum) {
  const Drift explicitOne = drift(freeBodySpec(), "runge_kutta_4", 100, 2e-3);
  EXPECT_LE(explicitOne.momentum, 1e-8);
  EXPECT_LE(explicitOne.energy, 1e-8);
  for (const char* name : {"generalized_alpha", "newmark"}) {
    const Drift coarse = drift(freeBodySpec(), name, 100, 4e-3), fine = drift(freeBodySpec(), name, 100, 2e-3);
    EXPECT_LE(fine.energy, 2e-4) << name;
    EXPECT_LE(fine.momentum, 2e-3) << name;
    EXPECT_GE(coarse.momentum / fine.momentum, 3.5) << name;  // second order
  }
}

TEST(FloatingRobot, KeepsItsMomentumToTheOrderOfTheMethod) {
  for (const auto& [name, h, ratio, bound] :
       {std::tuple{"runge_kutta_4", 1e-3, 13.0, 1e-8}, {"generalized_alpha", 5e-4, 3.5, 1e-3}}) {
    const Drift coarse = drift(floatingRobotSpec(3), name, 5, 2 * h), fine = drift(floatingRobotSpec(3), name, 5, h);
    EXPECT_LE(fine.momentum, bound) << name;
    EXPECT_LE(fine.energy, bound) << name;
    EXPECT_GE(coarse.momentum / fine.momentum, ratio) << name << " " << coarse.momentum << " " << fine.momentum;
  }
}

TEST(DoublePendulum, KeepsItsEnergyFor100Seconds) {
  for (const auto& [name, h, bound] : {std::tuple{"runge_kutta_4", 1e-3, 1e-6}, {"newmark", 1e-3, 2e-3}}) {
    Runner runner(build(doublePendulumSpec(), settings(name, h, 1.0)));
    runner.run(100, h);
    EXPECT_LE(std::abs(runner.balance()), 100 * bound) << name;
  }
}

TEST(DoublePendulum, EndsWhereTheReferenceDoes) {
  // trees/conservation_double_pendulum.json after 0.5 s and 2 s
  Runner runner(build(doublePendulumSpec(), settings("runge_kutta_4", 5e-4)));
  runner.run(0.5, 5e-4);
  EXPECT_NEAR(runner.state.q[0], -0.08863493064905303, 1e-9);
  EXPECT_NEAR(runner.state.v[1], -5.564805041454003, 5e-8);
  runner.run(1.5, 5e-4);
  EXPECT_NEAR(runner.state.q[0], 0.8121561819985166, 1e-8);
  EXPECT_NEAR(runner.state.q[1], 0.5732701823647642, 1e-8);
}

TEST(Spring, AverageAccelerationKeepsTheEnergyOfALinearSystem) {
  ModelSpec spec;
  LinkSpec slider;
  slider.name = "slider";
  slider.joint.type = JointType::kPrismatic;
  slider.joint.stiffness = VecX::Constant(1, 400.0);
  slider.rigid.mass = 2;
  slider.rigid.inertia = Mat3::Identity();
  slider.jointQ0 = VecX::Constant(1, 0.3);
  spec.links.push_back(slider);
  spec.gravity.setZero();
  Runner runner(build(spec, settings("newmark", 0.01)));
  runner.run(50, 0.01);
  EXPECT_NEAR(runner.energyNow().total(), 0.5 * 400 * 0.09, 1e-10);
  // with a damper and a steady force, all work is accounted for to rounding
  spec.links[0].joint.damping = VecX::Constant(1, 3.0);
  Runner damped(build(spec, settings("newmark", 0.01)));
  damped.run(2, 0.01);
  EXPECT_GT(damped.integrator->statistics().dissipated, 10);
  EXPECT_LE(std::abs(damped.balance()), 1e-8);
}

TEST(DifferenceJacobian, GivesTheSameMotion) {
  SimulationSettings analytic = settings("generalized_alpha", 2e-3), difference = analytic;
  difference.analyticJacobian = false;
  Runner a(build(floatingRobotSpec(2), analytic)), b(build(floatingRobotSpec(2), difference));
  a.run(0.5, 2e-3), b.run(0.5, 2e-3);
  EXPECT_LE(stateError(*a.model, a.state, b.state), 1e-6);
}

TEST(Fixed, RobotWithoutCoordinatesOnlyAges) {
  ModelSpec spec;
  LinkSpec post;
  post.name = "post";
  post.rigid.mass = 1;
  spec.links.push_back(post);
  for (const std::string& name : integratorNames()) {
    Runner runner(build(spec, settings(name, 0.1)));
    runner.steps(10, 0.1);
    EXPECT_NEAR(runner.state.t, 1, 1e-12) << name;
    EXPECT_EQ(runner.balance(), 0) << name;
  }
}

}  // namespace
}  // namespace tendril
