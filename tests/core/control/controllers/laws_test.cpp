// SPDX-License-Identifier: BSD-3-Clause
// Laws of control against the equations that their errors are to obey, and against differences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/control/control_loop.hpp"
#include "core/control/controllers/computed_torque.hpp"
#include "core/control/controllers/partial_feedback_linearization.hpp"
#include "core/control/controllers/pid.hpp"
#include "tests/core/control/controlled_robots.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

FeedbackGains gainsOf(int n, double proportional, double derivative, double integral = 0) {
  const MatX one = MatX::Identity(n, n);
  return {proportional * one, derivative * one, integral == 0 ? MatX() : MatX(integral * one)};
}

std::vector<int> allInputs(const Model& model) {
  std::vector<int> inputs(static_cast<std::size_t>(model.nu));
  for (int i = 0; i < model.nu; ++i) inputs[static_cast<std::size_t>(i)] = i;
  return inputs;
}

std::shared_ptr<const Reference> sines(int n, double amplitude) {
  std::vector<GivenReference::Motion> motions;
  for (int i = 0; i < n; ++i) motions.push_back(sine(amplitude * (1 + 0.1 * i), 2 + 0.3 * i, 0.4 * i));
  return std::make_shared<GivenReference>(std::move(motions));
}

/// x'' = −(k x + d x')/m from x0, v0, under-damped.
double oscillation(double t, double m, double k, double d, double x0, double v0) {
  const double a = d / (2 * m), w = std::sqrt(k / m - a * a);
  return std::exp(-a * t) * (x0 * std::cos(w * t) + (v0 + a * x0) / w * std::sin(w * t));
}

MakeController pid(int n, double amplitude, FeedbackGains gains) {
  return [=](const Model& model) { return makePid("pd", allInputs(model), model, sines(n, amplitude), gains); };
}

class EveryIntegrator : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryIntegrator, ContinuousPdIsASpringWithADamper) {
  const std::string integrator = GetParam();
  const bool secondOrder = integrator == "generalized_alpha" || integrator == "newmark";
  const double step = secondOrder ? 2e-4 : 1e-3;
  ControlledRun run(withController(sliderSpec(), {pid(1, 0, gainsOf(1, 80, 3))}, integrator, step));
  run.steps(static_cast<int>(std::lround(1 / step)), step);
  ASSERT_FALSE(run.failure) << run.failure->message();
  EXPECT_NEAR(run.state.q[0], oscillation(run.state.t, 2, 80, 3, 0.3, -0.2), secondOrder ? 2e-7 : 1e-8);
  EXPECT_NEAR(run.integrator->inputs()[0], -80 * run.state.q[0] - 3 * run.state.v[0], 1e-9);
  const Energy energy = tendril::energy(*run.model, run.data, run.state.q, run.state.v);
  EXPECT_NEAR(run.integrator->balancePercent(energy), 0, 1e-3) << "its work is in the account";
}

INSTANTIATE_TEST_SUITE_P(Integrators, EveryIntegrator,
                         ::testing::Values("generalized_alpha", "newmark", "runge_kutta_4", "bdf", "adams", "ida"));

/// Random trees with a motor in every joint.
ModelSpec motorised(Random& random, const TreePlan& plan) {
  ModelSpec spec = randomTree(random, plan);
  spec.actuators.clear(), spec.signals = {};
  for (int i = 0; i < static_cast<int>(spec.links.size()); ++i)
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("m" + std::to_string(i), model, i); });
  return spec;
}

const std::vector<JointType> kVectorJoints = {JointType::kRevolute, JointType::kPrismatic, JointType::kRevolute,
                                              JointType::kUniversal};

/// ∂r/∂q and ∂r/∂v of a residual with feedback, against differences.
void checkFeedbackDerivatives(const std::shared_ptr<const Model>& model, Random& random) {
  ControlLoop loop(model);
  ASSERT_TRUE(loop.hasContinuous());
  Data data(*model);
  data.feedback = &loop;
  const VecX q = randomConfiguration(random, *model, 0.3), v = randomVector(random, model->nv, 0.5);
  const VecX a = randomVector(random, model->nv), u = VecX::Zero(model->nu);
  const Inputs inputs{.t = 0.7, .u = &u};
  residualDerivatives(*model, data, q, v, a, inputs);
  const MatX byPosition = data.dIDdq, byVelocity = data.dIDdv;
  MatX expectedQ(model->nv, model->nv), expectedV = expectedQ;
  constexpr double kStep = 1e-6;
  VecX moved(model->nq), delta(model->nv);
  for (int i = 0; i < model->nv; ++i) {
    VecX side[2];
    for (const int s : {0, 1}) {
      delta.setZero(), delta[i] = s ? kStep : -kStep;
      integrate(*model, q, delta, moved);
      residual(*model, data, moved, v, a, inputs);
      side[s] = data.tau;
    }
    expectedQ.col(i) = (side[1] - side[0]) / (2 * kStep);
    for (const int s : {0, 1}) {
      const VecX vs = v + VecX::Unit(model->nv, i) * (s ? kStep : -kStep);
      residual(*model, data, q, vs, a, inputs);
      side[s] = data.tau;
    }
    expectedV.col(i) = (side[1] - side[0]) / (2 * kStep);
  }
  EXPECT_LE(relativeError(byPosition, expectedQ), 1e-6);
  EXPECT_LE(relativeError(byVelocity, expectedV), 1e-6);
}

