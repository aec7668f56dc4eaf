// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controlled_integrator.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/control/control_loop.hpp"

namespace tendril {
namespace {

constexpr double kAtOnce = 1e-9;  // of a step: an instant this near to its ends is there

/// Inputs from outside with the demands that are held.
class HeldInputs : public InputsProvider {
 public:
  HeldInputs(const ControlLoop& loop, const InputsProvider& inputs, const State& state)
      : loop_(loop), inputs_(inputs), state_(state) {}
  void evaluate(double t, VecXMut u, VecXMut tau) const override {
    inputs_.evaluate(t, u, tau);
    loop_.applyHeld(state_.z, t, u);
  }
  void rates(double t, VecXMut rate, VecXMut acceleration) const override { inputs_.rates(t, rate, acceleration); }
  const Perturbation* perturbation() const override { return inputs_.perturbation(); }
  void overlay(double t, VecXMut u, VecXMut share) const override { inputs_.overlay(t, u, share); }
  void checkpoint() const override { inputs_.checkpoint(); }

 private:
  const ControlLoop& loop_;
  const InputsProvider& inputs_;
  const State& state_;
};

/// While it lives, controllers without samples act on what is computed with `data`.
class FeedbackScope {
 public:
  FeedbackScope(ControlLoop& loop, Data& data, const InputsProvider& inputs) : loop_(loop), data_(data) {
    loop_.use(&inputs, &data.anchors);
    if (loop_.hasContinuous()) data_.feedback = &loop_;
  }
  ~FeedbackScope() {
    data_.feedback = nullptr;
    loop_.use(nullptr);
  }
  FeedbackScope(const FeedbackScope&) = delete;
  FeedbackScope& operator=(const FeedbackScope&) = delete;

 private:
  ControlLoop& loop_;
  Data& data_;
};

class ControlledIntegrator : public Integrator {
 public:
  ControlledIntegrator(std::shared_ptr<const Model> model, std::unique_ptr<Integrator> method)
      : loop_(std::move(model)), method_(std::move(method)) {}

  StepResult reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  StepResult step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) override;
  void readInputs(const InputsProvider& inputs, State& state, VecXMut u, VecXMut tau) override;
  double committedTime(const State& state) const override { return method_->committedTime(state); }
  void continueAccount(const StepStatistics& account) override {
    statistics_ = account;
    method_->continueAccount(account);
  }

 private:
  /// What controllers held from an instant of the last step on.
  struct Held {
    double t = 0;
    VecX z;
  };
  StepResult pieces(const Model& model, Data& data, State& state, double end, const InputsProvider& inputs);
  /// What is due now, or within `atOnce` (s): a step as short as that is not made.
  StepResult sample(const Model& model, Data& data, State& state, double atOnce, const InputsProvider& inputs);
  void finish(State& state, const InputsProvider& inputs);
  void keepHeld(const State& state);

  ControlLoop loop_;
  std::unique_ptr<Integrator> method_;
  State begin_;
  std::vector<Held> held_;  ///< in the order of time; those behind heldCount_ are memory to write to
  std::size_t heldCount_ = 0;
  VecX tau_;
};

StepResult failureOf(const std::string& why, double t) {
  Failure failure;
  failure.kind = Failure::Kind::kController;
  failure.time = t;
  failure.advice = why + ".";
  return failure;
}

StepResult ControlledIntegrator::reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  const FeedbackScope scope(loop_, data, inputs);
  u_.setZero(model.nu), tau_.setZero(model.nv);
  inputs.evaluate(state.t, u_, tau_);
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  normalize(model, state.q);
  loop_.forgetFailure();
  try {
    loop_.start(state);
    if (StepResult bad = method_->reset(model, data, state, HeldInputs(loop_, inputs, state)))
      return loop_.failure().empty() ? bad : failureOf(loop_.failure(), state.t);
    heldCount_ = 0;
    keepHeld(state);
    finish(state, inputs);
  } catch (const ControllerError& error) {
    return failureOf(error.what(), state.t);
  }
  statistics_ = method_->statistics();
  return {};
}

