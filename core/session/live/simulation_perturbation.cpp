// SPDX-License-Identifier: BSD-3-Clause
// What holds the robot of a session: from the grab to the release, over edits, and while time stands still.
#include <limits>
#include <utility>

#include "core/dynamics/perturbations.hpp"
#include "core/inverse_kinematics/perturbation_gains.hpp"
#include "core/session/live/simulation.hpp"

namespace tendril {
namespace {

constexpr double kAlways = -std::numeric_limits<double>::infinity();

}  // namespace

/// The program's data are overwritten: its integrator is to be reset.
/// `since` (s): the spring grows from then on.
void Simulation::attach(const PerturbationSpec& spec, const PerturbationTarget& target, double since) {
  const Model& model = *program_->model;
  std::optional<Perturbation> held = makePerturbation(model, spec);
  if (held) {
    PerturbationGains gains;
    arena_->run([&] { gains = perturbationGains(model, program_->data, model.q0, *held); });
    held->stiffness = gains.stiffness, held->damping = gains.damping;
    held->heldSince = since;
    if (target.isFinite()) held->target = target;
  }
  inputs_->setPerturbation(std::move(held));
}

void Simulation::perturb(const PerturbationSpec& spec, const PerturbationTarget& target) {
  if (empty()) return;
  drag_.reset();
  if (replay_.active()) {
    const RunStore::Origin origin = leaveReplay(RunReason::kState);
    attach(spec, target, kAlways);
    begin(state_, runState_, origin);
  } else {
    attach(spec, target, runState_ == RunState::kRunning ? state_.t : kAlways);
    restart();
  }
  poseByPerturbation();
}

void Simulation::movePerturbation(const PerturbationTarget& target) {
  if (empty()) return;
  inputs_->movePerturbation(target, state_.t, runState_ == RunState::kRunning);
  poseByPerturbation();
}

void Simulation::releasePerturbation() {
  drag_.reset();
  if (empty() || !inputs_->perturbation()) return;
  inputs_->setPerturbation({});
  restart();
}

void Simulation::poseByPerturbation() {
  const Perturbation* held = empty() ? nullptr : inputs_->perturbation();
  if (!held || replay_.active() || equilibriumMode_ || runState_ == RunState::kRunning) return drag_.reset();
  if (!drag_ || drag_->model() != program_->model || posed_ != state_.q)
    drag_ = std::make_unique<PoseDrag>(program_->model, *held, state_.q);
  posed_ = state_.q;
  arena_->run([&] { drag_->follow(held->target, posed_); });
  if (posed_ != state_.q) setConfiguration(posed_, VecX::Zero(program_->model->nv));
}

/// `data`: after kinematics of what is shown.
void Simulation::fillPerturbation(Data& data, PerturbationState& out) const {
  const Perturbation* held = inputs_->perturbation();
  if (!held) return;
  const Pose X = heldFrame(*program_->model, data, *held);
  out.active = true;
  out.point = X * held->spec.place.offset;
  out.force = springForce(*held, X, state_.t);
  if (drag_ && runState_ != RunState::kRunning) out.left = drag_->left();
}

}  // namespace tendril
