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

// By Cramer's rule for origin + t direction = a + u ab + v ac: T. Möller and B. Trumbore, 1997.
std::optional<RayHit> alongRay(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, from = origin - a, across = direction.cross(ac), turned = from.cross(ab);
  const double det = ab.dot(across);
  if (det == 0) return {};
  const double u = from.dot(across) / det, v = direction.dot(turned) / det, t = ac.dot(turned) / det;
  if (!(u >= 0 && v >= 0 && u + v <= 1 && t >= 0)) return {};
  return RayHit{t, {1 - u - v, u, v}};
}

}  // namespace tendril
