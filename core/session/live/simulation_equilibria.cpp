// SPDX-License-Identifier: BSD-3-Clause
// Equilibria of a session: found by it, or elsewhere; and the way back to where they began.
#include <memory>
#include <utility>

#include "core/session/live/simulation.hpp"

namespace tendril {

void Simulation::findEquilibrium(bool show, const std::atomic<bool>& cancel) {
  if (empty()) return;
  VecX from = equilibrium_.showing() ? equilibrium_.shown() : state_.q;
  const bool replayed = replay_.active();
  const RunStore::Origin origin = leaveForEquilibrium();
  inputs_->settle();
  auto result = std::make_shared<StaticsResult>();
  arena_->run([&] { *result = equilibrium_.solve(*program_, state_, *inputs_, &cancel); });
  statics_ = result;
  if (!replayed && !result->converged) return;
  if (replayed) from = state_.q;
  State state;
  state.t = state_.t, state.q = result->converged ? result->q : state_.q, state.v.setZero(program_->model->nv);
  begin(std::move(state), RunState::kPaused, origin);
  if (show && result->converged) equilibrium_.show(*program_->model, from, state_.q);
}

void Simulation::showEquilibrium(const VecX& q, const VecX& u) {
  if (empty() || q.size() != program_->model->nq || u.size() != program_->model->nu) return;
  const RunStore::Origin origin = leaveForEquilibrium();
  for (int i = 0; i < program_->model->nu; ++i) inputs_->hold(i, u[i], state_.t, false);
  inputs_->settle();
  State state;
  state.t = state_.t, state.q = q, state.v.setZero(program_->model->nv);
  begin(std::move(state), RunState::kPaused, origin);
}

/// The run before an equilibrium is kept, time stands still.
RunStore::Origin Simulation::leaveForEquilibrium() {
  if (!replay_.active()) closeRun();
  const RunStore::Origin origin = leaveReplay(RunReason::kEquilibrium);
  pause();
  return origin;
}

void Simulation::keepPlace() {
  if (!empty()) place_ = Place{replay_.active() ? replay_.state() : state_, *inputs_};
}

void Simulation::returnToPlace() {
  if (empty() || !place_) return;
  if (!replay_.active()) closeRun();
  const RunStore::Origin origin = leaveReplay(RunReason::kState);
  pause();
  *inputs_ = place_->inputs;
  begin(place_->state, RunState::kPaused, origin);
}

}  // namespace tendril
