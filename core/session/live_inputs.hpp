// SPDX-License-Identifier: BSD-3-Clause
// The signals of a model, some of them taken over by hand.
#pragma once

#include <vector>

#include "core/solvers/integrator.hpp"

namespace tendril {

class LiveInputs : public InputsProvider {
 public:
  explicit LiveInputs(const Model& model) : model_(model), hands_(model.nu) {}

  /// Value from now on, clipped to the input's range; other indices and values that are no numbers are ignored.
  void hold(int input, double value);
  /// Back to the signal, fading linearly from t on over kFade.
  void release(int input, double t);
  void releaseAll(double t);
  void evaluate(double t, VecXMut u, VecXMut tau) const override;

  static constexpr double kFade = 0.2;  ///< s of simulated time

 private:
  struct Hand {
    enum class Phase { kOff, kHeld, kReleased } phase = Phase::kOff;
    double value = 0, released = 0;
  };
  const Model& model_;
  std::vector<Hand> hands_;
};

}  // namespace tendril
