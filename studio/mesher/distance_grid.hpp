// SPDX-License-Identifier: GPL-3.0-or-later
// How far points are from a surface.
#pragma once

#include <array>
#include <vector>

#include "core/model/volume/mesh/surface/surface_repair.hpp"

namespace tendril {

/// Distances at the points of a regular grid around a surface, from below: never more than the true ones, and less by
/// at most 2.1 cells.
struct DistanceGrid {
  Vec3 origin = Vec3::Zero();
  double cell = 0;              ///< m, along every axis
  std::array<int, 3> counts{};  ///< points along x, y, z
  std::vector<double> values;   ///< m; z runs fastest, x slowest
};

/// With cells of half of `size`, or larger so that there are at most 300,000 points. Time linear in their number.
DistanceGrid distanceGrid(const ClosedSurface& surface, double size);

}  // namespace tendril