TEST(Pid, DerivativesMatchDifferencesOnSoftRobots) {
  Random random(3);
  const auto model = withController(softManipulatorSpec(), {pid(5, 0.01, gainsOf(5, 2000, 50))}, "bdf", 0.01);
  checkFeedbackDerivatives(model, random);
}

TEST(ComputedTorque, DerivativesMatchDifferences) {
  for (int k = 0; k < 5; ++k) {
    Random random(20 + static_cast<unsigned>(k));
    const auto law = [](const Model& model) {
      return makeComputedTorque("ct", allInputs(model), model, nullptr, sines(model.nv, 0.3), gainsOf(model.nv, 30, 8));
    };
    checkFeedbackDerivatives(
        withController(motorised(random, {.name = "tree", .types = kVectorJoints}), {law}, "bdf", 0.01), random);
  }
}

/// Largest distance of the error of every coordinate from e'' + d e' + k e = 0 with its start.
double departure(const ControlledRun& run, const Reference& reference, const VecX& e0, const VecX& r0, double k,
                 double d) {
  double worst = 0;
  MatX wanted(reference.size(), 1);
  reference.evaluate(run.state.t, 0, wanted);
  for (int i = 0; i < run.model->nv; ++i) {
    const double error = wanted(i, 0) - run.state.q[run.model->qOfV[static_cast<std::size_t>(i)]];
    worst = std::max(worst, std::abs(error - oscillation(run.state.t, 1, k, d, e0[i], r0[i])));
  }
  return worst;
}

double computedTorqueDeparture(const std::string& integrator, double step, std::optional<double> period) {
  Random random(7);
  ModelSpec spec = motorised(random, {.name = "tree", .types = kVectorJoints});
  const int n = 5;
  const auto reference = sines(n, 0.3);
  const auto law = [&](const Model& model) {
    auto made = makeComputedTorque("ct", allInputs(model), model, nullptr, reference, gainsOf(n, 30, 8));
    made->period = period;
    return made;
  };
  ControlledRun run(withController(spec, {law}, integrator, step));
  MatX wanted(n, 2);
  reference->evaluate(0, 1, wanted);
  VecX e0(n), r0 = wanted.col(1) - run.state.v;
  for (int i = 0; i < n; ++i) e0[i] = wanted(i, 0) - run.state.q[run.model->qOfV[static_cast<std::size_t>(i)]];
  double worst = 0;
  const int stride = static_cast<int>(std::lround(0.1 / step));
  for (int k = 0; k < 10; ++k) {
    run.steps(stride, step);
    EXPECT_FALSE(run.failure);
    worst = std::max(worst, departure(run, *reference, e0, r0, 30, 8));
  }
  return worst;
}

TEST(ComputedTorque, ErrorObeysItsOwnLinearEquation) {
  EXPECT_LE(computedTorqueDeparture("runge_kutta_4", 5e-4, {}), 1e-8);
  EXPECT_LE(computedTorqueDeparture("bdf", 1e-2, {}), 1e-7);
}

TEST(ComputedTorque, SampledItConvergesWithThePeriod) {
  const double coarse = computedTorqueDeparture("runge_kutta_4", 1e-3, 4e-3);
  const double fine = computedTorqueDeparture("runge_kutta_4", 1e-3, 2e-3);
  const double finer = computedTorqueDeparture("runge_kutta_4", 1e-3, 1e-3);
  EXPECT_NEAR(coarse / fine, 2, 0.2);
  EXPECT_NEAR(fine / finer, 2, 0.1);
}

TEST(ComputedTorque, RefusesRobotsItCannotDrive) {
  const ModelPtr arm = std::make_shared<const Model>(softManipulatorSpec());
  EXPECT_THROW(makeComputedTorque("ct", allInputs(*arm), *arm, nullptr, sines(5, 0), gainsOf(5, 1, 1)),
               std::invalid_argument);
}

