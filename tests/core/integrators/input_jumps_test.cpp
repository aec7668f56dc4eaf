// SPDX-License-Identifier: BSD-3-Clause
// Inputs that jump in mid-run: found where they are, and the motion behind them as from a start.
#include "core/integrators/implicit/input_jumps.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/loops.hpp"
#include "tests/core/integrators/machines.hpp"

namespace tendril {
namespace {

using namespace tests;

/// A weight of 1 kg at rest on a spring (N/m), pushed by a motor.
ModelPtr pushed(double stiffness, std::function<double(double)> force, const SimulationSettings& chosen) {
  ModelSpec spec;
  spec.gravity.setZero();
  LinkSpec link;
  link.joint.type = JointType::kPrismatic;
  link.joint.axis = Vec3::UnitX();
  link.joint.stiffness = VecX::Constant(1, stiffness);
  link.rigid.mass = 1;
  spec.links.push_back(link);
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
  spec.signals = [force](const Model&) { return std::vector<InputSignal>{{0, force}}; };
  return build(spec, chosen);
}

std::function<double(double)> stepAt(double when, double height) {
  return [=](double t) { return t >= when ? height : 0; };
}

std::optional<InputJump> found(std::function<double(double)> signal, double t, double h) {
  const ModelPtr model = pushed(1, std::move(signal), settings("generalized_alpha", h));
  InputJumps jumps;
  jumps.resize(*model);
  return jumps.find(SignalInputs(*model), t, h);
}

TEST(InputJumps, AreFoundWhereTheyAre) {
  for (const double when : {1.0, 1.0 + 1e-7, 1.0013, 1.005, 1.00999999, 1.01}) {
    const auto jump = found(stepAt(when, -3), 1, 0.01);
    if (when == 1.0) {
      EXPECT_FALSE(jump);  // before the interval: u(1) is behind it
      continue;
    }
    ASSERT_TRUE(jump) << when;
    EXPECT_LE(jump->before, when);
    EXPECT_GE(jump->after, when);
    EXPECT_LE(jump->after - jump->before, 1e-11);
  }
  const auto onARamp = found([](double t) { return 30 * t + (t > 1.004 ? 1 : 0); }, 1, 0.01);
  ASSERT_TRUE(onARamp);
  EXPECT_NEAR(onARamp->before, 1.004, 1e-10);
}

TEST(InputJumps, WhatIsSteepIsNoJump) {
  EXPECT_FALSE(found([](double t) { return std::sin(400 * t); }, 1, 0.01));
  EXPECT_FALSE(found([](double t) { return std::abs(t - 1.003); }, 1, 0.01));
  EXPECT_FALSE(found([](double t) { return std::sqrt(std::max(0.0, t - 1.003)); }, 1, 0.01));
  EXPECT_FALSE(found([](double t) { return std::tanh((t - 1.003) / 1e-6); }, 1, 0.01));
  EXPECT_FALSE(found([](double) { return 5.0; }, 1, 0.01));
  EXPECT_FALSE(found([](double t) { return t > 1 ? std::nan("") : 1; }, 1, 0.01));
}

TEST(InputJumps, KeepTheOrderOfTheMethod) {
  const double when = 0.5037, end = 1.5;
  const auto error = [&](double step) {
    Runner run(pushed(100, stepAt(when, 50), settings("generalized_alpha", step)));
    run.run(end, step);
    return std::abs(run.state.q[0] - 0.5 * (1 - std::cos(10 * (end - when))));
  };
  const double coarse = error(0.01), middle = error(0.005), fine = error(0.0025);
  EXPECT_NEAR(std::log2(coarse / middle), 2, 0.25) << coarse << " " << middle;
  EXPECT_NEAR(std::log2(middle / fine), 2, 0.25) << middle << " " << fine;
}

/// A spring of which a step sees nothing (200 rad in it), pushed from rest at once and later: the same motion.
TEST(InputJumps, AreDampedAsStartsAre) {
  constexpr double kStep = 0.002;
  const SimulationSettings chosen = settings("generalized_alpha", kStep);
  Runner start(pushed(1e10, stepAt(-1, 1e6), chosen));
  Runner later(pushed(1e10, stepAt(37.3 * kStep, 1e6), chosen));
  later.steps(37, kStep);
  EXPECT_EQ(later.state.q[0], 0);
  later.steps(1, kStep);
  start.steps(1, 0.7 * kStep);
  EXPECT_NEAR(later.state.q[0], start.state.q[0], 1e-6 * 1e-4);
  for (int k = 0; k < 5; ++k) {
    start.steps(1, kStep), later.steps(1, kStep);
    EXPECT_NEAR(later.state.q[0], 1e-4, 2e-6) << k;  // F/k, at rest
    EXPECT_NEAR(start.state.q[0], 1e-4, 2e-6) << k;
    EXPECT_NEAR(later.state.v[0], 0, 1e-3) << k;  // 0.1 m/s would ring on, times ρ∞ in every step
    EXPECT_NEAR(start.state.v[0], 0, 1e-3) << k;
  }
}

TEST(InputJumps, StandInTheBalance) {
  for (const double when : {0.2, 0.2013}) {
    Runner run(pushed(100, stepAt(when, 50), settings("generalized_alpha", 0.001, 1)));
    run.run(0.4, 0.001);
    const StepStatistics& made = run.integrator->statistics();
    EXPECT_NEAR(made.workIn, 50 * run.state.q[0], 1e-4 * made.workIn) << when;
    EXPECT_LE(std::abs(run.balance()), 0.02) << when;
    EXPECT_EQ(made.steps, 400);
  }
}

TEST(InputJumps, AStateResumesToTheSameBits) {
  for (const double when : {0.1, 0.1007}) {
    const ModelPtr model = pushed(1e7, stepAt(when, 1e3), settings("generalized_alpha", 0.002));
    Runner whole(model);
    whole.steps(49, 0.002);
    for (int k = 49; k < 55; ++k) {
      Runner resumed(model, whole.state);
      whole.steps(1, 0.002), resumed.steps(1, 0.002);
      EXPECT_EQ(whole.state.q, resumed.state.q) << k;
      EXPECT_EQ(whole.state.v, resumed.state.v) << k;
      EXPECT_EQ(whole.state.z, resumed.state.z) << k;
      EXPECT_EQ(whole.state.t, resumed.state.t) << k;
      EXPECT_EQ(whole.integrator->inputs(), resumed.integrator->inputs()) << k;
    }
  }
}

TEST(InputJumps, ManyInOneStepAreAllSeen) {
  const auto stairs = [](double t) { return t < 0.0102 ? 0 : t < 0.0131 ? 9 : t < 0.0157 ? 100 : 1000; };
  Runner run(pushed(0, stairs, settings("generalized_alpha", 0.01)));
  run.steps(2, 0.01);
  const double impulse = 9 * 0.0029 + 100 * 0.0026 + 1000 * 0.0043;
  EXPECT_NEAR(run.state.v[0], impulse, 1e-6 * impulse);
  EXPECT_EQ(run.state.t, 0.02);
}

TEST(InputJumps, LeaveALoopClosed) {
  ModelSpec spec = fourBarSpec(0.7);
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("crank", model, 0); });
  spec.signals = [](const Model&) { return std::vector<InputSignal>{{0, stepAt(0.0503, 4)}}; };
  Runner run(build(spec, settings("generalized_alpha", 0.002)));
  run.steps(60, 0.002);
  kinematics(*run.model, run.data, run.state.q, run.state.v);
  loopConstraints(*run.model, run.data);
  EXPECT_LE(run.data.loopError.cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LE(std::abs(run.balance()), 0.5);
}

TEST(InputJumps, ToWhatIsNoNumberFailTheStep) {
  const auto broken = [](double t) { return t >= 0.0113 ? std::nan("") : 1; };
  Runner run(pushed(10, broken, settings("generalized_alpha", 0.01)));
  run.steps(1, 0.01);
  const State before = run.state;
  const StepResult bad = run.integrator->step(*run.model, run.data, run.state, 0.01, run.inputs);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->kind, Failure::Kind::kNotFinite);
  EXPECT_EQ(run.state.q, before.q);
  EXPECT_EQ(run.state.z, before.z);
}

}  // namespace
}  // namespace tendril
