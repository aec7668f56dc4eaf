// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/program_builder.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace tendril {

StateTransfer stronger(StateTransfer a, StateTransfer b) {
  return a == StateTransfer::kInitial ? a : b;
}

ProgramBuilder::ProgramBuilder(std::function<void(BuiltProgram)> done)
    : done_(std::move(done)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

ProgramBuilder::~ProgramBuilder() {
  cancel();
  thread_.request_stop();
}

void ProgramBuilder::request(BuildRequest request) {
  {
    const std::scoped_lock lock(mutex_);
    if (waiting_ && waiting_->tag == request.tag) request.transfer = stronger(waiting_->transfer, request.transfer);
    waiting_ = std::move(request);
  }
  changed_.notify_all();
}

void ProgramBuilder::cancel() {
  {
    const std::scoped_lock lock(mutex_);
    waiting_.reset();
  }
  changed_.notify_all();
}

bool ProgramBuilder::busy() const {
  const std::scoped_lock lock(mutex_);
  return building_ || waiting_.has_value();
}

void ProgramBuilder::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !building_ && !waiting_; });
}

void ProgramBuilder::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return waiting_.has_value(); })) {
    BuildRequest next = std::move(*waiting_);
    waiting_.reset();
    building_ = true;
    lock.unlock();
    done_(build(std::move(next)));
    lock.lock();
    building_ = false;
    changed_.notify_all();
  }
}

BuiltProgram ProgramBuilder::build(BuildRequest request) {
  const auto start = std::chrono::steady_clock::now();
  BuiltProgram built;
  built.request = std::move(request);
  try {
    if (const auto model = buildModel(*built.request.description, built.problems, built.request.options))
      built.program = std::make_unique<Program>(model);
  } catch (const std::exception& error) {
    built.problems.push_back({.path = "simulation", .message = error.what(), .cure = "undo the last change"});
  }
  built.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return built;
}

}  // namespace tendril
