// SPDX-License-Identifier: BSD-3-Clause
// Robots with known motions, and short ways to run them.
#pragma once

#include <memory>
#include <string>

#include "core/dynamics/dynamics.hpp"
#include "core/integrators/integrator.hpp"

namespace tendril::tests {

using ModelPtr = std::shared_ptr<const Model>;

/// Point mass on a massless arm that turns about y; the arm lies along x at q = 0 and hangs down at q = π/2.
ModelSpec pendulumSpec(double length, double q0, double v0 = 0);
/// The same arm with a heavy asymmetric body on a ball joint.
ModelSpec sphericalPendulumSpec();
/// 1 kg on a spring of 100 N/m, 1 m stretched: 10 rad/s. Weightless.
ModelSpec oscillatorSpec();
/// One asymmetric body without joints to anything, weightless, turning near its unstable axis.
ModelSpec freeBodySpec();
/// Two arms on revolute joints, parallel axes (trees/conservation_double_pendulum.json).
ModelSpec doublePendulumSpec();
/// A free base with `arms` chains of ball, revolute and helical joints, weightless, everything moving.
ModelSpec floatingRobotSpec(int arms);
/// The hanging cable-driven manipulator of rods.md §14: one tapered rod, 24 coordinates, five tendons without signals.
ModelSpec softManipulatorSpec();
/// Constant tensions in N that bend the manipulator.
std::function<std::vector<InputSignal>(const Model&)> steadyTensions();
/// The tensions of rods/newmark_steps.json.
std::function<std::vector<InputSignal>(const Model&)> goldenTensions();

SimulationSettings settings(const std::string& integrator, double step, double rhoInf = 0.8);
ModelPtr build(ModelSpec spec, const SimulationSettings& simulation);

/// A model with workspace, integrator and state, stepped from its initial state; fails the test if a step fails.
struct Runner {
  explicit Runner(ModelPtr model);
  Runner(ModelPtr model, State start);
  void run(double duration, double step);
  void steps(int count, double step);
  Energy energyNow();
  double balance() { return integrator->balancePercent(energyNow()); }

  ModelPtr model;
  Data data;
  std::unique_ptr<Integrator> integrator;
  SignalInputs inputs;
  State state;
};

/// Error of `a` against `b` in coordinates: largest entry of difference() and of the velocities.
double stateError(const Model& model, const State& a, const State& b);

}  // namespace tendril::tests
