// SPDX-License-Identifier: BSD-3-Clause
// Where a surface cuts through itself, and what lies inside it.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// Pairs of triangles of which an edge of one goes through the inside of the other, at most `most`. Triangles that lie
/// in one plane, or touch without crossing, are no pairs. Time about linear for triangles of similar size.
std::vector<std::pair<int, int>> surfaceCrossings(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                                                  std::size_t most);

/// How many times closed triangles go around a point, counter-clockwise from outside: 1 inside, 0 outside, −1 inside
/// of triangles that are inside out; by their solid angles.
double windingNumber(const Vec3& point, std::span<const Vec3> vertices, std::span<const Triangle> triangles);

}  // namespace tendril
