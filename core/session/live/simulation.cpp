// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/control/control_loop.hpp"
#include "core/session/engine/engine_thread.hpp"

namespace tendril {
namespace {

bool sameLayout(const Model& a, const Model& b) {
  return a.nq == b.nq && a.nv == b.nv && a.nu == b.nu;
}

}  // namespace

RunState Simulation::runState() const {
  if (!replay_.active()) return runState_;
  return replay_.playing() ? RunState::kRunning : RunState::kPaused;
}

RunPart Simulation::part(double from) const {
  return {from, program_->generation, program_->model, program_->data.gravity, inputs_->perturbation() != nullptr};
}

// ---- programs

/// Whether a program that replaces one with the model `before` goes on in the live run.
bool Simulation::sharesRun(const Model& before) const {
  if (!sameLayout(before, *program_->model) || !book_.liveHasMotion()) return false;
  return justNow(edited_);
}

bool Simulation::justNow(const std::optional<Clock::time_point>& then) {
  return then && std::chrono::duration<double>(Clock::now() - *then).count() < kSameEdit;
}

void Simulation::swap(std::unique_ptr<Program> program) {
  drag_.reset();
  tuner_.reset();
  place_.reset();
  program_ = std::move(program);
  const auto& model = program_->model;
  arena_ = std::make_unique<Arena>(*model);
  auto inputs = std::make_unique<LiveInputs>(model);
  if (inputs_) inputs->inherit(*inputs_);
  std::swap(inputs_, inputs);
  watch_ = std::make_unique<EventWatch>(model);
  if (const Perturbation* held = inputs ? inputs->perturbation() : nullptr)
    attach(held->spec, held->target, held->heldSince);
}

void Simulation::load(std::unique_ptr<Program> program, StateTransfer transfer) {
  if (!program) return;
  if (empty() || transfer == StateTransfer::kInitial) {
    replay_.leave();
    book_.clear();
    inputs_.reset();
    edited_.reset();
    statics_.reset();
    pieces_.reset();
    swap(std::move(program));
    return begin(initialState(*program_->model), RunState::kReady, {});
  }
  const bool shown = replay_.active();
  const RunStore::Origin origin = leaveReplay(RunReason::kEdit);
  if (!shown) closeRun();
  keepCounters();
  const std::shared_ptr<const Model> before = program_->model;
  swap(std::move(program));
  const bool untouched = runState_ == RunState::kReady && state_.q == before->q0 && state_.v == before->v0;
  State state = untouched ? initialState(*program_->model) : carryOver(*before, state_, *program_->model);
  const RunState next = runState_ == RunState::kDiverged ? RunState::kPaused : runState_;
  if (!shown && sharesRun(*before)) {
    book_.addPart(part(state.t));
    start(std::move(state), next);
  } else {
    begin(std::move(state), next, origin);
    if (book_.live().reason == RunReason::kEdit) addEvent(EventKind::kEdited, "The model was edited");
  }
  edited_ = Clock::now();
}

void Simulation::setGravity(const Vec3& gravity) {
  if (empty() || !gravity.allFinite() || gravity == program_->data.gravity) return;
  program_->data.gravity = gravity;
  if (book_.liveHasMotion() && !justNow(gravityChanged_)) addEvent(EventKind::kEdited, "Gravity was changed");
  gravityChanged_ = Clock::now();
  restart();
}

/// What acts on the robot has jumped, and so have accelerations: the run goes on from its state under new conditions.
void Simulation::restart() {
  book_.addPart(part(state_.t));
  State state = state_;
  setIntegratorState(state, {});
  keepCounters();
  start(std::move(state), runState_ == RunState::kDiverged ? RunState::kPaused : runState_);
}

/// The live state becomes the instant that is shown; where a run that begins there comes from.
RunStore::Origin Simulation::leaveReplay(RunReason reason) {
  if (!replay_.active()) return {reason, book_.empty() ? 0 : book_.live().id, state_.t};
  closeRun();
  State shown = replay_.state();
  const std::shared_ptr<const Model> model = replay_.part().model;
  const RunStore::Origin origin{reason, replay_.run(), shown.t};
  const RunPart& made = replay_.part();
  const bool continuesParent = reason == RunReason::kBranch && made.gravity == program_->data.gravity &&
                               !made.perturbed && !inputs_->anyHeld() && !inputs_->perturbation();
  if (!continuesParent) setIntegratorState(shown, {});  // accelerations are others now
  state_ = model == program_->model ? std::move(shown) : carryOver(*model, shown, *program_->model, replay_.foreign());
  replay_.leave();
  if (runState_ != RunState::kReady) runState_ = RunState::kPaused;
  return origin;
}

/// A new run.
void Simulation::begin(State state, RunState next, RunStore::Origin origin) {
  const Model& model = *program_->model;
  before_ = {};
  nextRecord_ = nextTold_ = state.t;
  const std::optional<StartFailure> failure = prepare(std::move(state), next);  // what z holds is known behind it
  book_.begin(origin, part(state_.t), state_.layout);
  ring_.start(model.nq, model.nv, model.nu);
  if (failure) return fail(failure->message, failure->link, failure->residual);
  recordStart();
}

/// The first record of a run; mend() makes it where the start was given up.
void Simulation::recordStart() {
  if (broken_ || book_.history().size() > 0) return;
  try {
    record();
  } catch (const std::exception& error) {
    fail(error.what(), -1);
  }
}

/// Before the integrator is reset in the middle of a run.
void Simulation::keepCounters() {
  const StepStatistics& made = program_->integrator->statistics();
  before_.steps += made.steps, before_.newton += made.newton, before_.jacobians += made.jacobians;
}

/// Prepares the integrator for a state that did not come from its last step.
void Simulation::start(State state, RunState next) {
  if (const auto failure = prepare(std::move(state), next)) fail(failure->message, failure->link, failure->residual);
}

std::optional<Simulation::StartFailure> Simulation::prepare(State state, RunState next) {
  equilibrium_.stopShowing();
  broken_ = false;
  state_ = std::move(state);
  clearFailure();
  runState_ = next;
  inputs_->restartAt(state_.t);
  try {
    StepResult bad;
    inputs_->cancelOn(&cancel_);
    arena_->run([&] { bad = program_->integrator->reset(*program_->model, program_->data, state_, *inputs_); });
    inputs_->cancelOn(nullptr);
    if (bad) return StartFailure{bad->message(), bad->link, bad->residual};
    noteDemands();
    divergence_.start(state_);
    watch_->start(state_, program_->data, *inputs_);
  } catch (const StepCancelled&) {
    broken_ = true;
    inputs_->cancelOn(nullptr);
  } catch (const std::exception& error) {
    inputs_->cancelOn(nullptr);
    return StartFailure{error.what(), -1, {}};
  }
  return {};
}

// ---- time

void Simulation::play() {
  if (empty() || replay_.playing()) return;
  equilibrium_.stopShowing();
  if (replay_.active()) {
    const RunStore::Origin origin = leaveReplay(RunReason::kBranch);
    edited_.reset();
    return begin(state_, RunState::kRunning, origin);
  }
  if (runState_ == RunState::kDiverged) {
    keepCounters();
    start(state_, RunState::kRunning);
  }
  if (runState_ == RunState::kReady || runState_ == RunState::kPaused) runState_ = RunState::kRunning;
}

void Simulation::pause() {
  replay_.pause();
  if (runState_ == RunState::kRunning) runState_ = RunState::kPaused;
}

void Simulation::reset() {
  if (empty()) return;
  closeRun();
  replay_.leave();
  edited_.reset();
  begin(initialState(*program_->model), RunState::kReady, {RunReason::kReset, 0, 0});
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
  const bool shown = replay_.active();
  const RunStore::Origin origin = leaveReplay(RunReason::kState);
  if (!shown) closeRun();
  edited_.reset();
  begin(std::move(state), runState_ == RunState::kDiverged ? RunState::kPaused : runState_, origin);
}

void Simulation::setConfiguration(VecX q, VecX v) {
  State state;
  state.t = replay_.active() ? replay_.t() : state_.t;
  state.q = std::move(q), state.v = std::move(v);
  setState(std::move(state));
}

/// Inputs know what controllers demand, where a hand takes hold of one.
void Simulation::noteDemands() {
  const Model& model = *program_->model;
  if (model.controllers.empty()) return;
  VecX u = VecX::Zero(model.nu);
  std::vector<char> driven(static_cast<std::size_t>(model.nu), 0);
  const std::vector<ControllerLayout> layouts = controllerLayouts(model);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const std::vector<int>& outputs = model.controllers[i]->outputs;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const int at = static_cast<int>(k);
      u[outputs[k]] = state_.z[layouts[i].demandAt() + at] - state_.z[layouts[i].lostAt() + at];
      driven[static_cast<std::size_t>(outputs[k])] = 1;
    }
  }
  inputs_->setDemanded(u, std::move(driven));
}

