// SPDX-License-Identifier: BSD-3-Clause
// Points of triangles.
#pragma once

#include <optional>

#include "core/math/types.hpp"

namespace tendril {

/// Shares of the corners (they sum up to 1) in the point of the triangle abc that is nearest to x.
Vec3 nearestShares(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c);

/// Where a ray meets a triangle.
struct RayHit {
  double distance;  ///< along the ray, in lengths of its direction, ≥ 0
  Vec3 shares;      ///< of the corners; they sum up to 1
};
/// Where the ray from `origin` meets the triangle abc, from either side, edges included; none where it does not, or
/// lies in its plane.
std::optional<RayHit> alongRay(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace tendril
