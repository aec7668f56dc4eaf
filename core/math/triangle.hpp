// SPDX-License-Identifier: BSD-3-Clause
// Points of triangles.
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// Shares of the corners (they sum up to 1) in the point of the triangle abc that is nearest to x.
Vec3 nearestShares(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace tendril
