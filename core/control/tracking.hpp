// SPDX-License-Identifier: BSD-3-Clause
// What controllers that follow a reference in actuation coordinates share: y with y' = Bᵀ v of some inputs, gains,
// the error, signals.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/reference/reference.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/model/controller.hpp"

namespace tendril {

/// Before anything is computed with `data` at what was measured: contacts hold there as they do in the robot. A model
/// of other contacts holds nothing.
inline void takeAnchors(const Measurement& measured, Data& data) {
  if (measured.anchors.size() == data.anchors.size() && data.anchors.size() > 0) data.anchors = measured.anchors;
}

/// The columns of some inputs, their coordinates and rates at one state.
struct ActuationState {
  explicit ActuationState(const Model& model, std::vector<int> inputs);
  /// Writes y, rate and columns at (q, v). `data`: a workspace of the model, then with the kinematics of (q, v).
  void evaluate(const Model& model, Data& data, const VecXRef& q, const VecXRef& v);
  /// out (m × nv) ← ∂(Bᵀ v)/∂q, after evaluate() with the same state. Overwrites the kinematics of `data`.
  void rateDerivative(const Model& model, Data& data, MatXMut out) { derivativeAlong(model, data, q_, v_, out); }
  /// The same right after evaluate(), while `data` holds the kinematics that it left.
  void rateDerivativeAtCurrent(const Model& model, Data& data, MatXMut out);
  /// out (m × nv) ← ∂(Bᵀ along)/∂q at q. Overwrites the kinematics of `data`.
  void derivativeAlong(const Model& model, Data& data, const VecXRef& q, const VecXRef& along, MatXMut out);

  std::vector<int> inputs;
  VecX y, rate;  ///< m
  MatX columns;  ///< nv × m

 private:
  void rowsAtCurrent(const Model& model, const Data& data, const VecXRef& along, MatXMut out);

  VecX all_, unit_, q_, v_, row_;
  MatX square_;
};

/// Proportional, derivative and integral gains, n × n. Sizes are the builder's to check.
struct FeedbackGains {
  MatX proportional, derivative, integral;
  bool integrates() const { return integral.size() > 0 && !integral.isZero(0); }
};

/// Reference and errors of n coordinates at one instant.
struct TrackingError {
  explicit TrackingError(int n) : wanted(MatX::Zero(n, 3)), position(VecX::Zero(n)), rate(VecX::Zero(n)) {}
  /// wanted ← the reference and its first two derivatives at t; errors ← wanted − (y, yRate).
  void evaluate(const Reference& reference, double t, const VecXRef& y, const VecXRef& yRate) {
    reference.evaluate(t, 2, wanted);
    position = wanted.col(0) - y, rate = wanted.col(1) - yRate;
  }
  MatX wanted;
  VecX position, rate;
};

/// Ranges of some inputs.
OutputRanges outputRanges(const Model& model, const std::vector<int>& inputs);
/// std::invalid_argument if one of these inputs works on no coordinate that could follow anything, as rotors do.
void needCoordinates(const Model& plant, const std::vector<int>& inputs);
/// Velocity indices of the coordinates of links (indices), joint before body, all of the plant if there are none.
/// std::invalid_argument if one of them is of a rotation.
std::vector<int> vectorCoordinates(const Model& plant, const std::vector<int>& links);
/// reference[k] and error[k] of what is called `names` ("Reference for …").
std::vector<ControllerSignal> trackingSignals(const std::vector<std::string>& names,
                                              const std::vector<std::string>& units);
/// The same of the actuation coordinates of some inputs.
std::vector<ControllerSignal> actuationSignals(const Model& plant, const std::vector<int>& inputs);
/// The same of velocity coordinates.
std::vector<ControllerSignal> coordinateSignals(const Model& plant, const std::vector<int>& velocities);
/// Writes what actuationSignals() and coordinateSignals() name.
void writeTrackingSignals(const TrackingError& error, VecXMut signals);

}  // namespace tendril
