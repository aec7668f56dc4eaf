// SPDX-License-Identifier: BSD-3-Clause
// Tetrahedra from triangles that are thickened layer by layer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// Triangles of a flat or curved surface. Points have ranks, different within each triangle: prisms over triangles are
/// cut so that diagonals of their sides start at the lower rank, the same from both sides of a face.
struct Triangulation {
  std::vector<int> ranks;  ///< one per point
  std::vector<Triangle> triangles;
};

/// Layers of prisms over triangles, each prism three tetrahedra. Neighbouring layers mirror each other.
struct ThickSurface {
  TetMesh mesh;
  std::vector<int> points, layers;  ///< of each node: point of the triangulation, and 0 … number of layers

  /// `keep(triangle, layer)`: whether a prism is there. `place(point, layer)`: where a node is.
  ThickSurface(const Triangulation& base, int layerCount, const std::function<bool(int, int)>& keep,
               const std::function<Vec3(int, int)>& place);

  /// Scales y and z so that the mesh has this volume (m³): polygons become as large as their circles.
  void scaleSection(double volume);
  /// Puts each triangle of the boundary into the surface that `nameOf` gives it by its nodes.
  void mark(const std::function<std::string(const Triangle&)>& nameOf);
  /// Whether a condition holds for all three nodes.
  template <class F>
  static bool all(const Triangle& triangle, F&& holds) {
    return holds(triangle[0]) && holds(triangle[1]) && holds(triangle[2]);
  }
};

}  // namespace tendril
