// SPDX-License-Identifier: BSD-3-Clause
// Ribs of helicoids, rolled out flat.
#pragma once

#include <vector>

#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"
#include "core/model/volume/mesh/recipes/thick_surface.hpp"

namespace tendril {

/// Where a point is on a cylinder around the x axis.
struct RolledPoint {
  double x = 0, angle = 0;  ///< m; rad
};

/// The solid part of a cylinder of ribs and end rings, in triangles. Points are in rows around the axis, from the base
/// to the tip, each with as many points; the first and the last row are circles.
struct RibSheet {
  Triangulation triangulation;
  std::vector<RolledPoint> points;
  int around = 0;  ///< points per row
  int layers = 1;  ///< from the bore outward

  int rowOf(int point) const { return point / around; }
  int lastRow() const { return rowOf(static_cast<int>(points.size()) - 1); }
};

/// Cut for about `wanted` tetrahedra. Ribs of both hands are bands of a lattice that mirrors itself at both ends, so
/// that their pitch is adapted a little; ribs of one hand have exactly the pitch of the shape.
RibSheet ribSheet(const HelicoidShape& shape, double length, int wanted);

}  // namespace tendril
