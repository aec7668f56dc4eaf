// SPDX-License-Identifier: BSD-3-Clause
// The energy account of a run: what actuation, loads and tau put in, what damping took out.
#pragma once

#include "core/integrators/integrator.hpp"

namespace tendril {

/// Power of the forces that PowerForces tells apart, W.
struct PowerFlow {
  double in = 0, dissipated = 0;
};
/// At the state of the last residual(), residualDerivatives() or forwardDynamics(), which were given these inputs: the
/// damping, B, efforts and wrench of a perturbation that they left in `data` are taken.
PowerFlow powerFlow(const Model& model, const Data& data, const Inputs& inputs);

/// Generalised forces at one instant, split by what they do to the energy, and what they were made of. The energy that
/// cables on spools hold is not in the account: their tension counts as put in where it acts on the robot.
struct PowerForces {
  VecX in;                ///< nv: actuators + tau + external_force, but for what is dissipative or stored in contacts
  VecX dissipative;       ///< nv: damping_force, drag of fluids, dampers of cables, damping and friction of contacts
  MatX B;                 ///< nv × nu
  VecX effort;            ///< nu, without dampers of cables
  VecX damper;            ///< nu, of cables
  VecX y, rate;           ///< nu: actuation coordinates where efforts depend on them, and their rates
  VecX u, tau;            ///< nu, nv
  VecX contacts, stored;  ///< nv: scratch

  void resize(const Model& model);
  /// Evaluates all of it at (q, v), which must be those of the last kinematics of `data`.
  void evaluate(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs);
  /// Replaces u and tau, which may jump between two steps, at the same configuration.
  void changeInputs(const Model& model, const VecXRef& newU, const VecXRef& newTau);

 private:
  void evaluateEfforts(const Model& model);

  VecX effortBefore_, damperBefore_;
};

/// Adds work to the statistics of a run. Steps are second order: the mean of the forces at the two ends along the
/// displacement, which is exact for a linear system under the average-acceleration rule.
class WorkMeter {
 public:
  void resize(const Model& model) { from_.resize(model), to_.resize(model); }
  /// Forces at the start and at the end of the step that is being made; swap() makes the end the next start.
  PowerForces& start() { return from_; }
  PowerForces& end() { return to_; }
  void swap() { std::swap(from_, to_); }
  /// Work of start() and end() along the displacement `delta` (nv, as in integrate()).
  void addStep(const VecXRef& delta, StepStatistics& statistics) const;

 private:
  PowerForces from_, to_;
};

/// Adds work in and work dissipated (J).
void addWork(double in, double dissipated, StepStatistics& statistics);
/// Clears the energy account and the counters; `state` is the first one. `known` (m): how exactly a method with error
/// control knows positions, and so the energy of what rests. Overwrites `data`.
void startAccount(const Model& model, Data& data, const State& state, StepStatistics& statistics, double known = 0);

}  // namespace tendril
