// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/simulation.hpp"

#include <cmath>
#include <exception>
#include <utility>

namespace tendril {

void Simulation::load(std::unique_ptr<Program> program, Carry carry) {
  if (!program) return;
  const std::unique_ptr<Program> old = std::exchange(program_, std::move(program));
  const Model& model = *program_->model;
  const bool goesOn = old && carry == Carry::kState;
  State state = goesOn ? carryOver(*old->model, state_, model) : initialState(model);
  start_ = initialState(model);
  arena_ = std::make_unique<Arena>(model);
  inputs_ = std::make_unique<LiveInputs>(model);
  const bool tryAgain = runState_ == RunState::kDiverged || runState_ == RunState::kEmpty;
  const RunState next = !goesOn ? RunState::kReady : tryAgain ? RunState::kPaused : runState_;
  begin(std::move(state), next);
}

/// Prepares the integrator for a state that did not come from its last step, with a history of its own.
void Simulation::begin(State state, RunState next) {
  state_ = std::move(state);
  clearFailure();
  runState_ = next;
  newHistory();
  try {
    StepResult bad;
    arena_->run([&] { bad = program_->integrator->reset(*program_->model, program_->data, state_, *inputs_); });
    if (bad) return fail(bad->message(), bad->link);
    record();
  } catch (const std::exception& error) {
    fail(error.what(), -1);
  }
}

void Simulation::play() {
  if (empty()) return;
  if (runState_ == RunState::kDiverged) begin(std::move(state_), RunState::kRunning);
  if (runState_ == RunState::kReady || runState_ == RunState::kPaused) runState_ = RunState::kRunning;
}

void Simulation::pause() {
  if (runState_ == RunState::kRunning) runState_ = RunState::kPaused;
}

void Simulation::reset() {
  if (!empty()) begin(start_, RunState::kReady);
}

bool Simulation::fits(const State& state) const {
  const Model& model = *program_->model;
  return state.q.size() == model.nq && state.v.size() == model.nv && state.q.allFinite() && state.v.allFinite() &&
         state.z.allFinite() && std::isfinite(state.t);
}

void Simulation::setState(State state) {
  if (empty()) return;
  if (!fits(state)) {
    failure_ = "The state was not taken: it needs " + std::to_string(program_->model->nq) + " positions and " +
               std::to_string(program_->model->nv) + " velocities, all finite numbers.";
    return;
  }
  start_ = state;
  begin(std::move(state), runState_ == RunState::kDiverged ? RunState::kPaused : runState_);
}

void Simulation::setConfiguration(VecX q, VecX v) {
  State state;
  state.t = state_.t;
  state.q = std::move(q), state.v = std::move(v);
  setState(std::move(state));
}

void Simulation::step() {
  if (empty() || runState_ == RunState::kDiverged) return;
  try {
    StepResult bad;
    const Program& p = *program_;
    arena_->run([&] { bad = p.integrator->step(*p.model, program_->data, state_, stepSize(), *inputs_); });
    if (bad) return fail(bad->message(), bad->link);
    if (state_.t >= nextRecord_ - 1e-6 * stepSize()) record();
  } catch (const std::exception& error) {
    return fail(error.what(), -1);
  }
  if (runState_ == RunState::kReady) runState_ = RunState::kPaused;
  if (stopAt_ && state_.t >= *stopAt_ - 1e-6 * stepSize()) pause();
}

void Simulation::fail(std::string message, int link) {
  runState_ = RunState::kDiverged;
  failure_ = std::move(message);
  failedLink_ = link;
}

void Simulation::clearFailure() {
  failure_.clear();
  failedLink_ = -1;
}

void Simulation::newHistory() {
  const Model& model = *program_->model;
  history_ = std::make_shared<History>(program_->generation, model.nq, model.nv, model.nu, historyBytes_);
  nextRecord_ = state_.t;
}

void Simulation::record() {
  if (history_->full()) history_ = history_->thinned();
  const Energy e = energy(*program_->model, program_->data, state_.q, state_.v);
  const Integrator& integrator = *program_->integrator;
  history_->append(state_.t, state_.q, state_.v, integrator.inputs(), {e.kinetic, e.gravity, e.elastic},
                   integrator.balancePercent(e));
  const double rate = program_->model->simulation.recordRate;
  const double interval = history_->thinning() * (rate > 0 ? 1 / rate : stepSize());
  while (nextRecord_ <= state_.t + 1e-6 * stepSize()) nextRecord_ += interval;
}

void Simulation::fill(Snapshot& out) {
  out.state = runState_;
  out.failure = failure_;
  out.failedLink = failedLink_;
  if (empty()) return;
  const Integrator& integrator = *program_->integrator;
  out.generation = program_->generation;
  out.history = history_;
  arena_->run([&] {
    fillSnapshot(program_->model, program_->data, state_.t, state_.q, state_.v, &integrator.inputs(), out);
    out.energy = energy(*program_->model, program_->data, state_.q, state_.v);
  });
  out.a = integrator.acceleration();
  out.balance = integrator.balancePercent(out.energy);
  const StepStatistics& statistics = integrator.statistics();
  out.steps = statistics.steps, out.newton = statistics.newton, out.jacobians = statistics.jacobians;
}

}  // namespace tendril