void Simulation::step(bool whole) {
  checkEngineThread("step");
  mend();
  if (empty() || broken_ || runState_ == RunState::kDiverged) return;
  try {
    StepResult bad;
    const Program& p = *program_;
    const double h = nextStep(whole);
    const bool read = p.integrator->committedTime(state_) >= state_.t + h;
    const Clock::time_point begin = Clock::now();
    inputs_->cancelOn(&cancel_);
    arena_->run([&] { bad = p.integrator->step(*p.model, program_->data, state_, h, *inputs_); });
    inputs_->cancelOn(nullptr);
    pieces_.add(state_.t, std::chrono::duration<double, std::milli>(Clock::now() - begin).count(),
                p.integrator->committedTime(state_) > state_.t, read);
    if (bad) explainInadmissible(*p.model, state_, h, *bad);
    if (!bad) arena_->run([&] { bad = divergence_.check(*p.model, program_->data, *p.integrator, state_); });
    if (bad) return fail(bad->message(), bad->link, bad->residual);
    noteDemands();
    ring_.push(state_.t, state_.q, state_.v, p.integrator->inputs());
    const auto note = [this](RunEvent event) { book_.addEvent(std::move(event)); };
    watch_->checkLimits(state_, note);
    arena_->run([&] { watch_->checkContacts(state_, program_->data, note); });
    const double now = state_.t + 1e-6 * stepSize();
    if (now >= nextRecord_)
      record();
    else if (sink_ && now >= nextTold_)
      tell(energyNow());
  } catch (const StepCancelled&) {
    broken_ = true;
    return inputs_->cancelOn(nullptr);
  } catch (const std::exception& error) {
    inputs_->cancelOn(nullptr);
    return fail(error.what(), -1);
  }
  if (runState_ == RunState::kReady) runState_ = RunState::kPaused;
  if (stopAt_ && state_.t >= *stopAt_ - 1e-6 * stepSize()) pause();
}

