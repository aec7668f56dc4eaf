// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/simulate.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/integrators/dense_output/dense_motion.hpp"
#include "core/integrators/divergence.hpp"
#include "core/session/engine/arena.hpp"
#include "core/session/event_watch.hpp"
#include "core/session/live_inputs.hpp"
#include "core/session/recording/signals.hpp"
#include "core/session/recording/step_ring.hpp"

namespace tendril {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void addNames(std::vector<std::string>& names, const std::string& owner, const char* what, int count) {
  for (int k = 0; k < count; ++k) names.push_back(owner + "." + what + "[" + std::to_string(k) + "]");
}

double positive(double value, const char* name) {
  if (std::isfinite(value) && value > 0) return value;
  throw std::invalid_argument(std::string("simulation.") + name + " must be a positive, finite number of seconds");
}

/// Inputs that end the step which asks for them, once a run is cancelled.
class CancellableInputs : public InputsProvider {
 public:
  CancellableInputs(const InputsProvider& inputs, const std::atomic<bool>* cancel) : inputs_(inputs), cancel_(cancel) {}
  void evaluate(double t, VecXMut u, VecXMut tau) const override {
    checkpoint();
    inputs_.evaluate(t, u, tau);
  }
  void checkpoint() const override {
    if (cancelled()) throw StepCancelled();
  }
  void rates(double t, VecXMut rate, VecXMut acceleration) const override { inputs_.rates(t, rate, acceleration); }
  const Perturbation* perturbation() const override { return inputs_.perturbation(); }
  void overlay(double t, VecXMut u, VecXMut share) const override { inputs_.overlay(t, u, share); }
  bool cancelled() const { return cancel_ && cancel_->load(std::memory_order_relaxed); }

 private:
  const InputsProvider& inputs_;
  const std::atomic<bool>* cancel_;
};

/// One headless run.
class HeadlessRun {
 public:
  HeadlessRun(Program& program, const SimulationRequest& request)
      : program_(program),
        request_(request),
        signals_(*program.model),
        inputs_(request.inputs ? *request.inputs : signals_, request.cancel),
        state_(request.initial ? *request.initial : initialState(*program.model)),
        step_(positive(request.step.value_or(program.model->simulation.step), "step")),
        start_(state_.t),
        end_(start_ + positive(request.duration.value_or(program.model->simulation.duration), "duration")),
        every_(request.every > 0 ? request.every : 1 / positive(program.model->simulation.recordRate, "record_rate")),
        watch_(program.model, 0) {
    if (!request.row) return;
    motion_.resize(*program.model);
    between_ = state_;
    u_.setZero(program.model->nu), tau_.setZero(program.model->nv);
    if (request.signals.empty()) return;
    sampler_ = std::make_unique<SignalSampler>(program.model, SignalCatalogue(*program.model), request.signals);
    sampled_.resize(sampler_->columns().size());
  }

  SimulationResult result() {
    const Clock::time_point begin = Clock::now();
    before_ = state_;
    try {
      result_.failure = program_.integrator->reset(*program_.model, program_.data, state_, inputs_);
      if (!result_.failure) run();
    } catch (const StepCancelled&) {
      result_.cancelled = true;
      state_ = before_;
    }
    std::stable_sort(result_.events.begin(), result_.events.end(),
                     [](const RunEvent& a, const RunEvent& b) { return a.t < b.t; });
    result_.wall = secondsSince(begin);
    result_.realTimeFactor = result_.wall > 0 ? (state_.t - start_) / result_.wall : 0;
    if (state_.q.allFinite() && state_.v.allFinite())
      result_.energy = energy(*program_.model, program_.data, state_.q, state_.v, &program_.integrator->inputs());
    result_.statistics = program_.integrator->statistics();
    result_.balance = program_.integrator->balancePercent(result_.energy);
    result_.warnings = accuracyWarnings(result_.statistics, result_.balance);
    result_.final = std::move(state_);
    return std::move(result_);
  }

 private:
  void run() {
    watch_.start(state_, program_.data);
    divergence_.start(state_);
    steps_.start(program_.model->nq, program_.model->nv, program_.model->nu);
    loop();
    if (result_.failure && !steps_.empty()) result_.lastSteps = steps_.history(program_.generation);
    watch_.finish(keep_);
  }

  void loop() {
    row();
    while (true) {
      const double left = end_ - state_.t;
      if (left <= 1e-9 * step_) break;
      // A last step that is longer than the rest by rounding ends the run exactly.
      const double h = left < step_ * (1 + 1e-6) ? left : step_;
      before_ = state_;
      result_.failure = program_.integrator->step(*program_.model, program_.data, state_, h, inputs_);
      if (result_.failure) return explainInadmissible(*program_.model, state_, h, *result_.failure);
      if (h == left) state_.t = end_;
      const bool last = h == left;
      result_.failure = divergence_.check(*program_.model, program_.data, *program_.integrator, state_, last);
      if (result_.failure) return;
      steps_.push(state_.t, state_.q, state_.v, program_.integrator->inputs());
      watch_.checkLimits(state_, keep_);
      watch_.checkContacts(state_, program_.data, keep_);
      rowsBetween();
      if (last || state_.t >= nextRow_ - 1e-6 * std::min(step_, every_)) row();
      report();
      if (inputs_.cancelled()) {
        result_.cancelled = true;
        return;
      }
    }
  }

