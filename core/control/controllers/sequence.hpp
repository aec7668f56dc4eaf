// SPDX-License-Identifier: BSD-3-Clause
// Controllers one after another.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control/measured_formulas.hpp"
#include "core/model/controller.hpp"

namespace tendril {

/// One phase of a sequence. With neither duration nor condition it is never over.
struct SequencePhase {
  std::optional<double> duration;                 ///< s after its beginning
  std::shared_ptr<const MeasuredFormulas> until;  ///< one formula: not zero once the phase is over
  bool ownClock = false;                          ///< t of laws and condition counts from the beginning of the phase
  std::vector<std::shared_ptr<const Controller>> laws;  ///< no input is an output of two of them
};

enum class UndrivenInputs { kZero, kHold };  ///< what inputs do that a phase does not give: 0, or their last demand

/// Runs the laws of one phase after another; none of them may be a sequence. At every sample the condition of the
/// phase is looked at first: where it holds, the next phase begins at that very sample, and its laws have no memory yet
/// (Measurement::step 0). Phase and time of entry are part of the state, so resumed and rewound runs go on bit by bit.
/// It is sampled, with its own period and sensor; those of the laws must be the same. Outputs: those of all laws, in
/// the order in which they are named first. Signals: phase (from 0), entered (s), and those of the laws as
/// phases[0].controllers[0].error[0]; of a phase that does not run they stand still.
std::shared_ptr<Controller> makeSequence(std::string name, std::vector<SequencePhase> phases, UndrivenInputs undriven);

}  // namespace tendril
