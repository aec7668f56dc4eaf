// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/player.hpp"

#include <utility>

#include "core/session/program.hpp"
#include "core/solvers/integrator.hpp"

namespace tendril {
namespace {

constexpr int kFrameMs = 16;
constexpr double kSameInstant = 1e-9;  // s

}  // namespace

Player::Player(QObject* parent) : QObject(parent) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(kFrameMs);
  connect(&timer_, &QTimer::timeout, this, &Player::poll);
  timer_.start();
}

void Player::load(std::unique_ptr<Program> program, Carry carry) {
  forgetRewind();
  session_.load(std::move(program), carry);
}

void Player::playPause() {
  if (state() == RunState::kRunning)
    pause();
  else
    play();
}

void Player::step() {
  forgetRewind();
  session_.stepOnce();
}

std::shared_ptr<const History> Player::rewindHistory() const {
  return rewound_ ? rewound_ : snapshot().history;
}

double Player::rewindTime() const {
  return rewound_ ? rewoundTo_ : snapshot().t;
}

bool Player::canStepBack() const {
  const auto history = rewindHistory();
  return history && history->size() > 0 && history->time(0) < rewindTime() - kSameInstant;
}

void Player::stepBack() {
  session_.pause();
  if (!canStepBack()) return;
  const auto history = rewindHistory();
  const History::Record record = history->record(history->find(rewindTime() - kSameInstant));
  State state;
  state.t = record.t;
  state.q = record.q;
  state.v = record.v;
  rewoundTo_ = record.t;
  rewound_ = history;
  session_.setState(std::move(state));
}

void Player::reset() {
  forgetRewind();
  // A session resets to the state last set, which after going back is not the beginning.
  if (const auto model = snapshot().model) session_.setState(initialState(*model));
  session_.reset();
}

void Player::poll() {
  if (!session_.update()) return;
  const Snapshot& now = snapshot();
  if (now.model && now.generation != generation_) {
    generation_ = now.generation;
    Q_EMIT modelChanged(now);
  }
  Q_EMIT frame(now);
  if (now.state == lastState_) return;
  lastState_ = now.state;
  Q_EMIT stateChanged(now.state);
  if (now.state == RunState::kDiverged) Q_EMIT diverged(now);
}

}  // namespace tendril