void Simulation::mend() {
  if (cancel_ || !std::exchange(broken_, false) || empty() || runState_ == RunState::kDiverged) return;
  keepCounters();
  start(state_, runState_);
  if (runState_ != RunState::kDiverged) recordStart();
}

void Simulation::fail(std::string message, int link, VecX residual) {
  runState_ = RunState::kDiverged;
  failure_ = std::move(message);
  failedLink_ = link;
  failureResidual_ = std::move(residual);
  closeRun();
  if (!ring_.empty()) book_.setLastSteps(ring_.history(program_->generation));
  addEvent(EventKind::kDiverged, failure_, link);
}

void Simulation::breakOff(const std::string& why) {
  if (empty() || book_.empty()) return;
  equilibrium_.stopShowing();
  replay_.leave();
  if (runState_ != RunState::kDiverged) fail(why, -1);
}

void Simulation::clearFailure() {
  failure_.clear();
  failedLink_ = -1;
  failureResidual_.resize(0);
}

// ---- what is shown

bool Simulation::isLatest(std::uint64_t run, double t) const {
  return run == book_.live().id && t >= state_.t - Replay::kInstant;
}

void Simulation::seek(std::uint64_t id, double t) {
  if (empty() || std::isnan(t)) return;
  if (id == 0) id = replay_.active() ? replay_.run() : book_.live().id;
  const std::shared_ptr<const Run> run = book_.find(id);
  if (!run || run->history->size() == 0) return;
  pause();
  if (isLatest(id, t)) return followLatest();
  replay_.show(run, t);
}

void Simulation::followLatest() {
  pause();
  replay_.leave();
}

void Simulation::replay(std::uint64_t id, double from, double to, bool loop) {
  if (empty() || !std::isfinite(from) || !std::isfinite(to)) return;
  if (id == 0) id = replay_.active() ? replay_.run() : book_.live().id;
  const std::shared_ptr<const Run> run = book_.find(id);
  if (!run || run->history->size() == 0) return;
  pause();
  replay_.play(run, from, to, loop, Clock::now());
}

