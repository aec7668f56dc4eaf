// SPDX-License-Identifier: BSD-3-Clause
// Initial positions and velocities that loops allow.
#pragma once

#include "core/constraints/inputs_provider.hpp"
#include "core/constraints/state.hpp"
#include "core/constraints/step_result.hpp"
#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// Moves q to where all loops are closed and takes out of v what would open them, by the least change in a metric of
/// stiffness and mass: joints turn before bodies bend, and bodies bend before they stretch. PrescribedJoint
/// coordinates stay where they are. A state whose loops are
/// closed to 1e-6 (m, rad; m/s, rad/s relative to the speed) stays as it is, to the last bit. kLoopOpen that lists what
/// stays open and names a link if they cannot be closed, after a second or so; the state is then unchanged. What
/// `inputs` throw at a checkpoint() ends the search.
StepResult closeLoops(const Model& model, Data& data, State& state, const InputsProvider* inputs = nullptr);

constexpr double kLoopsClosed = 1e-6;  ///< m, rad: closed enough to start from, or to be an equilibrium
constexpr double kLoopsLost = 1e-4;    ///< m, rad: what a run may never leave open

/// kLoopOpen if a row of a loop, kept or dropped, is open by more than `tolerance` (m, rad); lists all rows of the
/// loops that are. Rows are dropped because others imply them where the robot starts: elsewhere that may not hold.
/// After kinematics. No allocation while all are closed.
StepResult checkLoops(const Model& model, const Data& data, double time, double tolerance);

}  // namespace tendril
