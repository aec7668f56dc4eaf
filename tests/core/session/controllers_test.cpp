// SPDX-License-Identifier: BSD-3-Clause
// Controllers in a session: live edits of gains, signals, a hand on an input, playing on from a recorded instant.
#include <gtest/gtest.h>

#include <cmath>

#include "core/control/controllers/pid.hpp"
#include "core/control/controllers/task_space.hpp"
#include "core/control/reference/references.hpp"
#include "core/session/recording/signals.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;

/// Two links with a motor each, and a sampled pid that holds them up.
std::shared_ptr<const Model> held(double integral = 8, double proportional = 20) {
  ModelSpec spec = chainSpec(2);
  spec.simulation.step = 0.002;
  for (int i = 0; i < 2; ++i)
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("motor " + std::to_string(i), model, i); });
  spec.controllers.push_back([=](const Model& model) {
    const MatX one = MatX::Identity(2, 2);
    auto made = makePid("hold", {0, 1}, model, makeConstantReference(VecX::Constant(2, 0.2)),
                        {proportional * one, 0.6 * one, integral * one});
    made->period = 0.004;
    return made;
  });
  return std::make_shared<const Model>(std::move(spec));
}

TEST(SessionControllers, PlayingOnFromARecordedInstantRepeatsTheRun) {
  Session session;
  session.load(std::make_unique<Program>(held()));
  runTo(session, 1);
  const auto history = session.snapshot().history;
  const History::Record from = history->record(40);
  ASSERT_GT(from.z.size(), 0);
  session.seek(0, from.t);
  session.stopAt(from.t + 0.3);
  session.play();
  ASSERT_TRUE(session.flush());
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kPaused; }));
  const Snapshot& s = session.snapshot();
  const History::Record then = history->record(history->find(s.t + 1e-9));
  EXPECT_EQ(then.t, s.t);
  EXPECT_EQ(then.q, s.q);
  EXPECT_EQ(then.v, s.v);
  EXPECT_EQ(then.u, s.u);
}

TEST(SessionControllers, AnEditOfGainsKeepsTheIntegral) {
  Session session;
  session.load(std::make_unique<Program>(held()));
  runTo(session, 3);
  const auto before = session.snapshot().history;
  const double sum = before->record(before->size() - 1).z[3];
  ASSERT_GT(std::abs(sum), 0.01) << "it holds the weight";
  session.load(std::make_unique<Program>(held(8, 30)), StateTransfer::kState);
  ASSERT_TRUE(session.flush());
  const auto after = session.snapshot().history;
  EXPECT_NEAR(after->record(after->size() - 1).z[3], sum, 0.01 * std::abs(sum));
}

TEST(SessionControllers, TheirSignalsAreRecorded) {
  const auto model = held();
  Session session;
  session.load(std::make_unique<Program>(model));
  runTo(session, 0.5);
  const SignalCatalogue catalogue(*model);
  const std::vector<std::string> texts = {"hold.reference[1]", "hold.error[1]",    "link1.q[0]",
                                          "hold.demand[1]",    "'motor 1'.torque", "hold.lost[0]"};
  SignalSampler sampler(model, catalogue, texts);
  for (const SignalColumn& column : sampler.columns()) EXPECT_FALSE(column.error) << column.text;
  sampler.sample(session.snapshot().history);
  const auto table = sampler.table();
  ASSERT_GT(table->size(), 20u);
  for (std::size_t row = 0; row < table->size(); row += 7) {
    EXPECT_EQ(table->value(0, row), 0.2);
    EXPECT_EQ(table->value(3, row), table->value(4, row)) << "nothing limits it";
    EXPECT_EQ(table->value(5, row), 0);
  }
  // At a sample the error is that of the state.
  int sampled = 0;
  for (std::size_t row = 0; row < table->size(); ++row) {
    const double samples = table->time(row) / 0.004;
    if (std::abs(samples - std::round(samples)) > 1e-6) continue;
    EXPECT_NEAR(table->value(1, row), 0.2 - table->value(2, row), 1e-12);
    ++sampled;
  }
  EXPECT_GT(sampled, 10);
}

/// The same with motors that are too weak to lift the links.
std::shared_ptr<const Model> weak() {
  ModelSpec spec = chainSpec(2);
  spec.simulation.step = 0.002;
  for (int i = 0; i < 2; ++i)
    spec.actuators.push_back([i](const Model& model) {
      auto motor = std::make_unique<JointActuator>("motor " + std::to_string(i), model, i);
      motor->ranges[0] = {-0.3, 0.3};
      return motor;
    });
  spec.controllers.push_back([](const Model& model) {
    const MatX one = MatX::Identity(2, 2);
    return makePid("hold", {1, 0}, model, makeConstantReference(VecX::Constant(2, -1)), {20 * one, 0.6 * one, 0 * one});
  });
  return std::make_shared<const Model>(std::move(spec));
}

TEST(SessionControllers, WhatIsClippedIsAnEventWithTheirName) {
  Session session;
  session.load(std::make_unique<Program>(weak()));
  runTo(session, 1);
  const Snapshot& s = session.snapshot();
  EXPECT_NE(s.inputs[0].lost, 0);
  EXPECT_NEAR(std::abs(s.u[0]), 0.3, 1e-9);
  const auto run = findRun(*s.runs, s.run);
  ASSERT_TRUE(run);
  int told = 0;
  for (std::size_t i = 0; i < run->events->size(); ++i) {
    const RunEvent& event = (*run->events)[i];
    if (event.kind != EventKind::kSaturation) continue;
    ++told;
    EXPECT_TRUE(event.text.starts_with("hold: motor ")) << event.text;
    EXPECT_NE(event.text.find("0.3"), std::string::npos) << event.text;
    EXPECT_GE(event.input, 0);
  }
  EXPECT_GT(told, 0);
  EXPECT_LT(told, 40) << "not one at every record";
}

