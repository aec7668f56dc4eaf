// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/controllers/pose_error.hpp"
#include "core/control/tracking.hpp"

namespace tendril {

struct GeometricTrackingSettings {
  int link = 0;          ///< the floating base: its free joint hangs on the world
  double tiltLimit = 1;  ///< largest angle between the wanted thrust and the vertical, rad, below π/2
};

/// Axes of a base that pushes along `force` (its z) and looks along `heading` (its x, as near as it can be); world. The
/// scalar may be a series in time. Neither may be zero, nor one along the other.
template <class S>
Mat3T<S> thrustFrame(const Vec3T<S>& force, const Vec3T<S>& heading) {
  using std::sqrt;
  const auto unit = [](const Vec3T<S>& x) { return Vec3T<S>(x / S(sqrt(x.squaredNorm()))); };
  Mat3T<S> out;
  out.col(2) = unit(force);
  const Vec3T<S> z = out.col(2);
  out.col(1) = unit(z.cross(heading));
  const Vec3T<S> y = out.col(1);
  out.col(0) = y.cross(z);
  return out;
}

/// `force` with its angle to `up` (unit) brought down to `limit` (rad): the part across is shortened, and a force that
/// points down keeps a twentieth of its size along `up`.
Vec3 withinTilt(const Vec3& force, const Vec3& up, double limit);

/// Flies a base whose outputs turn it in all directions but push it along its z axis only, such as a multirotor: it
/// tilts to go where the position of its reference is, and looks along the x axis of the reference's orientation [Lee,
/// Leok, McClamroch 2010, on SE(3)]. What the base carries is fed forward on the model that the law computes with
/// (null: the plant), with its measured motion and with all other inputs as they are (Measurement::u):
///   1. a = p̈_d + K_D (ṗ_d − ṗ) + K_P (p_d − p), world axes;
///   2. F is the force of the wrench on the base for which it accelerates so, ω̇ as the reference needs it:
///      [τ; F] = (S M⁻¹ Sᵀ)⁻¹ ([ω̇_c; a] − S q̈₀), brought within the tilt limit;
///   3. R_c has its z axis along F; its motion is that of the reference alone (p̈_d − g and the heading, to p_d's fourth
///      derivative), so that on the reference nothing lags;
///   4. the outputs u give the thrust F·z and the ω̇ for which the rotation vector e of R_c Rᵀ obeys
///      ë + K_D ė + K_P e = 0 (pose_error.hpp); of several u the smallest.
/// S are the rows of the base, q̈₀ is what the robot does with the outputs at zero. Gains are 6 × 6, position before
/// orientation, which they may not mix; those of orientation should be some times faster. Ranges give up what needs the
/// least constraint (least_constraint.hpp). What tilted rotors push sideways is not counted. Sampled.
/// std::invalid_argument says what does not fit, also where the outputs do not turn and lift the base at the start of
/// the plant.
std::shared_ptr<Controller> makeGeometricTracking(std::string name, std::vector<int> outputs, const Model& plant,
                                                  std::shared_ptr<const Model> model, PoseReference reference,
                                                  FeedbackGains gains, const GeometricTrackingSettings& settings);

}  // namespace tendril
