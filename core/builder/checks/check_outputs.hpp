// SPDX-License-Identifier: BSD-3-Clause
// Outputs of controllers and phases of sequences.
#pragma once

#include <vector>

#include "core/description/description.hpp"
#include "core/description/problem.hpp"

namespace tendril {

/// An error for every actuator that two controllers drive, or one that nothing can drive by force, for wrong numbers of
/// signals, and for phases that lack something. Problems of references are not told again.
void checkOutputs(const Description& description, std::vector<Problem>& problems);

}  // namespace tendril
