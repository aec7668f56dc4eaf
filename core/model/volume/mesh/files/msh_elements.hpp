// SPDX-License-Identifier: BSD-3-Clause
// Kinds of elements by the numbers that gmsh gives them.
#pragma once

#include <cstdint>
#include <string_view>

namespace tendril {

struct MshElement {
  std::int64_t type;
  std::string_view shape;  ///< plural
  int dimension, nodes;    ///< corners come first
  bool isTetrahedron() const { return shape == "tetrahedra"; }
  bool isTriangle() const { return shape == "triangles"; }
};

/// Null for a number that gmsh does not know.
inline const MshElement* findMshElement(std::int64_t type) {
  static constexpr MshElement kElements[] = {
      {1, "lines", 1, 2},         {2, "triangles", 2, 3},    {3, "quadrangles", 2, 4},  {4, "tetrahedra", 3, 4},
      {5, "hexahedra", 3, 8},     {6, "prisms", 3, 6},       {7, "pyramids", 3, 5},     {8, "lines", 1, 3},
      {9, "triangles", 2, 6},     {10, "quadrangles", 2, 9}, {11, "tetrahedra", 3, 10}, {12, "hexahedra", 3, 27},
      {13, "prisms", 3, 18},      {14, "pyramids", 3, 14},   {15, "points", 0, 1},      {16, "quadrangles", 2, 8},
      {17, "hexahedra", 3, 20},   {18, "prisms", 3, 15},     {19, "pyramids", 3, 13},   {20, "triangles", 2, 9},
      {21, "triangles", 2, 10},   {22, "triangles", 2, 12},  {23, "triangles", 2, 15},  {24, "triangles", 2, 15},
      {25, "triangles", 2, 21},   {26, "lines", 1, 4},       {27, "lines", 1, 5},       {28, "lines", 1, 6},
      {29, "tetrahedra", 3, 20},  {30, "tetrahedra", 3, 35}, {31, "tetrahedra", 3, 56}, {36, "quadrangles", 2, 16},
      {37, "quadrangles", 2, 25}, {92, "hexahedra", 3, 64},  {93, "hexahedra", 3, 125}};
  for (const MshElement& element : kElements)
    if (element.type == type) return &element;
  return nullptr;
}

}  // namespace tendril
