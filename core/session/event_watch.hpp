// SPDX-License-Identifier: BSD-3-Clause
// Notices what is worth a tick on the timeline.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "core/session/event_log.hpp"
#include "core/session/live_inputs.hpp"
#include "core/solvers/state.hpp"

namespace tendril {

class EventWatch {
 public:
  using Report = std::function<void(RunEvent)>;

  explicit EventWatch(std::shared_ptr<const Model> model);
  /// What holds in this state is no news.
  void start(const State& state, const LiveInputs& inputs);
  /// After every step: joints that ran into a stop. Costs a comparison per limit.
  void checkLimits(const State& state, const Report& report);
  /// At every record: signals that ask for more than the range. Inputs held by hand do not count. Signals may throw.
  void checkInputs(const State& state, const LiveInputs& inputs, const Report& report);

 private:
  static constexpr double kQuiet = 0.05;  ///< s in which the same event is not told again, for joints that bounce
  struct Watched {
    int index, link;  ///< place in q or u; link or actuator
    double lower, upper;
    bool outside = false;
    double told = -std::numeric_limits<double>::infinity();
  };
  static bool enters(Watched& watched, double value, double t);
  double signal(const Watched& watched, double t) const;

  std::shared_ptr<const Model> model_;
  std::vector<Watched> limits_, inputs_;
};

}  // namespace tendril
