// SPDX-License-Identifier: BSD-3-Clause
// Meshes and files for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "core/model/volume/mesh/files/mesh_reader.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril::testing_meshes {

/// Eight corners of a unit cube and six tetrahedra around a diagonal.
inline TetMesh cube() {
  TetMesh mesh;
  for (int i = 0; i < 8; ++i) mesh.nodes.emplace_back(i & 1, i >> 1 & 1, i >> 2);
  mesh.tetrahedra = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
  mesh.surfaces = {{"base", {{0, 6, 2}, {0, 4, 6}}}};
  return mesh;
}

inline RawTetMesh rawCube() {
  const TetMesh mesh = cube();
  RawTetMesh raw;
  raw.nodes = mesh.nodes;
  raw.tetrahedra = mesh.tetrahedra;
  raw.surfaces = mesh.surfaces;
  return raw;
}

/// One tetrahedron with its four faces, two of them in physical groups, as MSH 2.2.
inline const char* const kSmallMsh2 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
2 7 "the base"
2 8 "tip"
3 1 "body"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
5 0 1 0
9 0 0 1
$EndNodes
$Elements
4
1 2 2 7 1 1 5 9
2 2 2 8 2 2 5 9
3 1 2 4 1 1 2
4 4 2 1 1 1 2 5 9
$EndElements
)";

/// The same as MSH 4.1.
inline const char* const kSmallMsh4 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
2 7 "the base"
2 8 "tip"
$EndPhysicalNames
$Entities
1 0 2 1
1 0 0 0 0
1 0 0 0 0 1 1 1 7 0
2 0 0 0 1 1 1 1 -8 0
1 0 0 0 1 1 1 0 2 1 -2
$EndEntities
$Comments
anything $at all
$EndComments
$Nodes
2 4 1 9
2 1 1 3
1
2
5
0 0 0 0.5 0.25
1 0 0 1 0
0 1 0 0 1
3 1 0 1
9
0 0 1
$EndNodes
$Elements
3 3 1 3
2 1 2 1
1 1 5 9
2 2 2 1
2 2 5 9
3 1 4 1
3 1 2 5 9
$EndElements
)";

/// Bytes of numbers, as binary files have them.
class Bytes {
 public:
  explicit Bytes(bool swapped = false) : swapped_(swapped) {}
  Bytes& text(std::string_view text) {
    bytes_ += text;
    return *this;
  }
  template <class T, class... Values>
  Bytes& add(Values... values) {
    (one(static_cast<T>(values)), ...);
    return *this;
  }
  const std::string& get() const { return bytes_; }

 private:
  template <class T>
  void one(T value) {
    char buffer[sizeof(T)];
    std::memcpy(buffer, &value, sizeof(T));
    bytes_.append(swapped_ ? std::string(std::rbegin(buffer), std::rend(buffer)) : std::string(buffer, sizeof(T)));
  }
  std::string bytes_;
  bool swapped_;
};

/// The message of the error that f throws; empty without one.
template <class F>
std::string errorOf(F&& f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

/// `text` with the first `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace tendril::testing_meshes
