// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/recording/run_store.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tendril {

void RunStore::clear() {
  runs_ = std::make_shared<const RunList>();
  history_.reset(), events_.reset();
  lastNumber_ = 0;
}

void RunStore::begin(Origin origin, RunPart part, std::shared_ptr<const StateLayout> layout) {
  const Model& model = *part.model;
  history_ = std::make_shared<History>(part.generation, model.nq, model.nv, model.nu, capacity_, std::move(layout));
  RunList list = *runs_;
  Run run;
  const bool replaces = !list.empty() && list.back()->history->size() <= 1;
  if (replaces) {
    run = *list.back();
    list.pop_back();
  } else {
    run.id = ++lastId_;
    run.number = ++lastNumber_;
    run.name = "run " + std::to_string(run.number);
  }
  const bool begins = origin.reason == RunReason::kStart || origin.reason == RunReason::kReset;
  if (!replaces || begins || origin.parent != run.id)
    run.reason = origin.reason, run.parent = origin.parent, run.branchTime = origin.branchTime;
  if (run.parent == run.id) run.parent = 0;
  run.start = part.from;
  run.started = std::chrono::system_clock::now();
  run.parts = {std::move(part)};
  run.history = history_;
  run.events = events_ = std::make_shared<EventLog>();
  run.lastSteps.reset();
  list.push_back(std::make_shared<const Run>(std::move(run)));
  runs_ = std::make_shared<const RunList>(std::move(list));
  while (runs_->size() > kMostRuns && dropOldest()) {
  }
}

void RunStore::add(Run run) {
  if (runs_->empty() || find(run.id)) return;
  RunList list = *runs_;
  list.insert(std::prev(list.end()), std::make_shared<const Run>(std::move(run)));
  runs_ = std::make_shared<const RunList>(std::move(list));
}

void RunStore::addPart(RunPart part) {
  Run run = live();
  const bool replaces = run.parts.back().from >= part.from || run.parts.size() == kMostParts;
  if (replaces) {
    part.from = run.parts.back().from;
    run.parts.back() = std::move(part);
  } else {
    run.parts.push_back(std::move(part));
  }
  replaceLive(run);
}

void RunStore::append(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u, const double (&energies)[3],
                      double balance, const VecXRef& z) {
  makeRoom();
  history_->append(t, q, v, u, energies, balance, z);
}

void RunStore::makeRoom() {
  if (!history_->needsChunk()) return;
  const auto tooMuch = [this] { return bytes() + history_->chunkBytes() > capacity_; };
  while (tooMuch() && dropOldest()) {
  }
  if (history_->size() == 0 || (!tooMuch() && !history_->full())) return;
  history_ = history_->thinned();
  Run run = live();
  run.history = history_;
  replaceLive(run);
}

void RunStore::addEvent(RunEvent event) {
  if (events_) events_->append(std::move(event));
}

void RunStore::setLastSteps(std::shared_ptr<const History> steps) {
  Run run = live();
  run.lastSteps = std::move(steps);
  replaceLive(run);
}

void RunStore::rename(std::uint64_t id, std::string name) {
  for (std::size_t i = 0; i < runs_->size(); ++i) {
    if ((*runs_)[i]->id != id) continue;
    Run run = *(*runs_)[i];
    run.name = name.empty() ? "run " + std::to_string(run.number) : std::move(name);
    return replaceAt(i, run);
  }
}

bool RunStore::remove(std::uint64_t id) {
  RunList list = *runs_;
  if (list.empty() || list.back()->id == id) return false;
  if (std::erase_if(list, [id](const auto& run) { return run->id == id; }) == 0) return false;
  runs_ = std::make_shared<const RunList>(std::move(list));
  return true;
}

bool RunStore::dropOldest() {
  return runs_->size() > 1 && remove(runs_->front()->id);
}

void RunStore::replaceLive(const Run& run) {
  replaceAt(runs_->size() - 1, run);
}

void RunStore::replaceAt(std::size_t index, const Run& run) {
  RunList list = *runs_;
  list[index] = std::make_shared<const Run>(run);
  runs_ = std::make_shared<const RunList>(std::move(list));
}

std::size_t RunStore::bytes() const {
  std::size_t sum = 0;
  for (const auto& run : *runs_) sum += run->history->bytes() + (run->lastSteps ? run->lastSteps->bytes() : 0);
  return sum;
}

double RunStore::fill() const {
  return capacity_ > 0 ? std::min(1.0, static_cast<double>(bytes()) / static_cast<double>(capacity_)) : 1.0;
}

}  // namespace tendril
