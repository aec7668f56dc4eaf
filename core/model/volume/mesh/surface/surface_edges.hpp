// SPDX-License-Identifier: BSD-3-Clause
// Which triangles of a surface meet at an edge.
#pragma once

#include <span>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// Side k of a triangle runs from its corner k to corner k + 1.
struct SurfaceSide {
  int low, high;  ///< its vertices, low < high
  int triangle, side;
  bool forward;  ///< the triangle runs from low to high
};

/// All sides, those of one edge together, edges by their vertices.
std::vector<SurfaceSide> sortedSides(std::span<const Triangle> triangles);

/// Calls f(sides of one edge) for each edge.
template <class F>
void forEachEdge(std::span<const SurfaceSide> sides, F&& f) {
  for (std::size_t i = 0, next = 0; i < sides.size(); i = next) {
    while (next < sides.size() && sides[next].low == sides[i].low && sides[next].high == sides[i].high) ++next;
    f(sides.subspan(i, next - i));
  }
}

/// The number of the part that each triangle belongs to, 0 … n − 1 in the order of their first triangles: parts are
/// joined by edges.
std::vector<int> surfaceParts(std::span<const Triangle> triangles);

}  // namespace tendril
