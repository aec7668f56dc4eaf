// SPDX-License-Identifier: BSD-3-Clause
// Gauss–Legendre rules and the computational points of a division (rods.md §3).
#pragma once

#include <span>
#include <vector>

namespace tendril {

struct QuadraturePoint {
  double s;       ///< in [0, 1]
  double weight;  ///< of the interval [0, 1]; 0 at ends and element boundaries
};

/// The n-point Gauss–Legendre rule on [0, 1], n ≥ 1, ascending.
std::vector<QuadraturePoint> gaussLegendre(int n);

/// Points 0, Gauss, boundary, Gauss, …, 1: `perElement` Gauss points between consecutive `breakpoints` (ascending, in
/// (0, 1)); ends and boundaries with weight 0.
std::vector<QuadraturePoint> divisionPoints(std::span<const double> breakpoints, int perElement);

/// Union of ascending lists; numbers closer than 1e-9 count as one.
std::vector<double> mergeBreakpoints(std::vector<double> a, std::span<const double> b);

}  // namespace tendril