StepResult ControlledIntegrator::step(const Model& model, Data& data, State& state, double h,
                                      const InputsProvider& inputs) {
  if (StepResult bad = checkStep(state.t, h)) return bad;
  const FeedbackScope scope(loop_, data, inputs);
  begin_ = state;
  const StepStatistics account = method_->statistics();
  const std::int64_t steps = statistics_.steps;
  loop_.forgetFailure();
  StepResult bad;
  try {
    bad = pieces(model, data, state, state.t + h, inputs);
    if (!bad) finish(state, inputs);
  } catch (const ControllerError& error) {
    bad = failureOf(error.what(), begin_.t);
  }
  // No step is short enough for the method, as the controller has no value further on.
  if (bad && !loop_.failure().empty()) bad = failureOf(loop_.failure(), begin_.t);
  if (bad) {
    state = begin_;
    loadAnchors(model, state, data);
    method_->continueAccount(account);
    bad->time = begin_.t;
  }
  statistics_ = method_->statistics();
  statistics_.steps = bad ? steps : steps + 1;
  return bad;
}

/// To the end of a step, from one instant at which controllers do something to the next.
StepResult ControlledIntegrator::pieces(const Model& model, Data& data, State& state, double end,
                                        const InputsProvider& inputs) {
  const double start = state.t, atOnce = kAtOnce * (end - start);
  heldCount_ = 0;
  keepHeld(state);
  while (true) {
    const double next = loop_.nextEvent(state);
    const bool within = next < end - atOnce;
    const double length = (within ? next : end) - state.t;
    if (length > atOnce) {
      const HeldInputs held(loop_, inputs, state);
      if (StepResult bad = method_->step(model, data, state, length, held)) return bad;
    }
    if (StepResult bad = sample(model, data, state, atOnce, inputs)) return bad;
    if (!within) return {};
  }
}

StepResult ControlledIntegrator::sample(const Model& model, Data& data, State& state, double atOnce,
                                        const InputsProvider& inputs) {
  if (!loop_.update(state, atOnce)) return {};
  keepHeld(state);
  return method_->inputsJumped(model, data, state, HeldInputs(loop_, inputs, state));
}

/// Inputs and accelerations that belong to the state.
void ControlledIntegrator::finish(State& state, const InputsProvider& inputs) {
  loop_.refresh(state);
  HeldInputs(loop_, inputs, state).evaluate(state.t, u_, tau_);
  if (loop_.hasContinuous()) loop_.evaluate(state.t, state.q, state.v, u_);
  if (!u_.allFinite() && !loop_.failure().empty()) throw ControllerError(loop_.failure());
  acceleration_ = method_->acceleration();
}

void ControlledIntegrator::keepHeld(const State& state) {
  if (heldCount_ == held_.size()) held_.emplace_back();
  held_[heldCount_].t = state.t;
  held_[heldCount_].z = state.z;
  ++heldCount_;
}

void ControlledIntegrator::readInputs(const InputsProvider& inputs, State& state, VecXMut u, VecXMut tau) {
  std::size_t last = 0;
  while (last + 1 < heldCount_ && held_[last + 1].t <= state.t) ++last;
  const VecX& then = held_[last].z;
  if (then.size() == state.z.size()) state.z = then;
  loop_.use(&inputs);
  loop_.refresh(state);
  HeldInputs(loop_, inputs, state).evaluate(state.t, u, tau);
  if (loop_.hasContinuous()) loop_.evaluate(state.t, state.q, state.v, u);
  loop_.use(nullptr);
}

}  // namespace

std::unique_ptr<Integrator> withControllers(std::shared_ptr<const Model> model, std::unique_ptr<Integrator> method) {
  return std::make_unique<ControlledIntegrator>(std::move(model), std::move(method));
}

}  // namespace tendril
