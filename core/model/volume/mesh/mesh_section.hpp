// SPDX-License-Identifier: BSD-3-Clause
// Sections of a body that is cut into tetrahedra.
#pragma once

#include <span>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// What a plane across the axis cuts of a body.
struct MeshSection {
  double area = 0;    ///< of the material, m²
  double radius = 0;  ///< of the disk around the axis whose area is that inside the outline, m
  double inner = 0;   ///< of the disk around the axis that fits inside the outline, m; 0: the axis is not inside
};

/// Section at `x` of a body with the closed boundary `triangles` (as of meshBoundary); zero where the plane misses it.
/// Of an outline that the rays from the axis cross several times, what is farthest counts.
MeshSection sectionAt(std::span<const Vec3> nodes, std::span<const Triangle> triangles, double x);

}  // namespace tendril
