// SPDX-License-Identifier: BSD-3-Clause
// Samples, delays, limits and memory of controllers, against motions that are known between samples.
#include "core/control/controlled_integrator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "core/control/control_loop.hpp"
#include "core/control/sensor_noise.hpp"
#include "tests/core/control/controlled_robots.hpp"

namespace tendril {
namespace {

using namespace tests;
using ::testing::HasSubstr;

constexpr double kMass = 2;

/// u = −3 x − 1.5 v
double springDamper(double x, double v) {
  return -3 * x - 1.5 * v;
}

std::shared_ptr<const Model> sampledSlider(const std::string& integrator, double step, double period, double delay = 0,
                                           int sliders = 1) {
  std::vector<MakeController> controllers;
  for (int i = 0; i < sliders; ++i)
    controllers.push_back([=](const Model&) {
      auto law = std::make_shared<GivenLaw>("law" + std::to_string(i), i, period, [i](const Measurement& m, VecXMut z) {
        z[0] += 1;
        return springDamper(m.q[i], m.v[i]);
      });
      law->sensor.delay = delay;
      return law;
    });
  return withController(sliderSpec(sliders), controllers, integrator, step);
}

struct Point {
  double x = 0.3, v = -0.2;
  void advance(double u, double h) { x += v * h + 0.5 * u / kMass * h * h, v += u / kMass * h; }
};

/// Exact motion of the slider to t: between samples its acceleration is constant.
Point exact(double end, double period, double delay) {
  Point at;
  double u = springDamper(at.x, at.v), t = 0;
  std::deque<std::pair<double, double>> coming;  // when, u
  for (int k = 1;; ++k) {
    const double sample = k * period;
    while (!coming.empty() && coming.front().first <= std::min(sample, end)) {
      at.advance(u, coming.front().first - t);
      t = coming.front().first, u = coming.front().second;
      coming.pop_front();
    }
    if (sample >= end) break;
    at.advance(u, sample - t);
    t = sample;
    const double demand = springDamper(at.x, at.v);
    if (delay == 0) {
      u = demand;
    } else {
      coming.emplace_back(sample + delay, demand);
    }
  }
  at.advance(u, end - t);
  return at;
}

struct Case {
  std::string integrator;
  double step, period, delay;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.integrator << " step " << c.step << " period " << c.period << " delay " << c.delay;
}

class Sampling : public ::testing::TestWithParam<Case> {};

TEST_P(Sampling, HoldsTheDemandBetweenSamples) {
  const Case& c = GetParam();
  ControlledRun run(sampledSlider(c.integrator, c.step, c.period, c.delay));
  const int count = static_cast<int>(std::lround(3 / c.step));
  run.steps(count, c.step);
  ASSERT_FALSE(run.failure) << run.failure->message();
  const Point expected = exact(run.state.t, c.period, c.delay);
  // Methods with error control begin anew at each of up to 750 samples, within rtol = 1e-10.
  const bool exactBetween =
      c.integrator == "generalized_alpha" || c.integrator == "newmark" || c.integrator == "runge_kutta_4";
  EXPECT_NEAR(run.state.q[0], expected.x, exactBetween ? 1e-12 : 3e-8);
  EXPECT_NEAR(run.state.v[0], expected.v, exactBetween ? 1e-12 : 3e-8);
  const double samples = run.state.block("controller.law0")[3];
  EXPECT_NEAR(samples, 1 + std::floor((run.state.t - c.delay) / c.period + 1e-6), 0) << "once each";
  EXPECT_EQ(run.integrator->statistics().steps, count);
}

std::vector<Case> samplingCases() {
  std::vector<Case> all;
  for (const char* integrator : {"generalized_alpha", "newmark", "runge_kutta_4", "bdf", "adams", "ida"})
    for (const auto& [step, period, delay] : std::vector<std::array<double, 3>>{{0.01, 0.01, 0},
                                                                                {0.01, 0.05, 0},
                                                                                {0.01, 0.004, 0},
                                                                                {0.01, 0.0137, 0},
                                                                                {0.01, 0.02, 0.02},
                                                                                {0.01, 0.02, 0.05},
                                                                                {0.01, 0.03, 0.0123},
                                                                                {0.03, 0.004, 0.0111}})
      all.push_back({integrator, step, period, delay});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Integrators, Sampling, ::testing::ValuesIn(samplingCases()));

TEST(ControlledIntegrator, ResumesBitByBit) {
  for (const char* integrator : {"generalized_alpha", "newmark", "runge_kutta_4"}) {
    const auto model = sampledSlider(integrator, 0.01, 0.0137, 0.03, 2);
    ControlledRun whole(model);
    whole.steps(100, 0.01);
    ControlledRun first(model);
    first.steps(37, 0.01);
    ControlledRun second(model, first.state);
    second.steps(63, 0.01);
    EXPECT_EQ(second.state.t, whole.state.t) << integrator;
    EXPECT_EQ(second.state.q, whole.state.q) << integrator;
    EXPECT_EQ(second.state.v, whole.state.v) << integrator;
    EXPECT_EQ(second.state.z, whole.state.z) << integrator;
  }
}

TEST(ControlledIntegrator, InputsAndAccelerationBelongToTheState) {
  for (const char* integrator : {"generalized_alpha", "newmark", "runge_kutta_4", "bdf"}) {
    ControlledRun run(sampledSlider(integrator, 0.01, 0.02));
    run.steps(10, 0.01);
    const double demand = springDamper(run.state.q[0], run.state.v[0]);
    EXPECT_NEAR(run.integrator->inputs()[0], demand, 1e-12) << integrator << ": sampled at the end of this step";
    EXPECT_EQ(run.state.block("controller.law0")[4], run.integrator->inputs()[0]);
  }
}

TEST(ControlledIntegrator, ReadsWhatWasHeldWithinAStep) {
  ControlledRun run(sampledSlider("runge_kutta_4", 0.05, 0.02));
  run.steps(1, 0.05);
  VecX u(1), tau(1);
  State at = run.state;
  at.t = 0.03;
  run.integrator->readInputs(run.inputs, at, u, tau);
  const Point then = exact(0.02, 0.02, 0);
  EXPECT_NEAR(u[0], springDamper(then.x, then.v), 1e-10);
  EXPECT_NEAR(at.block("controller.law0")[6], 0.02, 1e-12) << "its signal then";
}

TEST(ControlledIntegrator, DemandsBeyondTheRangeAreLost) {
  ModelSpec spec = sliderSpec();
  spec.actuators[0] = [](const Model& model) {
    auto push = std::make_unique<JointActuator>("push0", model, 0);
    push->ranges[0] = {-0.25, 0.5};
    return push;
  };
  const auto demand = [](const Measurement& m, VecXMut) { return m.t < 0.5 ? -1.0 : 2.0; };
  ControlledRun run(withController(
      spec, {[&](const Model&) { return std::make_shared<GivenLaw>("law", 0, 0.1, demand); }}, "runge_kutta_4", 0.1));
  EXPECT_EQ(run.integrator->inputs()[0], -0.25);
  EXPECT_EQ(run.state.block("controller.law")[4], -1);
  EXPECT_EQ(run.state.block("controller.law")[5], -0.75);
  run.steps(10, 0.1);
  EXPECT_EQ(run.integrator->inputs()[0], 0.5);
  EXPECT_EQ(run.state.block("controller.law")[5], 1.5);
}

TEST(ControlledIntegrator, AControllerThatFailsLeavesTheLastGoodState) {
  const auto law = [](const Measurement& m, VecXMut) -> double {
    if (m.t > 0.35) throw std::runtime_error("the matrix of tendon 3 is singular");
    return 1;
  };
  for (const char* integrator : {"generalized_alpha", "runge_kutta_4", "bdf"}) {
    ControlledRun run(withController(
        sliderSpec(), {[&](const Model&) { return std::make_shared<GivenLaw>("law", 0, 0.1, law); }}, integrator, 0.1));
    run.steps(3, 0.1);
    ASSERT_FALSE(run.failure);
    const State good = run.state;
    run.steps(1, 0.1);
    ASSERT_TRUE(run.failure);
    EXPECT_THAT(run.failure->message(), HasSubstr("Controller \"law\": the matrix of tendon 3 is singular"));
    EXPECT_NEAR(run.failure->time, 0.3, 1e-12);
    EXPECT_EQ(run.state.q, good.q);
    EXPECT_EQ(run.state.z, good.z);
  }
}

/// A law without samples, with the slope of its demand by q₀.
class ContinuousLaw : public GivenLaw {
 public:
  ContinuousLaw(Law law, double slope) : GivenLaw("law", 0, 0, std::move(law), 0), slope_(slope) {}
  bool canBeContinuous() const override { return true; }
  void derivatives(Workspace&, const Measurement&, MatXMut byPosition, MatXMut byVelocity) const override {
    byPosition(0, 0) = slope_, byVelocity.setZero();
  }

