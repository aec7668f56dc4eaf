// SPDX-License-Identifier: BSD-3-Clause
// SE(3): exponential, logarithm, tangent operators and their inverses (rods.md §4). Twists are [angular; linear].
//
// The 6×6 operators are [A 0; B A] with A the operator of SO(3) at ω and B its derivative in the direction v, because
// SE(3) is SO(3) over the dual numbers. That is what makes the closed forms here short; they equal the sums
// I + Σ f_r ad^r of [gvs] appendix A.
#pragma once

#include "core/math/so3.hpp"

namespace tendril {

/// f_r, r = 1…4, of T = I + Σ f_r ad^r and their derivatives with respect to s = θ². [gvs] (A.2), rods.md §4
template <class S>
struct TangentCoefficientsT {
  S f[4], f1[4], f2[4];
};
using TangentCoefficients = TangentCoefficientsT<double>;

/// Coefficients at s = |ω|² ≥ 0, each accurate to 1e-14 relative to its own size for θ ≤ π.
TangentCoefficients tangentCoefficients(double s);

/// f_r alone, on any scalar.
template <class S>
void tangentValues(const S& s, S (&f)[4]) {
  const auto c = angle::rotationCoefficients(s);
  const auto d = angle::slopeCoefficients(s);
  f[0] = c.c2 + s * d.f3;
  f[1] = c.c3 + s * d.f4;
  f[2] = d.f3;
  f[3] = d.f4;
}

namespace detail {

/// [A 0; B A].
template <class S>
Mat6T<S> blockLower(const Mat3T<S>& A, const Mat3T<S>& B) {
  Mat6T<S> T;
  T.template topLeftCorner<3, 3>() = A;
  T.template topRightCorner<3, 3>().setZero();
  T.template bottomLeftCorner<3, 3>() = B;
  T.template bottomRightCorner<3, 3>() = A;
  return T;
}

}  // namespace detail

/// Pose exp(Ω^) of the twist Ω = [ω; v] held for unit time. ω in rad, v in m.
template <class S>
PoseT<S> expSE3(const Vec6T<S>& Omega) {
  const Vec3T<S> w = Omega.template head<3>(), v = Omega.template tail<3>();
  const auto c = angle::rotationCoefficients<S>(w.squaredNorm());
  const Mat3T<S> W = skew<S>(w), W2 = W * W;
  const Vec3T<S> wv = w.cross(v);
  PoseT<S> X;
  X.R = W * c.c1 + W2 * c.c2;
  for (int i = 0; i < 3; ++i) X.R(i, i) += S(1.0);
  X.p = v + wv * c.c2 + w.cross(wv) * c.c3;
  return X;
}

/// Twist Ω with expSE3(Ω) = X, |ω| ≤ π.
template <class S>
Vec6T<S> logSE3(const PoseT<S>& X) {
  Vec6T<S> out;
  const Vec3T<S> w = logSO3<S>(X.R);
  const auto c = angle::inverseCoefficients<S>(w.squaredNorm());
  const Vec3T<S> wp = w.cross(X.p);
  out.template head<3>() = w;
  out.template tail<3>() = X.p - wp * S(0.5) + w.cross(wp) * c.b;
  return out;
}

/// T(Ω) = Σ ad^k/(k+1)!, the LEFT tangent operator: exp(Ω + δ) ≈ exp(T δ) exp(Ω). rods.md §4
template <class S>
Mat6T<S> leftTangentSE3(const Vec6T<S>& Omega) {
  const Vec3T<S> w = Omega.template head<3>(), v = Omega.template tail<3>();
  const S s = w.squaredNorm(), wv = w.dot(v) * 2.0;
  const auto c = angle::rotationCoefficients<S>(s);
  const auto d = angle::slopeCoefficients<S>(s);
  const Mat3T<S> W = skew<S>(w), V = skew<S>(v), W2 = W * W;
  const Mat3T<S> WV = W * V;
  Mat3T<S> A = W * c.c2 + W2 * c.c3;
  for (int i = 0; i < 3; ++i) A(i, i) += S(1.0);
  // V W = (W V)ᵀ since both are skew
  const Mat3T<S> B = V * c.c2 + (WV + WV.transpose()) * c.c3 - W * (wv * d.f3) - W2 * (wv * d.f4);
  return detail::blockLower<S>(A, B);
}

/// Right (body) tangent operator: exp(Ω + δ) ≈ exp(Ω) exp(T_r δ). T_r(Ω) = T(−Ω) = Ad(exp Ω)⁻¹ T(Ω).
template <class S>
Mat6T<S> rightTangentSE3(const Vec6T<S>& Omega) {
  return leftTangentSE3<S>(-Omega);
}

/// Inverse of the left tangent operator, |ω| < 2π: log(exp(δ) X) ≈ Ω + T⁻¹ δ.
template <class S>
Mat6T<S> leftTangentInverseSE3(const Vec6T<S>& Omega) {
  const Vec3T<S> w = Omega.template head<3>(), v = Omega.template tail<3>();
  const auto c = angle::inverseCoefficients<S>(w.squaredNorm());
  const Mat3T<S> W = skew<S>(w), V = skew<S>(v), W2 = W * W;
  const Mat3T<S> WV = W * V;
  Mat3T<S> A = W * S(-0.5) + W2 * c.b;
  for (int i = 0; i < 3; ++i) A(i, i) += S(1.0);
  const Mat3T<S> B = V * S(-0.5) + (WV + WV.transpose()) * c.b + W2 * (w.dot(v) * 2.0 * c.db);
  return detail::blockLower<S>(A, B);
}

/// Inverse of the right tangent operator, |ω| < 2π: log(X exp(δ)) ≈ Ω + T_r⁻¹ δ.
template <class S>
Mat6T<S> rightTangentInverseSE3(const Vec6T<S>& Omega) {
  return leftTangentInverseSE3<S>(-Omega);
}

}  // namespace tendril
