// SPDX-License-Identifier: BSD-3-Clause
// The run of a session as its own thread sees it: program, state, inputs, history. No threads here.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/session/arena.hpp"
#include "core/session/live_inputs.hpp"
#include "core/session/session.hpp"

namespace tendril {

class Simulation {
 public:
  explicit Simulation(std::size_t historyBytes) : historyBytes_(historyBytes) {}

  bool empty() const { return !program_; }
  RunState runState() const { return runState_; }
  const State& state() const { return state_; }
  double stepSize() const { return program_->model->simulation.step; }

  void load(std::unique_ptr<Program> program, Carry carry);
  void play();
  void pause();
  void reset();
  void setState(State state);
  void setConfiguration(VecX q, VecX v);
  void stopAt(std::optional<double> t) { stopAt_ = t; }
  LiveInputs* inputs() { return inputs_.get(); }

  /// One step. Sets kDiverged on failure, kPaused at the end that stopAt() set.
  void step();
  /// Everything of the snapshot that does not concern wall time.
  void fill(Snapshot& snapshot);

 private:
  void begin(State state, RunState next);
  bool fits(const State& state) const;
  void newHistory();
  void record();
  void fail(std::string message, int link);
  void clearFailure();

  std::size_t historyBytes_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Arena> arena_;
  std::unique_ptr<LiveInputs> inputs_;
  State state_, start_;
  RunState runState_ = RunState::kEmpty;
  std::optional<double> stopAt_;
  std::shared_ptr<History> history_;
  double nextRecord_ = 0;
  std::string failure_;
  int failedLink_ = -1;
};

}  // namespace tendril
