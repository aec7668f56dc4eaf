// SPDX-License-Identifier: BSD-3-Clause
// Controllers of robots that stick to what they touch: they see where it holds, so what they compute is the robot's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/constraints/anchor_state.hpp"
#include "core/control/controllers/computed_torque.hpp"
#include "core/control/controllers/partial_feedback_linearization.hpp"
#include "core/control/controllers/pd_cancellation.hpp"
#include "core/control/measured_formulas.hpp"
#include "tests/core/control/controlled_robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kStart = 0.3, kNormal = 100, kStick = 1e4;

/// The slider pressed on a floor with 100 N; the spring of friction gives way after 5 mm.
ModelSpec pressedSlider() {
  constexpr double kDepth = 0.01, kRadius = 0.1;
  ModelSpec spec = sliderSpec();
  spec.links[0].jointV0.setZero();
  ContactSpec floor;
  floor.name = "floor";
  floor.law.stiffness = kNormal / std::pow(kDepth, floor.law.exponent);
  floor.law.friction = 0.5, floor.law.frictionSpeed = 0.1, floor.law.stickStiffness = kStick;
  floor.linkA = 0;
  BallSpec ball;
  ball.link = 0, ball.radius = kRadius;
  floor.ballsA = {ball};
  floor.surface = makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
  floor.surfacePose.p.z() = kDepth - kRadius;
  spec.contacts = {floor};
  return spec;
}

std::shared_ptr<const Reference> place(double x) {
  return std::make_shared<GivenReference>(std::vector<GivenReference::Motion>{sine(0, 0, 0, x)});
}

FeedbackGains gains(double proportional, double derivative) {
  return {MatX::Constant(1, 1, proportional), MatX::Constant(1, 1, derivative), {}};
}

class StickingControl : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Integrators, StickingControl,
                         ::testing::Values("generalized_alpha", "newmark", "runge_kutta_4", "bdf", "adams", "ida"));

/// ë + 20 ė + 100 e = 0, while the spring holds and after it has given way.
TEST_P(StickingControl, ComputedTorqueLinearisesTheRobotThatSticks) {
  for (const double way : {1e-3, 0.02}) {
    SCOPED_TRACE(way);
    const auto law = [&](const Model& plant) {
      return makeComputedTorque("law", {0}, plant, nullptr, place(kStart + way), gains(100, 20));
    };
    ControlledRun run(withController(pressedSlider(), {law}, GetParam(), 1e-3));
    for (int k = 0; k < 3; ++k) {
      run.steps(100, 1e-3);
      ASSERT_FALSE(run.failure) << run.failure->message();
      const double t = run.state.t, left = way * (1 + 10 * t) * std::exp(-10 * t);
      EXPECT_NEAR(run.state.q[0], kStart + way - left, 1e-4 * way) << t;
    }
    kinematics(*run.model, run.data, run.state.q, run.state.v);
    const double held = std::min(kStick * (run.state.q[0] - kStart), 0.5 * kNormal);
    EXPECT_NEAR(anchorEnergy(*run.model, run.data), held * held / (2 * kStick), 1e-3 * held * held / kStick);
  }
}

TEST_P(StickingControl, LawsWithSamplesReachTheirPlace) {
  const double way = 1e-3;
  const auto linearized = [&](const Model& plant) {
    return makePartialFeedbackLinearization("law", {0}, plant, nullptr, place(kStart + way), gains(100, 20));
  };
  const auto cancelled = [&](const Model& plant) {
    return makePdCancellation("law", {0}, plant, nullptr, place(kStart + way), gains(2000, 0));
  };
  for (const MakeController& law : std::initializer_list<MakeController>{linearized, cancelled}) {
    ControlledRun run(withController(pressedSlider(), {law}, GetParam(), 2e-3));
    run.steps(1500, 2e-3);
    ASSERT_FALSE(run.failure) << run.failure->message();
    EXPECT_NEAR(run.state.q[0], kStart + way, 1e-3 * way) << "not where the spring balances the law";
  }
}

/// What waits for its delay is the motion and what held at one instant.
TEST(StickingMeasurement, ADelayedMeasurementIsOfOneInstant) {
  struct Seen {
    double q;
    VecX anchors;
  };
  std::vector<Seen> seen;
  const auto law = [&](const Model&) {
    auto given = std::make_shared<GivenLaw>("law", 0, 2e-3, [&](const Measurement& measured, VecXMut) {
      seen.push_back({measured.q[0], measured.anchors});
      return 2000 * measured.t;
    });
    given->sensor.delay = 5e-3;
    return given;
  };
  ControlledRun run(withController(pressedSlider(), {law}, "generalized_alpha", 1e-3));
  std::vector<State> states = {run.state};
  for (int k = 0; k < 60; ++k) run.steps(1, 1e-3), states.push_back(run.state);
  ASSERT_FALSE(run.failure) << run.failure->message();
  int compared = 0;
  for (const Seen& each : seen)
    for (const State& state : states)
      if (each.q == state.q[0] && state.q[0] != kStart) {
        EXPECT_EQ(each.anchors, VecX(state.block(kAnchorBlock)));
        ++compared;
      }
  EXPECT_GT(compared, 20);
  EXPECT_GT(run.state.q[0], kStart + 6e-3) << "the spring has given way";
}

TEST(StickingMeasurement, MeasuredForcesContainTheSpring) {
  const Model model(pressedSlider());
  Data data(model);
  kinematics(model, data, model.q0, model.v0);
  anchorContacts(model, data);
  const SignalCatalogue catalogue(model);
  const std::vector<std::string> texts = {"norm(floor.force)"};
  const MeasuredFormulas formulas(SignalProgram(catalogue, texts, {}));
  ASSERT_FALSE(formulas.program().columns()[0].error);
  MeasuredValues values(model, formulas);
  const VecX moved = model.q0 + VecX::Constant(1, 1e-3);
  values.evaluate(0, moved, model.v0);
  EXPECT_NEAR(values.values[0], kNormal, 1e-9) << "nothing is held";
  values.evaluate(0, moved, model.v0, {data.anchors.data(), data.anchors.size()});
  EXPECT_NEAR(values.values[0], std::hypot(kNormal, kStick * 1e-3), 1e-9);
}

}  // namespace
}  // namespace tendril
