// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live_inputs.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {

void LiveInputs::hold(int input, double value) {
  if (input < 0 || input >= model_.nu || !std::isfinite(value)) return;
  hands_[input] = {Hand::Phase::kHeld, value, 0};
}

void LiveInputs::release(int input, double t) {
  if (input < 0 || input >= model_.nu || hands_[input].phase != Hand::Phase::kHeld) return;
  hands_[input].phase = Hand::Phase::kReleased;
  hands_[input].released = t;
}

void LiveInputs::releaseAll(double t) {
  for (int input = 0; input < model_.nu; ++input) release(input, t);
}

void LiveInputs::evaluate(double t, VecXMut u, VecXMut tau) const {
  model_.inputsAt(t, u);
  tau.setZero();
  for (int input = 0; input < model_.nu; ++input) {
    const Hand& hand = hands_[input];
    if (hand.phase == Hand::Phase::kOff) continue;
    const double weight =
        hand.phase == Hand::Phase::kHeld ? 1.0 : std::clamp(1 - (t - hand.released) / kFade, 0.0, 1.0);
    u[input] = (1 - weight) * u[input] + weight * hand.value;
  }
  model_.clipInputs(u);
}

}  // namespace tendril
