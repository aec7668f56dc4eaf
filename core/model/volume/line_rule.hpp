// SPDX-License-Identifier: BSD-3-Clause
// How finely an integral over a line or a bore must be divided. Internal to core/model/volume.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "core/model/volume/map/point_map.hpp"

namespace tendril {

/// Coordinates of shapes as far from rest as most motions get, at these points; the same at every call.
std::vector<VecX> triedShapes(const PointMap& map, std::span<const EvaluationPoints* const> points);

/// Calls `divide` with the first of `rules` (coarse to fine) whose integral is that of the last on all tried shapes.
/// `points`: those of the last rule, which has been divided for; `measure(q)`: the integral. `points` may end at the
/// first call of `divide`.
template <class Rules, class Divide, class Measure>
void chooseRule(const PointMap& map, std::span<const EvaluationPoints* const> points, const Rules& rules,
                Divide&& divide, Measure&& measure) {
  constexpr double kError = 1e-10;  // of the integral; its derivatives are exact all the same
  const std::vector<VecX> shapes = triedShapes(map, points);
  std::vector<double> exact;
  for (const VecX& q : shapes) exact.push_back(measure(q));
  for (const auto& rule : rules) {
    divide(rule);
    bool good = true;
    for (std::size_t k = 0; good && k < shapes.size(); ++k)
      good = std::abs(measure(shapes[k]) - exact[k]) <= kError * std::abs(exact[k]);
    if (good) return;
  }
}

}  // namespace tendril
