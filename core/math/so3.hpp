// SPDX-License-Identifier: BSD-3-Clause
// Rotations: exponential, logarithm, Jacobians, quaternions (w x y z), roll-pitch-yaw.
// All functions are templates on the scalar (double, dual, jet) and exact to rounding for every angle in [0, π].
#pragma once

#include <cmath>

#include "core/math/angle_functions.hpp"
#include "core/math/pose.hpp"
#include "core/math/scalar.hpp"

namespace tendril {

/// exp(w~): the rotation by |w| rad about w. [lie] (4)
template <class S>
Mat3T<S> expSO3(const Vec3T<S>& w) {
  const auto c = angle::rotationCoefficients<S>(w.squaredNorm());
  const Mat3T<S> W = skew<S>(w);
  Mat3T<S> R = W * c.c1;
  R.noalias() += (W * W) * c.c2;
  for (int i = 0; i < 3; ++i) R(i, i) += S(1.0);
  return R;
}

/// The rotation by `angle` (rad) about a unit vector that stays where it is.
template <class S>
Mat3T<S> rotationAbout(const Vec3& axis, const S& angle) {
  using std::cos, std::sin;
  const Mat3 W = skew<double>(axis);
  const Mat3 square = W * W;
  const S s = sin(angle), c = S(1.0) - cos(angle);
  Mat3T<S> R;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) R(i, k) = s * W(i, k) + c * square(i, k) + (i == k ? 1.0 : 0.0);
  return R;
}

/// Rotation of a unit quaternion (w x y z).
template <class S>
Mat3T<S> rotationFromQuaternion(const Vec4T<S>& q) {
  const S w = q(0), x = q(1), y = q(2), z = q(3);
  const S xx = x * x * 2.0, yy = y * y * 2.0, zz = z * z * 2.0, xy = x * y * 2.0, xz = x * z * 2.0, yz = y * z * 2.0;
  const S wx = w * x * 2.0, wy = w * y * 2.0, wz = w * z * 2.0, one(1.0);
  Mat3T<S> R;
  R << one - yy - zz, xy - wz, xz + wy, xy + wz, one - xx - zz, yz - wx, xz - wy, yz + wx, one - xx - yy;
  return R;
}

/// Unit quaternion (w x y z), w ≥ 0, of a rotation. Divides by the largest of the four components (Shepperd), so it is
/// accurate for every angle; a matrix off orthonormality by ε gives a result off by about ε.
template <class S>
Vec4T<S> quaternionFromRotation(const Mat3T<S>& R) {
  using std::sqrt;
  const S trace = R(0, 0) + R(1, 1) + R(2, 2);
  int i = 0;
  for (int k = 1; k < 3; ++k) {
    if (R(k, k) > R(i, i)) i = k;
  }
  Vec4T<S> q;
  if (trace > R(i, i)) {
    q << S(1.0) + trace, R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1);
  } else {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    q(0) = R(k, j) - R(j, k);
    q(1 + i) = S(1.0) + R(i, i) - R(j, j) - R(k, k);
    q(1 + j) = R(j, i) + R(i, j);
    q(1 + k) = R(k, i) + R(i, k);
  }
  S scale = S(1.0) / sqrt(q.squaredNorm());
  if (q(0) < S(0.0)) scale = -scale;
  return q * scale;
}

/// Hamilton product: the rotation `a` after `b`, R(ab) = R(a) R(b).
template <class S>
Vec4T<S> quaternionProduct(const Vec4T<S>& a, const Vec4T<S>& b) {
  const Vec3T<S> av = a.template tail<3>(), bv = b.template tail<3>();
  Vec4T<S> out;
  out(0) = a(0) * b(0) - av.dot(bv);
  out.template tail<3>() = bv * a(0) + av * b(0) + av.cross(bv);
  return out;
}

/// The inverse of a unit quaternion.
template <class S>
Vec4T<S> quaternionConjugate(const Vec4T<S>& q) {
  Vec4T<S> out = -q;
  out(0) = q(0);
  return out;
}

/// Time derivative of a unit quaternion whose frame turns with the body-frame angular velocity `w` (rad/s).
template <class S>
Vec4T<S> quaternionRate(const Vec4T<S>& q, const Vec3T<S>& w) {
  Vec4T<S> pure;
  pure << S(0.0), w * S(0.5);
  return quaternionProduct<S>(q, pure);
}

/// Unit quaternion of the rotation vector w (rad).
template <class S>
Vec4T<S> expQuaternion(const Vec3T<S>& w) {
  using std::cos, std::sqrt;
  const S s = w.squaredNorm() * 0.25;  // (θ/2)²
  const S c1 = angle::sinc(s);
  // cos h = 1 − 2 sin²(h/2) needs no square root at θ = 0
  const S quarter = angle::sinc<S>(s * 0.25);
  Vec4T<S> q;
  q(0) = S(1.0) - s * 0.5 * quarter * quarter;
  q.template tail<3>() = w * (c1 * 0.5);
  return q;
}

