// SPDX-License-Identifier: BSD-3-Clause
// What is shown instead of the live run: a recorded instant, standing still or played back.
#pragma once

#include <chrono>
#include <memory>

#include "core/constraints/state.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/session/recording/run.hpp"
#include "core/session/snapshot.hpp"

namespace tendril {

class Replay {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr double kInstant = 1e-9;  ///< s, times that differ by less are one: records lie on sums of steps

  bool active() const { return run_ != nullptr; }
  bool playing() const { return active() && playing_; }
  std::uint64_t run() const { return run_ ? run_->id : 0; }
  bool foreign() const { return run_ && run_->foreign; }
  double t() const { return run_->history->time(index_); }
  void leave();

  /// The last record ≤ t; the first one if t lies before it. The run has records.
  void show(std::shared_ptr<const Run> run, double t);
  /// `count` records further (back if negative), within the run; returns how many could not be gone.
  int move(int count);
  /// From `from` to `to` (clamped to the run), from now on.
  void play(std::shared_ptr<const Run> run, double from, double to, bool loop, Clock::time_point now);
  void pause() { playing_ = false; }
  /// Shows what is due; stops at the end unless it loops. `speed`: recorded seconds per wall second, may be infinite.
  void advance(double speed, Clock::time_point now);
  /// Another object for the run that is shown (renamed).
  void refresh(std::shared_ptr<const Run> run) { run_ = std::move(run); }

  /// State of the recorded instant; z is empty where it was not recorded.
  State state() const;
  const RunPart& part() const { return run_->partAt(t()); }
  /// Everything of the instant: model, generation, history, poses, energies. a is zero.
  void fill(Snapshot& snapshot);

 private:
  std::shared_ptr<const Run> run_;
  std::size_t index_ = 0;
  bool playing_ = false, loop_ = false;
  double from_ = 0, to_ = 0, head_ = 0;
  Clock::time_point last_{};
  // A workspace of its own: the live run's must stay as its last step left it.
  std::shared_ptr<const Model> model_;
  std::unique_ptr<Data> data_;
};

}  // namespace tendril
