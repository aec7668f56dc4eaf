// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/triangle.hpp"

namespace tendril {

// By the region of the plane that x lies over: C. Ericson, Real-Time Collision Detection, §5.1.5.
Vec3 nearestShares(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a;
  const double d1 = ab.dot(x - a), d2 = ac.dot(x - a), d3 = ab.dot(x - b), d4 = ac.dot(x - b), d5 = ab.dot(x - c),
               d6 = ac.dot(x - c);
  if (d1 <= 0 && d2 <= 0) return Vec3::UnitX();
  if (d3 >= 0 && d4 <= d3) return Vec3::UnitY();
  if (d6 >= 0 && d5 <= d6) return Vec3::UnitZ();
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {1 - d1 / (d1 - d3), d1 / (d1 - d3), 0};
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {1 - d2 / (d2 - d6), 0, d2 / (d2 - d6)};
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    const double share = (d4 - d3) / (d4 - d3 + d5 - d6);
    return {0, 1 - share, share};
  }
  return Vec3(va, vb, vc) / (va + vb + vc);
}

}  // namespace tendril
