// SPDX-License-Identifier: BSD-3-Clause
// From what a file says to a mesh that can be trusted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// A mesh as a file gives it.
struct RawTetMesh {
  std::vector<Vec3> nodes;
  std::vector<Tetrahedron> tetrahedra;  ///< indices of nodes, either orientation
  std::vector<std::int64_t> names;      ///< of the tetrahedra in the file, for messages; empty: 1, 2, 3, …
  std::vector<MeshSurface> surfaces;    ///< triangles of either orientation, anywhere
  std::size_t triangles = 0;            ///< in the file, marked or not
  bool hasMidNodes = false;             ///< second-order tetrahedra left nodes behind
};

/// A sound mesh, and what was done to make it so: sentences for a person.
struct LoadedTetMesh {
  TetMesh mesh;
  std::vector<std::string> notes;
};

/// Two nodes nearer than this share of the mesh's diagonal are one.
inline constexpr double kSameNode = 1e-9;
/// Tetrahedra of lower quality (tetrahedronQuality) have no volume for practical purposes.
inline constexpr double kDegenerate = 1e-9;

/// Drops unused nodes, merges coincident ones, turns inverted tetrahedra, drops repeated ones, keeps of the marked
/// surfaces what is boundary and turns it outward; each with a note. Throws std::runtime_error that says what is wrong,
/// where and what to do if there are no tetrahedra, one has no volume, some overlap or the mesh is absurdly large.
LoadedTetMesh makeSound(RawTetMesh raw);

/// "3 nodes", "1 node"
std::string counted(std::size_t count, const std::string& noun);

/// With four digits, for messages.
std::string shortNumber(double value);

}  // namespace tendril
