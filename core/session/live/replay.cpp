// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live/replay.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/constraints/anchor_state.hpp"

namespace tendril {
namespace {

constexpr double kFastest = 2;  // s of wall time for a range that is played "as fast as possible"

}  // namespace

void Replay::leave() {
  run_.reset(), data_.reset(), model_.reset();
  playing_ = false;
}

void Replay::show(std::shared_ptr<const Run> run, double t) {
  index_ = run->history->find(t + kInstant);
  run_ = std::move(run);
  playing_ = false;
}

int Replay::move(int count) {
  playing_ = false;
  const auto last = static_cast<std::int64_t>(run_->history->size()) - 1;
  const std::int64_t wanted = static_cast<std::int64_t>(index_) + count;
  const std::int64_t there = std::clamp<std::int64_t>(wanted, 0, last);
  index_ = static_cast<std::size_t>(there);
  return static_cast<int>(wanted - there);
}

void Replay::play(std::shared_ptr<const Run> run, double from, double to, bool loop, Clock::time_point now) {
  const double first = run->history->time(0), last = run->end();
  from_ = std::clamp(std::min(from, to), first, last);
  to_ = std::clamp(std::max(from, to), first, last);
  head_ = from_, loop_ = loop, last_ = now;
  show(std::move(run), from_);
  playing_ = true;
}

void Replay::advance(double speed, Clock::time_point now) {
  const double range = to_ - from_;
  const double rate = std::isinf(speed) ? range / kFastest : speed;
  head_ += rate * std::chrono::duration<double>(now - last_).count();
  last_ = now;
  if (head_ >= to_) {
    playing_ = loop_ && range > 0;
    head_ = playing_ ? from_ + std::fmod(head_ - from_, range) : to_;
  }
  index_ = run_->history->find(head_ + kInstant);
}

State Replay::state() const {
  const History::Record record = run_->history->record(index_);
  State state;
  state.t = record.t;
  state.q = record.q, state.v = record.v;
  if (record.z.size()) state.z = record.z, state.layout = run_->history->layout();
  return state;
}

void Replay::fill(Snapshot& out) {
  const RunPart& now = part();
  if (model_ != now.model) {
    model_ = now.model;
    data_ = std::make_unique<Data>(*model_);
  }
  const History::Record record = run_->history->record(index_);
  out.u = record.u;
  if (model_->anchorSize > 0) loadAnchors(*model_, state(), *data_);
  fillSnapshot(model_, *data_, record.t, record.q, record.v, &out.u, out);
  out.generation = now.generation;
  out.gravity = now.gravity;
  out.history = run_->history;
  out.a.setZero(model_->nv);
  out.energy = {};
  out.energy.kinetic = record.kinetic, out.energy.gravity = record.gravity, out.energy.elastic = record.elastic;
  out.balance = record.balance;
}

}  // namespace tendril
