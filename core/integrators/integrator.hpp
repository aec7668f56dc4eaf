// SPDX-License-Identifier: BSD-3-Clause
// Time integration: one interface, a list by name, and what a run costs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/constraints/inputs_provider.hpp"
#include "core/constraints/state.hpp"
#include "core/constraints/step_result.hpp"
#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// Counters and energy account of a run since reset().
struct StepStatistics {
  std::int64_t steps = 0;      ///< steps asked for
  std::int64_t substeps = 0;   ///< steps made: halved ones, and those of error control, counted singly
  std::int64_t rejected = 0;   ///< steps that error control refused, or that failed and were made shorter by it
  std::int64_t jacobians = 0;  ///< iteration matrices built
  std::int64_t newton = 0;     ///< Newton iterations
  double workIn = 0;           ///< J, ∫ actuation, loads and tau
  double dissipated = 0;       ///< J, ∫ damping
  double exchanged = 0;        ///< J, ∫|power in| + ∫|dissipated|
  double largestKinetic = 0;   ///< J, largest kinetic energy seen
  double energyStart = 0;      ///< J, total energy at reset
  /// Error of a step of a fixed length relative to the motion in it, in the metric of the kinetic energy, root mean
  /// square since reset(): what it lacks to one of higher order. 0 where tolerances choose the steps.
  double stepError = 0;
  double negligible = 0;  ///< J, where less than this flowed nothing did

  /// J, the energy that took part in the motion: what the balance residual is compared with.
  double flowed() const { return std::max(exchanged + largestKinetic, negligible); }
};

/// Advances a state. Deterministic: the same run gives the same bits. One-step methods depend on nothing that is not in
/// State, model, inputs and h, so a run resumed from a State repeats bit by bit. `bdf`, and any method with step
/// control, remembers past steps outside the State; resumed from one it starts afresh and repeats the run within its
/// tolerances.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Prepares for this model and completes the state: blocks of its own are created where `state` lacks them (with the
  /// accelerations of forward dynamics) and kept where it has them. Quaternions are normalised. Clears statistics.
  virtual StepResult reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) = 0;
  /// One step of h (s). On failure the state is unchanged. No allocation.
  virtual StepResult step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) = 0;

  /// Inputs have jumped at the state between two steps: what is remembered of accelerations follows. Methods that look
  /// at the inputs themselves have nothing to do.
  virtual StepResult inputsJumped(const Model&, Data&, State&, const InputsProvider&) { return {}; }
  /// Until when (s) the motion behind `state` is made already: inputs that change from then on, and not before, leave
  /// it true. Methods without internal steps end where the state is.
  virtual double committedTime(const State& state) const { return state.t; }
  /// u (nu) and tau (nv) at an instant within the last step, at whose motion the state is. What controllers held then
  /// is put into their blocks of state.z.
  virtual void readInputs(const InputsProvider& inputs, State& state, VecXMut u, VecXMut tau) {
    inputs.evaluate(state.t, u, tau);
  }

  /// Accelerations (nv) that belong to the state of the last reset or step.
  const VecX& acceleration() const { return acceleration_; }
  /// u (nu) that belongs to the state of the last reset or step.
  const VecX& inputs() const { return u_; }
  const StepStatistics& statistics() const { return statistics_; }
  /// Replaces the account: the next step begins elsewhere than the last one ended. For those who repeat steps.
  virtual void continueAccount(const StepStatistics& account) { statistics_ = account; }
  /// E − E₀ − ∫power in + ∫dissipated in J. `energy` is that of the current state.
  double balanceResidual(const Energy& energy) const;
  /// The same in % of what flowed; 0 while nothing flowed.
  double balancePercent(const Energy& energy) const;

 protected:
  VecX acceleration_, u_;
  StepStatistics statistics_;
};

/// The integrator that the settings name. std::invalid_argument names the known ones if there is no such.
std::unique_ptr<Integrator> makeIntegrator(const SimulationSettings& settings);
/// Names that makeIntegrator knows, in the order of the registry.
std::vector<std::string> integratorNames();

}  // namespace tendril
