// SPDX-License-Identifier: BSD-3-Clause
// When a motion that was computed can no longer be one: coordinates that nothing reaches, energy from nowhere.
#pragma once

#include <string>
#include <vector>

#include "core/integrators/integrator.hpp"

namespace tendril {

/// Follows a run from the outside, step by step, and keeps its last good state.
class DivergenceWatch {
 public:
  static constexpr double kFarthest = 1e6;   ///< rad, m or strain: no coordinate of a robot is larger
  static constexpr double kMostGained = 20;  ///< % of what flowed: more energy from nowhere ends a run
  static constexpr int kInterval = 10;       ///< steps between two looks at the energy

  /// After Integrator::reset.
  void start(const State& state);
  /// After a step. kDiverged if a coordinate is beyond kFarthest, or the balance residual above kMostGained at two
  /// looks in a row (at one, if `last`); then `state` becomes the last good one. Overwrites `data` where it looks at
  /// the energy: every kInterval steps, and at the last.
  StepResult check(const Model& model, Data& data, const Integrator& integrator, State& state, bool last = false);

 private:
  StepResult checkSize(const Model& model, const State& state) const;
  StepResult checkEnergy(const Model& model, Data& data, const Integrator& integrator, const State& state, bool last);

  State good_;
  int sinceLook_ = 0;
  bool suspicious_ = false;  ///< the last look found too much energy
};

/// StepStatistics::stepError above which a fixed step is too coarse for the motion.
inline constexpr double kCoarseStep = 0.1;

/// What a run that came to its end should be told about its accuracy, one sentence or two each; empty if nothing.
/// `balance`: % of what flowed, at the end.
std::vector<std::string> accuracyWarnings(const StepStatistics& statistics, double balance);

}  // namespace tendril
