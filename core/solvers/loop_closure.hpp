// SPDX-License-Identifier: BSD-3-Clause
// Initial positions and velocities that loops allow.
#pragma once

#include "core/solvers/integrator.hpp"

namespace tendril {

/// Moves q to where all loops are closed and takes out of v what would open them, by the least change in a metric of
/// stiffness and mass: joints turn before bodies bend, and bodies bend before they stretch. Driven
/// coordinates stay where they are. A state whose loops are
/// closed to 1e-6 (m, rad; m/s, rad/s relative to the speed) stays as it is, to the last bit. kLoopOpen that names the
/// loop and a link if they cannot be closed; the state is then unchanged.
StepResult closeLoops(const Model& model, Data& data, State& state);

}  // namespace tendril
