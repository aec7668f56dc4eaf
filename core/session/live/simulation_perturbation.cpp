// SPDX-License-Identifier: BSD-3-Clause
// What holds the robot of a session: from the grab to the release, over edits, and while time stands still.
#include <limits>
#include <utility>

#include "core/dynamics/perturbations.hpp"
#include "core/session/live/simulation.hpp"

namespace tendril {
namespace {

constexpr double kAlways = -std::numeric_limits<double>::infinity();
constexpr double kUnseen = 0.01;  // s, a wait that nobody sees

}  // namespace

/// When (s) what holds the robot may begin to pull otherwise, while time goes on: now, or where the integrator is, so
/// that it goes on with what it knows of the motion.
double Simulation::changeTime() const {
  const double made = program_->integrator->committedTime(state_);
  return made - state_.t <= kUnseen ? made : state_.t;
}

/// `since` (s): the spring grows from then on.
void Simulation::attach(const PerturbationSpec& spec, const PerturbationTarget& target, double since) {
  const Model& model = *program_->model;
  std::optional<Perturbation> held = makePerturbation(model, spec);
  if (held) {
    PerturbationGains gains;
    arena_->run([&] {
      if (!tuner_) tuner_ = std::make_unique<PerturbationTuner>(model, model.q0);
      gains = tuner_->gains(*held);
    });
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
    const bool grows = runState_ == RunState::kRunning && !inputs_->perturbation();
    attach(spec, target, grows ? changeTime() : kAlways);
    grows ? book_.addPart(part(state_.t)) : restart();
  }
  poseByPerturbation();
}

void Simulation::movePerturbation(const PerturbationTarget& target) {
  if (empty()) return;
  const bool running = runState_ == RunState::kRunning;
  inputs_->movePerturbation(target, running ? changeTime() : state_.t, running);
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
