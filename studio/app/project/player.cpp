// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/player.hpp"

#include <utility>

#include "core/session/engine/engine_thread.hpp"
#include "core/session/program.hpp"

namespace tendril {
namespace {

constexpr int kFrameMs = 16;
constexpr double kSameInstant = 1e-9;  // s

}  // namespace

Player::Player(QObject* parent) : QObject(parent), session_(options()) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(kFrameMs);
  connect(&timer_, &QTimer::timeout, this, &Player::tick);
  timer_.start();
  settled_.setSingleShot(true);
  settled_.setInterval(kSettledMs);
  connect(&settled_, &QTimer::timeout, this, &Player::modelSettled);
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
Session& Player::asking(int answerMs) {
  if (!asked_.isValid()) {
    asked_.start();
    answerMs_ = answerMs;
    Q_EMIT waiting(answerMs);
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
    if (!asked_.isValid() || asked_.elapsed() >= answerMs_) look();
  };
  QMetaObject::invokeMethod(this, due, Qt::QueuedConnection);
}

void Player::look() {
  if (!session_.update()) return;
  const Snapshot& now = snapshot();
  if (now.model && now.generation != generation_) {
    generation_ = now.generation;
    settled_.start();
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
