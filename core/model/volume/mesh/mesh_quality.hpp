// SPDX-License-Identifier: BSD-3-Clause
// How good a mesh is.
#pragma once

#include <array>
#include <string>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// Three times the radius of the inscribed sphere over that of the circumscribed one: 1 for a regular tetrahedron, 0
/// for a flat one, negative for an inverted one.
double tetrahedronQuality(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Of any mesh, also one that the readers would refuse.
struct MeshQuality {
  int nodes = 0, tetrahedra = 0;
  int boundaryTriangles = 0;
  double volume = 0;  ///< m³
  double area = 0;    ///< of the boundary, m²
  MeshExtent extent;
  double smallestVolume = 0, largestVolume = 0;  ///< m³
  double shortestEdge = 0, longestEdge = 0;      ///< m
  double minimumQuality = 0, meanQuality = 0;    ///< tetrahedronQuality
  int worst = -1;                                ///< tetrahedron of the lowest quality
  int poor = 0;                                  ///< tetrahedra of quality below 0.1
  std::array<int, 10> histogram{};  ///< tetrahedra of quality 0…0.1, 0.1…0.2, …; the first with inverted
  int inverted = 0, degenerate = 0, repeated = 0;  ///< tetrahedra
  int overlappingFaces = 0;                        ///< shared by more than two tetrahedra, or by two on the same side
  int unusedNodes = 0, coincidentNodes = 0;
  int pinchedEdges = 0;  ///< edges of the boundary where more than two of its triangles meet
  int components = 0;    ///< parts that share no node

  /// True if nothing keeps a body from being made of it.
  bool sound() const;
  /// "0 0 12 80 …": the histogram in per cent of the tetrahedra, rounded; what is less than one but not none is "<1".
  std::string histogramText() const;
  /// Several lines for a person.
  std::string text() const;
};

/// Time linear in the size of the mesh, up to logarithms. Indices of nodes must be valid.
MeshQuality meshQuality(const TetMesh& mesh);

}  // namespace tendril
