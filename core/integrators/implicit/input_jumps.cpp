// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/implicit/input_jumps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/integrators/implicit/implicit.hpp"

namespace tendril {
namespace {

constexpr double kUneven = 0.75;     // of a change: with more in one half of the interval it may be a jump
constexpr double kReal = 0.5;        // of the change in the step: what a jump is at least
constexpr double kNarrow = 1e-9;     // of the step: what changes within less jumps
constexpr double kSmallest = 1e-12;  // of u: less is rounding
constexpr double kAtOnce = 1e-4;     // of the step: a jump this near to its ends is there
constexpr int kMostJumps = 16;       // of one step
constexpr const char* kAcceleration = ImplicitIntegrator::kAccelerationBlock;

/// What inputs say within [first, last].
class InputsWithin : public InputsProvider {
 public:
  InputsWithin(const InputsProvider& inputs, double first, double last) : inputs_(inputs), first_(first), last_(last) {}
  void evaluate(double t, VecXMut u, VecXMut tau) const override { inputs_.evaluate(within(t), u, tau); }
  void rates(double t, VecXMut rate, VecXMut acceleration) const override {
    inputs_.rates(within(t), rate, acceleration);
  }
  void checkpoint() const override { inputs_.checkpoint(); }
  const Perturbation* perturbation() const override { return inputs_.perturbation(); }

 private:
  double within(double t) const { return std::max(first_, std::min(t, last_)); }
  const InputsProvider& inputs_;
  double first_, last_;
};

class RestartAtJumps : public Integrator {
 public:
  explicit RestartAtJumps(std::unique_ptr<Integrator> method) : method_(std::move(method)) {}

  StepResult reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  StepResult step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) override;
  StepResult inputsJumped(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  void continueAccount(const StepStatistics& account) override {
    statistics_ = account;
    method_->continueAccount(account);
  }

 private:
  InputJump firstOf(const InputsProvider& inputs, double from, InputJump jump, double atOnce);
  StepResult stepOver(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs,
                      InputJump jump);
  StepResult piece(const Model& model, Data& data, State& state, double end, double h, const InputsProvider& inputs);
  StepResult restart(const Model& model, Data& data, State& state, const InputsProvider& inputs);
  void publish();

  std::unique_ptr<Integrator> method_;
  InputJumps jumps_;
  State begin_;
};

StepResult RestartAtJumps::reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  if (StepResult bad = method_->reset(model, data, state, inputs)) return bad;
  jumps_.resize(model);
  begin_ = state;
  statistics_.steps = 0;
  publish();
  return {};
}

void RestartAtJumps::publish() {
  const std::int64_t steps = statistics_.steps;
  statistics_ = method_->statistics();
  statistics_.steps = steps;
  acceleration_ = method_->acceleration(), u_ = method_->inputs();
}

StepResult RestartAtJumps::step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) {
  const std::optional<InputJump> jump = checkStep(state.t, h) ? std::nullopt : jumps_.find(inputs, state.t, h);
  if (!jump) {
    StepResult bad = method_->step(model, data, state, h, inputs);
    publish();
    if (!bad) ++statistics_.steps;
    return bad;
  }
  begin_ = state;
  const StepStatistics account = method_->statistics();
  StepResult bad = stepOver(model, data, state, h, inputs, *jump);
  if (bad) {
    state = begin_;
    loadAnchors(model, state, data);
    method_->continueAccount(account);
    publish();
    bad->time = begin_.t;
    return bad;
  }
  state.t = begin_.t + h;
  ++statistics_.steps;
  return {};
}

/// What comes before a jump that outweighs it.
InputJump RestartAtJumps::firstOf(const InputsProvider& inputs, double from, InputJump jump, double atOnce) {
  for (int k = 0; k < kMostJumps && jump.before - from > atOnce; ++k) {
    const std::optional<InputJump> earlier = jumps_.find(inputs, from, jump.before - from);
    if (!earlier) break;
    jump = *earlier;
  }
  return jump;
}

