// SPDX-License-Identifier: BSD-3-Clause
// A run from beginning to end without a window: what the command line does.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/session/program.hpp"
#include "core/session/recording/event_log.hpp"
#include "core/session/recording/history.hpp"

namespace tendril {

struct SimulationRequest {
  std::optional<State> initial;    ///< empty: the model's initial state
  std::optional<double> duration;  ///< s, empty: Model::simulation.duration
  std::optional<double> step;      ///< s, empty: Model::simulation.step
  double every = 0;  ///< s between rows, first and last included; 0: 1/record_rate. What lies between steps is a cubic
  const InputsProvider* inputs = nullptr;               ///< null: the model's signals
  std::vector<std::string> signals;                     ///< of the robot's catalogue: further numbers of each row
  std::function<void(const std::vector<double>&)> row;  ///< recordHeader(), then `signals`; may be empty
  std::function<void(const State&)> state;    ///< exact, after the row of an instant that ends a step; may be empty
  std::function<void(double)> progress;       ///< 0…1, at most 20 times a second; may be empty
  const std::atomic<bool>* cancel = nullptr;  ///< true: stop, within a step where the method asks for inputs there
};

struct SimulationResult {
  static constexpr std::size_t kMostEvents = 100000;

  State final;                ///< exact: resumes bit by bit
  double wall = 0;            ///< s
  double realTimeFactor = 0;  ///< simulated s per wall s
  StepStatistics statistics;
  Energy energy;                      ///< J, at the end
  double balance = 0;                 ///< % of what flowed
  std::vector<RunEvent> events;       ///< joints at limits, contacts; in the order of time; at most kMostEvents
  std::vector<std::string> warnings;  ///< what is to be known about the accuracy: accuracyWarnings()
  std::optional<Failure> failure;     ///< the run ended early at the last good state
  /// With a failure: the last steps at full rate, for reportDivergence(); null where there was none.
  std::shared_ptr<const History> lastSteps;
  bool cancelled = false;
};

/// Column names of a row: t, coordinate names of q, v, u, then energies and balance.
std::vector<std::string> recordHeader(const Model& model);
/// Names of the signals that say what holds a machine together, drives and steers it: wrenches and openings of loops,
/// forces, number of points and depth of contacts, forces of joints that follow positions, tensions of spools, and what
/// controllers tell.
std::vector<std::string> recordedSignals(const Model& model);
/// Integrates to t0 + duration; the last step is shortened to end there. Uses the calling thread and, where bodies are
/// worth it, Model::simulation.threads of oneTBB. std::invalid_argument for a duration or step that is not positive.
SimulationResult simulate(Program& program, const SimulationRequest& request = {});

}  // namespace tendril
