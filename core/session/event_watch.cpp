// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/event_watch.hpp"

#include <cmath>
#include <cstdio>
#include <utility>

namespace tendril {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

EventWatch::EventWatch(std::shared_ptr<const Model> model) : model_(std::move(model)) {
  for (int i = 0; i < static_cast<int>(model_->links.size()); ++i) {
    const Link& link = model_->links[static_cast<std::size_t>(i)];
    for (int k = 0; k < link.joint.lower.size() && k < link.joint.upper.size(); ++k)
      limits_.push_back({link.qJoint + k, i, link.joint.lower[k], link.joint.upper[k]});
  }
  for (std::size_t i = 0; i < model_->actuators.size(); ++i) {
    const Actuator& actuator = *model_->actuators[i];
    for (int k = 0; k < actuator.inputs(); ++k) {
      const InputRange& range = actuator.ranges[static_cast<std::size_t>(k)];
      inputs_.push_back({model_->inputOffset[i] + k, static_cast<int>(i), range.lower, range.upper});
    }
  }
}

bool EventWatch::enters(Watched& watched, double value, double t) {
  const bool outside = value < watched.lower || value > watched.upper;
  const bool news = outside && !watched.outside && !(t - watched.told < kQuiet && t >= watched.told);
  watched.outside = outside;
  if (outside) watched.told = t;
  return news;
}

double EventWatch::signal(const Watched& watched, double t) const {
  double value = 0;
  for (const InputSignal& signal : model_->signals)
    if (signal.input == watched.index) value = signal.value(t);
  return value;
}

void EventWatch::start(const State& state, const LiveInputs& inputs) {
  const auto silent = [](const RunEvent&) {};
  checkLimits(state, silent);
  checkInputs(state, inputs, silent);
}

void EventWatch::checkLimits(const State& state, const Report& report) {
  for (Watched& limit : limits_) {
    const double value = state.q[limit.index];
    if (!enters(limit, value, state.t)) continue;
    const bool low = value < limit.lower;
    const std::string& name = model_->links[static_cast<std::size_t>(limit.link)].name;
    report(
        {state.t, EventKind::kLimit, limit.link, -1,
         name + " ran into its " + (low ? "lower" : "upper") + " limit, " + number(low ? limit.lower : limit.upper)});
  }
}

void EventWatch::checkInputs(const State& state, const LiveInputs& inputs, const Report& report) {
  for (Watched& input : inputs_) {
    if (inputs.held(input.index)) {
      input.outside = false;
      continue;
    }
    const double wanted = signal(input, state.t);
    if (!enters(input, wanted, state.t)) continue;
    const double given = wanted < input.lower ? input.lower : input.upper;
    report({state.t, EventKind::kSaturation, -1, input.index,
            model_->inputName(input.index) + " is asked for " + number(wanted) + " and gives " + number(given)});
  }
}

}  // namespace tendril
