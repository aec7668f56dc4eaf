// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/player.hpp"

#include <utility>

#include "core/session/engine/engine_thread.hpp"
#include "core/session/program.hpp"

namespace tendril {
namespace {

constexpr int kFrameMs = 16;
constexpr int kAnswerMs = 24;          // longest time for which an older snapshot is not worth a picture
constexpr double kSameInstant = 1e-9;  // s

}  // namespace

Player::Player(QObject* parent) : QObject(parent), session_(options()) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(kFrameMs);
  connect(&timer_, &QTimer::timeout, this, &Player::tick);
  timer_.start();
  forbidEngineOnThisThread();
}

Player::~Player() {
  forbidEngineOnThisThread(false);
}

void Player::load(std::unique_ptr<Program> program, StateTransfer transfer) {
  asking().load(std::move(program), transfer);
}

void Player::playPause() {
  if (state() == RunState::kRunning)
    pause();
  else
    play();
}

bool Player::canStepBack() const {
  const auto run = shownRun();
  return run && run->history->size() > 0 && run->history->time(0) < snapshot().t - kSameInstant;
}

Session::Options Player::options() {
  return {.answered = [this] {
    if (!told_.exchange(true)) QMetaObject::invokeMethod(this, &Player::answered, Qt::QueuedConnection);
  }};
}

/// The session, for a command whose effect somebody waits to see.
Session& Player::asking() {
  if (!asked_.isValid()) {
    asked_.start();
    Q_EMIT waiting(kAnswerMs);
  }
  return session_;
}

void Player::answered() {
  told_ = false;
  asked_.invalidate();
  Q_EMIT waiting(0);
  look();
}

/// Looks after what else waits in the event loop: with a command in it, a picture that is begun now would only delay
/// the one that shows what was asked for.
void Player::tick() {
  const auto due = [this] {
    if (!asked_.isValid() || asked_.elapsed() >= kAnswerMs) look();
  };
  QMetaObject::invokeMethod(this, due, Qt::QueuedConnection);
}

void Player::look() {
  if (!session_.update()) return;
  const Snapshot& now = snapshot();
  if (now.model && now.generation != generation_) {
    generation_ = now.generation;
    Q_EMIT modelChanged(now);
  }
  if (now.runs != lastRuns_ || now.run != run_) {
    lastRuns_ = now.runs;
    run_ = now.run;
    Q_EMIT runsChanged(now);
  }
  Q_EMIT frame(now);
  if (now.state == lastState_) return;
  lastState_ = now.state;
  Q_EMIT stateChanged(now.state);
  if (now.state == RunState::kDiverged) Q_EMIT diverged(now);
}

}  // namespace tendril
