// SPDX-License-Identifier: BSD-3-Clause
// Holes of a surface, and the triangles that close them.
#pragma once

#include <span>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// A closed line of edges that only one triangle has.
struct SurfaceHole {
  std::vector<int> loop;       ///< vertices, in the direction in which triangles that close it run along their edges
  Vec3 centre = Vec3::Zero();  ///< mean of its vertices
  Vec3 normal = Vec3::Zero();  ///< its length is the area that it spans
  double size = 0;             ///< diagonal of the box around it
  double bulge = 0;            ///< largest distance of a vertex from the plane across the normal
};

/// Of a surface whose triangles have one direction along every edge that two of them share. In the order of their
/// lowest vertices; a line that touches itself at a vertex is several holes.
std::vector<SurfaceHole> surfaceHoles(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

/// Triangles that close a hole: a plane polygon, cut ear by ear; three edges or vertices on one line without area are
/// closed by triangles without area. Empty if its outline crosses itself in the plane.
std::vector<Triangle> fillHole(std::span<const Vec3> vertices, const SurfaceHole& hole);

}  // namespace tendril
