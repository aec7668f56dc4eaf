// SPDX-License-Identifier: BSD-3-Clause
// The runs of a session as its own thread sees them: program, state, inputs, records, what is shown. No threads here.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "core/integrators/divergence.hpp"
#include "core/inverse_kinematics/perturbation_gains.hpp"
#include "core/inverse_kinematics/pose_drag.hpp"
#include "core/session/engine/arena.hpp"
#include "core/session/event_watch.hpp"
#include "core/session/folding_watch.hpp"
#include "core/session/live/equilibrium.hpp"
#include "core/session/live/force_probe.hpp"
#include "core/session/live/replay.hpp"
#include "core/session/live/session.hpp"
#include "core/session/live/step_pieces.hpp"
#include "core/session/live_inputs.hpp"
#include "core/session/recording/run_store.hpp"
#include "core/session/recording/step_ring.hpp"

namespace tendril {

class Simulation {
 public:
  using Clock = std::chrono::steady_clock;

  /// `cancel`, once true, ends a step or a start that takes long, where the method looks.
  Simulation(std::size_t historyBytes, const std::atomic<bool>& cancel) : cancel_(cancel), book_(historyBytes) {}

  bool empty() const { return !program_; }
  /// Of what is shown: a replay is kRunning or kPaused.
  RunState runState() const;
  bool replaying() const { return replay_.active(); }
  const State& state() const { return state_; }  ///< of the live run
  double stepSize() const { return program_->model->simulation.step; }
  /// How far step() goes next (s): a step, or a piece of one that takes long.
  double nextStep(bool whole = false) { return pieces_.next(state_.t, stepSize(), whole, Clock::now()); }
  /// The last step() ended within a step.
  bool isWithinStep() const { return pieces_.isWithin(state_.t); }
  /// Commands were applied between two steps.
  void expectChange() { pieces_.expectChange(Clock::now()); }

  void load(std::unique_ptr<Program> program, StateTransfer transfer);
  void setGravity(const Vec3& gravity);
  void play();
  void pause();
  void reset();
  void setState(State state);
  void setConfiguration(VecX q, VecX v);
  /// Something holds the robot from now on, in place of what held it before: a spring with gains that suit the robot.
  void perturb(const PerturbationSpec& spec, const PerturbationTarget& target);
  void movePerturbation(const PerturbationTarget& target);
  void releasePerturbation();
  /// While time stands still, a perturbation moves the robot to where what it holds is wanted.
  void poseByPerturbation();
  void stopAt(std::optional<double> t) { stopAt_ = t; }
  LiveInputs* inputs() { return inputs_.get(); }

  void seek(std::uint64_t run, double t);
  void followLatest();
  void replay(std::uint64_t run, double from, double to, bool loop);
  /// Moves the instant that is shown; returns how many steps of `count` are left for real ones.
  int moveShown(int count);
  void advanceReplay(double speed) { replay_.advance(speed, Clock::now()); }
  void deleteRun(std::uint64_t run);
  void renameRun(std::uint64_t run, std::string name);
  void note(RunEvent event);
  void addRun(Run run) { book_.add(std::move(run)); }
  void recordTo(std::shared_ptr<RunSink> sink);

  /// The live state becomes an equilibrium near what is shown, at rest, paused. Where none is found it stays as it is.
  /// `show`: the snapshots of the next moments show the way there. *cancel ends the search.
  void findEquilibrium(bool show, const std::atomic<bool>& cancel);
  /// The live state becomes this equilibrium, at rest, paused, with all inputs held at u.
  void showEquilibrium(const VecX& q, const VecX& u);
  void keepPlace();
  void returnToPlace();
  void setEquilibriumMode(bool on) { equilibriumMode_ = on; }
  bool equilibriumMode() const { return equilibriumMode_; }
  bool showingWay() const { return equilibrium_.showing(); }
  void advanceWay() { equilibrium_.advance(*program_->model); }

  /// The live run ends here, diverged: something outside of its steps could not be computed.
  void breakOff(const std::string& why);
  /// A step of the live run, as far as nextStep(whole). Sets kDiverged on failure, kPaused at the end that stopAt()
  /// set. One that is given up leaves the run where it was; the method cannot go on before mend().
  void step(bool whole = false);
  /// Prepares the method anew for the state where the run is, if a step or a start was given up and nothing has done so
  /// since.
  void mend();
  bool isBroken() const { return broken_; }
  /// Everything of the snapshot that does not concern wall time.
  void fill(Snapshot& snapshot);

 private:
  static constexpr double kSameEdit = 1;  ///< s of wall time within which edits share a run

  bool fits(const State& state) const;
  int beyondEnd(int left, bool recorded);
  bool isLatest(std::uint64_t run, double t) const;
  RunPart part(double from) const;
  RunStore::Origin leaveReplay(RunReason reason);
  RunStore::Origin leaveForEquilibrium();
  static bool justNow(const std::optional<Clock::time_point>& then);
  bool sharesRun(const Model& before) const;
  void swap(std::unique_ptr<Program> program);
  void begin(State state, RunState next, RunStore::Origin origin);
  void recordStart();
  void keepCounters();
  double changeTime() const;
  void attach(const PerturbationSpec& spec, const PerturbationTarget& target, double since);
  void restart();
  struct StartFailure {
    std::string message;
    int link = -1;
    VecX residual;
  };
  void start(State state, RunState next);
  std::optional<StartFailure> prepare(State state, RunState next);
  void noteDemands();
  void closeRun();
  void record();
  Energy energyNow();
  void tell(const Energy& now);
  double recordInterval() const;
  void addEvent(EventKind kind, std::string text, int link = -1);
  void fail(std::string message, int link, VecX residual = {});
  void clearFailure();
  void fillLive(Snapshot& snapshot);
  void fillLost(Snapshot& snapshot) const;
  void fillPerturbation(Data& data, PerturbationState& out) const;
  void judgeAccuracy(double balance);

  const std::atomic<bool>& cancel_;
  RunStore book_;
  Replay replay_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Arena> arena_;
  std::unique_ptr<LiveInputs> inputs_;
  std::unique_ptr<EventWatch> watch_;
  DivergenceWatch divergence_;
  StepPieces pieces_;
  StepRing ring_;
  State state_;
  RunState runState_ = RunState::kEmpty;
  bool broken_ = false;  ///< a step or a start was given up: the method is somewhere within it
  std::optional<double> stopAt_;
  double nextRecord_ = 0;
  std::shared_ptr<RunSink> sink_;
  double nextTold_ = 0, toldAt_ = 0;          ///< s: when the sink is to be told next, was last
  std::unique_ptr<PerturbationTuner> tuner_;  ///< of the program's model, once something has held it
  std::unique_ptr<PoseDrag> drag_;            ///< while a perturbation poses the robot
  VecX posed_;  ///< where the drag has left the robot: a drag begins anew where it is elsewhere
  Equilibrium equilibrium_;
  ForceProbe forces_;
  FoldingWatch folding_;
  bool equilibriumMode_ = false;
  struct Place {
    State state;
    LiveInputs inputs;
  };
  std::optional<Place> place_;  ///< of keepPlace()
  std::shared_ptr<const StaticsResult> statics_;
  StepStatistics before_;  ///< counters of the live run before its integrator was last reset
  std::optional<Clock::time_point> edited_, gravityChanged_;
  std::shared_ptr<const std::vector<std::string>> warnings_ = std::make_shared<const std::vector<std::string>>();
  std::string failure_;
  int failedLink_ = -1;
  VecX failureResidual_;
};

}  // namespace tendril
