// SPDX-License-Identifier: BSD-3-Clause
// A body cut into tetrahedra, undeformed.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

using Triangle = std::array<int, 3>;     ///< indices of nodes, counter-clockwise seen from outside
using Tetrahedron = std::array<int, 4>;  ///< indices of nodes a, b, c, d with (b−a)×(c−a)·(d−a) > 0

/// Part of a mesh's boundary under a name.
struct MeshSurface {
  std::string name;
  std::vector<Triangle> triangles;
};

/// Tetrahedra of one body, in metres in the body's own axes: x forward, section in y and z. What the readers and
/// generators give is sound: positive volumes, no node twice or unused, no tetrahedron twice, surfaces part of the
/// boundary.
struct TetMesh {
  std::vector<Vec3> nodes;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<MeshSurface> surfaces;  ///< marked ones only
};

/// Faces of a tetrahedron, face k opposite to corner k, outward.
inline constexpr std::array<Triangle, 4> kTetrahedronFaces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

/// Signed volume (m³).
double tetrahedronVolume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
double tetrahedronVolume(const TetMesh& mesh, int tetrahedron);

/// One volume (m³) per tetrahedron.
std::vector<double> tetrahedronVolumes(const TetMesh& mesh);

/// m³
double meshVolume(const TetMesh& mesh);

/// Smallest box along the axes that holds all nodes; zero without nodes.
struct MeshExtent {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  Vec3 size() const { return high - low; }
};
MeshExtent meshExtent(const TetMesh& mesh);

/// The closed surface of a mesh: faces that belong to one tetrahedron, outward, in the order of their tetrahedra.
struct MeshBoundary {
  std::vector<Triangle> triangles;
  std::vector<int> tetrahedra;  ///< whose face each triangle is
};
MeshBoundary meshBoundary(const TetMesh& mesh);

/// The marked surface of that name, or null.
const MeshSurface* findSurface(const TetMesh& mesh, std::string_view name);

/// Area (m²) of triangles, and the volume (m³) that they enclose if they are closed: ⅓ ∮ p·n dA.
double surfaceArea(const TetMesh& mesh, const std::vector<Triangle>& triangles);
double enclosedVolume(const TetMesh& mesh, const std::vector<Triangle>& triangles);

}  // namespace tendril
