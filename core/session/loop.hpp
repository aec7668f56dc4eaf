// SPDX-License-Identifier: BSD-3-Clause
// The thread of a session: takes commands, paces steps, publishes snapshots.
#pragma once

#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "core/session/exchange.hpp"
#include "core/session/pacer.hpp"
#include "core/session/simulation.hpp"

namespace tendril {

class Session::Loop {
 public:
  using Command = std::function<void(Loop&)>;

  explicit Loop(const Options& options);
  ~Loop();

  /// Any thread; the lock is held for the push only.
  void post(Command command);
  bool update() { return exchange_.acquire(); }
  const Snapshot& snapshot() const { return exchange_.front(); }

  // ---- for commands, on the loop's thread
  Simulation simulation;
  Pacer pacer;
  int stepsWanted = 0;                       ///< single steps still to make
  std::vector<std::function<void()>> after;  ///< run once the effect of the commands was published

 private:
  using Clock = Pacer::Clock;
  void run(const std::stop_token& stop);
  void wait(const std::stop_token& stop, Clock::time_point until);
  void waitForCommand(const std::stop_token& stop);
  void applyCommands();
  void advance(const std::stop_token& stop);
  void timedStep();
  void publish();
  bool commandsPending();

  Exchange<Snapshot> exchange_;
  std::mutex mutex_;  // guards commands_ only
  std::condition_variable_any wake_;
  std::vector<Command> commands_, taken_;
  std::uint64_t sequence_ = 0;
  double msPerStep_ = 0;
  Clock::time_point published_{};
  std::jthread thread_;  // last: starts when all else is there
};

}  // namespace tendril
