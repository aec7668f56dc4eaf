// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "core/session/arena.hpp"
#include "core/session/event_watch.hpp"
#include "core/session/signals.hpp"
#include "core/solvers/failure.hpp"

namespace tendril {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string quoted(const std::string& name) {
  return name.find(' ') == std::string::npos ? name : "'" + name + "'";
}

void addNames(std::vector<std::string>& names, const std::string& owner, const char* what, int count) {
  for (int k = 0; k < count; ++k) names.push_back(quoted(owner) + "." + what + "[" + std::to_string(k) + "]");
}

double positive(double value, const char* name) {
  if (std::isfinite(value) && value > 0) return value;
  throw std::invalid_argument(std::string("simulation.") + name + " must be a positive, finite number of seconds");
}

/// One headless run.
class HeadlessRun {
 public:
  HeadlessRun(Program& program, const SimulationRequest& request)
      : program_(program),
        request_(request),
        signals_(*program.model),
        inputs_(request.inputs ? *request.inputs : signals_),
        state_(request.initial ? *request.initial : initialState(*program.model)),
        step_(positive(request.step.value_or(program.model->simulation.step), "step")),
        start_(state_.t),
        end_(start_ + positive(request.duration.value_or(program.model->simulation.duration), "duration")),
        every_(request.every > 0 ? request.every : 1 / positive(program.model->simulation.recordRate, "record_rate")),
        watch_(program.model, 0) {
    if (request.signals.empty() || !request.row) return;
    sampler_ = std::make_unique<SignalSampler>(program.model, SignalCatalogue(*program.model), request.signals);
    sampled_.resize(sampler_->columns().size());
  }

  SimulationResult result() {
    const Clock::time_point begin = Clock::now();
    result_.failure = program_.integrator->reset(*program_.model, program_.data, state_, inputs_);
    if (!result_.failure) {
      watch_.start(state_, program_.data);
      loop();
      watch_.finish(keep_);
    }
    std::stable_sort(result_.events.begin(), result_.events.end(),
                     [](const RunEvent& a, const RunEvent& b) { return a.t < b.t; });
    result_.wall = secondsSince(begin);
    result_.realTimeFactor = result_.wall > 0 ? (state_.t - start_) / result_.wall : 0;
    if (state_.q.allFinite() && state_.v.allFinite())
      result_.energy = energy(*program_.model, program_.data, state_.q, state_.v, &program_.integrator->inputs());
    result_.statistics = program_.integrator->statistics();
    result_.balance = program_.integrator->balancePercent(result_.energy);
    result_.final = std::move(state_);
    return std::move(result_);
  }

 private:
  void loop() {
    row();
    while (true) {
      const double left = end_ - state_.t;
      if (left <= 1e-9 * step_) break;
      // A last step that is longer than the rest by rounding ends the run exactly.
      const double h = left < step_ * (1 + 1e-6) ? left : step_;
      result_.failure = program_.integrator->step(*program_.model, program_.data, state_, h, inputs_);
      if (result_.failure) return explainInadmissible(*program_.model, state_, h, *result_.failure);
      if (h == left) state_.t = end_;
      watch_.checkLimits(state_, keep_);
      watch_.checkContacts(state_, program_.data, keep_);
      if (state_.t >= nextRow_ - 1e-6 * step_ || h == left) row();
      report();
      if (request_.cancel && request_.cancel->load(std::memory_order_relaxed)) {
        result_.cancelled = true;
        return;
      }
    }
  }

  void row() {
    nextRow_ = start_ + every_ * (std::floor((state_.t - start_) / every_ + 1e-6) + 1);
    if (!request_.row) return;
    const Energy e = energy(*program_.model, program_.data, state_.q, state_.v, &program_.integrator->inputs());
    values_.assign(1, state_.t);
    for (const VecX* x : std::initializer_list<const VecX*>{&state_.q, &state_.v, &program_.integrator->inputs()})
      values_.insert(values_.end(), x->data(), x->data() + x->size());
    values_.insert(values_.end(),
                   {e.kinetic, e.gravity, e.elastic + e.contact, program_.integrator->balancePercent(e)});
    if (sampler_) {
      sampler_->evaluate(state_.t, state_.q, state_.v, program_.integrator->inputs(), sampled_);
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
  const InputsProvider& inputs_;
  State state_;
  double step_, start_, end_, every_, nextRow_ = 0;
  std::vector<double> values_;
  Clock::time_point reported_{};
  SimulationResult result_;
  EventWatch watch_;
  std::unique_ptr<SignalSampler> sampler_;
  std::vector<double> sampled_;
  const EventWatch::Report keep_ = [this](RunEvent event) {
    if (result_.events.size() < SimulationResult::kMostEvents) result_.events.push_back(std::move(event));
  };
};

}  // namespace

std::vector<std::string> recordHeader(const Model& model) {
  std::vector<std::string> names = {"t"};
  for (const Link& link : model.links) addNames(names, link.name, "q", link.nqJoint + link.nBody);
  for (const Link& link : model.links) addNames(names, link.name, "v", link.nvJoint + link.nBody);
  for (const auto& actuator : model.actuators) addNames(names, actuator->name, "u", actuator->inputs());
  for (const char* name : {"energy.kinetic", "energy.gravity", "energy.elastic", "balance"}) names.emplace_back(name);
  return names;
}

std::vector<std::string> forceSignals(const Model& model) {
  using Kind = SignalSource::Kind;
  constexpr std::array kKinds = {Kind::kLoopWrench,   Kind::kLoopOpening, Kind::kContactForce, Kind::kContactCount,
                                 Kind::kContactDepth, Kind::kDriveForce,  Kind::kEffort};
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