/// What a law wants of ÿ, and what the plant does.
struct OutputAccelerations {
  VecX wanted, actual;
};

/// ÿ of the plant under some values of the outputs of a law.
OutputAccelerations outputAccelerations(const Model& model, const Controller& law, const Reference& reference,
                                        const FeedbackGains& gains, const VecX& q, const VecX& v, double t,
                                        const VecX& outputs) {
  const auto m = static_cast<Eigen::Index>(law.outputs.size());
  VecX u = VecX::Zero(model.nu);
  u(law.outputs) = outputs;
  Data data(model);
  forwardDynamics(model, data, q, v, {.t = t, .u = &u});
  const VecX a = data.acceleration;
  // (Bᵀ v)' with v held, by differences along the motion, so that no derivative of B is shared with the law.
  ActuationState at(model, law.outputs);
  constexpr double kStep = 1e-3;
  std::array<VecX, 4> rates;
  const std::array<double, 4> times = {-2, -1, 1, 2};
  VecX moved(model.nq);
  for (std::size_t k = 0; k < 4; ++k) {
    const VecX delta = times[k] * kStep * v;
    integrate(model, q, delta, moved);
    at.evaluate(model, data, moved, v);
    rates[k] = at.rate;
  }
  at.evaluate(model, data, q, v);
  const VecX actual = at.columns.transpose() * a + (rates[0] - 8 * rates[1] + 8 * rates[2] - rates[3]) / (12 * kStep);
  TrackingError error(static_cast<int>(m));
  error.evaluate(reference, t, at.y, at.rate);
  return {error.wanted.col(2) + gains.derivative * error.rate + gains.proportional * error.position, actual};
}

/// ÿ of the plant under the demand of a law, against what the law wants.
void expectWantedAcceleration(const Model& model, const Controller& law, const Reference& reference,
                              const FeedbackGains& gains, const VecX& q, const VecX& v, double t) {
  const auto workspace = law.makeWorkspace(model);
  const auto m = static_cast<Eigen::Index>(law.outputs.size());
  VecX demand(m), none(0), signals(2 * m);
  law.update(*workspace, {t, 0, q, v}, {none, demand, signals});
  const OutputAccelerations found = outputAccelerations(model, law, reference, gains, q, v, t, demand);
  EXPECT_LE(relativeError(found.actual, found.wanted), 1e-9);
}

TEST(PartialFeedbackLinearization, OutputsHaveTheWantedAcceleration) {
  Random random(11);
  const auto model = std::make_shared<const Model>(softManipulatorSpec());
  // Five tendons in 24 coordinates.
  const auto reference = sines(5, 0.02);
  const FeedbackGains gains = gainsOf(5, 10, 1);
  const auto law = makePartialFeedbackLinearization("pfbl", allInputs(*model), *model, nullptr, reference, gains);
  for (int k = 0; k < 20; ++k) {
    const VecX q = randomConfiguration(random, *model, 0.2), v = randomVector(random, model->nv, 0.5);
    expectWantedAcceleration(*model, *law, *reference, gains, q, v, 0.1 * k);
  }
}

TEST(PartialFeedbackLinearization, DrivesSomeJointsOfRandomTrees) {
  for (int k = 0; k < 10; ++k) {
    Random random(40 + static_cast<unsigned>(k));
    const auto model = std::make_shared<const Model>(
        motorised(random, {.name = "tree", .types = kVectorJoints, .soft = SoftBodies::kMixed}));
    const auto reference = sines(2, 0.2);
    const FeedbackGains gains = gainsOf(2, 40, 9);
    const auto law = makePartialFeedbackLinearization("pfbl", {0, 3}, *model, nullptr, reference, gains);
    const VecX q = randomConfiguration(random, *model, 0.4), v = randomVector(random, model->nv, 0.5);
    expectWantedAcceleration(*model, *law, *reference, gains, q, v, 0.3);
  }
}

