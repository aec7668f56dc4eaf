// SPDX-License-Identifier: BSD-3-Clause
// Bodies along motions that are series of time, for algorithms that need more of a motion than Body gives. Series are
// columns of normalised coefficients, x⁽ᵏ⁾/k! in column k.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/math/pose.hpp"

namespace tendril {

/// How a frame moves: its twist and γ = −Rᵀg, both in its own axes.
struct FrameCoefficients {
  Mat6X V;
  Eigen::Matrix3Xd gamma;
};

/// A body in a motion: workspace for one thread.
class BodySeries {
 public:
  virtual ~BodySeries() = default;
  /// Coordinates and rates (size × coefficients), and how the base moves.
  virtual void move(const MatX& q, const MatX& qd, const FrameCoefficients& base) = 0;
  /// How the stations move, after move().
  virtual const std::vector<FrameCoefficients>& stations() const = 0;
  /// What inertia and weight want, and per station the wrench that is exerted there, in the station's axes: `base` ←
  /// the wrench on the base, in its axes; force (size × coefficients) ← what does work on the coordinates. After
  /// move().
  virtual void pull(std::span<const Mat6X> attached, Mat6X& base, MatX& force) = 0;
  /// force += elasticity and damping, on the left side of the equation of motion. After move().
  virtual void addInternalForce(MatX& force) = 0;
};

/// Bodies that can be moved like this implement it beside Body.
class SeriesBody {
 public:
  virtual ~SeriesBody() = default;
  /// Why there is none, for people, as "its ..."; empty: there is.
  virtual std::string whyNoSeries() const = 0;
  /// With the coefficients 0…last of velocities, last ≤ 15.
  virtual std::unique_ptr<BodySeries> makeSeries(int last) const = 0;
};

}  // namespace tendril
