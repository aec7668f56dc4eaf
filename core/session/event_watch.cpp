// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/event_watch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kFar = 1e3;  // m: what is farther apart than this does not touch in the next step
constexpr int kDigits = 4;

}  // namespace

EventWatch::EventWatch(std::shared_ptr<const Model> model, double quiet) : model_(std::move(model)), quiet_(quiet) {
  for (int i = 0; i < static_cast<int>(model_->links.size()); ++i) {
    const Link& link = model_->links[static_cast<std::size_t>(i)];
    for (int k = 0; k < link.joint.lower.size() && k < link.joint.upper.size(); ++k)
      limits_.push_back({link.qJoint + k, i, link.joint.lower[k], link.joint.upper[k], link.vJoint + k});
  }
  for (std::size_t i = 0; i < model_->actuators.size(); ++i) {
    const Actuator& actuator = *model_->actuators[i];
    for (int k = 0; k < actuator.inputs(); ++k) {
      const InputRange& range = actuator.ranges[static_cast<std::size_t>(k)];
      inputs_.push_back({.index = model_->inputOffset[i] + k,
                         .link = static_cast<int>(i),
                         .lower = range.lower,
                         .upper = range.upper});
    }
  }
  const std::vector<ControllerLayout> layouts = controllerLayouts(*model_);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const Controller& controller = *model_->controllers[i];
    for (std::size_t k = 0; k < controller.outputs.size(); ++k) {
      Watched& input = inputs_[static_cast<std::size_t>(controller.outputs[k])];
      input.demand = layouts[i].demandAt() + static_cast<int>(k);
      input.by = controller.name;
    }
    for (const FeasibilitySignal& tells : controller.feasibility())
      controllers_.push_back({.index = static_cast<int>(i),
                              .link = -1,
                              .lower = tells.least,
                              .upper = std::numeric_limits<double>::infinity(),
                              .demand = layouts[i].signalsAt() + tells.signal,
                              .by = controller.name + ": " + tells.text});
  }
  contacts_.resize(model_->contacts.size());
}

bool EventWatch::enters(Watched& watched, double value, double t) const {
  const bool outside = value < watched.lower || value > watched.upper;
  const bool news = outside && !watched.outside && !quiet(watched, t);
  watched.outside = outside;
  if (outside) watched.told = t;
  return news;
}

/// What a signal or a controller asks for, before the range.
double EventWatch::wanted(const Watched& watched, const State& state) const {
  if (watched.demand >= 0) return watched.demand < state.z.size() ? state.z[watched.demand] : 0;
  double value = 0;
  for (const InputSignal& signal : model_->signals)
    if (signal.input == watched.index) value = signal.value(state.t);
  return value;
}

void EventWatch::start(const State& state, Data& data) {
  for (Watched& limit : limits_) {
    const double value = state.q[limit.index];
    limit.last = {state.t, value, state.v[limit.v]};
    limit.outside = value < limit.lower || value > limit.upper;
    limit.told = limit.outside ? state.t : -std::numeric_limits<double>::infinity();
  }
  if (contacts_.empty()) return;
  kinematics(*model_, data, state.q, state.v);
  findTouching(data);
  for (WatchedContact& contact : contacts_) contact.parted = false;
  last_.t = state.t, last_.q = state.q, last_.v = state.v;
}

void EventWatch::start(const State& state, Data& data, const LiveInputs& inputs) {
  start(state, data);
  if (state.t > 0) checkInputs(state, inputs, [](const RunEvent&) {});  // else the first record tells it
}

/// Crossings of one end of a joint's range since the last sample.
void EventWatch::checkLevel(Watched& limit, const Sample& now, bool low) {
  const double level = low ? limit.lower : limit.upper;
  const bool wasOut = low ? limit.last.value < level : limit.last.value > level;
  const Crossings crossings = findCrossings(limit.last, now, level);
  const std::string& name = model_->links[static_cast<std::size_t>(limit.link)].name;
  for (int k = 0; k < crossings.count; ++k) {
    const double t = crossings.times[static_cast<std::size_t>(k)];
    const bool ends = wasOut == (k % 2 == 0);
    const bool told = quiet(limit, t);
    limit.told = t;
    if (told) continue;
    const std::string text = name + (ends ? " left its " : " ran into its ") + (low ? "lower" : "upper") + " limit, ";
    found_.push_back({t, EventKind::kLimit, limit.link, -1, text + messageNumber(level, kDigits), ends});
  }
}

void EventWatch::checkLimits(const State& state, const Report& report) {
  found_.clear();
  for (Watched& limit : limits_) {
    const Sample now{state.t, state.q[limit.index], state.v[limit.v]};
    for (const bool low : {true, false}) {
      const double level = low ? limit.lower : limit.upper;
      if (std::isfinite(level)) checkLevel(limit, now, low);
    }
    limit.last = now;
  }
  std::stable_sort(found_.begin(), found_.end(), [](const RunEvent& a, const RunEvent& b) { return a.t < b.t; });
  for (RunEvent& event : found_) report(std::move(event));
}

