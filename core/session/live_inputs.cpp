// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace tendril {

LiveInputs::LiveInputs(std::shared_ptr<const Model> model)
    : model_(std::move(model)), hands_(static_cast<std::size_t>(model_->nu)), signals_(VecX::Zero(model_->nu)) {}

void LiveInputs::hold(int input, double value) {
  if (input < 0 || input >= model_->nu || !std::isfinite(value)) return;
  hands_[static_cast<std::size_t>(input)] = {Hand::Phase::kHeld, value, 0};
}

void LiveInputs::release(int input, double t) {
  if (input < 0 || input >= model_->nu || !held(input)) return;
  Hand& hand = hands_[static_cast<std::size_t>(input)];
  hand.phase = Hand::Phase::kReleased;
  hand.released = t;
}

void LiveInputs::releaseAll(double t) {
  for (int input = 0; input < model_->nu; ++input) release(input, t);
}

void LiveInputs::settle() {
  for (Hand& hand : hands_)
    if (hand.phase == Hand::Phase::kReleased) hand = {};
}

int LiveInputs::indexOf(const std::string& actuator) const {
  const auto found = std::ranges::find_if(model_->actuators, [&](const auto& a) { return a->name == actuator; });
  return found == model_->actuators.end() ? -1 : static_cast<int>(found - model_->actuators.begin());
}

void LiveInputs::inherit(const LiveInputs& from) {
  const Model& old = *from.model_;
  for (std::size_t i = 0; i < model_->actuators.size(); ++i) {
    const Actuator& actuator = *model_->actuators[i];
    int before = from.indexOf(actuator.name);
    const bool renamed = before < 0 && i < old.actuators.size() && indexOf(old.actuators[i]->name) < 0;
    if (renamed) before = static_cast<int>(i);
    if (before < 0) continue;
    const auto b = static_cast<std::size_t>(before);
    for (int k = 0; k < std::min(actuator.inputs(), old.actuators[b]->inputs()); ++k)
      hands_[static_cast<std::size_t>(model_->inputOffset[i] + k)] =
          from.hands_[static_cast<std::size_t>(old.inputOffset[b] + k)];
  }
}

double LiveInputs::weight(const Hand& hand, double t) {
  if (hand.phase == Hand::Phase::kOff) return 0;
  return hand.phase == Hand::Phase::kHeld ? 1.0 : std::clamp(1 - (t - hand.released) / kFade, 0.0, 1.0);
}

void LiveInputs::evaluate(double t, VecXMut u, VecXMut tau) const {
  model_->inputsAt(t, u);
  tau.setZero();
  for (int input = 0; input < model_->nu; ++input) {
    const Hand& hand = hands_[static_cast<std::size_t>(input)];
    if (hand.phase == Hand::Phase::kOff) continue;
    const double share = weight(hand, t);
    u[input] = (1 - share) * u[input] + share * hand.value;
  }
  model_->clipInputs(u);
}

void LiveInputs::describe(double t, std::vector<InputState>& out) const {
  try {
    model_->inputsAt(t, signals_);
  } catch (const std::exception&) {
    signals_.setZero();
  }
  out.resize(hands_.size());
  for (std::size_t i = 0; i < hands_.size(); ++i)
    out[i] = {signals_[static_cast<Eigen::Index>(i)], hands_[i].phase == Hand::Phase::kHeld, weight(hands_[i], t)};
}

}  // namespace tendril
