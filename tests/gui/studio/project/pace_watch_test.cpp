// SPDX-License-Identifier: GPL-3.0-or-later
// When a run is called slow: only if it falls behind the clock for seconds on end.
#include "studio/app/project/pace_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace tendril {
namespace {

/// Looks at a run every 16 ms for so long; `time` is where it is at an instant of the clock. When it was first called
/// slow, in s; −1: never.
double firstSlow(PaceWatch& watch, double seconds, const std::function<double(double)>& time, double speed = 1) {
  for (int i = 0; 0.016 * i <= seconds; ++i)
    if (watch.look(time(0.016 * i), 0.016 * i, speed)) return 0.016 * i;
  return -1;
}

TEST(PaceWatch, ARunThatKeepsUpIsNeverSlow) {
  for (const double step : {1e-3, 0.02, 0.25}) {  // s, taken when the clock is there
    PaceWatch watch;
    EXPECT_EQ(firstSlow(watch, 60, [&](double wall) { return step * std::floor(wall / step); }), -1) << step;
  }
  PaceWatch slowMotion;
  const auto inSteps = [](double wall) { return 0.005 * std::floor(0.01 * wall / 0.005); };
  EXPECT_EQ(firstSlow(slowMotion, 60, inSteps, 0.01), -1);
}

TEST(PaceWatch, ALittleTooSlowIsToldAfterSomeSeconds) {
  for (const double pace : {0.9, 0.7, 0.1, 1e-3}) {
    PaceWatch watch;
    const double told = firstSlow(watch, 60, [&](double wall) { return pace * wall; });
    EXPECT_GE(told, PaceWatch::kPatience) << pace;
    EXPECT_LE(told, PaceWatch::kPatience + 0.1) << pace;
    EXPECT_NEAR(watch.factor(), pace, 0.01 * pace);
  }
  PaceWatch nearly;
  EXPECT_EQ(firstSlow(nearly, 60, [](double wall) { return 0.98 * wall; }), -1);
  PaceWatch half;
  EXPECT_GT(firstSlow(
                half, 60, [](double wall) { return 0.3 * wall; }, 0.5),
            0)
      << "of the speed that is wanted";
}

/// Steps of a simulated 5 ms that take a second each: hardly any look sees a new one.
TEST(PaceWatch, StepsThatTakeLongAreSlow) {
  PaceWatch watch;
  EXPECT_GT(firstSlow(watch, 60, [](double wall) { return 0.005 * std::floor(wall); }), 0);
}

TEST(PaceWatch, AHiccupIsForgiven) {
  PaceWatch watch;
  const auto stalls = [](double wall) {  // half a second is lost, every six seconds
    const double cycle = std::fmod(wall, 6), before = wall - cycle;
    return before - 0.5 * (before / 6) + (cycle < 3 ? cycle : std::max(3.0, cycle - 0.5));
  };
  EXPECT_EQ(firstSlow(watch, 60, stalls), -1);
}

TEST(PaceWatch, ARunThatRecoversIsNotSlowAnyMore) {
  PaceWatch watch;
  const auto time = [](double wall) { return wall < 6 ? 0.5 * wall : wall - 3; };
  EXPECT_GT(firstSlow(watch, 6, time), 0);
  bool slow = true;
  for (double wall = 6; wall < 12; wall += 0.016) slow = watch.look(time(wall), wall, 1);
  EXPECT_FALSE(slow);
  EXPECT_EQ(watch.factor(), 0);
}

/// A reset, another speed or a pause begins anew.
TEST(PaceWatch, AnotherRunIsJudgedByItself) {
  PaceWatch watch;
  const auto run = [&](double from, double until, double speed) {
    bool slow = false;
    for (double wall = from; wall < until; wall += 0.016) slow = watch.look(0.5 * (wall - from), wall, speed);
    return slow;
  };
  EXPECT_FALSE(run(0, 4, 1));
  EXPECT_FALSE(run(4, 8, 1)) << "time begins at 0 again";
  EXPECT_FALSE(run(8, 12, 0.8));
  watch.restart();
  EXPECT_FALSE(run(12, 16, 0.8));
  EXPECT_TRUE(run(16, 22, 0.8));
}

}  // namespace
}  // namespace tendril
