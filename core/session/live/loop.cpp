// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live/loop.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "core/session/engine/engine_thread.hpp"

namespace tendril {
namespace {

using namespace std::chrono_literals;
constexpr auto kBatch = 4ms;  // longest time between two looks at commands and the window
constexpr auto kFrame = 8ms;  // between two pictures of a replay
constexpr double kSmoothing = 0.05;
constexpr int kRest = 4;  // times as long as it took, until what was published is published anew
constexpr std::uint64_t kLoadKey = std::uint64_t{1} << 62;  // no command of session.cpp has it

}  // namespace

Session::Loop::Loop(const Options& options)
    : simulation(options.historyBytes, discard_),
      answered_(options.answered),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Session::Loop::~Loop() {
  thread_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    discard_ = true;
    interrupt_ = true;
  }
  thread_.join();
}

void Session::Loop::post(Command command, std::uint64_t key) {
  {
    const std::lock_guard lock(mutex_);
    push(std::move(command), key);
  }
  wake_.notify_one();
}

void Session::Loop::postUrgent(Command command) {
  interrupt_ = true;
  post(std::move(command));
}

void Session::Loop::postAtOnce(Command command, std::uint64_t key, bool urgent) {
  {
    const std::lock_guard lock(mutex_);
    push(std::move(command), key);
    discard_ = true;
    if (urgent) interrupt_ = true;
  }
  wake_.notify_one();
}

void Session::Loop::postLoad(std::unique_ptr<Program> program, StateTransfer transfer) {
  // std::function wants copies, so the program travels in a shared box.
  auto box = std::make_shared<std::unique_ptr<Program>>(std::move(program));
  {
    const std::lock_guard lock(mutex_);
    const bool replaces = !commands_.empty() && commands_.back().key == kLoadKey;
    if (replaces && waitingTransfer_ == StateTransfer::kInitial) transfer = StateTransfer::kInitial;
    waitingTransfer_ = transfer;
    push([box, transfer](Loop& loop) { loop.load(std::move(*box), transfer); }, kLoadKey);
    discard_ = true;
    if (transfer == StateTransfer::kInitial) interrupt_ = true;
  }
  wake_.notify_one();
}

void Session::Loop::load(std::unique_ptr<Program> program, StateTransfer transfer) {
  const double before = simulation.state().t;
  simulation.load(std::move(program), transfer);
  if (transfer == StateTransfer::kInitial) simulation.setEquilibriumMode(false);
  simulation.poseByPerturbation();
  equilibriumDue = true;
  answersAtOnce = true;
  const double now = simulation.state().t;
  if (transfer == StateTransfer::kInitial || now != before) pacer.restart(now, Pacer::Clock::now());
}

/// With the lock held.
void Session::Loop::push(Command command, std::uint64_t key) {
  if (key != 0 && !commands_.empty() && commands_.back().key == key)
    commands_.back().command = std::move(command);
  else
    commands_.push_back({key, std::move(command)});
}

bool Session::Loop::commandsPending() {
  const std::lock_guard lock(mutex_);
  return !commands_.empty();
}

void Session::Loop::waitForCommand(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, stop, [this] { return !commands_.empty(); });
}

void Session::Loop::wait(const std::stop_token& stop, Clock::time_point until) {
  std::unique_lock lock(mutex_);
  wake_.wait_until(lock, stop, until, [this] { return !commands_.empty(); });
}

template <class Work>
void Session::Loop::guarded(Work work) {
  try {
    work();
  } catch (const std::exception& error) {
    stepsWanted = 0;
    simulation.breakOff(error.what());
  }
}

void Session::Loop::applyCommands() {
  {
    const std::lock_guard lock(mutex_);
    std::swap(commands_, taken_);
    interrupt_ = discard_ = stopping_;
  }
  if (taken_.empty()) return;
  for (const Waiting& waiting : taken_) guarded([&] { waiting.command(*this); });
  simulation.expectChange();
  taken_.clear();
  guarded([this] { findEquilibrium(); });
  guarded([this] { publish(); });
  for (const auto& done : std::exchange(after, {})) done();
  answerDue_ = true;
  const bool seen = std::exchange(answersAtOnce, false);
  if (seen || !running() || simulation.replaying() || simulation.showingWay()) answer();
  if (!simulation.isBroken()) return;
  guarded([this] { simulation.mend(); });  // behind the answer: it may take as long as what was given up
  guarded([this] { publish(); });
}

