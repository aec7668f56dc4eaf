// SPDX-License-Identifier: BSD-3-Clause
// Poses in SE(3) and how twists and wrenches change frames. Twists V = [ω; v], wrenches F = [m; f]: angular part first.
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// Cross-product matrix: skew(a) b = a × b.
template <class S>
Mat3T<S> skew(const Vec3T<S>& a) {
  Mat3T<S> m;
  m << S(0), -a.z(), a.y(), a.z(), S(0), -a.x(), -a.y(), a.x(), S(0);
  return m;
}

/// Pose of a frame B in a frame A: a point's coordinates are p_A = R p_B + p. R is orthonormal, p in metres.
template <class S>
struct PoseT {
  Mat3T<S> R = Mat3T<S>::Identity();
  Vec3T<S> p = Vec3T<S>::Zero();

  PoseT operator*(const PoseT& X) const { return {R * X.R, R * X.p + p}; }
  Vec3T<S> operator*(const Vec3T<S>& point) const { return R * point + p; }
  PoseT inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};
using Pose = PoseT<double>;

/// Ad_X V: a twist given in the inner frame of X, in the outer frame.
template <class S>
Vec6T<S> transformTwist(const PoseT<S>& X, const Vec6T<S>& V) {
  Vec6T<S> out;
  out.template head<3>() = X.R * V.template head<3>();
  out.template tail<3>() = X.R * V.template tail<3>() + X.p.cross(out.template head<3>());
  return out;
}

/// Ad_X^{-1} V: a twist given in the outer frame of X, in the inner frame.
template <class S>
Vec6T<S> transformTwistInverse(const PoseT<S>& X, const Vec6T<S>& V) {
  Vec6T<S> out;
  out.template head<3>() = X.R.transpose() * V.template head<3>();
  out.template tail<3>() = X.R.transpose() * (V.template tail<3>() - X.p.cross(V.template head<3>()));
  return out;
}

/// Ad_X^{-T} F: a wrench given in the inner frame of X, in the outer frame.
template <class S>
Vec6T<S> transformWrench(const PoseT<S>& X, const Vec6T<S>& F) {
  Vec6T<S> out;
  out.template tail<3>() = X.R * F.template tail<3>();
  out.template head<3>() = X.R * F.template head<3>() + X.p.cross(out.template tail<3>());
  return out;
}

/// Ad_X^T F: a wrench given in the outer frame of X, in the inner frame.
template <class S>
Vec6T<S> transformWrenchInverse(const PoseT<S>& X, const Vec6T<S>& F) {
  Vec6T<S> out;
  out.template tail<3>() = X.R.transpose() * F.template tail<3>();
  out.template head<3>() = X.R.transpose() * (F.template head<3>() - X.p.cross(F.template tail<3>()));
  return out;
}

/// Ad_X as a 6×6 matrix, for twists from the inner frame of X to the outer.
template <class S>
Mat6T<S> adjointMatrix(const PoseT<S>& X) {
  Mat6T<S> m;
  m.template topLeftCorner<3, 3>() = X.R;
  m.template topRightCorner<3, 3>().setZero();
  m.template bottomLeftCorner<3, 3>() = skew<S>(X.p) * X.R;
  m.template bottomRightCorner<3, 3>() = X.R;
  return m;
}

/// ad_V U = (ω×u_ω, v×u_ω + ω×u_v).
template <class S>
Vec6T<S> crossMotion(const Vec6T<S>& V, const Vec6T<S>& U) {
  const Vec3T<S> w = V.template head<3>(), v = V.template tail<3>();
  const Vec3T<S> uw = U.template head<3>(), uv = U.template tail<3>();
  Vec6T<S> out;
  out.template head<3>() = w.cross(uw);
  out.template tail<3>() = v.cross(uw) + w.cross(uv);
  return out;
}

/// −ad_Vᵀ F = (ω×m + v×f, ω×f): rate of a wrench that is carried along by the twist V.
template <class S>
Vec6T<S> crossForce(const Vec6T<S>& V, const Vec6T<S>& F) {
  const Vec3T<S> w = V.template head<3>(), v = V.template tail<3>();
  const Vec3T<S> m = F.template head<3>(), f = F.template tail<3>();
  Vec6T<S> out;
  out.template head<3>() = w.cross(m) + v.cross(f);
  out.template tail<3>() = w.cross(f);
  return out;
}

/// ad_V as a 6×6 matrix.
template <class S>
Mat6T<S> crossMotionMatrix(const Vec6T<S>& V) {
  const Mat3T<S> w = skew<S>(Vec3T<S>(V.template head<3>()));
  Mat6T<S> m;
  m.template topLeftCorner<3, 3>() = w;
  m.template topRightCorner<3, 3>().setZero();
  m.template bottomLeftCorner<3, 3>() = skew<S>(Vec3T<S>(V.template tail<3>()));
  m.template bottomRightCorner<3, 3>() = w;
  return m;
}

/// The matrix B(F) with B(F) V = crossForce(V, F).
template <class S>
Mat6T<S> crossForceBar(const Vec6T<S>& F) {
  const Mat3T<S> f = skew<S>(Vec3T<S>(F.template tail<3>()));
  Mat6T<S> m;
  m.template topLeftCorner<3, 3>() = -skew<S>(Vec3T<S>(F.template head<3>()));
  m.template topRightCorner<3, 3>() = -f;
  m.template bottomLeftCorner<3, 3>() = -f;
  m.template bottomRightCorner<3, 3>().setZero();
  return m;
}

}  // namespace tendril