/// Rotation vector, |w| ≤ π, of a unit quaternion; q and −q give the same.
template <class S>
Vec3T<S> logQuaternion(const Vec4T<S>& q) {
  using std::atan2, std::sqrt;
  // half a turn has no nearer side: the first component of the axis that is not 0 is made positive
  bool flip = q(0) < S(0.0);
  for (int i = 1; i < 4 && q(0) == S(0.0); ++i) {
    if (q(i) == S(0.0)) continue;
    flip = q(i) < S(0.0);
    break;
  }
  const S w = flip ? S(-q(0)) : S(q(0));
  const Vec3T<S> v = flip ? Vec3T<S>(-q.template tail<3>()) : Vec3T<S>(q.template tail<3>());
  const S n2 = v.squaredNorm(), w2 = w * w;
  // 2 atan(x)/x by its series in x² = n²/w²: differentiable at the identity. High derivatives want it further out,
  // where those of the closed form have lost (ṅ/n)ᵏ, and more terms
  constexpr bool kHigh = kHighestDerivative < S >> 2;
  constexpr int kTerms = kHigh ? 40 : 9;
  if (n2 < w2 * (kHigh ? 0.1 : 0.01)) {
    const S y = n2 / w2;
    S sum(1.0 / (2 * kTerms + 1));
    for (int k = kTerms - 1; k >= 0; --k) sum = S(1.0 / (2 * k + 1)) - sum * y;
    return v * (sum * 2.0 / w);
  }
  const S n = sqrt(n2);
  return v * (atan2(n, w) * 2.0 / n);
}

/// Rotation vector w with expSO3(w) = R, |w| ≤ π. At exactly π the sign of w is one of the two. [lie] (7)
template <class S>
Vec3T<S> logSO3(const Mat3T<S>& R) {
  return logQuaternion<S>(quaternionFromRotation<S>(R));
}

/// Left Jacobian of SO(3): exp(w + δ) ≈ exp(Jl δ) exp(w). Jl = Jrᵀ.
template <class S>
Mat3T<S> leftJacobianSO3(const Vec3T<S>& w) {
  const auto c = angle::rotationCoefficients<S>(w.squaredNorm());
  const Mat3T<S> W = skew<S>(w);
  Mat3T<S> J = W * c.c2;
  J.noalias() += (W * W) * c.c3;
  for (int i = 0; i < 3; ++i) J(i, i) += S(1.0);
  return J;
}

/// Right Jacobian of SO(3): exp(w + δ) ≈ exp(w) exp(Jr δ).
template <class S>
Mat3T<S> rightJacobianSO3(const Vec3T<S>& w) {
  return leftJacobianSO3<S>(-w);
}

/// Inverse of the left Jacobian, |w| < 2π.
template <class S>
Mat3T<S> leftJacobianInverseSO3(const Vec3T<S>& w) {
  const auto c = angle::inverseCoefficients<S>(w.squaredNorm());
  const Mat3T<S> W = skew<S>(w);
  Mat3T<S> J = W * S(-0.5);
  J.noalias() += (W * W) * c.b;
  for (int i = 0; i < 3; ++i) J(i, i) += S(1.0);
  return J;
}

/// Inverse of the right Jacobian, |w| < 2π: log(R exp(δ)) ≈ w + Jr⁻¹ δ. Also the derivative of w = Jr⁻ᵀ w with respect
/// to a right perturbation δ, hence k Jr⁻¹ is the stiffness of the spring ½ k |log R|², whose torque is k w.
template <class S>
Mat3T<S> rightJacobianInverseSO3(const Vec3T<S>& w) {
  return leftJacobianInverseSO3<S>(-w);
}

/// ∂(Jr⁻ᵀ(w) u)/∂w with u held, 3×3. With torque Jr⁻ᵀ K w of the spring ½ wᵀ K w, K not a multiple of 1, the
/// stiffness with respect to a right perturbation is (Jr⁻ᵀ K + this(w, K w)) Jr⁻¹.
template <class S>
Mat3T<S> rightJacobianInverseTransposeDerivative(const Vec3T<S>& w, const Vec3T<S>& u) {
  const auto c = angle::inverseCoefficients<S>(w.squaredNorm());
  const Vec3T<S> wu = w.cross(u);
  Mat3T<S> D = skew<S>(u) * S(0.5) - (skew<S>(wu) + skew<S>(w) * skew<S>(u)) * c.b;
  D.noalias() += (w.cross(wu) * (c.db * 2.0)) * w.transpose();
  return D;
}

/// R = Rz(yaw) Ry(pitch) Rx(roll) of rpy = (roll, pitch, yaw), rad.
template <class S>
Mat3T<S> rotationFromRpy(const Vec3T<S>& rpy) {
  using std::cos, std::sin;
  const S cr = cos(rpy(0)), sr = sin(rpy(0)), cp = cos(rpy(1)), sp = sin(rpy(1)), cy = cos(rpy(2)), sy = sin(rpy(2));
  Mat3T<S> R;
  R << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,   //
      -sp, cp * sr, cp * cr;
  return R;
}

/// (roll, pitch, yaw) of a rotation, pitch in [−π/2, π/2]; where pitch is ±π/2 roll is 0.
Vec3 rpyFromRotation(const Mat3& R);

}  // namespace tendril