 private:
  double slope_;
};

TEST(ControlledIntegrator, WithoutSamplesAControllerMayFailWhereItIsOnlyTried) {
  for (const char* integrator : {"generalized_alpha", "bdf"}) {
    int failed = 0;  // at the first state that is tried at or behind 0.05 s, 0.1 s, …
    const auto law = [&](const Measurement& m, VecXMut) -> double {
      if (m.t > 0.05 * (failed + 1) - 1e-9) {
        ++failed;
        throw std::runtime_error("no value here");
      }
      return -8 * (m.q[0] - 0.3);
    };
    ControlledRun run(withController(
        sliderSpec(), {[&](const Model&) { return std::make_shared<ContinuousLaw>(law, -8); }}, integrator, 0.01));
    run.steps(100, 0.01);
    EXPECT_GE(failed, 19) << integrator;
    ASSERT_FALSE(run.failure) << integrator << ": " << run.failure->message();
    EXPECT_NEAR(run.state.q[0], 0.3 - 0.1 * std::sin(2.0), 1e-4) << integrator;  // ω = 2, v₀ = −0.2
  }
}

TEST(ControlledIntegrator, WithoutSamplesAControllerEndsTheRunWhereItHasNoValueFurtherOn) {
  for (const char* integrator : {"generalized_alpha", "runge_kutta_4", "bdf"}) {
    const auto law = [](const Measurement& m, VecXMut) -> double {
      if (m.q[0] < 0.25) throw std::runtime_error("link 'hand' cannot be moved there");
      return 0;
    };
    ControlledRun run(withController(
        sliderSpec(), {[&](const Model&) { return std::make_shared<ContinuousLaw>(law, 0); }}, integrator, 0.01));
    run.steps(100, 0.01);
    ASSERT_TRUE(run.failure) << integrator;
    EXPECT_THAT(run.failure->message(), HasSubstr("Controller \"law\": link 'hand' cannot be moved there"));
    EXPECT_GE(run.state.q[0], 0.25) << integrator;
    EXPECT_LE(run.state.q[0], 0.253) << integrator;
  }
}

TEST(ControlledIntegrator, ADemandThatIsNoNumberIsRefused) {
  ControlledRun run(withController(sliderSpec(), {[](const Model&) {
                                     return std::make_shared<GivenLaw>(
                                         "law", 0, 0.1, [](const Measurement&, VecXMut) { return std::nan(""); });
                                   }},
                                   "generalized_alpha", 0.1));
  ASSERT_TRUE(run.failure);
  EXPECT_THAT(run.failure->message(), HasSubstr("demands a value that is no number of push0"));
}

/// A hand that holds input 0 at a value.
class Hand : public SignalInputs {
 public:
  using SignalInputs::SignalInputs;
  void overlay(double, VecXMut u, VecXMut share) const override {
    if (held) u[0] = value, share[0] = 0;
  }
  bool held = false;
  double value = 0;
};

TEST(ControlledIntegrator, AHandHasTheLastWord) {
  const auto model = sampledSlider("generalized_alpha", 0.01, 0.01);
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  Hand hand(*model);
  State state = initialState(*model);
  ASSERT_FALSE(integrator->reset(*model, data, state, hand));
  hand.held = true, hand.value = 0.7;
  ASSERT_FALSE(integrator->step(*model, data, state, 0.01, hand));
  EXPECT_EQ(integrator->inputs()[0], 0.7);
  EXPECT_NEAR(state.block("controller.law0")[4], springDamper(state.q[0], state.v[0]), 1e-12) << "still demanded";
  hand.held = false;
  ASSERT_FALSE(integrator->step(*model, data, state, 0.01, hand));
  EXPECT_NEAR(integrator->inputs()[0], springDamper(state.q[0], state.v[0]), 1e-12);
}

TEST(ControlledIntegrator, AnotherPeriodKeepsTheMemory) {
  ControlledRun run(sampledSlider("generalized_alpha", 0.01, 0.01));
  run.steps(20, 0.01);
  const double samples = run.state.block("controller.law0")[3];
  ControlledRun slower(sampledSlider("generalized_alpha", 0.01, 0.07), run.state);
  EXPECT_EQ(slower.state.block("controller.law0")[3], samples + 1) << "a new sample at once";
  EXPECT_EQ(slower.state.block("controller.law0")[0], 3) << "the next at 0.21 s";
}

/// Ends of steps and instants of samples drift apart by roundings: a sample that lies within those must not be waited
/// for.
TEST(ControlledIntegrator, SamplesWithinRoundingsOfAStepAreTaken) {
  ControlledRun run(sampledSlider("runge_kutta_4", 0.001, 0.0002));
  run.steps(20000, 0.001);
  ASSERT_FALSE(run.failure) << run.failure->message();
  EXPECT_EQ(run.state.block("controller.law0")[3], 100001);
}

TEST(SensorNoise, IsNormalAndRepeatable) {
  constexpr int kCount = 200000;
  double sum = 0, squares = 0, fourth = 0, product = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = normalNumber(7, static_cast<std::uint64_t>(i), 3);
    sum += x, squares += x * x, fourth += x * x * x * x;
    product += x * normalNumber(7, static_cast<std::uint64_t>(i), 4);
  }
  EXPECT_NEAR(sum / kCount, 0, 0.01);
  EXPECT_NEAR(squares / kCount, 1, 0.015);
  EXPECT_NEAR(fourth / kCount, 3, 0.1);
  EXPECT_NEAR(product / kCount, 0, 0.01) << "channels are independent";
  EXPECT_EQ(normalNumber(7, 12, 3), normalNumber(7, 12, 3));
  EXPECT_NE(normalNumber(8, 12, 3), normalNumber(7, 12, 3));
}

TEST(SensorNoise, RoundsAndDisturbsCoordinates) {
  const auto model = sampledSlider("runge_kutta_4", 0.01, 0.01);
  Sensor sensor;
  sensor.positionQuantum = 0.25, sensor.velocityQuantum = 0.5;
  VecX q = VecX::Constant(1, 0.3), v = VecX::Constant(1, -0.8);
  applySensor(*model, sensor, 3, q, v);
  EXPECT_EQ(q[0], 0.25);
  EXPECT_EQ(v[0], -1);
  sensor.positionNoise = 0.01, sensor.velocityNoise = 0.1, sensor.seed = 5;
  VecX noisy = VecX::Constant(1, 0.3), noisyRate = VecX::Constant(1, -0.8);
  applySensor(*model, sensor, 3, noisy, noisyRate);
  EXPECT_NEAR(noisy[0], 0.25 + 0.01 * normalNumber(5, 3, 0), 1e-15);
  EXPECT_NEAR(noisyRate[0], -1 + 0.1 * normalNumber(5, 3, 1), 1e-15);
}

}  // namespace
}  // namespace tendril
