// SPDX-License-Identifier: BSD-3-Clause
// From the triangles of a file to a closed surface that can be filled.
#pragma once

#include <string>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// The boundary of one solid: its outside, and the walls of closed cavities in it; all facing away from the material.
struct SolidBoundary {
  std::vector<Triangle> outside;
  std::vector<std::vector<Triangle>> cavities;
};

/// The boundary of a body. Edges have exactly two triangles, which run against each other along it; nothing cuts
/// through anything else.
struct ClosedSurface {
  std::vector<Vec3> vertices;
  std::vector<SolidBoundary> solids;  ///< apart from each other, the largest first
};

/// The surface, and what was done to make it so: sentences for a person.
struct RepairedSurface {
  ClosedSurface surface;
  std::vector<std::string> notes;
};

/// Vertices nearer than this share of the surface's diagonal are one; thinner triangles have no area.
inline constexpr double kSameVertex = 1e-6;
/// Of a surface that is not closed with that, up to this share of the diagonal is tried.
inline constexpr double kLargestGap = 1e-3;
/// Larger holes than this share of the whole area are not closed, unless a single triangle is missing.
inline constexpr double kSmallHole = 0.01;
/// Parts that enclose less than this share of the largest one are left out.
inline constexpr double kFleck = 1e-4;

/// Joins vertices, leaves out triangles that are repeated, have no area or hang on an edge of the others, turns what is
/// inside out, closes small nearly plane holes and leaves out flecks; each with a note. Parts that lie inside another
/// one are cavities, what lies in these or beside is another solid. Throws std::runtime_error that says what is wrong,
/// where (in the numbers of the vertices), how large it is and what to do if nothing is left, the surface is open, more
/// than two triangles meet at an edge, it has only one side, cuts through itself, or has more than 20 parts.
RepairedSurface repairSurface(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles);

/// Volume of the material, in the cube of the vertices' unit.
double surfaceVolume(const ClosedSurface& surface);
double solidVolume(const std::vector<Vec3>& vertices, const SolidBoundary& solid);

/// In the square of the vertices' unit.
double surfaceArea(const ClosedSurface& surface);

}  // namespace tendril
