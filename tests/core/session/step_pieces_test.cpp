// SPDX-License-Identifier: BSD-3-Clause
// Steps in pieces: which are divided, where the pieces end, and that the motion is the same.
#include "core/session/live/step_pieces.hpp"

#include <gtest/gtest.h>

#include "core/integrators/integrator.hpp"
#include "tests/core/session/session_robots.hpp"

namespace tendril {
namespace {

using Clock = StepPieces::Clock;
constexpr double kStep = 0.005;

/// The lengths of the pieces of the step that begins at t, each of which takes `ms`.
std::vector<double> lengths(StepPieces& pieces, double& t, double ms, Clock::time_point now, bool ahead = true) {
  std::vector<double> out;
  do {
    out.push_back(pieces.next(t, kStep, false, now));
    t += out.back();
    pieces.add(t, ms, ahead, false);
  } while (pieces.isWithin(t));
  return out;
}

TEST(StepPieces, OnlyLongStepsOfMethodsThatGoAheadAreDivided) {
  const Clock::time_point now{};
  StepPieces pieces;
  double t = 0;
  EXPECT_EQ(lengths(pieces, t, 1, now), std::vector{kStep}) << "nothing is known yet";
  EXPECT_EQ(lengths(pieces, t, 20, now), std::vector{kStep}) << "steps were short so far";
  const std::vector<double> long_ = lengths(pieces, t, 3, now);
  ASSERT_EQ(long_.size(), 8u) << "the last one took long";
  for (const double each : long_) EXPECT_NEAR(each, kStep / 8, 1e-12);
  EXPECT_NEAR(t, 3 * kStep, 1e-15) << "they end where the step ends";
  EXPECT_EQ(lengths(pieces, t, 0.1, now).size(), 8u) << "eight pieces of 3 ms are long";
  EXPECT_EQ(lengths(pieces, t, 0.1, now).size(), 1u) << "short again";

  pieces.expectChange(now + std::chrono::hours(1));
  EXPECT_EQ(lengths(pieces, t, 0.1, now + std::chrono::hours(1)).size(), 8u) << "a command, and some steps took long";
  EXPECT_EQ(lengths(pieces, t, 0.1, now + std::chrono::hours(2)).size(), 1u);
  pieces.reset();
  pieces.expectChange(now);
  EXPECT_EQ(lengths(pieces, t, 20, now).size(), 1u) << "another robot";

  StepPieces fixed;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(lengths(fixed, t, 50, now, false).size(), 1u) << "no steps of its own";
}

TEST(StepPieces, AreAsManyAsTheLastStepWants) {
  const Clock::time_point now{};
  StepPieces pieces;
  double t = 0;
  lengths(pieces, t, 30, now);
  EXPECT_EQ(lengths(pieces, t, 10, now).size(), 8u) << "30 ms: less than 4 for each";
  EXPECT_EQ(lengths(pieces, t, 10, now).size(), 32u) << "80 ms";
  EXPECT_EQ(lengths(pieces, t, 10, now).size(), 64u) << "320 ms, but no more than that";
  EXPECT_EQ(lengths(pieces, t, 0.5, now).size(), 64u);
  const std::vector<double> last = lengths(pieces, t, 0.01, now);
  ASSERT_EQ(last.size(), 8u) << "32 ms";
  for (const double each : last) EXPECT_NEAR(each, kStep / 8, 1e-12);
  EXPECT_EQ(lengths(pieces, t, 0.01, now).size(), 1u);
}

/// A step in pieces of which only the first makes motion.
void stepReadAfter(StepPieces& pieces, double& t, double first, double reading, std::size_t count) {
  const Clock::time_point now{};
  for (std::size_t k = 0; k < count; ++k) {
    ASSERT_TRUE(k == 0 || pieces.isWithin(t)) << k;
    t += pieces.next(t, kStep, false, now);
    pieces.add(t, k == 0 ? first : reading, true, k > 0);
  }
  ASSERT_FALSE(pieces.isWithin(t)) << count;
}

TEST(StepPieces, ReadingsDoNotMakeAStepLong) {
  StepPieces pieces;
  double t = 0;
  stepReadAfter(pieces, t, 40, 0, 1);
  stepReadAfter(pieces, t, 5, 1, 16);  // 20 ms in all, of which the motion took 4
  stepReadAfter(pieces, t, 41, 0, 1);
  stepReadAfter(pieces, t, 200, 4, 16);
  stepReadAfter(pieces, t, 41, 4, 32);  // 64 readings of 4 ms would take longer than 200
  stepReadAfter(pieces, t, 1, 4, 8);    // and 16 of them than 41
  stepReadAfter(pieces, t, 1, 0, 1);
}

TEST(StepPieces, AWholeStepEndsWhatWasBegun) {
  const Clock::time_point now{};
  StepPieces pieces;
  double t = 0;
  lengths(pieces, t, 20, now);
  const double begin = t;
  t += pieces.next(t, kStep, false, now);
  pieces.add(t, 2, true, false);
  EXPECT_TRUE(pieces.isWithin(t));
  EXPECT_NEAR(pieces.next(t, kStep, true, now), begin + kStep - t, 1e-15);
  EXPECT_EQ(pieces.next(3, kStep, true, now), kStep) << "the run was set elsewhere";
  EXPECT_EQ(pieces.next(0, kStep, true, now), kStep);
}

TEST(StepPieces, ACommandBeforeTheStepIsMadeCounts) {
  const Clock::time_point now{};
  StepPieces pieces;
  double t = 0;
  lengths(pieces, t, 20, now);
  lengths(pieces, t, 0.1, now);
  EXPECT_EQ(pieces.next(t, kStep, false, now), kStep);
  pieces.expectChange(now);
  EXPECT_EQ(pieces.next(t, kStep, false, now), kStep / 8);
}

/// The pieces of a method with internal steps are read from one and the same motion.
TEST(StepPieces, DoNotChangeTheMotion) {
  for (const char* method : {"bdf", "adams", "ida"}) {
    ModelSpec spec = tests::chainSpec(3);
    spec.simulation.integrator = method;
    const auto model = std::make_shared<const Model>(std::move(spec));
    const SignalInputs inputs(*model);
    State whole = initialState(*model), divided = whole;
    Data dataA(*model), dataB(*model);
    const auto a = makeIntegrator(model->simulation), b = makeIntegrator(model->simulation);
    ASSERT_FALSE(a->reset(*model, dataA, whole, inputs));
    ASSERT_FALSE(b->reset(*model, dataB, divided, inputs));
    const double h = model->simulation.step;
    for (int i = 0; i < 50; ++i) {
      ASSERT_FALSE(a->step(*model, dataA, whole, h, inputs));
      for (int k = 0; k < StepPieces::kMostPieces; ++k)
        ASSERT_FALSE(b->step(*model, dataB, divided, h / StepPieces::kMostPieces, inputs));
      EXPECT_LT((whole.q - divided.q).norm(), 1e-12 * (1 + whole.q.norm())) << method << ' ' << i;
      EXPECT_LT((whole.v - divided.v).norm(), 1e-10 * (1 + whole.v.norm())) << method << ' ' << i;
    }
    EXPECT_EQ(a->statistics().substeps, b->statistics().substeps) << method;
    EXPECT_GT(whole.v.norm(), 0) << "it moves";
  }
}

}  // namespace
}  // namespace tendril
