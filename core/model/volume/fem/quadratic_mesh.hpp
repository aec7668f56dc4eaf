// SPDX-License-Identifier: BSD-3-Clause
// Tetrahedra of ten nodes: corners and middles of edges. Straight edges, so that all shape functions are polynomials of
// the barycentric coordinates. primitives.md §11
#pragma once

#include <array>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

using TenNodes = std::array<int, 10>;  ///< four corners, then the edges kTetrahedronEdges
/// Corners that an edge joins.
inline constexpr std::array<std::array<int, 2>, 6> kTetrahedronEdges{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

/// The nodes of the mesh, with their numbers, then the middles of its edges.
struct QuadraticMesh {
  std::vector<Vec3> nodes;
  std::vector<TenNodes> tetrahedra;
  std::vector<std::array<int, 2>> edges;  ///< corners of node corners() + k
  std::size_t corners() const { return nodes.size() - edges.size(); }
};
QuadraticMesh quadraticMesh(const TetMesh& mesh);

/// Barycentric coordinates of points of one tetrahedron: λ = offset + slope x.
struct Barycentric {
  Vec4 offset;
  Eigen::Matrix<double, 4, 3> slope;  ///< rows ∇λ, 1/m
  double volume;                      ///< m³

  Barycentric(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
  Vec4 at(const Vec3& x) const { return offset + slope * x; }
};
Barycentric barycentricOf(const QuadraticMesh& mesh, int tetrahedron);

using TenValues = Eigen::Matrix<double, 10, 1>;
using TenSlopes = Eigen::Matrix<double, 10, 3>;
/// Shape functions at λ: 1 at their node, 0 at the others.
TenValues shapeFunctions(const Vec4& lambda);
/// Their gradients, 1/m.
TenSlopes shapeGradients(const Vec4& lambda, const Barycentric& in);

}  // namespace tendril
