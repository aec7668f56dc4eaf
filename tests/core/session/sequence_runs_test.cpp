// SPDX-License-Identifier: BSD-3-Clause
// Sequences of controllers in a session: going back into a phase and playing on repeats the run.
#include <gtest/gtest.h>

#include "core/control/controllers/pid.hpp"
#include "core/control/controllers/sequence.hpp"
#include "core/control/reference/references.hpp"
#include "core/session/recording/signals.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;

std::shared_ptr<Controller> pid(const Model& model, double wanted) {
  const MatX one = MatX::Identity(2, 2);
  auto made =
      makePid("moves", {0, 1}, model, makeConstantReference(VecX::Constant(2, wanted)), {20 * one, 0.6 * one, 8 * one});
  made->period = 0.004;
  return made;
}

/// Two links with a motor each; half a second to 0.2, then to −0.3.
std::shared_ptr<const Model> moving() {
  ModelSpec spec = chainSpec(2);
  spec.simulation.step = 0.002;
  for (int i = 0; i < 2; ++i)
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("motor " + std::to_string(i), model, i); });
  spec.controllers.push_back([](const Model& model) {
    std::vector<SequencePhase> phases(2);
    phases[0].duration = 0.5;
    phases[0].laws = {pid(model, 0.2)}, phases[1].laws = {pid(model, -0.3)};
    auto made = makeSequence("moves", std::move(phases), UndrivenInputs::kZero);
    made->period = 0.004;
    return made;
  });
  return std::make_shared<const Model>(std::move(spec));
}

TEST(SequenceRuns, PlayingOnFromAnyPhaseRepeatsTheRun) {
  for (const double back : {0.3, 0.7}) {
    Session session;
    session.load(std::make_unique<Program>(moving()));
    runTo(session, 1);
    const auto history = session.snapshot().history;
    const History::Record from = history->record(history->find(back));
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
}

TEST(SequenceRuns, ThePhaseAndItsReferenceAreSignals) {
  const auto model = moving();
  Session session;
  session.load(std::make_unique<Program>(model));
  runTo(session, 1);
  const SignalCatalogue catalogue(*model);
  const std::vector<std::string> texts = {"moves.phase", "moves.entered", "moves.phases[1].controllers[0].reference[0]",
                                          "moves.phases[1].controllers[0].actual[0]", "link0.q[0]"};
  SignalSampler sampler(model, catalogue, texts);
  for (const SignalColumn& column : sampler.columns()) EXPECT_FALSE(column.error) << column.text;
  sampler.sample(session.snapshot().history);
  const auto table = sampler.table();
  ASSERT_GT(table->size(), 50u);
  for (std::size_t row = 0; row < table->size(); ++row) {
    const double t = table->time(row);
    if (std::abs(t - 0.5) < 1e-6) continue;
    EXPECT_EQ(table->value(0, row), t < 0.5 ? 0 : 1) << t;
    EXPECT_EQ(table->value(1, row), t < 0.5 ? 0 : 125 * 0.004);
    EXPECT_EQ(table->value(2, row), t < 0.5 ? 0 : -0.3) << "it stands still until its phase begins";
    const double samples = t / 0.004;
    if (t > 0.5 && std::abs(samples - std::round(samples)) < 1e-6) {
      EXPECT_NEAR(table->value(3, row), table->value(4, row), 1e-12);
    }
  }
}

}  // namespace
}  // namespace tendril
