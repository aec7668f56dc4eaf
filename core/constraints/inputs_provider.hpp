// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/model.hpp"

namespace tendril {

/// u and tau of a run. The same t must give the same values: a step that is repeated asks again.
class InputsProvider {
 public:
  virtual ~InputsProvider() = default;
  /// Writes u (nu, within the ranges of the actuators) and tau (nv) at time t (s).
  virtual void evaluate(double t, VecXMut u, VecXMut tau) const = 0;
  /// First and second derivative (nu) at t of inputs that are positions (Model::prescribedJoints); other entries do not
  /// count.
  virtual void rates(double, VecXMut rate, VecXMut acceleration) const { rate.setZero(), acceleration.setZero(); }
};

/// The signals of the model, clipped; tau = 0.
class SignalInputs : public InputsProvider {
 public:
  explicit SignalInputs(const Model& model) : model_(model) {}
  void evaluate(double t, VecXMut u, VecXMut tau) const override;
  void rates(double t, VecXMut rate, VecXMut acceleration) const override {
    model_.inputRatesAt(t, rate, acceleration);
  }

 private:
  const Model& model_;
};

}  // namespace tendril
