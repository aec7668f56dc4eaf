// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/loop/loop_gap.hpp"

#include <cmath>

#include "core/math/so3.hpp"

namespace tendril {
namespace {

constexpr double kTurn = 2 * 3.14159265358979323846;

/// δR and how it follows the angular velocity ω of a relative to b.
struct Swing {
  Mat3 R = Mat3::Identity();      ///< δR
  Vec3 w = Vec3::Zero();          ///< log δR
  Mat3 rate = Mat3::Identity();   ///< w' = rate · ω
  double angle = 0;               ///< of the joint about its axis
  Vec3 angleRate = Vec3::Zero();  ///< angle' = angleRate · ω
};

Swing wholeRotation(const Mat3& R) {
  Swing out;
  out.R = R;
  out.w = logSO3<double>(R);
  out.rate = leftJacobianInverseSO3<double>(out.w);
  return out;
}

/// R = exp(w) exp(angle · axis) with w orthogonal to the axis.
Swing aroundAxis(const Vec3& axis, const Mat3& R) {
  constexpr double kRight = 1e-9;  // where the axis has turned by π
  const Vec4 quaternion = quaternionFromRotation<double>(R);
  const double angle = 2 * std::atan2(quaternion.tail<3>().dot(axis), quaternion[0]);
  Swing out = wholeRotation(R * expSO3<double>(Vec3(-angle * axis)));
  out.angle = angle;
  const Vec3 column = rightJacobianInverseSO3<double>(out.w) * axis;
  const double along = column.dot(axis);
  out.angleRate = out.rate.transpose() * axis / (std::abs(along) > kRight ? along : kRight);
  out.rate -= column * out.angleRate.transpose();
  return out;
}

Swing swingOf(const JointFreedom& joint, const Mat3& R) {
  if (joint.turns == 0) return wholeRotation(R);
  return joint.turns == 1 ? aroundAxis(joint.turnAxes.col(0), R) : Swing();
}

/// Displacement of the joint at q*, in the joint's frame, and its rate: slide' = byPoint · p' + byTurn · ω.
struct Slide {
  Vec3 value = Vec3::Zero();
  Mat3 byPoint = Mat3::Zero(), byTurn = Mat3::Zero();
};

Slide slideOf(const JointFreedom& joint, const Vec3& p, const Swing& swing) {
  Slide out;
  out.byPoint = joint.slidePlane();
  out.value = out.byPoint * p;
  if (!joint.screw) return out;
  const Vec3 axis = joint.turnAxes.col(0);
  const double lead = kTurn * joint.pitch, own = joint.pitch * swing.angle;
  const double turns = lead != 0 ? std::round((axis.dot(p) - own) / lead) : 0;
  out.value += axis * (own + lead * turns);
  out.byTurn = joint.pitch * axis * swing.angleRate.transpose();
  return out;
}

}  // namespace

LoopGap loopGap(const JointFreedom& joint, const Pose& X) {
  const Swing swing = swingOf(joint, X.R);
  const Slide slide = slideOf(joint, X.p, swing);
  const Vec3 own = swing.R * slide.value;
  LoopGap out;
  out.value << swing.w, X.p - own;
  // With p' = v + ω × p and the turn of δR, ω − (axis as δR has it) angle'; none where more than one axis is free.
  const Vec3 axis = swing.R * joint.turnAxes.col(0);
  Mat3 turn = Mat3::Zero();
  if (joint.turns < 2) turn = Mat3::Identity() - axis * swing.angleRate.transpose();
  const Mat3 moves = Mat3::Identity() - swing.R * slide.byPoint;
  out.rate.topLeftCorner<3, 3>() = swing.rate;
  out.rate.topRightCorner<3, 3>().setZero();
  out.rate.bottomLeftCorner<3, 3>() = -moves * skew<double>(X.p) + skew<double>(own) * turn - swing.R * slide.byTurn;
  out.rate.bottomRightCorner<3, 3>() = moves;
  return out;
}

}  // namespace tendril
