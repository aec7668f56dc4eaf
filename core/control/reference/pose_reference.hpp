// SPDX-License-Identifier: BSD-3-Clause
// Where a frame is to be over time: a path of its origin and an orientation, both with four derivatives. What cannot be
// is std::invalid_argument with a sentence.
#pragma once

#include <memory>
#include <vector>

#include "core/control/reference/references.hpp"
#include "core/math/jet.hpp"
#include "core/math/pose.hpp"

namespace tendril {

inline constexpr int kPoseDerivatives = 4;
/// Taylor series in time, from the instant that is asked for.
using TimeSeries = Jet<kPoseDerivatives>;
using PoseSeries = PoseT<TimeSeries>;

/// An orientation near one instant.
struct OrientationMotion {
  Mat3T<TimeSeries> R;  ///< world
  Vec3 turn;            ///< rotation vector of R at the instant, rad; beyond half a turn where it is given so
};

/// Immutable.
class OrientationReference {
 public:
  virtual ~OrientationReference() = default;
  /// At t (s), at a kink that of the side behind it. No allocation. std::runtime_error where there is none.
  virtual void evaluate(double t, OrientationMotion& out) const = 0;
};
using OrientationPtr = std::shared_ptr<const OrientationReference>;

/// What a frame is to follow; null: that part is not led.
struct PoseReference {
  ReferencePtr position;  ///< three numbers: origin in the world, m
  OrientationPtr orientation;
};

/// Series of the pose at t (s); the identity where a part is not led. No allocation.
PoseSeries poseSeries(const PoseReference& reference, double t);
/// Body angular velocity ω (RᵀṘ = [ω]) and its first three derivatives, a column each: rad/s, rad/s², …
Eigen::Matrix<double, 3, kPoseDerivatives> bodyRates(const Mat3T<TimeSeries>& R);
/// Body twist V = [ω; Rᵀṗ] and its first three component-wise derivatives, a column each.
Eigen::Matrix<double, 6, kPoseDerivatives> bodyTwists(const PoseSeries& X);

// ---- parts

/// Rows of a reference, from `first` on.
ReferencePtr makePartReference(ReferencePtr whole, int first, int count);
OrientationPtr makeFixedOrientation(const Mat3& R);
/// exp of three numbers, a rotation vector in rad.
OrientationPtr makeRotationVectorOrientation(ReferencePtr vector);
/// Rz(yaw) Ry(pitch) Rx(roll) of three numbers roll, pitch, yaw in rad.
OrientationPtr makeRollPitchYawOrientation(ReferencePtr angles);
/// x along the velocity of a path of three numbers, z as near to `up` as it can be. Where the path stands still, or
/// goes along `up`, evaluate() throws.
OrientationPtr makeTangentialOrientation(ReferencePtr path, const Vec3& up);

// ---- poses

/// 3 or 6 numbers as tasks give them: a position, a rotation vector (`orientationOnly`), or one after the other.
PoseReference makePoseOfEntries(ReferencePtr entries, bool orientationOnly);

enum class PosePath {
  kStraight,  ///< the origin on a line, the orientation about an axis that stands still
  kScrew      ///< the geodesic of SE(3): a turn about a line in space with a slide along it
};
struct PoseTransitionSettings {
  PosePath path = PosePath::kStraight;
  double start = 0, duration = 1;  ///< s
  int degree = 5;                  ///< as makePolynomialReference
  int turns = 0;                   ///< whole turns more than the shortest way; negative: the other way round
};
/// From rest to rest, held before and after.
PoseReference makePoseTransition(const Pose& from, const Pose& to, const PoseTransitionSettings& settings);

/// Through poses at ascending times (s): positions by makeSplineReference, orientations by makeRotationSpline.
PoseReference makePoseSpline(const std::vector<double>& times, const std::vector<Pose>& poses, SplineEnd ends);
/// Through rotations: exponentials of polynomials of degree 5 from each one to the next, the shortest way, whose
/// angular velocities and accelerations at the knots make four derivatives continuous. About one axis it is the spline
/// of the angle, and rotating the world or the frame rotates all of it. Ends as those of makeSplineReference, with
/// angular velocity and acceleration for derivatives.
OrientationPtr makeRotationSpline(const std::vector<double>& times, const std::vector<Mat3>& rotations, SplineEnd ends);

}  // namespace tendril
