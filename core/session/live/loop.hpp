// SPDX-License-Identifier: BSD-3-Clause
// The thread of a session: takes commands, paces steps, publishes snapshots.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "core/session/engine/pacer.hpp"
#include "core/session/engine/triple_buffer.hpp"
#include "core/session/live/simulation.hpp"

namespace tendril {

class Session::Loop {
 public:
  using Command = std::function<void(Loop&)>;

  explicit Loop(const Options& options);
  ~Loop();

  /// Any thread; the lock is held for the push only. A command with a key ≠ 0 takes the place of one with the same key
  /// if that is the last one waiting.
  void post(Command command, std::uint64_t key = 0);
  /// As post(); a search for an equilibrium that is going on gives up.
  void postUrgent(Command command);
  /// As post() of a command that must not wait for the step that is under way: one that takes long is given up, and the
  /// run is where the step began. `urgent`: as postUrgent(), too.
  void postAtOnce(Command command, std::uint64_t key = 0, bool urgent = false);
  /// As postAtOnce() of another program, in place of one that waits last: nobody has seen that, and its start may take
  /// long.
  void postLoad(std::unique_ptr<Program> program, StateTransfer transfer);
  bool update() { return buffer_.acquire(); }
  const Snapshot& snapshot() const { return buffer_.front(); }

  // ---- for commands, on the loop's thread
  Simulation simulation;
  Pacer pacer;
  int stepsWanted = 0;                       ///< single steps still to make
  bool equilibriumDue = false;               ///< something changed that an equilibrium depends on
  bool showWay = false;                      ///< the next search shows the way
  SurfaceField field = SurfaceField::kNone;  ///< of Snapshot::deformation
  bool inside = false;                       ///< likewise
  bool weighs = false;                       ///< of Snapshot::masses
  bool locates = false;                      ///< of Snapshot::chambers and wrenches
  bool answersAtOnce = false;                ///< what the commands did is seen before the next step
  std::vector<std::function<void()>> after;  ///< run once the effect of the commands was published

 private:
  using Clock = Pacer::Clock;
  void run(const std::stop_token& stop);
  void advanceTime(const std::stop_token& stop);
  /// Does work of the engine; what is thrown out of it ends the run with its text.
  template <class Work>
  void guarded(Work work);
  void wait(const std::stop_token& stop, Clock::time_point until);
  void waitForCommand(const std::stop_token& stop);
  void applyCommands();
  void advance(const std::stop_token& stop);
  void findEquilibrium();
  void advanceWay(const std::stop_token& stop);
  void advanceReplay(const std::stop_token& stop);
  void timedStep(bool whole);
  void publish();
  bool commandsPending();
  void load(std::unique_ptr<Program> program, StateTransfer transfer);
  void push(Command command, std::uint64_t key);
  bool running() const { return stepsWanted > 0 || simulation.runState() == RunState::kRunning; }
  void answer();

  TripleBuffer<Snapshot> buffer_;
  std::mutex mutex_;  // guards commands_ and stopping_ only
  bool stopping_ = false;
  std::atomic<bool> interrupt_ = false;  // ends a search for an equilibrium
  std::atomic<bool> discard_ = false;    // ends a step that takes long
  std::condition_variable_any wake_;
  struct Waiting {
    std::uint64_t key;
    Command command;
  };
  std::vector<Waiting> commands_, taken_;
  StateTransfer waitingTransfer_ = StateTransfer::kState;  ///< of the last program that waits
  std::uint64_t sequence_ = 0;
  double msPerStep_ = 0, stepMs_ = 0;  ///< on average; of the pieces of the step that was begun
  Clock::time_point published_{};      ///< when
  Clock::duration publishing_{};       ///< and how long it took
  std::function<void()> answered_;     ///< Options::answered
  bool answerDue_ = false;             ///< commands were applied since it was last called
  std::jthread thread_;                // last: starts when all else is there
};

}  // namespace tendril
