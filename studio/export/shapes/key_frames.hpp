// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tendril {

/// Instants between which a motion is taken to be linear in time.
struct KeyFrames {
  std::vector<std::size_t> instants;  ///< ascending; the first alone where nothing moves, else with the last
  double error = 0;                   ///< m, how far a point is from there at most, at the instants between
};

/// Few key frames between which no point is further off than `tolerance` (m); where that takes more than `most` (two at
/// least), those that are off least, nearly. `times`: s, ascending, one at least; `points`: of each instant the same
/// number, one instant after the other, three numbers each, m.
KeyFrames chooseKeyFrames(std::span<const double> times, std::span<const float> points, double tolerance, int most);

}  // namespace tendril
