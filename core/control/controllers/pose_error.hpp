// SPDX-License-Identifier: BSD-3-Clause
// The error of a floating base on SE(3), and the acceleration that makes it obey a linear equation.
#pragma once

#include "core/control/reference/pose_reference.hpp"
#include "core/math/so3.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// In which axes a base errs: those of the world, or its own.
enum class ErrorAxes { kWorld, kBody };

/// Pose of a base that is wanted, and its motion, world axes.
struct WantedMotion {
  Pose X;
  Vec3 velocity, acceleration;                ///< of the origin, m/s, m/s²
  Vec3 angularVelocity, angularAcceleration;  ///< rad/s, rad/s²
  Vec3 turn;                                  ///< OrientationMotion::turn
};
/// Of a reference that leads both parts, at t (s).
WantedMotion wantedMotion(const PoseReference& reference, double t);

/// What a base lacks: position (m), then rotation vector (rad).
template <class S>
struct PoseErrorT {
  Vec6T<S> error, rate;
};

namespace detail {

/// d/dt(J(e) ė) of the left Jacobian where e changes by `rate` and ë = `second`.
template <class S>
Vec3T<S> leftRate(const Vec3T<S>& e, const Vec3T<S>& rate, const Vec3T<S>& second) {
  const S s = e.squaredNorm(), ds = e.dot(rate) * 2.0;
  const auto c = angle::rotationCoefficients<S>(s);
  const auto d = angle::slopeCoefficients<S>(s);
  const Vec3T<S> across = e.cross(rate);
  return leftJacobianSO3<S>(e) * second - across * (d.f3 * ds) - e.cross(across) * (d.f4 * ds) +
         rate.cross(across) * c.c3;
}

}  // namespace detail

/// Where the base on a free joint is, world; q: nq.
inline Pose basePose(const Link& base, const VecXRef& q) {
  const Vec4 quaternion = q.segment<4>(base.qJoint + 3);
  return base.jointPose * Pose{rotationFromQuaternion<double>(quaternion), q.segment<3>(base.qJoint)};
}

/// V̇ (body twist, component-wise) of a base at X with body twist V for which ë + K_D ė + K_P e = 0. Writes the error:
///   world axes: e = (p_d − p, log(R_d Rᵀ));  body axes: e = (Rᵀ(p_d − p), log(Rᵀ R_d)).
/// From an error of less than half a turn both are exact; at half a turn the logarithm takes one of the two ways.
template <class S>
Vec6T<S> linearizingAcceleration(const WantedMotion& wanted, const Mat6& KP, const Mat6& KD, ErrorAxes axes,
                                 const PoseT<S>& X, const Vec6T<S>& V, PoseErrorT<S>& out) {
  const auto given = [](const Vec3& x) { return Vec3T<S>(S(x[0]), S(x[1]), S(x[2])); };
  Mat3T<S> wantedR;
  for (int i = 0; i < 9; ++i) wantedR.data()[i] = S(wanted.X.R.data()[i]);
  const Vec3T<S> w = V.template head<3>(), v = V.template tail<3>();
  const Mat3T<S> toBody = X.R.transpose();
  const bool body = axes == ErrorAxes::kBody;

  // Orientation: Q turns what the base has into what is wanted, Q̇ = [λ] Q, λ = J(e) ė.
  const Mat3T<S> Q = body ? Mat3T<S>(toBody * wantedR) : Mat3T<S>(wantedR * toBody);
  const Vec3T<S> wantedRate = given(wanted.angularVelocity), worldRate = X.R * w;
  const Vec3T<S> carried = body ? Vec3T<S>(toBody * wantedRate) : Vec3T<S>(Q * worldRate);
  const Vec3T<S> lambda = body ? Vec3T<S>(carried - w) : Vec3T<S>(wantedRate - carried);
  const Vec3T<S> turn = logSO3<S>(Q), turnRate = leftJacobianInverseSO3<S>(turn) * lambda;
  const Vec3T<S> d = given(wanted.X.p) - X.p, dRate = given(wanted.velocity) - X.R * v;
  out.error.template tail<3>() = turn, out.rate.template tail<3>() = turnRate;
  out.error.template head<3>() = body ? Vec3T<S>(toBody * d) : d;
  const Vec3T<S> offset = out.error.template head<3>();
  out.rate.template head<3>() = body ? Vec3T<S>(toBody * dRate - w.cross(offset)) : dRate;

  Vec6T<S> second;
  for (int i = 0; i < 6; ++i) {
    second[i] = S(0.0);
    for (int k = 0; k < 6; ++k) second[i] -= out.error[k] * KP(i, k) + out.rate[k] * KD(i, k);
  }
  const Vec3T<S> lambdaRate = detail::leftRate<S>(turn, turnRate, second.template tail<3>());
  const Vec3T<S> wantedTurning = given(wanted.angularAcceleration);
  Vec6T<S> acceleration;
  acceleration.template head<3>() =
      body ? Vec3T<S>(lambda.cross(carried) + toBody * wantedTurning - lambdaRate)
           : Vec3T<S>(toBody * (Q.transpose() * (wantedTurning - lambda.cross(carried) - lambdaRate)));
  const Vec3T<S> turning = acceleration.template head<3>();
  const Vec3T<S> wantedAcceleration = toBody * given(wanted.acceleration);
  // ë of Rᵀ(p_d − p) holds ω̇, that of p_d − p does not.
  const Vec3T<S> missing = second.template head<3>(), offsetRate = out.rate.template head<3>();
  acceleration.template tail<3>() = body ? Vec3T<S>(wantedAcceleration - w.cross(toBody * given(wanted.velocity)) -
                                                    turning.cross(offset) - w.cross(offsetRate) - missing)
                                         : Vec3T<S>(wantedAcceleration - toBody * missing - w.cross(v));
  return acceleration;
}

}  // namespace tendril
