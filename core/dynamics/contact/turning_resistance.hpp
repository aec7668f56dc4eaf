// SPDX-License-Identifier: BSD-3-Clause
// Resistance of what touches to rolling and spinning: moments against the relative angular velocity.
//
// With ω of a against b, ω_n = (n·ω) n and ω_t = ω − ω_n, the moment on a, and its opposite on b, is
//   m = −N (b_r h(ω_t) + b_s h(ω_n)),   h(ω) = L ω / sqrt(L² |ω|² + v_ε²),
// smooth through rest as friction is: v_ε is its speed, and L the radius of what touches, so that L ω is the speed at
// which one rolls on the other. Where that is a point, L is b itself. The power m·ω is never positive.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/model/data.hpp"

namespace tendril {

namespace turning_detail {

/// The part of one length b, m: −N b h(ω), N·m.
template <class T>
Vec3T<T> moment(double length, double radius, double speed, const Vec3T<T>& turn, const T& normal) {
  using std::sqrt;
  const double arm = std::max(radius, length);
  const T size = sqrt(T(arm * arm * turn.dot(turn) + speed * speed));
  return turn * T(-(length * arm) * normal / size);
}

}  // namespace turning_detail

/// On a, N·m. `radius` (m) of what touches, `n` unit, `turn` (rad/s) of a against b, `normal` ≥ 0 in N.
template <class T>
Vec3T<T> turningResistance(const ContactLaw& law, double radius, const Vec3T<T>& n, const Vec3T<T>& turn,
                           const T& normal) {
  const Vec3T<T> about = T(n.dot(turn)) * n, across = turn - about;
  const double speed = law.frictionSpeed;
  return turning_detail::moment<T>(law.rollingFriction, radius, speed, across, normal) +
         turning_detail::moment<T>(law.spinningFriction, radius, speed, about, normal);
}

/// Derivatives of turningResistance.
struct TurningSlopes {
  TurningSlopes(const ContactLaw& law, double radius, const Vec3& n, const Vec3& turn, double normal);
  Mat3 byTurn;       ///< by `turn`
  Mat3 byDirection;  ///< by n, for changes perpendicular to n
  Vec3 byNormal;     ///< by `normal`
};

}  // namespace tendril
