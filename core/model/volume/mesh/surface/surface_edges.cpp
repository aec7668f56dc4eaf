// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/surface/surface_edges.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tendril {

std::vector<SurfaceSide> sortedSides(std::span<const Triangle> triangles) {
  std::vector<SurfaceSide> sides;
  sides.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const int from = triangles[t][k], to = triangles[t][(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), static_cast<int>(t), k, from < to});
    }
  std::sort(sides.begin(), sides.end(), [](const SurfaceSide& a, const SurfaceSide& b) {
    return std::tie(a.low, a.high, a.triangle, a.side) < std::tie(b.low, b.high, b.triangle, b.side);
  });
  return sides;
}

std::vector<int> surfaceParts(std::span<const Triangle> triangles) {
  std::vector<int> parent(triangles.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int t) {
    while (parent[t] != t) t = parent[t] = parent[parent[t]];
    return t;
  };
  forEachEdge(sortedSides(triangles), [&](std::span<const SurfaceSide> edge) {
    for (const SurfaceSide& side : edge) {
      const int a = root(side.triangle), b = root(edge[0].triangle);
      parent[std::max(a, b)] = std::min(a, b);  // the root is the first triangle of its part
    }
  });
  std::vector<int> parts(triangles.size());
  int count = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const int first = root(static_cast<int>(t));
    parts[t] = first == static_cast<int>(t) ? count++ : parts[first];
  }
  return parts;
}

}  // namespace tendril
