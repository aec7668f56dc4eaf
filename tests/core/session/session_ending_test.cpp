// SPDX-License-Identifier: BSD-3-Clause
// A session ends, or takes another robot, though a step is under way that takes long.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "core/model/actuator.hpp"
#include "tests/core/integrators/robots.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;

std::shared_ptr<const Model> slow(std::atomic<int>& asked) {
  // 1600 periods in one step, and inputs that take their time: a minute if it were to end.
  ModelSpec spec = oscillatorSpec();
  spec.simulation.step = 1000, spec.simulation.integrator = "bdf";
  spec.simulation.rtol = 1e-8, spec.simulation.atol = 1e-10;
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
  spec.signals = [&asked](const Model&) {
    return std::vector<InputSignal>{{0, [&asked](double) {
                                       ++asked;
                                       std::this_thread::sleep_for(std::chrono::microseconds(300));
                                       return 0.0;
                                     }}};
  };
  return std::make_shared<const Model>(std::move(spec));
}

std::unique_ptr<Session> inTheStep(const std::shared_ptr<const Model>& model, const std::atomic<int>& asked) {
  auto session = std::make_unique<Session>();
  session->load(std::make_unique<Program>(model));
  session->setSpeed(std::numeric_limits<double>::infinity());
  session->play();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  const int until = asked + 500;
  while (asked < until && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_GE(asked, until);
  return session;
}

constexpr int kMore = 3000;  // asked for in half a second, and more; the whole step asks 12000 times

TEST(LongStep, IsLeftWhereTheSessionEnds) {
  std::atomic<int> asked = 0;
  auto session = inTheStep(slow(asked), asked);
  const int before = asked;
  session.reset();
  EXPECT_LT(asked, before + kMore) << "the step went on to its end";
}

TEST(LongStep, IsLeftWhereAnotherRobotComesOrTheRunBeginsAnew) {
  std::atomic<int> asked = 0;
  const auto session = inTheStep(slow(asked), asked);
  int before = asked;
  ModelSpec spec = doublePendulumSpec();
  session->load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))), StateTransfer::kInitial);
  EXPECT_EQ(latest(*session).model->links.size(), doublePendulumSpec().links.size());
  EXPECT_LT(asked, before + kMore);
  const auto other = inTheStep(slow(asked), asked);
  before = asked;
  other->pause();
  other->reset();
  EXPECT_EQ(latest(*other).t, 0);
  EXPECT_EQ(other->snapshot().state, RunState::kReady);
  EXPECT_LT(asked, before + kMore);
}

}  // namespace
}  // namespace tendril
