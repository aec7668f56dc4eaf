// SPDX-License-Identifier: GPL-3.0-or-later
// Which quality pictures in motion get for the times that they take.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "widgets/viewport/motion_quality.hpp"

namespace tendril {
namespace {

constexpr double kStep = 1.0 / 60;  // s between pictures

/// A machine on which a plain picture takes `plain(t)` ms, smooth edges and dark corners so many more.
struct Machine {
  std::function<double(double)> plain;
  double smooth = 3, shaded = 4;

  double own(PictureQuality quality) const {
    return quality == PictureQuality::kPlain ? 0 : quality == PictureQuality::kSmooth ? smooth : shaded;
  }
  double took(PictureQuality quality, double t) const {
    return plain(t) + (quality >= PictureQuality::kSmooth ? smooth : 0) +
           (quality >= PictureQuality::kShaded ? shaded : 0);
  }
};

/// Draws for so many seconds from t on; how often the quality changed.
int draw(MotionQuality& chooser, const Machine& machine, double& t, double seconds) {
  int changes = 0;
  for (const double end = t + seconds; t < end; t += kStep) {
    const PictureQuality before = chooser.quality();
    chooser.pictureTook(t, before, machine.took(before, t), machine.own(before));
    changes += chooser.quality() != before;
  }
  return changes;
}

Machine steady(double ms) {
  return {.plain = [ms](double) { return ms; }};
}

TEST(MotionQuality, AFastMachineHasAllOfItAfterAWhile) {
  MotionQuality chooser(PictureQuality::kSmooth);
  double t = 0;
  EXPECT_EQ(draw(chooser, steady(8), t, 1.5), 0) << "not at once";
  EXPECT_EQ(draw(chooser, steady(8), t, 60), 1);
  EXPECT_EQ(chooser.quality(), PictureQuality::kShaded);
  EXPECT_NEAR(chooser.median(), 15, 1e-9);
}

TEST(MotionQuality, WhatFollowsAHandTakesNoMoreThanAMoment) {
  const auto after = [](double smooth, double shaded) {
    MotionQuality chooser(PictureQuality::kSmooth);
    double t = 0;
    draw(chooser, {.plain = [](double) { return 8; }, .smooth = smooth, .shaded = shaded}, t, 10);
    EXPECT_EQ(chooser.quality(), PictureQuality::kShaded);
    return chooser.following();
  };
  EXPECT_EQ(after(0.4, 0.6), PictureQuality::kShaded) << "a graphics card";
  EXPECT_EQ(after(2.5, 4), PictureQuality::kSmooth);
  EXPECT_EQ(after(5, 1), PictureQuality::kPlain);
}

TEST(MotionQuality, ASlowOneGivesUpDarkCornersFirstThenSmoothEdges) {
  MotionQuality chooser(PictureQuality::kShaded);
  double t = 0;
  draw(chooser, steady(28), t, 1);  // 35 ms with all, 31 with smooth edges
  EXPECT_EQ(chooser.quality(), PictureQuality::kSmooth);
  draw(chooser, steady(32), t, 1);
  EXPECT_EQ(chooser.quality(), PictureQuality::kPlain);
  draw(chooser, steady(80), t, 10);
  EXPECT_EQ(chooser.quality(), PictureQuality::kPlain) << "there is nothing below";
  draw(chooser, steady(5), t, 10);
  EXPECT_EQ(chooser.quality(), PictureQuality::kShaded) << "back when there is time";
}

TEST(MotionQuality, LoadsNearTheBudgetDoNotMakeItFlicker) {
  for (double ms = 20; ms < 34; ms += 0.5) {
    MotionQuality chooser(PictureQuality::kShaded);
    double t = 0;
    draw(chooser, steady(ms), t, 2);
    EXPECT_LE(draw(chooser, steady(ms), t, 60), 1) << ms;
  }
}

TEST(MotionQuality, SinglePicturesDoNotCount) {
  MotionQuality chooser(PictureQuality::kShaded);
  double t = 0;
  const Machine machine{.plain = [](double at) { return static_cast<int>(at / kStep) % 5 == 0 ? 120.0 : 10.0; }};
  EXPECT_EQ(draw(chooser, machine, t, 30), 0) << "a hitch in five";
}

/// Whatever the rhythm of a load that comes and goes: each step up that proves wrong is tried again half as soon.
TEST(MotionQuality, LoadsThatComeAndGoChangeItEverMoreSeldom) {
  for (const double period : {1.0, 2.5, 4.0, 7.0, 12.0}) {
    MotionQuality chooser(PictureQuality::kSmooth);
    double t = 0;
    const Machine machine{.plain = [period](double at) { return std::fmod(at, period) < period / 2 ? 6.0 : 40.0; }};
    draw(chooser, machine, t, 60);
    EXPECT_LE(draw(chooser, machine, t, 60), 8) << "in a minute, period " << period;
  }
}

/// What dark corners cost a long time ago, in another picture, keeps them away only for a while.
TEST(MotionQuality, OldCostsAreForgotten) {
  MotionQuality chooser(PictureQuality::kShaded);
  double t = 0;
  Machine machine = steady(10);
  machine.shaded = 60;
  draw(chooser, machine, t, 5);
  EXPECT_EQ(chooser.quality(), PictureQuality::kSmooth);
  EXPECT_EQ(draw(chooser, machine, t, 20), 0);
  machine.shaded = 2;
  draw(chooser, machine, t, 240);
  EXPECT_EQ(chooser.quality(), PictureQuality::kShaded);
}

TEST(MotionQuality, PicturesOfAnotherQualityDoNotCount) {
  MotionQuality chooser(PictureQuality::kShaded);
  for (int k = 0; k < 100; ++k) chooser.pictureTook(k * kStep, PictureQuality::kPlain, 100, 0);
  EXPECT_EQ(chooser.quality(), PictureQuality::kShaded);
  EXPECT_EQ(chooser.median(), 0);
}

}  // namespace
}  // namespace tendril
