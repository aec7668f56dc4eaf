// SPDX-License-Identifier: BSD-3-Clause
// A few points that stand for many.
#pragma once

#include <span>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

/// Indices of at most `most` of these points, in ascending order: those that are extreme along the axes and the
/// diagonals of space, then again and again the one that is farthest from all that are chosen. All of them if they are
/// no more; of equal points one. The same every time.
std::vector<int> spreadPoints(std::span<const Vec3> points, std::size_t most);

}  // namespace tendril
