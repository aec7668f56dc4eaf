// SPDX-License-Identifier: BSD-3-Clause
// A live run on its own thread, driven by commands and seen through snapshots.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "core/session/program.hpp"
#include "core/session/snapshot.hpp"

namespace tendril {

/// How the state goes on when a program replaces another.
enum class Carry {
  kState,    ///< states are carried over by link id (carryOver); a run goes on running
  kInitial,  ///< the new program starts at its initial state, ready
};

/// Owns the simulation thread. Commands may come from any thread, return at once, and are applied in order between two
/// steps; none waits for a step. Snapshots and the history are for one reading thread (the window's).
/// An exception never leaves the thread: it becomes RunState::kDiverged with its text.
class Session {
 public:
  struct Options {
    std::size_t historyBytes = std::size_t{256} << 20;  ///< cap of the recorded history
  };

  Session();
  explicit Session(Options options);
  ~Session();  ///< stops after the step in progress
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // ---- commands
  void load(std::unique_ptr<Program> program, Carry carry = Carry::kInitial);
  void play();  ///< from Ready, Paused; after Diverged it tries again from the last good state
  void pause();
  void stepOnce(int count = 1);  ///< makes `count` steps and pauses
  void reset();                  ///< back to the start of the run (or the state last set), Ready; history begins anew
  /// Simulated seconds per wall second, clamped to 0.01…1000; infinity: as fast as possible.
  void setSpeed(double factor);
  /// Pauses when t reaches this (s); empty (the start value): runs on.
  void stopAt(std::optional<double> t);
  /// Replaces the signal of an input from now on; clipped to its range. Indices outside 0…nu−1 are ignored.
  void overrideInput(int input, double value);
  /// Hands an input back to its signal, fading over 0.2 s of simulated time.
  void releaseInput(int input);
  void releaseAllInputs();
  /// Continues from this state (rewind, branch, pose editor). Ignored, with a failure text, if sizes do not fit or a
  /// number is not finite. The history goes on in a new History.
  void setState(State state);
  /// Replaces q and v, keeps t.
  void setConfiguration(VecX q, VecX v);

  // ---- the reading thread
  /// Takes the latest snapshot; false if nothing new was published since. Never waits.
  bool update();
  const Snapshot& snapshot() const;  ///< of the last update(); unchanged until the next

  // ---- any thread
  /// Waits until all commands posted before have been applied and a snapshot shows it. For tests and shutdown, never
  /// for the window's thread. False if the thread has ended or `seconds` passed.
  bool flush(double seconds = 60);
  /// The exact state after the step in progress (waits for it, as flush()); empty if there is no program.
  std::optional<State> state(double seconds = 60);

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace tendril