TEST(PartialFeedbackLinearization, TendonsThatOnlyPullComeAsNearAsTheyCan) {
  Random random(12);
  const auto model = std::make_shared<const Model>(softManipulatorSpec());
  const auto reference = sines(5, 0.02);
  const FeedbackGains gains = gainsOf(5, 400, 40);
  const auto law = makePartialFeedbackLinearization("pfbl", allInputs(*model), *model, nullptr, reference, gains);
  const auto workspace = law->makeWorkspace(*model);
  OutputRanges ranges{VecX::Zero(5), VecX::Constant(5, std::numeric_limits<double>::infinity())};
  ranges.upper[1] = 3;
  int slack = 0, exact = 0;
  for (int k = 0; k < 200; ++k) {
    const VecX q = randomConfiguration(random, *model, 0.2), v = randomVector(random, model->nv, 0.5);
    VecX demand(5), none(0), signals(10), outputs(5);
    law->update(*workspace, {0.1 * k, 0, q, v}, {none, demand, signals});
    law->allocate(*workspace, ranges, demand, outputs);
    const auto [wanted, actual] = outputAccelerations(*model, *law, *reference, gains, q, v, 0.1 * k, outputs);
    // The gradient of the constraint ½ eᵀ(AᵀM⁻¹A)⁻¹e by u is the error e of ÿ itself.
    const VecX error = actual - wanted;
    const double rounding = 1e-9 * (1 + wanted.cwiseAbs().maxCoeff());
    for (int i = 0; i < 5; ++i) {
      ASSERT_GE(outputs[i], ranges.lower[i]);
      ASSERT_LE(outputs[i], ranges.upper[i]);
      if (outputs[i] == ranges.lower[i]) {
        EXPECT_GE(error[i], -rounding);
        ++slack;
      } else if (outputs[i] == ranges.upper[i]) {
        EXPECT_LE(error[i], rounding);
        ++slack;
      } else {
        EXPECT_NEAR(error[i], 0, rounding);
        ++exact;
      }
    }
  }
  EXPECT_GT(slack, 100);
  EXPECT_GT(exact, 100);
}

/// Tendons that push, too, so that nothing is clipped.
ModelSpec pushedManipulator() {
  ModelSpec spec = softManipulatorSpec();
  for (auto& actuator : spec.actuators)
    actuator = [make = actuator](const Model& model) {
      auto made = make(model);
      for (InputRange& range : made->ranges) range = {-HUGE_VAL, HUGE_VAL};
      return made;
    };
  return spec;
}

/// Three tendons, or two joints, by the law, the next two by another one, the rest by signals.
MakeController linearizing(int outputs, std::optional<double> period = {}) {
  return [=](const Model& model) {
    std::vector<int> inputs = allInputs(model);
    inputs.resize(static_cast<std::size_t>(outputs));
    auto law =
        makePartialFeedbackLinearization("pfbl", inputs, model, nullptr, sines(outputs, 0.01), gainsOf(outputs, 10, 1));
    law->period = period;
    return law;
  };
}

MakeController others(int first) {
  return [=](const Model& model) {
    return makePid("pd", {first, first + 1}, model, sines(2, 0.01), gainsOf(2, 300, 20));
  };
}

TEST(PartialFeedbackLinearization, DerivativesMatchDifferencesBesideOtherControllers) {
  for (unsigned k = 0; k < 3; ++k) {
    Random random(60 + k);
    checkFeedbackDerivatives(withController(pushedManipulator(), {linearizing(3), others(3)}, "bdf", 0.01), random);
    ModelSpec tree = motorised(random, {.name = "tree", .types = kVectorJoints, .soft = SoftBodies::kMixed});
    checkFeedbackDerivatives(withController(tree, {linearizing(2), others(2)}, "bdf", 0.01), random);
  }
}

/// Largest distance of the errors from ë + ė + 10 e = 0 within half a second, per largest error at the start.
double linearizationDeparture(std::optional<double> period) {
  ModelSpec spec = pushedManipulator();
  const auto reference = sines(3, 0.01);
  ControlledRun run(withController(std::move(spec), {linearizing(3, period), others(3)}, "bdf", 0.01));
  ActuationState y(*run.model, {0, 1, 2});
  TrackingError error(3);
  Data data(*run.model);
  const auto evaluate = [&] {
    y.evaluate(*run.model, data, run.state.q, run.state.v);
    error.evaluate(*reference, run.state.t, y.y, y.rate);
  };
  evaluate();
  const VecX e0 = error.position, r0 = error.rate;
  double worst = 0;
  for (int k = 0; k < 10; ++k) {
    run.steps(5, 0.01);
    EXPECT_FALSE(run.failure);
    evaluate();
    for (int i = 0; i < 3; ++i)
      worst = std::max(worst, std::abs(error.position[i] - oscillation(run.state.t, 1, 10, 1, e0[i], r0[i])));
  }
  return worst / e0.cwiseAbs().maxCoeff();
}

/// Kelvin–Voigt damping stops the fast modes of the rod within microseconds. What is held between samples does not see
/// that, whatever the period; without samples the equation holds.
TEST(PartialFeedbackLinearization, WithoutSamplesHoldsWhatIsStiff) {
  EXPECT_LE(linearizationDeparture({}), 1e-6);
  EXPECT_GE(linearizationDeparture(1e-3), 0.1);
}

