// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/dense_output/dense_output_integrator.hpp"

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/constraints/loop_closure.hpp"

namespace tendril {
namespace {

constexpr int kMostSteps = 10000;  // internal steps for one step that is asked for
constexpr int kMostStuck = 20;     // internal steps in a row that are too short to advance time

/// Whatever ends a step, data.anchors are those of the state then.
class AnchorScope {
 public:
  AnchorScope(const Model& model, Data& data, const State& state) : model_(model), data_(data), state_(state) {}
  ~AnchorScope() { loadAnchors(model_, state_, data_); }
  AnchorScope(const AnchorScope&) = delete;
  AnchorScope& operator=(const AnchorScope&) = delete;

 private:
  const Model& model_;
  Data& data_;
  const State& state_;
};

}  // namespace

/// Whether the state is the one that was handed out last, and the method still stands there.
bool DenseOutputIntegrator::isAt(const State& state) const {
  return ahead_ && state.t == lastT_ && state.q == lastQ_ && state.v == lastV_;
}

StepResult DenseOutputIntegrator::reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  continues_ = &model == model_ && isAt(state);
  for (VecX* x : {&lastV_, &lastTau_, &tau_, &acceleration_}) x->setZero(model.nv);
  for (VecX* x : {&u_, &lastU_}) x->setZero(model.nu);
  if (!continues_) prepare(model, data, inputs);
  model_ = &model;
  ahead_ = false;
  end_.resize(model);
  normalize(model, state.q);
  if (StepResult bad = followInputs(model, start_, inputs, state)) return bad;
  if (StepResult bad = closeLoops(model, data, state, &inputs)) return bad;
  if (!hasIntegratorState(state, {})) setIntegratorState(state, {});
  startAnchors(model, data, state);
  inputs.evaluate(state.t, u_, tau_);
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  try {
    start_.giveAcceleration(acceleration_);
    forwardDynamics(model, data, state.q, state.v,
                    {.t = state.t,
                     .u = model.nu ? &u_ : nullptr,
                     .tau = &tau_,
                     .motion = &acceleration_,
                     .perturbation = inputs.perturbation()});
  } catch (const SingularMassMatrix& singular) {
    return makeSingularFailure(model, state.t, singular.link);
  } catch (const OverconstrainedMotion& blocked) {
    return makeBlockedFailure(model, state.t, blocked.row);
  }
  acceleration_ = data.acceleration;
  if (!acceleration_.allFinite()) return makeFailure(model, Failure::Kind::kNotFinite, state.t, acceleration_);
  constexpr double kSteps = 10;  // whose errors of atol add up where everything rests
  startAccount(model, data, state, statistics_, kSteps * model.simulation.atol);
  return {};
}

/// Whether the internal steps belong to this state and what was seen ahead of it is still so. u_, tau_: inputs now.
bool DenseOutputIntegrator::canContinue(const Model& model, const Data& data, const State& state,
                                        const InputsProvider& inputs) {
  return isAt(state) && u_ == lastU_ && tau_ == lastTau_ && record_.isStillTrue(model, data, inputs);
}

StepResult DenseOutputIntegrator::step(const Model& model, Data& data, State& state, double h,
                                       const InputsProvider& inputs) {
  if (StepResult bad = checkStep(state.t, h)) return bad;
  inputs.evaluate(state.t, u_, tau_);
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  start_.sample(inputs, state.t), end_.sample(inputs, state.t + h);
  if (StepResult bad = end_.check(state.t + h)) return bad;
  if (StepResult bad = checkJumps(model, state.q, state.v, state.t, h, end_)) return bad;
  use(data, inputs);
  const AnchorScope anchors(model, data, state);
  const bool on = canContinue(model, data, state, inputs);
  const bool same = isAt(state) || continues_;
  ahead_ = continues_ = false;  // until the step is made, whatever ends it
  try {
    if (!on)
      if (StepResult bad = startAt(model, data, state, same)) return bad;
    if (StepResult bad = advance(model, data, state, h, inputs)) {
      StepResult blocked = checkBlocked(model, data, state, end_);
      return blocked ? blocked : bad;
    }
  } catch (const SingularMassMatrix& singular) {
    return makeSingularFailure(model, state.t, singular.link);
  } catch (const OverconstrainedMotion& blocked) {
    return makeBlockedFailure(model, state.t, blocked.row);
  }
  const bool kinked = !seesKinks() && findKinks(model, inputs, state.t, h, start_, end_, kinks_);
  if (StepResult open = handOut(model, data, state, h)) return open;
  if (kinked) applyVelocityJump(model, data, state);
  ++statistics_.steps;
  inputs.evaluate(state.t, u_, tau_);
  lastT_ = state.t, lastQ_ = state.q, lastV_ = state.v, lastU_ = u_, lastTau_ = tau_;
  return {};
}

/// The state a step of h on; unchanged if its loops are open.
StepResult DenseOutputIntegrator::handOut(const Model& model, Data& data, State& state, double h) {
  next_.t = state.t + h, next_.q = state.q, next_.v = state.v;
  const bool on = read(model, data, next_);
  normalize(model, next_.q);
  end_.givePosition(next_.q), end_.giveVelocity(next_.v), end_.giveAcceleration(acceleration_);
  if (!model.loops.empty()) {
    closeGaps(model, data, next_);
    if (StepResult open = checkLoops(model, data, state.t, kLoopsLost)) return open;
  }
  state.t = next_.t, state.q = next_.q, state.v = next_.v;
  if (model.anchorSize > 0) {
    followAnchors(model, anchors_, state.q, state.v, data);
    storeAnchors(model, data, state);
    countAnchors(data.anchors[0]);
  }
  ahead_ = on;
  return {};
}

/// What kinks of prescribed positions within the step did to the free velocities, at its end.
void DenseOutputIntegrator::applyVelocityJump(const Model& model, Data& data, State& state) {
  const double before = energy(model, data, state.q, state.v).kinetic;
  applyKinks(model, data, state.q, kinks_, state.v);
  addWork(energy(model, data, state.q, state.v).kinetic - before, 0, statistics_);
  ahead_ = false;
}

/// Internal steps until t + h is reached.
StepResult DenseOutputIntegrator::advance(const Model& model, Data& data, const State& state, double h,
                                          const InputsProvider& inputs) {
  const double end = state.t + h;
  bool moved = false;
  int stuck = 0;
  for (int k = 0; internalTime() < end; ++k) {
    if (k >= kMostSteps || stuck >= kMostStuck) return stepFailure(model, data, state);
    const double before = internalTime();
    if (StepResult bad = internalStep(model, data, state, end)) return bad;
    stuck = internalTime() > before ? 0 : stuck + 1;
    moved = true;
  }
  if (moved) record_.remember(model, data, internalTime(), inputs);
  return {};
}

}  // namespace tendril
