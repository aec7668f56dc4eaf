// SPDX-License-Identifier: BSD-3-Clause
// A hand on the slider of a joint that follows positions, or of a force.
#include <gtest/gtest.h>

#include <cmath>

#include "core/session/live_inputs.hpp"
#include "tests/core/session/session_robots.hpp"

namespace tendril {
namespace {

using tests::chainSpec;

std::shared_ptr<const Model> drivenChain() {
  ModelSpec spec = chainSpec(2);
  spec.actuators.push_back([](const Model& model) {
    auto drive = std::make_unique<JointPosition>("drive", model, 0);
    drive->ranges[0] = {-2, 2};
    return drive;
  });
  spec.signals = [](const Model&) {
    const auto motion = [](double t) {
      return Vec3(0.3 * std::sin(2 * t), 0.6 * std::cos(2 * t), -1.2 * std::sin(2 * t));
    };
    return std::vector<InputSignal>{{0, [motion](double t) { return motion(t)[0]; }, motion}};
  };
  return std::make_shared<const Model>(std::move(spec));
}

struct At {
  explicit At(const LiveInputs& inputs, double t) {
    VecX u(1), tau(2), v(1), a(1);
    inputs.evaluate(t, u, tau);
    inputs.rates(t, v, a);
    position = u[0], rate = v[0], acceleration = a[0];
  }
  double position = 0, rate = 0, acceleration = 0;
};

void expectSmooth(const LiveInputs& inputs, double t) {
  constexpr double h = 1e-5;
  const At before(inputs, t - h), now(inputs, t), after(inputs, t + h);
  EXPECT_NEAR(now.rate, (after.position - before.position) / (2 * h), 1e-6);
  EXPECT_NEAR(now.acceleration, (after.rate - before.rate) / (2 * h), 1e-3);
}

TEST(LivePosition, GoesWhereTheHandWantsItWithoutAJump) {
  LiveInputs inputs(drivenChain());
  const At before(inputs, 1);
  inputs.hold(0, 1.5, 1);
  const At start(inputs, 1);
  EXPECT_NEAR(start.position, before.position, 1e-15);
  EXPECT_NEAR(start.rate, before.rate, 1e-14);
  for (const double t : {1.01, 1.1, 1.3}) expectSmooth(inputs, t);
  EXPECT_NEAR(At(inputs, 1 + 20 * LiveInputs::kFollow).position, 1.5, 1e-6);
}

TEST(LivePosition, FollowsADraggedSlider) {
  LiveInputs inputs(drivenChain());
  double t = 0;
  At last(inputs, t);
  for (int k = 1; k <= 50; ++k, t += 0.016) {
    const At before(inputs, t);
    inputs.hold(0, 0.02 * k, t);
    const At now(inputs, t);
    EXPECT_NEAR(now.position, before.position, 1e-14);
    EXPECT_NEAR(now.rate, before.rate, 1e-12);
  }
  EXPECT_NEAR(At(inputs, t + 1).position, 1, 1e-6);
}

TEST(LivePosition, GoesBackToItsSignal) {
  LiveInputs inputs(drivenChain());
  inputs.hold(0, -1, 0.2);
  const At held(inputs, 0.9);
  inputs.release(0, 0.9);
  const At released(inputs, 0.9);
  EXPECT_NEAR(released.position, held.position, 1e-15);
  EXPECT_NEAR(released.rate, held.rate, 1e-13);
  expectSmooth(inputs, 1.0);
  EXPECT_NEAR(At(inputs, 3).position, 0.3 * std::sin(6), 1e-9);
}

TEST(LivePosition, IsThereAtOnceWhereTimeStandsStill) {
  LiveInputs inputs(drivenChain());
  inputs.hold(0, 1.25, 0.5);
  inputs.settle();
  EXPECT_EQ(At(inputs, 0.5).position, 1.25);
  EXPECT_EQ(At(inputs, 0.5).rate, 0);
}

TEST(LivePosition, StaysInItsRange) {
  LiveInputs inputs(drivenChain());
  inputs.hold(0, 7, 0);
  inputs.hold(0, std::nan(""), 0.1);  // ignored
  EXPECT_NEAR(At(inputs, 2).position, 2, 1e-9);
}

std::shared_ptr<const Model> pushedChain() {
  ModelSpec spec = chainSpec(2);
  spec.actuators.push_back([](const Model& model) {
    auto motor = std::make_unique<JointActuator>("motor", model, 0);
    motor->ranges[0] = {0, 2};
    return motor;
  });
  spec.signals = [](const Model&) {
    return std::vector<InputSignal>{{0, [](double t) { return 1 + 0.5 * std::sin(t); }, {}}};
  };
  return std::make_shared<const Model>(std::move(spec));
}

TEST(LiveForce, GoesWhereTheHandWantsItInMilliseconds) {
  LiveInputs inputs(pushedChain());
  const double before = At(inputs, 1).position;
  inputs.hold(0, 0.2, 1);
  EXPECT_NEAR(At(inputs, 1).position, before, 1e-15);
  for (const double s : {0.5, 1.0, 3.0})
    EXPECT_NEAR(At(inputs, 1 + s * LiveInputs::kYield).position, 0.2 + (before - 0.2) * (1 + s) * std::exp(-s), 1e-12);
  EXPECT_EQ(At(inputs, 1 + 41 * LiveInputs::kYield).position, 0.2);
  // Dragged on before it arrived: no jump, and the rate goes on.
  constexpr double t = 1.003, h = 1e-7;
  const double rate = (At(inputs, t).position - At(inputs, t - h).position) / h, there = At(inputs, t).position;
  inputs.hold(0, 1.9, t);
  EXPECT_NEAR(At(inputs, t).position, there, 1e-15);
  EXPECT_NEAR((At(inputs, t + h).position - there) / h, rate, 1e-3 * std::abs(rate));
  inputs.hold(0, 7, 2);
  EXPECT_EQ(At(inputs, 3).position, 2);
}

TEST(LiveForce, IsThereAtOnceWhileTimeStandsStill) {
  LiveInputs inputs(pushedChain());
  inputs.hold(0, 0.2, 1, false);
  EXPECT_EQ(At(inputs, 1).position, 0.2);
}

TEST(LiveForce, FadesBackToItsSignal) {
  LiveInputs inputs(pushedChain());
  inputs.hold(0, 0.2, 1);
  inputs.release(0, 2);
  EXPECT_EQ(At(inputs, 2).position, 0.2);
  const double t = 2 + LiveInputs::kFade / 2;
  EXPECT_NEAR(At(inputs, t).position, 0.5 * 0.2 + 0.5 * (1 + 0.5 * std::sin(t)), 1e-14);
  EXPECT_EQ(At(inputs, 2.5).position, 1 + 0.5 * std::sin(2.5));
}

/// A new run, or a branch of an earlier instant, knows nothing of a hand that let go later.
TEST(LiveForce, WhatWasReleasedStaysSoWhereTimeIsSetBack) {
  LiveInputs inputs(pushedChain());
  const auto signal = [](double t) { return 1 + 0.5 * std::sin(t); };
  inputs.hold(0, 0.2, 1);
  inputs.release(0, 2);
  inputs.restartAt(2);  // an edit: it goes on fading
  EXPECT_NEAR(At(inputs, 2.1).position, 0.5 * 0.2 + 0.5 * signal(2.1), 1e-14);
  inputs.restartAt(0);
  EXPECT_FALSE(inputs.anyHeld());
  for (const double t : {0.0, 1.0, 1.001, 2.0, 2.001, 2.1}) EXPECT_EQ(At(inputs, t).position, signal(t)) << t;
  // What is held stays so, without the way there.
  inputs.hold(0, 0.7, 3);
  inputs.restartAt(1);
  for (const double t : {1.0, 3.0, 3.001}) EXPECT_EQ(At(inputs, t).position, 0.7) << t;
}

TEST(LivePosition, IsWhereTheHandWantsItWhereTimeIsSetBack) {
  LiveInputs inputs(drivenChain());
  inputs.hold(0, 1.5, 1);
  inputs.restartAt(0.5);
  for (const double t : {0.5, 1.0, 1.02}) {
    EXPECT_EQ(At(inputs, t).position, 1.5) << t;
    EXPECT_EQ(At(inputs, t).rate, 0) << t;
  }
}

}  // namespace
}  // namespace tendril