int Simulation::moveShown(int count) {
  if (empty()) return 0;
  pause();
  const std::shared_ptr<const Run>& live = book_.runs()->back();
  if (live->history->size() == 0) return std::max(count, 0);
  const bool recorded =
      live->end() >= state_.t - Replay::kInstant;  // the live instant is the last record, or lies behind it
  if (!replay_.active()) {
    if (count >= 0) return count;
    replay_.show(live, live->end());
    if (!recorded) ++count;
  }
  const int left = replay_.move(count);
  if (left > 0) return beyondEnd(left, recorded);
  if (isLatest(replay_.run(), replay_.t())) replay_.leave();
  return 0;
}

/// Steps that go on where the shown run ends: in the live run, or in a branch of an older one.
int Simulation::beyondEnd(int left, bool recorded) {
  if (replay_.run() == book_.live().id) {
    replay_.leave();
    return recorded ? left : left - 1;
  }
  const RunStore::Origin origin = leaveReplay(RunReason::kBranch);
  edited_.reset();
  begin(state_, RunState::kPaused, origin);
  return left;
}

void Simulation::deleteRun(std::uint64_t id) {
  if (book_.remove(id) && replay_.run() == id) followLatest();
}

void Simulation::renameRun(std::uint64_t id, std::string name) {
  book_.rename(id, std::move(name));
  if (replay_.active() && replay_.run() == id) replay_.refresh(book_.find(id));
}

void Simulation::fill(Snapshot& out) {
  out.state = runState();
  out.failure = failure_;
  out.failedLink = failedLink_;
  out.failureResidual = failureResidual_;
  out.equilibriumMode = equilibriumMode_;
  out.solvingStatics = equilibrium_.showing();
  out.statics = statics_;
  out.perturbation = {};
  if (empty()) return;
  out.runs = book_.runs();
  out.liveRun = book_.live().id;
  out.liveTime = state_.t;
  out.historyFill = book_.fill();
  out.replaying = replay_.active();
  out.run = out.replaying ? replay_.run() : out.liveRun;
  arena_->run([&] {
    out.replaying ? replay_.fill(out) : fillLive(out);
    forces_.fill(out, out.replaying ? nullptr : inputs_.get());
    folding_.fill(out, Clock::now());
  });
  inputs_->describe(state_.t, out.inputs);
  fillLost(out);
  out.warnings = warnings_;
  const StepStatistics& made = program_->integrator->statistics();
  out.stepError = made.stepError;
  out.steps = before_.steps + made.steps;
  out.newton = before_.newton + made.newton, out.jacobians = before_.jacobians + made.jacobians;
}

/// What controllers demand beyond the ranges of their outputs.
void Simulation::fillLost(Snapshot& out) const {
  const Model& model = *program_->model;
  if (model.controllers.empty() || out.replaying) return;
  const std::vector<ControllerLayout> layouts = controllerLayouts(model);
  for (std::size_t i = 0; i < layouts.size(); ++i)
    for (std::size_t k = 0; k < model.controllers[i]->outputs.size(); ++k) {
      const auto input = static_cast<std::size_t>(model.controllers[i]->outputs[k]);
      const Eigen::Index place = layouts[i].lostAt() + static_cast<int>(k);
      if (place < state_.z.size() && !out.inputs[input].held) out.inputs[input].lost = state_.z[place];
    }
}

void Simulation::fillLive(Snapshot& out) {
  const Integrator& integrator = *program_->integrator;
  out.generation = program_->generation;
  out.gravity = program_->data.gravity;
  out.history = book_.live().history;
  const bool way = equilibrium_.showing();
  const VecX& q = way ? equilibrium_.shown() : state_.q;
  Data& data = way ? equilibrium_.data() : program_->data;
  // Without a start there are no inputs: something moves without inertia.
  const VecX* u = integrator.inputs().size() == program_->model->nu ? &integrator.inputs() : nullptr;
  fillSnapshot(program_->model, data, state_.t, q, state_.v, u, out);
  fillPerturbation(data, out.perturbation);
  out.energy = energy(*program_->model, data, q, state_.v, u);
  out.a = integrator.acceleration();
  out.balance = integrator.balancePercent(out.energy);
  if (!way) judgeAccuracy(out.balance);
}

/// While time goes on, words that change with every step could not be read.
void Simulation::judgeAccuracy(double balance) {
  auto now = accuracyWarnings(program_->integrator->statistics(), balance);
  const bool reads = runState_ == RunState::kRunning && now.size() == warnings_->size();
  if (!reads && now != *warnings_) warnings_ = std::make_shared<const std::vector<std::string>>(std::move(now));
}

}  // namespace tendril