/// After kinematics: which contacts touch, and whether any of them is another than before.
bool EventWatch::findTouching(const Data& data) {
  bool any = false;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    WatchedContact& contact = contacts_[i];
    contactGaps(*model_, data, static_cast<int>(i), 0, contact.now);
    contact.changed = contact.touching == contact.now.empty();
    contact.touching = !contact.now.empty();
    any = any || contact.changed;
  }
  return any;
}

void EventWatch::checkContacts(const State& state, Data& data, const Report& report) {
  if (contacts_.empty()) return;
  found_.clear();
  kinematics(*model_, data, state.q, state.v);
  if (findTouching(data)) {
    const auto measure = [&](std::vector<ContactGap> WatchedContact::*gaps) {
      for (std::size_t i = 0; i < contacts_.size(); ++i)
        if (contacts_[i].changed) contactGaps(*model_, data, static_cast<int>(i), kFar, contacts_[i].*gaps);
    };
    measure(&WatchedContact::now);
    kinematics(*model_, data, last_.q, last_.v);
    measure(&WatchedContact::before);
  }
  const double flicker = std::max(kFlicker, quiet_);
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    WatchedContact& contact = contacts_[i];
    if (contact.changed) {
      const double t = instantOf(contact, state.t);
      const bool flickers = contact.touching && contact.parted && t - contact.since < flicker;
      if (contact.touching && !flickers) found_.push_back(contactEvent(i, t, false));
      if (flickers) contact.parted = false;
      if (!contact.touching) contact.parted = true, contact.since = t;
    }
    if (contact.parted && state.t - contact.since >= flicker) {
      found_.push_back(contactEvent(i, contact.since, true));
      contact.parted = false;
    }
  }
  last_.t = state.t, last_.q = state.q, last_.v = state.v;
  std::stable_sort(found_.begin(), found_.end(), [](const RunEvent& a, const RunEvent& b) { return a.t < b.t; });
  for (RunEvent& event : found_) report(std::move(event));
}

void EventWatch::finish(const Report& report) {
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    if (contacts_[i].parted) report(contactEvent(i, contacts_[i].since, true));
}

/// When the first pair of its parts met, or the last one parted, in (last_.t, t].
double EventWatch::instantOf(const WatchedContact& contact, double t) const {
  double found = contact.touching ? t : last_.t;
  bool any = false;
  std::size_t k = 0;
  for (const ContactGap& now : contact.now) {  // both lists are in the order of the contact
    const auto isBefore = [&](const ContactGap& x) { return x.a < now.a || (x.a == now.a && x.b < now.b); };
    while (k < contact.before.size() && isBefore(contact.before[k])) ++k;
    if (k == contact.before.size()) break;
    const ContactGap& then = contact.before[k];
    if (then.a != now.a || then.b != now.b || (then.gap < 0) == (now.gap < 0)) continue;
    const Crossings at = findCrossings({last_.t, then.gap, then.rate}, {t, now.gap, now.rate}, 0);
    if (at.count == 0) continue;
    found = contact.touching ? std::min(found, at.times[0])
                             : std::max(found, at.times[static_cast<std::size_t>(at.count - 1)]);
    any = true;
  }
  return any ? found : t;
}

RunEvent EventWatch::contactEvent(std::size_t index, double t, bool ends) const {
  const Contact& contact = model_->contacts[index];
  const auto name = [&](int link) {
    return link < 0 ? "the world" : model_->links[static_cast<std::size_t>(link)].name;
  };
  const int first = contact.swapped ? contact.linkB : contact.linkA;
  const int second = contact.swapped ? contact.linkA : contact.linkB;
  const std::string other = contact.self ? "itself" : name(second);
  return {.t = t,
          .kind = EventKind::kContact,
          .link = first >= 0 ? first : second,
          .text = name(first) + (ends ? " left " : " touched ") + other + ", " + contact.name,
          .ends = ends,
          .contact = static_cast<int>(index)};
}

void EventWatch::checkFeasibility(const State& state, const Report& report) {
  for (Watched& controller : controllers_)
    if (controller.demand < state.z.size() && enters(controller, state.z[controller.demand], state.t))
      report({.t = state.t, .kind = EventKind::kInfeasible, .text = controller.by});
}

void EventWatch::checkInputs(const State& state, const LiveInputs& inputs, const Report& report) {
  checkFeasibility(state, report);
  for (Watched& input : inputs_) {
    if (inputs.held(input.index)) {
      input.outside = false;
      continue;
    }
    const double wanted = this->wanted(input, state);
    if (!enters(input, wanted, state.t)) continue;
    const double given = wanted < input.lower ? input.lower : input.upper;
    report({state.t, EventKind::kSaturation, -1, input.index,
            (input.by.empty() ? "" : input.by + ": ") + model_->inputName(input.index) + " is asked for " +
                messageNumber(wanted, kDigits) + " and gives " + messageNumber(given, kDigits)});
  }
}

}  // namespace tendril