  /// Rows of the grid that lie between the ends of the last step, by the cubic through both.
  void rowsBetween() {
    const double end = state_.t - 1e-6 * std::min(step_, every_);
    if (!request_.row || !(nextRow_ < end)) return;
    const Model& model = *program_.model;
    const double balance = balanceNow();
    if (model.nl) massMatrix(model, program_.data, state_.q);
    motion_.span(before_, state_, program_.data.massMatrix);
    between_.layout = state_.layout;
    for (; nextRow_ < end; findNextRow(nextRow_)) {
      between_.t = nextRow_;
      between_.z = state_.z;  // room for what controllers held then
      motion_.read(model, program_.data, inputs_, between_);
      program_.integrator->readInputs(inputs_, between_, u_, tau_);
      followAnchors(model, before_.block(kAnchorBlock), between_.q, between_.v, program_.data);
      storeAnchors(model, program_.data, between_);
      row(between_, u_, energy(model, program_.data, between_.q, between_.v, &u_), balance);
    }
    loadAnchors(model, state_, program_.data);
  }

  double balanceNow() {
    return program_.integrator->balancePercent(
        energy(*program_.model, program_.data, state_.q, state_.v, &program_.integrator->inputs()));
  }

  void findNextRow(double t) { nextRow_ = start_ + every_ * (std::floor((t - start_) / every_ + 1e-6) + 1); }

  /// The row of the state, at a step.
  void row() {
    findNextRow(state_.t);
    if (request_.row) {
      const VecX& u = program_.integrator->inputs();
      const Energy e = energy(*program_.model, program_.data, state_.q, state_.v, &u);
      row(state_, u, e, program_.integrator->balancePercent(e));
    }
    if (request_.state) request_.state(state_);
  }

  void row(const State& state, const VecX& u, const Energy& e, double balance) {
    values_.assign(1, state.t);
    for (const VecX* x : std::initializer_list<const VecX*>{&state.q, &state.v, &u})
      values_.insert(values_.end(), x->data(), x->data() + x->size());
    values_.insert(values_.end(), {e.kinetic, e.gravity, e.elastic + e.contact, balance});
    if (sampler_) {
      sampler_->evaluate(state.t, state.q, state.v, u, sampled_, state.z);
      values_.insert(values_.end(), sampled_.begin(), sampled_.end());
    }
    request_.row(values_);
  }

  void report() {
    if (!request_.progress) return;
    const bool last = state_.t >= end_;
    if (!last && secondsSince(reported_) < 0.05) return;
    reported_ = Clock::now();
    request_.progress((state_.t - start_) / (end_ - start_));
  }

  Program& program_;
  const SimulationRequest& request_;
  SignalInputs signals_;
  const CancellableInputs inputs_;
  State state_;
  double step_, start_, end_, every_, nextRow_ = 0;
  State before_, between_;  ///< at the start of the last step; at a row within it
  DenseMotion motion_;      ///< from before_ to state_
  VecX u_, tau_;
  std::vector<double> values_;
  Clock::time_point reported_{};
  SimulationResult result_;
  EventWatch watch_;
  DivergenceWatch divergence_;
  StepRing steps_;
  std::unique_ptr<SignalSampler> sampler_;
  std::vector<double> sampled_;
  const EventWatch::Report keep_ = [this](RunEvent event) {
    if (result_.events.size() < SimulationResult::kMostEvents) result_.events.push_back(std::move(event));
  };
};

}  // namespace

std::vector<std::string> recordHeader(const Model& model) {
  std::vector<std::string> names = {"t"};
  for (const Link& link : model.links) addNames(names, signalPart(model, link), "q", link.nqJoint + link.nBody);
  for (const Link& link : model.links) addNames(names, signalPart(model, link), "v", link.nvJoint + link.nBody);
  for (const auto& actuator : model.actuators) addNames(names, signalPart(actuator->name), "u", actuator->inputs());
  for (const char* name : {"energy.kinetic", "energy.gravity", "energy.elastic", "balance"}) names.emplace_back(name);
  return names;
}

std::vector<std::string> recordedSignals(const Model& model) {
  using Kind = SignalSource::Kind;
  constexpr std::array kKinds = {Kind::kLoopWrench,   Kind::kLoopOpening,  Kind::kContactForce,  Kind::kContactCount,
                                 Kind::kContactDepth, Kind::kDriveForce,   Kind::kEffort,        Kind::kController,
                                 Kind::kDeflection,   Kind::kSpringTorque, Kind::kJointStiffness};
  std::vector<std::string> names;
  const SignalCatalogue catalogue(model);
  for (const Signal& signal : catalogue.signals()) {
    const SignalSource& source = signal.sources[0];
    const bool size = source.kind == Kind::kContactForce && source.component > 2;  // of a vector that is there
    if (signal.width == 1 && !size && std::find(kKinds.begin(), kKinds.end(), source.kind) != kKinds.end())
      names.push_back(signal.name);
  }
  return names;
}

SimulationResult simulate(Program& program, const SimulationRequest& request) {
  HeadlessRun run(program, request);
  SimulationResult result;
  Arena(*program.model).run([&] { result = run.result(); });
  return result;
}

}  // namespace tendril
