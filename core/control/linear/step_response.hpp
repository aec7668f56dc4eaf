// SPDX-License-Identifier: BSD-3-Clause
// What outputs of a linear system do after one input jumps.
#pragma once

#include <vector>

#include "core/equilibria/linear_system.hpp"

namespace tendril {

struct StepResponse {
  VecX t;  ///< s, from 0, evenly spaced
  MatX y;  ///< outputs × times; in units of the output per unit of the input
};

/// y of `outputs` (rows of C) from rest, after `input` (column of B) jumps by 1 at t = 0: exact at the times 0 …
/// duration (s, > 0), by the matrix exponential. At t = 0 they have the value behind the jump. At least two points.
/// std::invalid_argument for an input, an output, a duration or a number of points that there is not.
StepResponse stepResponse(const LinearSystem& system, int input, const std::vector<int>& outputs, double duration,
                          int points);

/// A time (s) that shows what the poles do: until the slowest has decayed, at most twelve of its periods; of what grows
/// e⁴-fold; 1 where nothing has a time of its own.
double stepDuration(const PoleAnalysis& poles);

/// The same over a time that suits it: stepDuration, less where all outputs settle much earlier.
StepResponse settlingStepResponse(const LinearSystem& system, const PoleAnalysis& poles, int input,
                                  const std::vector<int>& outputs, int points);

}  // namespace tendril
