// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/model.hpp"
#include "core/model/perturbation.hpp"

namespace tendril {

/// u, tau and what acts from outside on a run. The same t must give the same values: a step that is repeated asks
/// again.
class InputsProvider {
 public:
  virtual ~InputsProvider() = default;
  /// Writes u (nu, within the ranges of the actuators) and tau (nv) at time t (s).
  virtual void evaluate(double t, VecXMut u, VecXMut tau) const = 0;
  /// First and second derivative (nu) at t of inputs that are positions (Model::prescribedJoints); other entries do not
  /// count.
  virtual void rates(double, VecXMut rate, VecXMut acceleration) const { rate.setZero(), acceleration.setZero(); }
  /// What somebody's hand makes at t of inputs u (nu) that controllers demand: overwrites those that are held or on
  /// their way back, and multiplies their `share` (nu) by ∂u/∂demand. Others stay.
  virtual void overlay(double, VecXMut, VecXMut) const {}
  /// Called between iterations of a step, which may take long without asking for inputs: what is thrown here, or out of
  /// evaluate(), leaves the step and the state as it was; the method is to be reset() then.
  virtual void checkpoint() const {}
  /// What holds the robot, at any time until somebody changes it between two steps; null: nothing.
  virtual const Perturbation* perturbation() const { return nullptr; }
};

/// The signals of the model, clipped; tau = 0.
class SignalInputs : public InputsProvider {
 public:
  explicit SignalInputs(const Model& model) : model_(model) {}
  void evaluate(double t, VecXMut u, VecXMut tau) const override { model_.inputsAt(t, u), tau.setZero(); }
  void rates(double t, VecXMut rate, VecXMut acceleration) const override {
    model_.inputRatesAt(t, rate, acceleration);
  }

 private:
  const Model& model_;
};

}  // namespace tendril
