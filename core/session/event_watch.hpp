// SPDX-License-Identifier: BSD-3-Clause
// Notices what is worth a tick on the timeline.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/constraints/state.hpp"
#include "core/dynamics/contact/contacts.hpp"
#include "core/session/event_location.hpp"
#include "core/session/live_inputs.hpp"
#include "core/session/recording/event_log.hpp"

namespace tendril {

class EventWatch {
 public:
  using Report = std::function<void(RunEvent)>;

  /// Contacts that are lost for less than this (s) are not told, or for less than `quiet` if that is longer: what
  /// rolls, slides or rattles touches all the time.
  static constexpr double kFlicker = 0.01;

  /// `quiet`: s in which the same event is not told again, for joints that bounce before somebody's eyes; 0: everything
  /// is told.
  explicit EventWatch(std::shared_ptr<const Model> model, double quiet = 0.05);
  /// What holds in this state is no news.
  /// `data` is overwritten, here and below.
  void start(const State& state, Data& data);
  void start(const State& state, Data& data, const LiveInputs& inputs);
  /// After every step: joints that ran into a stop or left it since the last call, in the order of time, at the instant
  /// at which the cubic through both states does. Costs a few comparisons per limit.
  void checkLimits(const State& state, const Report& report);
  /// After every step: bodies that touched since the last call, or left each other, at the instant at which the first
  /// two of their parts met or the last two parted. A touch that begins and ends between two calls is not noticed. What
  /// parts is told kFlicker later. Costs the kinematics and the search for what touches.
  void checkContacts(const State& state, Data& data, const Report& report);
  /// At the end of a run: what has just parted.
  void finish(const Report& report);
  /// At every record: signals and controllers that ask for more than the range, controllers that cannot do all that
  /// they are for. Inputs held by hand do not count.
  /// Signals may throw.
  void checkInputs(const State& state, const LiveInputs& inputs, const Report& report);

 private:
  struct Watched {
    int index, link;  ///< place in q or u; link or actuator
    double lower, upper;
    int v = -1;           ///< place in v of the rate of q
    int demand = -1;      ///< place in z of what a controller demands of the input, or of its FeasibilitySignal
    std::string by = {};  ///< the name of that controller
    bool outside = false;
    double told = -std::numeric_limits<double>::infinity();
    Sample last = {};
  };
  struct WatchedContact {
    bool touching = false, parted = false;  ///< parted: not told yet
    double since = 0;                       ///< s, when it parted
    bool changed = false;
    std::vector<ContactGap> before, now;  ///< of what changed
  };
  bool findTouching(const Data& data);
  double instantOf(const WatchedContact& contact, double t) const;
  RunEvent contactEvent(std::size_t index, double t, bool ends) const;
  bool quiet(const Watched& watched, double t) const { return t - watched.told < quiet_ && t >= watched.told; }
  bool enters(Watched& watched, double value, double t) const;
  void checkLevel(Watched& limit, const Sample& now, bool low);
  void checkFeasibility(const State& state, const Report& report);
  double wanted(const Watched& watched, const State& state) const;

  std::shared_ptr<const Model> model_;
  double quiet_;
  std::vector<Watched> limits_, inputs_;
  std::vector<Watched> controllers_;  ///< with a FeasibilitySignal; index: into Model::controllers
  std::vector<WatchedContact> contacts_;
  State last_;  ///< of the last call for contacts; t, q, v
  std::vector<RunEvent> found_;
};

}  // namespace tendril
