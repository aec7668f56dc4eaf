// SPDX-License-Identifier: BSD-3-Clause
// When a quantity that is known at both ends of a step passes a level.
#pragma once

#include <array>

namespace tendril {

/// Value and rate of change at an instant (s).
struct Sample {
  double t = 0, value = 0, rate = 0;
};

/// Instants in (from.t, to.t] at which the cubic through both samples passes `level`, ascending.
struct Crossings {
  std::array<double, 3> times = {};
  int count = 0;
};
Crossings findCrossings(const Sample& from, const Sample& to, double level);

}  // namespace tendril
