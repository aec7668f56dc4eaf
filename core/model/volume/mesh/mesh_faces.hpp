// SPDX-License-Identifier: BSD-3-Clause
// Which tetrahedra touch face to face.
#pragma once

#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

inline constexpr int kNoNeighbour = -1;     ///< a face of the boundary
inline constexpr int kManyNeighbours = -2;  ///< a face of three or more tetrahedra, which therefore overlap

/// Face k of tetrahedron t has index 4 t + k.
inline Triangle faceOf(const std::vector<Tetrahedron>& tetrahedra, int face) {
  const Tetrahedron& corners = tetrahedra[face / 4];
  const Triangle& local = kTetrahedronFaces[face % 4];
  return {corners[local[0]], corners[local[1]], corners[local[2]]};
}

/// Three nodes in ascending order.
Triangle sortedTriangle(Triangle triangle);

/// The face that coincides with each face, or one of the constants above. Linear in the size of the mesh.
std::vector<int> faceNeighbours(const std::vector<Tetrahedron>& tetrahedra, int nodes);

/// Finds faces by their three nodes, in any order.
class FaceIndex {
 public:
  /// `faces`: indices of faces of `tetrahedra`. Keeps a reference to `tetrahedra`.
  FaceIndex(const std::vector<Tetrahedron>& tetrahedra, const std::vector<int>& faces, int nodes);
  /// Index of a face with these nodes, or kNoNeighbour.
  int find(const Triangle& triangle) const;

 private:
  struct Entry {
    int middle, high, face;
  };
  std::vector<int> starts_;  // entries of faces whose lowest node is i: starts_[i] … starts_[i+1]
  std::vector<Entry> entries_;
  friend std::vector<int> faceNeighbours(const std::vector<Tetrahedron>&, int);
};

}  // namespace tendril