StepResult RestartAtJumps::stepOver(const Model& model, Data& data, State& state, double h,
                                    const InputsProvider& inputs, InputJump jump) {
  const double end = state.t + h, atOnce = kAtOnce * h;
  double first = state.t;  // inputs are those behind the last jump
  for (int k = 0; k < kMostJumps; ++k) {
    jump = firstOf(inputs, first, jump, atOnce);
    const bool atEnd = end - jump.before <= atOnce;
    if (atEnd || jump.before - state.t > atOnce) {
      const InputsWithin ahead(inputs, first, jump.before);
      if (StepResult bad = piece(model, data, state, atEnd ? end : jump.before, h, ahead)) return bad;
    }
    if (atEnd) return restart(model, data, state, inputs);
    first = jump.after;
    if (StepResult bad = restart(model, data, state, InputsWithin(inputs, first, end))) return bad;
    const std::optional<InputJump> next = jumps_.find(inputs, first, end - first);
    if (!next) break;
    jump = *next;
  }
  return piece(model, data, state, end, h, InputsWithin(inputs, first, end));
}

/// From the state to `end`, a part of the step h. The method's own acceleration, which lies a share of a step away from
/// the true one, is brought to that length.
StepResult RestartAtJumps::piece(const Model& model, Data& data, State& state, double end, double h,
                                 const InputsProvider& inputs) {
  const double length = end - state.t;
  const VecX acceleration = state.block(kAcceleration);
  auto own = integratorBlock(state, kAlgorithmicBlock);
  own = acceleration + std::min(1.0, length / h) * (own - acceleration);
  StepResult bad = method_->step(model, data, state, length, inputs);
  publish();
  return bad;
}

/// Accelerations and forces of loops as after reset().
StepResult RestartAtJumps::restart(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  if (StepResult bad = inputsJumped(model, data, state, inputs)) return bad;
  integratorBlock(state, kAlgorithmicBlock) = acceleration_;
  return {};
}

StepResult RestartAtJumps::inputsJumped(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  StepResult bad = method_->inputsJumped(model, data, state, inputs);
  publish();
  return bad;
}

}  // namespace

void InputJumps::resize(const Model& model) {
  looksAt_.assign(static_cast<std::size_t>(model.nu), true);
  for (const PrescribedJoint& d : model.prescribedJoints) looksAt_[static_cast<std::size_t>(d.input)] = false;
  for (VecX* u : {&from_, &to_, &middle_, &u_}) u->setZero(model.nu);
  tau_.setZero(model.nv);
}

std::optional<InputJump> InputJumps::find(const InputsProvider& inputs, double t, double h) {
  std::optional<InputJump> first;
  if (std::find(looksAt_.begin(), looksAt_.end(), true) == looksAt_.end()) return first;
  inputs.evaluate(t, from_, tau_);
  inputs.evaluate(t + h, to_, tau_);
  inputs.evaluate(t + h / 2, middle_, tau_);
  for (Eigen::Index i = 0; i < from_.size(); ++i) {
    if (!looksAt_[static_cast<std::size_t>(i)]) continue;
    const double change = std::abs(to_[i] - from_[i]), before = std::abs(middle_[i] - from_[i]);
    const double behind = std::abs(to_[i] - middle_[i]);
    if (!(change > kSmallest * (std::abs(from_[i]) + std::abs(to_[i])))) continue;
    if (std::max(before, behind) < kUneven * change) continue;
    const std::optional<InputJump> found = narrowed(inputs, i, t, h);
    if (found && (!first || found->before < first->before)) first = found;
  }
  return first;
}

/// Halves the interval around what changes most, while most of the change is in one half.
std::optional<InputJump> InputJumps::narrowed(const InputsProvider& inputs, Eigen::Index i, double t, double h) {
  InputJump at{t, t + h};
  double low = from_[i], high = to_[i];
  while (at.after - at.before > kNarrow * h) {
    const double middle = 0.5 * (at.before + at.after);
    if (!(at.before < middle && middle < at.after)) break;
    inputs.evaluate(middle, u_, tau_);
    const double before = std::abs(u_[i] - low), behind = std::abs(high - u_[i]);
    if (!(std::max(before, behind) >= kUneven * std::abs(high - low))) return {};
    if (before >= behind) at.after = middle, high = u_[i];
    if (before < behind) at.before = middle, low = u_[i];
  }
  if (!(std::abs(high - low) >= kReal * std::abs(to_[i] - from_[i]))) return {};
  return at;
}

std::unique_ptr<Integrator> restartAtJumps(std::unique_ptr<Integrator> method) {
  return std::make_unique<RestartAtJumps>(std::move(method));
}

}  // namespace tendril
