// SPDX-License-Identifier: BSD-3-Clause
// A session ends, takes another robot, pauses or goes elsewhere, though a step is under way that takes long.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>
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

PerturbationSpec grab() {
  PerturbationSpec spec;
  spec.link = 1;
  return spec;
}

TEST(LongStep, IsLeftWhereTheRunPausesOrGoesElsewhere) {
  struct Named {
    const char* name;
    void (*command)(Session& session);
    RunState after;
  };
  const Named commands[] = {
      {"pause", [](Session& s) { s.pause(); }, RunState::kPaused},
      {"seek", [](Session& s) { s.seek(0, 0); }, RunState::kPaused},
      {"follow", [](Session& s) { s.followLatest(); }, RunState::kPaused},
      {"statics", [](Session& s) { s.solveStatics(); }, RunState::kPaused},
      {"step back", [](Session& s) { s.stepBack(); }, RunState::kPaused},
      {"configuration", [](Session& s) { s.setConfiguration(VecX::Constant(1, 0.3), VecX::Zero(1)), s.pause(); },
       RunState::kPaused},
      {"perturb", [](Session& s) { s.perturb(grab(), {}), s.pause(); }, RunState::kPaused},
  };
  for (const auto& [name, command, after] : commands) {
    std::atomic<int> asked = 0;
    const auto session = inTheStep(slow(asked), asked);
    const int before = asked;
    command(*session);
    EXPECT_EQ(latest(*session).state, after) << name;
    EXPECT_LT(asked, before + kMore) << name;
    EXPECT_EQ(session->snapshot().t, 0) << name;
  }
}

/// What is given up leaves nothing behind: the motion goes on as if that step had never been begun.
TEST(LongStep, IsMadeAgainAfterAPause) {
  for (const char* method : {"generalized_alpha", "newmark", "runge_kutta_4", "bdf"}) {
    std::atomic<bool> slow = false;
    std::atomic<int> asked = 0;
    ModelSpec spec = oscillatorSpec();
    spec.simulation.step = 0.01, spec.simulation.integrator = method;
    spec.simulation.rtol = 1e-8, spec.simulation.atol = 1e-10;
    spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
    spec.signals = [&](const Model&) {
      return std::vector<InputSignal>{{0, [&](double t) {
                                         ++asked;
                                         if (slow) std::this_thread::sleep_for(std::chrono::milliseconds(600));
                                         return 0.1 * t;
                                       }}};
    };
    const auto model = std::make_shared<const Model>(std::move(spec));
    Session session, other;
    for (Session* each : {&session, &other}) {
      each->load(std::make_unique<Program>(model));
      each->stepOnce(5);
      ASSERT_TRUE(waitUntil(*each, [](const Snapshot& s) { return s.t > 0.0499; }));
    }
    const VecX q = session.snapshot().q;
    slow = true;
    const int before = asked;
    session.setSpeed(std::numeric_limits<double>::infinity());
    session.play();
    while (asked < before + 2)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));  // for a picture, for the step
    session.pause();
    slow = false;
    const Snapshot& paused = latest(session);
    EXPECT_EQ(paused.state, RunState::kPaused) << method;
    const int made = static_cast<int>(std::lround((paused.t - 0.05) / 0.01));
    EXPECT_EQ(made, 0) << method;
    EXPECT_EQ(paused.q, q) << method;
    session.stepOnce(20 - made);
    other.stepOnce(20);
    for (Session* each : {&session, &other})
      ASSERT_TRUE(waitUntil(*each, [](const Snapshot& s) { return s.t > 0.2499; })) << method;
    EXPECT_NEAR(session.snapshot().q[0], other.snapshot().q[0], std::string_view(method) == "bdf" ? 1e-4 : 1e-12)
        << method;
  }
}

/// A number that is dragged makes programs faster than some robots start.
TEST(LongStep, OfProgramsThatWaitOnlyTheLastIsStarted) {
  constexpr std::size_t kPrograms = 20, kInitialOne = 7;
  std::array<std::atomic<bool>, kPrograms> started = {};
  std::atomic<int> asked = 0;
  const auto session = inTheStep(slow(asked), asked);
  for (std::size_t k = 0; k < kPrograms; ++k) {
    ModelSpec spec = oscillatorSpec();
    spec.links[0].rigid.mass = 1 + static_cast<double>(k);
    spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
    spec.signals = [&started, k](const Model&) {
      return std::vector<InputSignal>{{0, [&started, k](double) {
                                         started[k] = true;
                                         return 0.0;
                                       }}};
    };
    session->load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))),
                  k == kInitialOne ? StateTransfer::kInitial : StateTransfer::kState);
  }
  EXPECT_EQ(latest(*session).model->links[0].rigid.mass, kPrograms);
  EXPECT_EQ(session->snapshot().state, RunState::kReady) << "one of them was another project";
  EXPECT_LE(std::ranges::count_if(started, [](const auto& each) { return each.load(); }), 2)
      << "the first one may have been taken at once";
  EXPECT_TRUE(started[kPrograms - 1]);
}

TEST(LongStep, IsMadeAnewWhereAStartWasGivenUp) {
  std::atomic<int> asked = 0;
  ModelSpec spec = oscillatorSpec();
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
  std::atomic<bool> sleeps = true;
  spec.signals = [&](const Model&) {
    return std::vector<InputSignal>{{0, [&](double) {
                                       ++asked;
                                       if (sleeps) std::this_thread::sleep_for(std::chrono::milliseconds(700));
                                       return 0.0;
                                     }}};
  };
  spec.simulation.integrator = "bdf";
  Session session;
  session.load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))));
  while (asked == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  session.pause();
  sleeps = false;
  EXPECT_EQ(latest(session).failure, "");
  session.stepOnce(3);
  EXPECT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 3; }));
}

/// While an input is dragged, time goes on, though it takes longer to apply and to show than the next value takes to
/// come.
TEST(LongStep, IsNotLeftForInputs) {
  std::atomic<int> asked = 0;
  ModelSpec spec = oscillatorSpec();
  spec.simulation.step = 0.05, spec.simulation.integrator = "runge_kutta_4";
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
  spec.signals = [&asked](const Model&) {
    return std::vector<InputSignal>{{0, [&asked](double) {
                                       ++asked;
                                       std::this_thread::sleep_for(std::chrono::milliseconds(200));
                                       return 0.0;
                                     }}};
  };
  Session session;
  session.load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))));
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.play();
  double value = 0;
  auto last = std::chrono::steady_clock::now();
  const auto made = [&](const Snapshot& s) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last > std::chrono::milliseconds(100)) session.overrideInput(0, value += 1e-6), last = now;
    return s.t > 0.09;
  };
  EXPECT_TRUE(waitUntil(session, made));
}

}  // namespace
}  // namespace tendril
