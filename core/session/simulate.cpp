// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/simulate.hpp"

#include <chrono>
#include <cmath>
#include <stdexcept>

#include "core/session/arena.hpp"

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
class Run {
 public:
  Run(Program& program, const SimulationRequest& request)
      : program_(program),
        request_(request),
        signals_(*program.model),
        inputs_(request.inputs ? *request.inputs : signals_),
        state_(request.initial ? *request.initial : initialState(*program.model)),
        step_(positive(request.step.value_or(program.model->simulation.step), "step")),
        start_(state_.t),
        end_(start_ + positive(request.duration.value_or(program.model->simulation.duration), "duration")),
        every_(request.every > 0 ? request.every : 1 / positive(program.model->simulation.recordRate, "record_rate")) {}

  SimulationResult result() {
    const Clock::time_point begin = Clock::now();
    result_.failure = program_.integrator->reset(*program_.model, program_.data, state_, inputs_);
    if (!result_.failure) loop();
    result_.wall = secondsSince(begin);
    result_.realTimeFactor = result_.wall > 0 ? (state_.t - start_) / result_.wall : 0;
    if (state_.q.allFinite() && state_.v.allFinite())
      result_.energy = energy(*program_.model, program_.data, state_.q, state_.v);
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
      if (result_.failure) return;
      if (h == left) state_.t = end_;
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
    const Energy e = energy(*program_.model, program_.data, state_.q, state_.v);
    values_.assign(1, state_.t);
    for (const VecX* x : std::initializer_list<const VecX*>{&state_.q, &state_.v, &program_.integrator->inputs()})
      values_.insert(values_.end(), x->data(), x->data() + x->size());
    values_.insert(values_.end(), {e.kinetic, e.gravity, e.elastic, program_.integrator->balancePercent(e)});
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

SimulationResult simulate(Program& program, const SimulationRequest& request) {
  Run run(program, request);
  SimulationResult result;
  Arena(*program.model).run([&] { result = run.result(); });
  return result;
}

}  // namespace tendril