TEST(SessionControllers, AnInputThatIsNotClippedIsNoEvent) {
  Session session;
  session.load(std::make_unique<Program>(held()));
  runTo(session, 1);
  const Snapshot& s = session.snapshot();
  const auto run = findRun(*s.runs, s.run);
  ASSERT_TRUE(run);
  for (std::size_t i = 0; i < run->events->size(); ++i)
    EXPECT_NE((*run->events)[i].kind, EventKind::kSaturation) << (*run->events)[i].text;
  EXPECT_EQ(s.inputs[0].lost, 0);
}

/// Two links in a plane whose motors lead the end of the second through space: across the plane nothing moves it.
std::shared_ptr<const Model> planar(double damping) {
  ModelSpec spec = chainSpec(2);
  spec.simulation.step = 0.002;
  for (int i = 0; i < 2; ++i)
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("motor " + std::to_string(i), model, i); });
  spec.controllers.push_back([damping](const Model& model) {
    const MatX one = MatX::Identity(3, 3);
    const PoseReference still = taskReference(TaskKind::kPosition, makeConstantReference(VecX::Constant(3, 0.1)));
    return makeTaskSpace("lead", {0, 1}, model, nullptr, still, {20 * one, 6 * one, {}},
                         {.task = {.link = 1, .station = 0}, .damping = damping});
  });
  return std::make_shared<const Model>(std::move(spec));
}

TEST(SessionControllers, ATaskThatIsNotFeasibleIsOneEvent) {
  for (const double damping : {0.1, 0.0}) {
    Session session;
    session.load(std::make_unique<Program>(planar(damping)));
    runTo(session, 0.2);
    const auto run = findRun(*session.snapshot().runs, session.snapshot().run);
    ASSERT_TRUE(run);
    int told = 0;
    for (std::size_t i = 0; i < run->events->size(); ++i) {
      const RunEvent& event = (*run->events)[i];
      if (event.kind != EventKind::kInfeasible) continue;
      ++told;
      EXPECT_TRUE(event.text.starts_with("lead: its outputs hardly move")) << event.text;
    }
    EXPECT_EQ(told, damping > 0 ? 1 : 0);
  }
}

TEST(SessionControllers, WhatIsMeasuredAndTheRangesAreSignalsToo) {
  const auto model = weak();
  Session session;
  session.load(std::make_unique<Program>(model));
  runTo(session, 0.2);
  const SignalCatalogue catalogue(*model);
  const auto actualOf = [&](const char* name) { return catalogue[catalogue.find(name)].actual; };
  EXPECT_EQ(actualOf("hold.reference[1]"), "hold.actual[1]");
  EXPECT_EQ(actualOf("hold.demand[0]"), "'motor 1'.torque");
  EXPECT_EQ(actualOf("hold.upper[0]"), "'motor 1'.torque");
  EXPECT_EQ(catalogue[catalogue.find("hold.actual[0]")].unit, "rad");
  EXPECT_EQ(SignalCatalogue(*held()).find("hold.upper[0]"), -1) << "an open range has no end";
  const std::vector<std::string> texts = {"hold.actual[0]", "link1.q[0]", "hold.upper[1]", "hold.lower[1]"};
  SignalSampler sampler(model, catalogue, texts);
  for (const SignalColumn& column : sampler.columns()) EXPECT_FALSE(column.error) << column.text;
  sampler.sample(session.snapshot().history);
  const auto table = sampler.table();
  ASSERT_GT(table->size(), 5u);
  const std::size_t last = table->size() - 1;
  EXPECT_NEAR(table->value(0, last), table->value(1, last), 1e-9);
  EXPECT_EQ(table->value(2, last), 0.3);
  EXPECT_EQ(table->value(3, last), -0.3);
}

TEST(SessionControllers, AHandTakesAnInputAndGivesItBack) {
  Session session;
  session.load(std::make_unique<Program>(held()));
  runTo(session, 3);
  const double demanded = session.snapshot().u[0];
  EXPECT_LT(session.snapshot().v.norm(), 0.05) << "it stands";
  EXPECT_NEAR(session.snapshot().inputs[0].signal, demanded, 1e-12) << "the panel shows what the controller gives";
  session.overrideInput(0, demanded + 0.4);
  const auto go = [&](int steps) {
    const double end = latest(session).t + (steps - 0.5) * 0.002;
    session.stepOnce(steps);
    ASSERT_TRUE(waitUntil(session, [end](const Snapshot& s) { return s.t >= end; }));
  };
  go(10);
  EXPECT_NEAR(session.snapshot().u[0], demanded + 0.4, 1e-6);
  EXPECT_TRUE(session.snapshot().inputs[0].held);
  session.releaseInput(0);
  go(500);
  const Snapshot& s = session.snapshot();
  EXPECT_FALSE(s.inputs[0].held);
  EXPECT_NEAR(s.u[0], s.inputs[0].signal, 1e-9);
  EXPECT_NEAR(s.u[0], demanded, 0.2) << "the controller holds it again";
}

}  // namespace
}  // namespace tendril
