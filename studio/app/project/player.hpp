// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "core/session/live/session.hpp"

namespace tendril {

/// The window's side of a session: posts commands, looks for a new snapshot 60 times a second and as soon as one shows
/// what commands did, and tells who is interested. It never computes, and forbids the engine on the thread that makes
/// it (engine_thread.hpp).
class Player : public QObject {
  Q_OBJECT
 public:
  static constexpr int kSettledMs = 150;

  explicit Player(QObject* parent = nullptr);
  ~Player() override;

  // ---- program
  /// Replaces what is simulated (Session::load). With kInitial: ready at its initial state, all runs forgotten.
  void load(std::unique_ptr<Program> program, StateTransfer transfer = StateTransfer::kInitial);
  /// A program will be loaded soon: as after a command, pictures wait a little for it.
  void expectProgram() { asking(kProgramMs); }
  /// None will: it could not be built.
  void expectNothing() { answered(); }
  void setGravity(const Vec3& gravity) { asking().setGravity(gravity); }

  // ---- time
  void play() { session_.play(); }  ///< from a recorded instant: as a branch
  void pause() { session_.pause(); }
  void playPause();
  void step() { session_.stepOnce(); }
  void stepBack() { session_.stepBack(); }  ///< to the recorded instant before the present one, paused
  void reset() { session_.reset(); }        ///< to the initial state of the project
  void setSpeed(double factor) { session_.setSpeed(factor); }
  void stopAt(std::optional<double> t) { session_.stopAt(t); }
  void setState(State state) { session_.setState(std::move(state)); }
  void setConfiguration(VecX q, VecX v) { asking().setConfiguration(std::move(q), std::move(v)); }

  // ---- runs and the timeline
  void seek(double t) { asking().seek(0, t); }                       ///< in the run that is shown
  void seek(std::uint64_t run, double t) { asking().seek(run, t); }  ///< may be called for every mouse move
  void followLatest() { session_.followLatest(); }
  void replay(std::uint64_t run, double from, double to, bool loop) { session_.replay(run, from, to, loop); }
  void deleteRun(std::uint64_t run) { session_.deleteRun(run); }
  void renameRun(std::uint64_t run, const QString& name) { session_.renameRun(run, name.toStdString()); }
  /// Session::addRun; runsChanged() tells when it is there.
  std::uint64_t addRun(Run run) { return session_.addRun(std::move(run)); }
  void recordTo(std::shared_ptr<RunSink> sink) { session_.recordTo(std::move(sink)); }
  void note(RunEvent event) { session_.note(std::move(event)); }
  /// Never null, oldest first; the last one is live.
  const std::shared_ptr<const RunList>& runs() const { return snapshot().runs; }
  std::shared_ptr<const Run> shownRun() const { return findRun(*runs(), snapshot().run); }  ///< null while empty
  std::shared_ptr<const Run> liveRun() const { return findRun(*runs(), snapshot().liveRun); }
  bool canStepBack() const;

  // ---- equilibria (Session::solveStatics, Session::setEquilibriumMode)
  void solveStatics() { session_.solveStatics(); }
  void setEquilibriumMode(bool on) { session_.setEquilibriumMode(on); }
  /// An equilibrium that was found beside the run (Session::showEquilibrium), and the way back.
  void showEquilibrium(VecX q, VecX u) { asking().showEquilibrium(std::move(q), std::move(u)); }
  void keepPlace() { session_.keepPlace(); }
  void returnToPlace() { asking().returnToPlace(); }

  // ---- inputs
  void overrideInput(int input, double value) { asking().overrideInput(input, value); }
  void releaseInput(int input) { session_.releaseInput(input); }
  void releaseAllInputs() { session_.releaseAllInputs(); }

  // ---- what holds the robot (Session::perturb)
  void perturb(const PerturbationSpec& spec, const PerturbationTarget& target) { asking().perturb(spec, target); }
  void movePerturbation(const PerturbationTarget& target) { asking().movePerturbation(target); }
  void releasePerturbation() { asking().releasePerturbation(); }

  /// Session::showDeformation.
  void showDeformation(SurfaceField field, bool inside) { asking().showDeformation(field, inside); }

  /// Session::showMasses.
  void showMasses(bool on) { asking().showMasses(on); }

  /// Session::showPlaces.
  void showPlaces(bool on) { asking().showPlaces(on); }

  const Snapshot& snapshot() const { return session_.snapshot(); }
  RunState state() const { return snapshot().state; }

 Q_SIGNALS:
  /// A command was given whose effect somebody waits to see; within so many milliseconds an older snapshot is not worth
  /// a picture. 0: its effect is in the next frame.
  void waiting(int milliseconds);
  /// A new snapshot is there.
  void frame(const tendril::Snapshot& snapshot);
  /// Another model is shown from this frame on.
  void modelChanged(const tendril::Snapshot& snapshot);
  /// The model has been the same for kSettledMs: for what takes a processor long to find of it, which while somebody
  /// drags would only keep the next one waiting.
  void modelSettled();
  void stateChanged(tendril::RunState state);
  /// The run stopped at its last good state.
  void diverged(const tendril::Snapshot& snapshot);
  /// A run was added, changed (name, history thinned out, another part) or dropped, or another one is shown.
  void runsChanged(const tendril::Snapshot& snapshot);

 private:
  // Longest times for which an older snapshot is not worth a picture: of steps, and of a robot that is built first.
  static constexpr int kAnswerMs = 24, kProgramMs = 60;

  Session::Options options();
  Session& asking(int answerMs = kAnswerMs);
  void tick();
  void answered();
  void look();

  std::atomic<bool> told_ = false;  ///< answered() is on its way
  Session session_;
  QTimer timer_, settled_;
  QElapsedTimer asked_;  ///< valid while the snapshot that shows a command is waited for
  int answerMs_ = 0;     ///< how long it is
  std::uint64_t generation_ = 0, run_ = 0;
  RunState lastState_ = RunState::kEmpty;
  std::shared_ptr<const RunList> lastRuns_;
};

}  // namespace tendril
