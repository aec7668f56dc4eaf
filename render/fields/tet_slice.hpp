// SPDX-License-Identifier: BSD-3-Clause
// Where a function that is linear in tetrahedra is zero.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace tendril {

/// A point of an edge: a + share (b − a).
struct EdgePoint {
  std::size_t a = 0, b = 0;
  double share = 0;
};

/// Calls triangle(p, q, r) with points of edges for each triangle of the zero set of `level(node)`. Their sense is not
/// fixed. Where a level is no number, neither are shares.
template <class Level, class Triangle>
void sliceTetrahedra(std::span<const std::array<int, 4>> tetrahedra, const Level& level, const Triangle& triangle) {
  for (const std::array<int, 4>& tetrahedron : tetrahedra) {
    std::array<std::size_t, 4> above{}, below{};
    std::size_t aboves = 0, belows = 0;
    for (const int node : tetrahedron) {
      const auto index = static_cast<std::size_t>(node);
      level(index) > 0 ? void(above[aboves++] = index) : void(below[belows++] = index);
    }
    if (aboves == 0 || belows == 0) continue;
    const auto between = [&level](std::size_t a, std::size_t b) {
      const double da = level(a);
      return EdgePoint{a, b, da / (da - level(b))};
    };
    if (aboves == 2) {
      const EdgePoint p = between(above[0], below[0]), q = between(above[0], below[1]), r = between(above[1], below[1]),
                      s = between(above[1], below[0]);
      triangle(p, q, r);
      triangle(p, r, s);
    } else {
      const std::size_t lone = aboves == 1 ? above[0] : below[0];
      const std::array<std::size_t, 4>& others = aboves == 1 ? below : above;
      triangle(between(lone, others[0]), between(lone, others[1]), between(lone, others[2]));
    }
  }
}

}  // namespace tendril
