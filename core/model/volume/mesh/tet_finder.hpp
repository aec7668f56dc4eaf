// SPDX-License-Identifier: BSD-3-Clause
// Which tetrahedron of a mesh a point lies in.
#pragma once

#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

class TetFinder {
 public:
  /// Keeps no reference to the mesh.
  explicit TetFinder(const TetMesh& mesh);

  struct Place {
    int tetrahedron;
    Vec3 x;  ///< the point itself if the mesh holds it, else the nearest one of the mesh
  };
  Place find(const Vec3& x) const;

 private:
  static constexpr int kSlabs = 64;

  int slabOf(double x) const;
  /// The tetrahedron that x lies deepest in, and the least of its barycentric coordinates there.
  std::pair<int, double> deepest(const Vec3& x) const;

  std::vector<Vec3> nodes_;
  std::vector<Tetrahedron> tetrahedra_;
  MeshBoundary boundary_;
  double low_ = 0, width_ = 1;           ///< of a slab along x, m
  std::vector<std::vector<int>> slabs_;  ///< tetrahedra that reach into each
};

}  // namespace tendril
