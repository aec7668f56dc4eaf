// SPDX-License-Identifier: BSD-3-Clause
// What a live run tells of its accuracy.
#include <gtest/gtest.h>

#include "core/integrators/divergence.hpp"
#include "tests/core/integrators/robots.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;

std::shared_ptr<const Model> oscillator(double step, const std::string& integrator, double rhoInf = 0.8) {
  ModelSpec spec = oscillatorSpec();
  spec.simulation.step = step, spec.simulation.integrator = integrator, spec.simulation.rhoInf = rhoInf;
  return std::make_shared<const Model>(std::move(spec));
}

bool says(const Snapshot& snapshot, const char* words) {
  for (const std::string& warning : *snapshot.warnings)
    if (warning.find(words) != std::string::npos) return true;
  return false;
}

TEST(Accuracy, ALiveRunTellsThatItsStepIsTooCoarse) {
  Session session;
  session.load(std::make_unique<Program>(oscillator(0.2, "newmark")));
  EXPECT_TRUE(latest(session).warnings->empty());
  const Snapshot& coarse = runTo(session, 6);
  ASSERT_EQ(coarse.warnings->size(), 1u);
  EXPECT_TRUE(says(coarse, "too coarse")) << coarse.warnings->front();
  EXPECT_EQ(*coarse.warnings, accuracyWarnings({.stepError = coarse.stepError}, 0));  // as of the end
  session.reset();
  EXPECT_TRUE(latest(session).warnings->empty());
}

TEST(Accuracy, ALiveRunTellsWhatItsMethodTakesOut) {
  Session session;
  session.load(std::make_unique<Program>(oscillator(0.05, "generalized_alpha", 0)));
  const Snapshot& damped = runTo(session, 6);
  ASSERT_LT(damped.balance, -DivergenceWatch::kMostGained);
  EXPECT_TRUE(says(damped, "took"));
  session.load(std::make_unique<Program>(oscillator(0.002, "generalized_alpha")), StateTransfer::kInitial);
  EXPECT_TRUE(runTo(session, 1).warnings->empty());
}

/// Numbers that change with every step cannot be read: the object stays while the same is to be said.
TEST(Accuracy, WarningsStandStillWhileTimeGoesOn) {
  Session session;
  session.load(std::make_unique<Program>(oscillator(0.2, "newmark")));
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return !s.warnings->empty(); }));
  const auto first = session.snapshot().warnings;
  const double error = session.snapshot().stepError;
  ASSERT_TRUE(waitUntil(session, [&](const Snapshot& s) { return s.stepError != error; }));
  ASSERT_EQ(session.snapshot().state, RunState::kRunning);
  EXPECT_EQ(session.snapshot().warnings, first);
  session.seek(0, 0.2);  // of the run, not of the instant that is shown
  EXPECT_TRUE(latest(session).replaying);
  EXPECT_TRUE(says(session.snapshot(), "too coarse"));
}

}  // namespace
}  // namespace tendril
