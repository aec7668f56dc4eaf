// SPDX-License-Identifier: BSD-3-Clause
// A live run on its own thread, driven by commands and seen through snapshots.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "core/model/perturbation.hpp"
#include "core/session/program.hpp"
#include "core/session/recording/run_sink.hpp"
#include "core/session/snapshot.hpp"

namespace tendril {

/// How the state goes on when a program replaces another.
enum class StateTransfer {
  kState,    ///< states are carried over by link id (carryOver); what runs goes on running, as a new run
  kInitial,  ///< another project: starts at its initial state, ready; all runs are forgotten
};

/// Owns the simulation thread. Commands may come from any thread, return at once, and are applied in order between two
/// steps; none waits for a step. A step that takes longer than half a second is given up where the program, the state
/// or what holds the robot changes, and where the run pauses: it is where the step began then. Inputs, targets and what
/// snapshots show wait for its end, or nothing would move while they are dragged. Snapshots and the history are for one
/// reading thread (the window's).
/// An exception never leaves the thread: it becomes RunState::kDiverged with its text.
class Session {
 public:
  struct Options {
    std::size_t historyBytes = std::size_t{256} << 20;  ///< cap of the recorded history
    /// Called on the session's thread as soon as a snapshot is published that shows what commands did; while time
    /// advances that is after the next step. Must be short and not throw.
    std::function<void()> answered = {};
  };

  Session();
  explicit Session(Options options);
  ~Session();  ///< stops after the step in progress
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // ---- commands: program
  /// Replaces what is simulated. Inputs held by hand stay held, found by the actuator's name. With kState, edits that
  /// follow each other within a second and keep nq, nv, nu share one run; an edit of a run in which no time has passed
  /// replaces its model. An edit while a recorded instant is shown goes on from that instant.
  void load(std::unique_ptr<Program> program, StateTransfer transfer = StateTransfer::kInitial);
  /// Gravity from now on (m/s², world), until the next program brings its own. Ignored unless finite.
  void setGravity(const Vec3& gravity);

  // ---- commands: time
  void play();  ///< from Ready, Paused; after Diverged it tries again from the last good state; from a recorded
                ///< instant it begins a branch there
  void pause();
  /// Makes `count` steps and pauses. Of a recorded instant: goes `count` records further, then steps.
  void stepOnce(int count = 1);
  void stepBack();  ///< shows the recorded instant before the shown one
  void reset();     ///< a new run from the start (or the state last set), Ready
  /// Simulated seconds per wall second, clamped to 0.01…1000; infinity: as fast as possible. Holds for replay too.
  void setSpeed(double factor);
  /// Pauses when t reaches this (s); empty (the start value): runs on.
  void stopAt(std::optional<double> t);
  /// Continues from this state (pose editor). Ignored, with a failure text, if sizes do not fit or a number is not
  /// finite. Begins a new run.
  void setState(State state);
  /// Replaces q and v, keeps t.
  void setConfiguration(VecX q, VecX v);

  // ---- commands: runs
  /// Pauses and shows the last recorded instant ≤ t (s) of a run (0: the one shown). Of several that wait only the last
  /// is worked off. At or after the newest instant of the live run it is followLatest(). Unknown ids are ignored.
  void seek(std::uint64_t run, double t);
  void followLatest();  ///< back to the newest instant of the live run, paused
  /// Shows the records of a run (0: the one shown) from t = from to t = to (s) at the speed set, again and again with
  /// `loop`. pause() stops at the instant shown.
  void replay(std::uint64_t run, double from, double to, bool loop);
  /// Forgets a run. The live run cannot be deleted; if the deleted run is shown, the newest instant is shown instead.
  void deleteRun(std::uint64_t run);
  /// Keeps a run that was recorded elsewhere beside its own, to be shown, compared and gone on from; needs a program.
  /// Its history has records, its parts the models that they are shown with. Returns the id that it gets.
  std::uint64_t addRun(Run run);
  void renameRun(std::uint64_t run, std::string name);  ///< empty: its number again
  /// Puts an event (t is set to the present time) on the live run.
  void note(RunEvent event);
  /// From now on every instant that the live run records is handed to `sink`, at its full rate however little memory
  /// there is; null: no more of them. The one before is given the instant at which it ends.
  void recordTo(std::shared_ptr<RunSink> sink);

  // ---- commands: inputs
  /// Replaces the signal of an input from now on; clipped to its range. Indices outside 0…nu−1 are ignored.
  void overrideInput(int input, double value);
  /// Hands an input back to its signal, fading over 0.2 s of simulated time.
  void releaseInput(int input);
  void releaseAllInputs();

  // ---- commands: equilibria
  /// Pauses at the equilibrium (velocities 0) nearest to the shape that is shown, at the inputs of this instant; for
  /// 0.4 s snapshots show the way there (solvingStatics). Snapshot::statics tells what was found, or why nothing was:
  /// then the state stays as it is. play(), pause(), stepOnce() and reset() end a long search.
  void solveStatics();
  /// While on, every change of an input, the gravity, the program or the state is followed by such a search from the
  /// last equilibrium; of changes that wait, one search serves all. play(), stepOnce() and reset() turn it off.
  void setEquilibriumMode(bool on);

  /// Pauses at an equilibrium that was found elsewhere: at rest at q, with all inputs held by hand at u. A run of its
  /// own. Only the newest of those that wait is applied. Ignored where sizes do not fit or a number is not finite.
  void showEquilibrium(VecX q, VecX u);
  /// Remembers state and inputs as they are now, the one time after another; until the program changes.
  void keepPlace();
  /// Pauses at what keepPlace() remembered, as a run of its own; nothing if there is none.
  void returnToPlace();

  // ---- commands: what holds the robot from outside (Inputs::perturbation)
  /// Takes hold of the robot, in place of what held it before, with gains that suit it (PerturbationTuner). While time
  /// goes on that is a spring. While it stands still (and no equilibrium mode is on) the robot is posed: it moves at
  /// once, without forces, so that what is held gets to the target or as near as it can (PoseDrag);
  /// PerturbationState::left says what is left. The model and the run stay as they are; after an edit the same link is
  /// held. Of a recorded instant a new run goes on. A link that is not there is not held.
  void perturb(const PerturbationSpec& spec, const PerturbationTarget& target);
  /// Moves the target. Only the newest of moves that wait is applied. Numbers that are not finite move nothing.
  void movePerturbation(const PerturbationTarget& target);
  void releasePerturbation();

  // ---- commands: what snapshots show
  /// From now on snapshots carry this field of the bodies' deformation (kNone, as at the start: none), and with
  /// `inside` the nodes within their surfaces. Holds for recorded instants too.
  void showDeformation(SurfaceField field, bool inside);
  /// Whether snapshots tell where the mass is (Snapshot::masses).
  void showMasses(bool on);
  /// Whether snapshots tell where chambers and point wrenches are, and what these are now (Snapshot::chambers,
  /// Snapshot::wrenches).
  void showPlaces(bool on);

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
