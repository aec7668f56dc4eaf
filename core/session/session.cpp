// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/session.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/session/loop.hpp"

namespace tendril {

Session::Session() : Session(Options{}) {}

Session::Session(Options options) : loop_(std::make_unique<Loop>(options)) {}

Session::~Session() = default;

void Session::load(std::unique_ptr<Program> program, Carry carry) {
  // std::function wants copies, so the program travels in a shared box.
  auto box = std::make_shared<std::unique_ptr<Program>>(std::move(program));
  loop_->post([box, carry](Loop& loop) {
    loop.simulation.load(std::move(*box), carry);
    loop.pacer.restart(loop.simulation.state().t, Pacer::Clock::now());
  });
}

void Session::play() {
  loop_->post([](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.play();
    loop.pacer.restart(loop.simulation.state().t, Pacer::Clock::now());
  });
}

void Session::pause() {
  loop_->post([](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.pause();
  });
}

void Session::stepOnce(int count) {
  loop_->post([count](Loop& loop) {
    if (loop.simulation.empty() || count < 1) return;
    if (loop.simulation.runState() == RunState::kDiverged) loop.simulation.play();
    loop.simulation.pause();
    loop.stepsWanted += count;
  });
}

void Session::reset() {
  loop_->post([](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.reset();
  });
}

void Session::setSpeed(double factor) {
  if (std::isnan(factor)) return;
  const double clamped = std::isinf(factor) && factor > 0 ? factor : std::clamp(factor, 0.01, 1000.0);
  loop_->post([clamped](Loop& loop) { loop.pacer.setSpeed(clamped, loop.simulation.state().t, Pacer::Clock::now()); });
}

void Session::stopAt(std::optional<double> t) {
  loop_->post([t](Loop& loop) { loop.simulation.stopAt(t); });
}

void Session::overrideInput(int input, double value) {
  loop_->post([input, value](Loop& loop) {
    if (LiveInputs* inputs = loop.simulation.inputs()) inputs->hold(input, value);
  });
}

void Session::releaseInput(int input) {
  loop_->post([input](Loop& loop) {
    if (LiveInputs* inputs = loop.simulation.inputs()) inputs->release(input, loop.simulation.state().t);
  });
}

void Session::releaseAllInputs() {
  loop_->post([](Loop& loop) {
    if (LiveInputs* inputs = loop.simulation.inputs()) inputs->releaseAll(loop.simulation.state().t);
  });
}

void Session::setState(State state) {
  loop_->post([state = std::move(state)](Loop& loop) {
    loop.simulation.setState(state);
    loop.pacer.restart(loop.simulation.state().t, Pacer::Clock::now());
  });
}

void Session::setConfiguration(VecX q, VecX v) {
  loop_->post([q = std::move(q), v = std::move(v)](Loop& loop) { loop.simulation.setConfiguration(q, v); });
}

bool Session::update() {
  return loop_->update();
}

const Snapshot& Session::snapshot() const {
  return loop_->snapshot();
}

bool Session::flush(double seconds) {
  auto done = std::make_shared<std::promise<void>>();
  std::future<void> reached = done->get_future();
  loop_->post([done](Loop& loop) { loop.after.push_back([done] { done->set_value(); }); });
  return reached.wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
}

std::optional<State> Session::state(double seconds) {
  auto answer = std::make_shared<std::promise<std::optional<State>>>();
  std::future<std::optional<State>> reached = answer->get_future();
  loop_->post([answer](Loop& loop) {
    answer->set_value(loop.simulation.empty() ? std::nullopt : std::optional<State>(loop.simulation.state()));
  });
  if (reached.wait_for(std::chrono::duration<double>(seconds)) != std::future_status::ready) return {};
  return reached.get();
}

}  // namespace tendril
