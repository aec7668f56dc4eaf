// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "core/math/critically_damped.hpp"

namespace tendril {

LiveInputs::LiveInputs(std::shared_ptr<const Model> model)
    : model_(std::move(model)),
      holds_(static_cast<std::size_t>(model_->nu)),
      position_(static_cast<std::size_t>(model_->nu), 0),
      driven_(static_cast<std::size_t>(model_->nu), 0),
      demanded_(VecX::Zero(model_->nu)),
      signals_(VecX::Zero(model_->nu)),
      rates_(signals_),
      accelerations_(signals_) {
  for (const PrescribedJoint& d : model_->prescribedJoints) position_[static_cast<std::size_t>(d.input)] = 1;
  for (const auto& actuator : model_->actuators)
    ranges_.insert(ranges_.end(), actuator->ranges.begin(), actuator->ranges.end());
}

/// Where an input is wanted while its signal is as given; of a position, with its derivatives.
Vec3 LiveInputs::wanted(int input, double t, double signal) const {
  const Hold& hold = holds_[static_cast<std::size_t>(input)];
  const InputRange& range = ranges_[static_cast<std::size_t>(input)];
  if (hold.phase == Hold::Phase::kHeld) return {std::clamp(hold.value, range.lower, range.upper), 0, 0};
  if (!position_[static_cast<std::size_t>(input)]) {
    const double share = weight(hold, t);
    return {(1 - share) * signal + share * hold.value, 0, 0};
  }
  model_->inputRatesAt(t, rates_, accelerations_);
  return {signal, rates_[input], accelerations_[input]};
}

/// The way that is left at t, and its derivatives.
Vec3 LiveInputs::left(int input, double t) const {
  const Hold& hold = holds_[static_cast<std::size_t>(input)];
  const double timeConstant = position_[static_cast<std::size_t>(input)] ? kFollow : kYield;
  return criticallyDamped(hold.gap, hold.gapRate, t - hold.since, timeConstant);
}

Vec3 LiveInputs::motion(int input, double t, double signal) const {
  return wanted(input, t, signal) + left(input, t);
}

/// `next` from t on, going on from where the input is with its rate.
void LiveInputs::follow(int input, Hold next, double t) {
  Hold& hold = holds_[static_cast<std::size_t>(input)];
  programmed(t);
  const double signal = signals_[input];
  const Vec3 before = motion(input, t, signal);
  hold = next;
  const Vec3 gap = before - wanted(input, t, signal);
  hold.since = t, hold.gap = gap[0], hold.gapRate = gap[1];
}

void LiveInputs::hold(int input, double value, double t, bool running) {
  if (input < 0 || input >= model_->nu || !std::isfinite(value)) return;
  follow(input, {.phase = Hold::Phase::kHeld, .value = value}, t);
  const auto index = static_cast<std::size_t>(input);
  if (!running && !position_[index]) holds_[index].gap = holds_[index].gapRate = 0;
}

void LiveInputs::release(int input, double t) {
  if (input < 0 || input >= model_->nu || !held(input)) return;
  Hold next = holds_[static_cast<std::size_t>(input)];
  next.phase = Hold::Phase::kReleased;
  next.released = t;
  follow(input, next, t);
}

/// signals_ ← what inputs are without a hand.
void LiveInputs::programmed(double t) const {
  model_->inputsAt(t, signals_);
  for (std::size_t i = 0; i < driven_.size(); ++i)
    if (driven_[i]) signals_[static_cast<Eigen::Index>(i)] = demanded_[static_cast<Eigen::Index>(i)];
}

void LiveInputs::setDemanded(const VecXRef& u, std::vector<char> driven) {
  demanded_ = u;
  driven_ = std::move(driven);
}

bool LiveInputs::anyHeld() const {
  return std::ranges::any_of(holds_, [](const Hold& hold) { return hold.phase != Hold::Phase::kOff; });
}

void LiveInputs::overlay(double t, VecXMut u, VecXMut share) const {
  for (int input = 0; input < model_->nu; ++input) {
    const Hold& hold = holds_[static_cast<std::size_t>(input)];
    if (hold.phase == Hold::Phase::kOff) continue;
    u[input] = motion(input, t, u[input])[0];
    share[input] *= 1 - weight(hold, t);
  }
}

void LiveInputs::releaseAll(double t) {
  for (int input = 0; input < model_->nu; ++input) release(input, t);
}

void LiveInputs::settle() {
  for (Hold& hold : holds_) {
    if (hold.phase == Hold::Phase::kReleased) hold = {};
    hold.gap = hold.gapRate = 0;
  }
}

void LiveInputs::restartAt(double t) {
  for (Hold& hold : holds_) {
    if (hold.phase == Hold::Phase::kReleased && t < hold.released) hold = {};  // else it would be let go again then
    if (t < hold.since) hold.gap = hold.gapRate = 0;
  }
  if (perturbation_ && t < std::max(perturbation_->heldSince, perturbation_->gap.since)) perturbation_->settle();
}

void LiveInputs::movePerturbation(const PerturbationTarget& target, double t, bool running) {
  if (!perturbation_ || !target.isFinite()) return;
  perturbation_->moveTarget(target, t);
  if (!running) perturbation_->settle();
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
      holds_[static_cast<std::size_t>(model_->inputOffset[i] + k)] =
          from.holds_[static_cast<std::size_t>(old.inputOffset[b] + k)];
  }
}

double LiveInputs::weight(const Hold& hold, double t) {
  if (hold.phase == Hold::Phase::kHeld) return 1;
  if (hold.phase == Hold::Phase::kOff || t < hold.released) return 0;  // time was set back
  return std::max(0.0, 1 - (t - hold.released) / kFade);
}

void LiveInputs::checkpoint() const {
  if (cancel_ && cancel_->load(std::memory_order_relaxed) && Clock::now() - begun_ > kPatience) throw StepCancelled();
}

void LiveInputs::evaluate(double t, VecXMut u, VecXMut tau) const {
  checkpoint();
  model_->inputsAt(t, u);
  tau.setZero();
  for (int input = 0; input < model_->nu; ++input) {
    if (holds_[static_cast<std::size_t>(input)].phase == Hold::Phase::kOff) continue;
    u[input] = motion(input, t, u[input])[0];
  }
  model_->clipInputs(u);
}

void LiveInputs::rates(double t, VecXMut rate, VecXMut acceleration) const {
  model_->inputRatesAt(t, rate, acceleration);
  if (model_->prescribedJoints.empty()) return;
  model_->inputsAt(t, signals_);
  for (const PrescribedJoint& d : model_->prescribedJoints) {
    if (holds_[static_cast<std::size_t>(d.input)].phase == Hold::Phase::kOff) continue;
    const Vec3 now = motion(d.input, t, signals_[d.input]);
    rate[d.input] = now[1], acceleration[d.input] = now[2];
  }
}

void LiveInputs::describe(double t, std::vector<InputState>& out) const {
  try {
    programmed(t);
  } catch (const std::exception&) {
    signals_.setZero();
  }
  out.resize(holds_.size());
  for (std::size_t i = 0; i < holds_.size(); ++i)
    out[i] = {signals_[static_cast<Eigen::Index>(i)], holds_[i].phase == Hold::Phase::kHeld, weight(holds_[i], t), 0};
}

}  // namespace tendril
