// SPDX-License-Identifier: BSD-3-Clause
// What a simulation writes down: records, events, instants for a sink.
#include <exception>
#include <utility>

#include "core/session/live/simulation.hpp"

namespace tendril {

/// The last instant is kept even if no record was due.
void Simulation::closeRun() {
  if (empty() || book_.empty() || !book_.liveHasMotion()) return;
  if (state_.t <= book_.live().end() + Replay::kInstant) return;
  try {
    record();
  } catch (const std::exception&) {
    // A signal broke: the run ends with its last record.
  }
}

void Simulation::record() {
  const Integrator& integrator = *program_->integrator;
  const Energy e = energyNow();
  book_.append(state_.t, state_.q, state_.v, integrator.inputs(), {e.kinetic, e.gravity, e.elastic + e.contact},
               integrator.balancePercent(e), state_.z);
  const double interval = book_.history().thinning() * recordInterval();
  while (nextRecord_ <= state_.t + 1e-6 * stepSize()) nextRecord_ += interval;
  watch_->checkInputs(state_, *inputs_, [this](RunEvent event) { book_.addEvent(std::move(event)); });
  if (sink_) tell(e);
}

Energy Simulation::energyNow() {
  return energy(*program_->model, program_->data, state_.q, state_.v, &program_->integrator->inputs());
}

double Simulation::recordInterval() const {
  const double rate = program_->model->simulation.recordRate;
  return rate > 0 ? 1 / rate : stepSize();
}

/// Hands this instant to the sink, whose instants lie as those of the records would if there were memory for all.
void Simulation::tell(const Energy& now) {
  const Integrator& integrator = *program_->integrator;
  const RecordedInstant instant{.state = state_,
                                .u = integrator.inputs(),
                                .kinetic = now.kinetic,
                                .gravity = now.gravity,
                                .elastic = now.elastic + now.contact,
                                .balance = integrator.balancePercent(now)};
  sink_->instant(book_.runs()->back(), instant);
  toldAt_ = state_.t;
  while (nextTold_ <= state_.t + 1e-6 * stepSize()) nextTold_ += recordInterval();
}

void Simulation::recordTo(std::shared_ptr<RunSink> sink) {
  const bool ready = !empty() && !book_.empty() && runState_ != RunState::kDiverged;
  if (sink_ && ready && state_.t > toldAt_ + Replay::kInstant) tell(energyNow());
  if (sink_ && sink_ != sink) sink_->ended();
  sink_ = std::move(sink);
  if (!sink_ || empty() || book_.empty()) return;
  nextTold_ = nextRecord_;
  while (nextTold_ - recordInterval() > state_.t) nextTold_ -= recordInterval();
  toldAt_ = state_.t;
  // Between two instants of the grid it begins with the next one.
  if (book_.history().size() > 0 && book_.live().end() >= state_.t - Replay::kInstant) tell(energyNow());
}

void Simulation::addEvent(EventKind kind, std::string text, int link) {
  book_.addEvent({state_.t, kind, link, -1, std::move(text)});
}

void Simulation::note(RunEvent event) {
  if (empty()) return;
  event.t = state_.t;
  book_.addEvent(std::move(event));
}

}  // namespace tendril