void Session::Loop::answer() {
  if (std::exchange(answerDue_, false) && answered_) answered_();
}

void Session::Loop::run(const std::stop_token& stop) {
  nameThisThread("tendril-steps");
  while (!stop.stop_requested()) {
    applyCommands();
    guarded([&] { advanceTime(stop); });
  }
}

/// Lets time go on, or waits for something to do.
void Session::Loop::advanceTime(const std::stop_token& stop) {
  if (simulation.showingWay()) {
    advanceWay(stop);
  } else if (running() && simulation.replaying()) {
    advanceReplay(stop);
  } else if (running()) {
    advance(stop);
  } else {
    waitForCommand(stop);
  }
}

/// Steps until the wall clock's time is reached, but not longer than a batch.
void Session::Loop::advance(const std::stop_token& stop) {
  const Clock::time_point begin = Clock::now();
  const double from = simulation.state().t;
  while (stepsWanted > 0 && Clock::now() - begin < kBatch) {
    --stepsWanted;
    timedStep(true);
    if (simulation.runState() == RunState::kDiverged) stepsWanted = 0;
    if (stepsWanted == 0) simulation.pause();
  }
  if (simulation.runState() == RunState::kRunning && stepsWanted == 0) {
    const double target = pacer.target(simulation.state().t, simulation.stepSize(), begin);
    // One at least: commands that come faster than they are applied and shown would stop the time.
    bool none = true;
    while (simulation.runState() == RunState::kRunning && simulation.state().t + simulation.nextStep() <= target &&
           (none || (Clock::now() - begin < kBatch && !commandsPending()))) {
      timedStep(false);
      none = false;
    }
  }
  const bool stopped = stepsWanted == 0 && simulation.runState() != RunState::kRunning;
  const bool answers = answerDue_ && (stopped || simulation.state().t != from);
  // What nobody has looked at yet is renewed from time to time only: a picture of a large robot takes as long as steps.
  const bool old = Clock::now() - published_ > std::max<Clock::duration>(kBatch, kRest * publishing_);
  if (stopped || answers || buffer_.taken() || old) publish();
  if (answers) answer();
  if (stopped || stepsWanted > 0 || std::isinf(pacer.speed())) return;
  const Clock::time_point due = pacer.due(simulation.state().t + simulation.nextStep());
  if (due > Clock::now() + kBatch) answer();  // in slow motion nobody waits for the next step
  if (due > Clock::now()) wait(stop, std::min(due, begin + 20ms));
}

/// Where commands changed what an equilibrium depends on, one search serves them all.
void Session::Loop::findEquilibrium() {
  const bool asked = std::exchange(showWay, false);
  if (!std::exchange(equilibriumDue, false)) return;
  if (!asked && !simulation.equilibriumMode()) return;
  stepsWanted = 0;
  simulation.findEquilibrium(asked, interrupt_);
}

void Session::Loop::advanceWay(const std::stop_token& stop) {
  const Clock::time_point begin = Clock::now();
  simulation.advanceWay();
  publish();
  if (simulation.showingWay()) wait(stop, begin + kFrame);
}

void Session::Loop::advanceReplay(const std::stop_token& stop) {
  const Clock::time_point begin = Clock::now();
  simulation.advanceReplay(pacer.speed());
  publish();
  wait(stop, begin + kFrame);
}

void Session::Loop::timedStep(bool whole) {
  const Clock::time_point begin = Clock::now();
  simulation.step(whole);
  stepMs_ += std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  if (simulation.isWithinStep()) return;
  msPerStep_ += (msPerStep_ == 0 ? 1 : kSmoothing) * (stepMs_ - msPerStep_);
  stepMs_ = 0;
}

void Session::Loop::publish() {
  const Clock::time_point now = Clock::now();
  Snapshot& out = buffer_.back();
  out.deformation.field = field, out.deformation.inside = inside;
  out.weighs = weighs;
  out.locates = locates;
  simulation.fill(out);
  out.sequence = ++sequence_;
  out.msPerStep = msPerStep_;
  out.speed = pacer.speed();
  const bool advances = simulation.runState() == RunState::kRunning && !simulation.replaying();
  out.realTimeFactor = advances ? pacer.factor(simulation.state().t, now) : 0;
  buffer_.publish();
  published_ = now, publishing_ = Clock::now() - now;
}

}  // namespace tendril