/// Internal steps of a second in which the law waves and, where tendons only pull, some of them are slack.
std::int64_t stepsOfASecond(ModelSpec spec) {
  const auto law = [](const Model& model) {
    return makePartialFeedbackLinearization("pfbl", {0, 1, 2}, model, nullptr, sines(3, 0.02), gainsOf(3, 400, 40));
  };
  ControlledRun run(withController(std::move(spec), {law}, "bdf", 0.01));
  run.steps(100, 0.01);
  EXPECT_FALSE(run.failure);
  return run.integrator->statistics().substeps;
}

/// Without the slopes of what is left to those that pull, the iteration would fail wherever one is slack.
TEST(PartialFeedbackLinearization, SlackTendonsWithoutSamplesCostNoShorterSteps) {
  const std::int64_t pulled = stepsOfASecond(softManipulatorSpec()), pushed = stepsOfASecond(pushedManipulator());
  std::printf("%lld steps with tendons that pull, %lld with tendons that push\n", static_cast<long long>(pulled),
              static_cast<long long>(pushed));
  EXPECT_LE(pulled, 4 * pushed);
}

TEST(PartialFeedbackLinearization, IsSampledWhereJointsTurnInSpace) {
  Random random(5);
  const Model turning(motorised(random, {.name = "tree", .types = {JointType::kRevolute, JointType::kSpherical}}));
  EXPECT_FALSE(linearizing(1)(turning)->canBeContinuous());
  EXPECT_TRUE(linearizing(3)(Model(softManipulatorSpec()))->canBeContinuous());
}

TEST(Pid, TheIntegralRemovesWhatALoadLeaves) {
  ModelSpec spec = sliderSpec();
  spec.gravity = Vec3(-3, 0, 0);  // pulls back along the slide
  const auto run = [&](double integral) {
    const auto law = [&](const Model& model) {
      return makePid("pid", {0}, model, std::make_shared<GivenReference>(std::vector{sine(0, 0, 0, 0.5)}),
                     gainsOf(1, 60, 20, integral));
    };
    ControlledRun done(withController(spec, {law}, "generalized_alpha", 0.01));
    done.steps(2000, 0.01);
    EXPECT_FALSE(done.failure);
    return done.state.q[0];
  };
  EXPECT_NEAR(run(0), 0.5 - 2 * 3 / 60.0, 1e-6);
  EXPECT_NEAR(run(50), 0.5, 1e-6);
}

/// Farthest that a slider with a weak motor goes on its way to 20 m.
double farthestOnTheWay(double integral, double& end) {
  ModelSpec spec = sliderSpec();
  spec.links[0].jointV0.setZero();
  spec.actuators[0] = [](const Model& model) {
    auto push = std::make_unique<JointActuator>("push0", model, 0);
    push->ranges[0] = {-1, 1};
    return push;
  };
  const auto law = [integral](const Model& model) {
    auto made = makePid("pid", {0}, model, std::make_shared<GivenReference>(std::vector{sine(0, 0, 0, 20)}),
                        gainsOf(1, 5, 20, integral));
    made->period = 0.01;
    return made;
  };
  ControlledRun run(withController(spec, {law}, "generalized_alpha", 0.01));
  double farthest = 0;
  for (int k = 0; k < 10000 && !run.failure; ++k) {
    run.steps(1, 0.01);
    farthest = std::max(farthest, run.state.q[0]);
  }
  EXPECT_FALSE(run.failure);
  end = run.state.q[0];
  return farthest;
}

/// The same with an integral that never stands still, by small steps.
double farthestWoundUp(double integral) {
  double x = 0, v = 0, sum = 0, farthest = 0;
  constexpr double kStep = 1e-3;
  for (int k = 0; k < 100000; ++k) {
    sum += kStep * (20 - x);
    v += kStep * std::clamp(5 * (20 - x) - 20 * v + integral * sum, -1.0, 1.0) / 2;
    x += kStep * v;
    farthest = std::max(farthest, x);
  }
  return farthest;
}

TEST(Pid, TheIntegralDoesNotWindUp) {
  double end = 0;
  EXPECT_LT(farthestOnTheWay(0, end), 20.001);
  const double farthest = farthestOnTheWay(0.5, end);
  EXPECT_LT(farthest - 20, 0.2 * (farthestWoundUp(0.5) - 20));
  EXPECT_NEAR(end, 20, 1e-3);
}

}  // namespace
}  // namespace tendril
