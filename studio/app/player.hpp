// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>

#include "core/session/session.hpp"

namespace tendril {

/// The window's side of a session: posts commands, looks for a new snapshot 60 times a second and tells who is
/// interested. It never computes.
class Player : public QObject {
  Q_OBJECT
 public:
  explicit Player(QObject* parent = nullptr);

  /// Replaces what is simulated; see Session::load. The initial state is ready, not running.
  void load(std::unique_ptr<Program> program, Carry carry = Carry::kInitial);
  void play() { forgetRewind(), session_.play(); }
  void pause() { session_.pause(); }
  void playPause();
  void step();
  /// To the recorded instant before the present one, paused.
  void stepBack();
  /// To the initial state of the project.
  void reset();
  void setSpeed(double factor) { session_.setSpeed(factor); }

  const Snapshot& snapshot() const { return session_.snapshot(); }
  RunState state() const { return snapshot().state; }
  bool canStepBack() const;

 Q_SIGNALS:
  /// A new snapshot is there.
  void frame(const tendril::Snapshot& snapshot);
  /// Another model is shown from this frame on.
  void modelChanged(const tendril::Snapshot& snapshot);
  void stateChanged(tendril::RunState state);
  /// The run stopped at its last good state.
  void diverged(const tendril::Snapshot& snapshot);

 private:
  void poll();
  void forgetRewind() { rewound_.reset(); }
  std::shared_ptr<const History> rewindHistory() const;
  double rewindTime() const;

  Session session_;
  QTimer timer_;
  std::uint64_t generation_ = 0;
  RunState lastState_ = RunState::kEmpty;
  // Going back starts a new history, so the one that is walked through is kept until time goes on.
  std::shared_ptr<const History> rewound_;
  double rewoundTo_ = 0;
};

}  // namespace tendril
