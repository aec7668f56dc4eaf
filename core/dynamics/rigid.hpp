// SPDX-License-Identifier: BSD-3-Clause
// Rigid bodies in the tree frame: inertia, wrench, and the blocks of their derivatives, in closed form.
#pragma once

#include "core/model/data.hpp"

namespace tendril {

/// The inertia of a rigid link about the origin of the tree frame.
inline SpatialInertia spatialInertia(const RigidInertia& rigid, const Pose& X) {
  SpatialInertia out;
  out.mass = rigid.mass;
  const Vec3 c = X.R * rigid.com + X.p;
  out.moment = rigid.mass * c;
  const Mat3 turned = X.R * rigid.inertia;
  out.inertia.noalias() = turned * X.R.transpose();
  out.inertia.noalias() -= out.moment * c.transpose();  // −m [c][c] = m (c·c − c cᵀ)
  out.inertia.diagonal().array() += out.moment.dot(c);
  return out;
}

inline SpatialInertia& operator+=(SpatialInertia& to, const SpatialInertia& I) {
  to.mass += I.mass;
  to.moment += I.moment;
  to.inertia += I.inertia;
  return to;
}

/// I V
inline Vec6 applyInertia(const SpatialInertia& I, const Vec6& V) {
  const Vec3 w = V.head<3>(), v = V.tail<3>();
  Vec6 out;
  out.head<3>() = I.inertia * w + I.moment.cross(v);
  out.tail<3>() = I.mass * v - I.moment.cross(w);
  return out;
}

inline Mat6 inertiaMatrix(const SpatialInertia& I) {
  const Mat3 c = skew<double>(I.moment);
  Mat6 out;
  out.topLeftCorner<3, 3>() = I.inertia;
  out.topRightCorner<3, 3>() = c;
  out.bottomLeftCorner<3, 3>() = -c;
  out.bottomRightCorner<3, 3>() = I.mass * Mat3::Identity();
  return out;
}

/// I A + V ×* I V + weight, the wrench that moves a rigid body. [lie] Table 2
inline Vec6 rigidWrench(const SpatialInertia& I, const Frame& frame, const Vec3& gravity) {
  Vec6 A = frame.A;
  A.tail<3>() -= gravity;
  return applyInertia(I, A) + crossForce<double>(frame.V, applyInertia(I, frame.V));
}

/// What a rigid body adds to a composite (rods.md (20a) in closed form: only the angular columns of N and K are not 0).
inline void addRigid(const SpatialInertia& I, const Frame& frame, const Vec3& gravity, Composite& c) {
  const Vec3 w = frame.V.head<3>(), v = frame.V.tail<3>();
  const Vec6 h = applyInertia(I, frame.V);
  c.I += inertiaMatrix(I);
  c.F += rigidWrench(I, frame, gravity);
  const Mat3 W = skew<double>(w), mv = I.moment * v.transpose();
  Mat3 turning = W * I.inertia - I.inertia * W - mv - mv.transpose() - skew<double>(Vec3(h.head<3>()));
  turning.diagonal().array() += 2 * I.moment.dot(v);
  c.N.topLeftCorner<3, 3>() += turning;
  c.N.bottomLeftCorner<3, 3>() -= 2 * skew<double>(Vec3(h.tail<3>()));
  const Mat3 G = skew<double>(gravity);
  c.K.topLeftCorner<3, 3>() -= skew<double>(I.moment) * G;
  c.K.bottomLeftCorner<3, 3>() -= I.mass * G;
}

/// What a fluid does to a rigid link in the tree frame, about its origin; drag is a load.
struct FluidInertia {
  Mat6 added;
  double displaced;
  Vec3 moment;  ///< displaced × centre
};

inline FluidInertia fluidInertia(const LinkFluid& fluid, const Pose& X) {
  const Mat6 inverse = adjointMatrix<double>(X.inverse());
  return {inverse.transpose() * fluid.added * inverse, fluid.displaced, fluid.displaced * (X * fluid.center)};
}

/// What a fluid adds to rigidWrench: added mass does not weigh, what is displaced lifts. rods.md §9
inline Vec6 fluidWrench(const FluidInertia& I, const Frame& frame, const Vec3& gravity) {
  Vec6 out = I.added * frame.A + crossForce<double>(frame.V, Vec6(I.added * frame.V));
  out.head<3>() += I.moment.cross(gravity);
  out.tail<3>() += I.displaced * gravity;
  return out;
}

/// What a fluid adds to a composite; added mass is no rigid inertia: rods.md (20a) with all columns.
inline void addFluid(const FluidInertia& I, const Frame& frame, const Vec3& gravity, Composite& c) {
  const Mat6 ad = crossMotionMatrix<double>(frame.V);
  c.I += I.added;
  c.F += fluidWrench(I, frame, gravity);
  c.N += crossForceBar<double>(I.added * frame.V) - ad.transpose() * I.added - I.added * ad;
  const Mat3 G = skew<double>(gravity);
  c.K.topLeftCorner<3, 3>() += skew<double>(I.moment) * G;
  c.K.bottomLeftCorner<3, 3>() += I.displaced * G;
}

}  // namespace tendril
