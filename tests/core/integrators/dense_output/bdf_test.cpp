// SPDX-License-Identifier: BSD-3-Clause
// bdf against the other integrators, its tolerances, its memory, its failures.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

SimulationSettings bdf(double rtol, double step = 2e-3) {
  SimulationSettings out = settings("bdf", step);
  out.rtol = rtol;
  out.atol = 1e-3 * rtol;
  return out;
}

ModelSpec drivenManipulator() {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = goldenTensions();
  return spec;
}

/// Every kind of joint and body, with and without quaternions.
std::vector<ModelSpec> robots() {
  return {pendulumSpec(0.7, 0.3, 1.0), sphericalPendulumSpec(), freeBodySpec(),
          doublePendulumSpec(),        floatingRobotSpec(2),    drivenManipulator()};
}

State after(const ModelSpec& spec, const SimulationSettings& simulation, double duration) {
  Runner runner(build(spec, simulation));
  runner.run(duration, simulation.step);
  return runner.state;
}

/// An accurate end state by another method: Runge–Kutta, or generalized_alpha extrapolated where that is too stiff.
State reference(const ModelSpec& spec, double duration) {
  if (spec.actuators.empty()) return after(spec, settings("runge_kutta_4", 2e-4), duration);
  SimulationSettings coarse = settings("generalized_alpha", 5e-4), fine = settings("generalized_alpha", 2.5e-4);
  coarse.newtonTolerance = fine.newtonTolerance = 1e-12;
  const State a = after(spec, coarse, duration);
  State b = after(spec, fine, duration);
  b.q += (b.q - a.q) / 3, b.v += (b.v - a.v) / 3;
  return b;
}

TEST(Bdf, AgreesWithOtherIntegrators) {
  for (const ModelSpec& spec : robots()) {
    const bool soft = !spec.actuators.empty();
    const SimulationSettings tight = bdf(3e-13);  // of single steps: the errors of a thousand add up
    const ModelPtr model = build(spec, tight);
    const State expected = reference(spec, 0.6), got = after(spec, tight, 0.6);
    EXPECT_LT(stateError(*model, expected, got), soft ? 1e-7 : 1e-9) << model->nv;
  }
}

TEST(Bdf, ErrorFollowsTheTolerance) {
  for (const ModelSpec& spec : robots()) {
    const ModelPtr model = build(spec, bdf(1e-11));
    const State exact = after(spec, bdf(1e-12), 0.6);
    double last = std::numeric_limits<double>::infinity();
    for (const double rtol : {1e-3, 1e-5, 1e-7, 1e-9}) {
      const double error = stateError(*model, after(spec, bdf(rtol), 0.6), exact);
      EXPECT_LT(error, 100 * rtol * (1 + exact.v.cwiseAbs().maxCoeff())) << model->nv << " " << rtol;
      EXPECT_LT(error, 0.3 * last) << model->nv << " " << rtol;
      last = error;
    }
  }
}

TEST(Bdf, KeepsQuaternionsUnitWithoutLosingTurns) {
  const State got = after(freeBodySpec(), bdf(1e-9), 20);
  EXPECT_NEAR(got.q.tail<4>().norm(), 1, 1e-15);
  const ModelPtr model = build(freeBodySpec(), bdf(1e-9));
  EXPECT_LT(stateError(*model, got, after(freeBodySpec(), settings("runge_kutta_4", 1e-3), 20)), 1e-5);
}

TEST(Bdf, KeepsMomentumOfAFloatingRobot) {
  Runner runner(build(floatingRobotSpec(3), bdf(1e-10)));
  const Vec6 before = momentum(*runner.model, runner.data, runner.state.q, runner.state.v);
  runner.run(2, 2e-3);
  EXPECT_LT((momentum(*runner.model, runner.data, runner.state.q, runner.state.v) - before).norm(), 1e-7);
}

TEST(Bdf, MakesFewMatrices) {
  Runner runner(build(drivenManipulator(), bdf(1e-3)));
  runner.run(2, 2e-3);
  const StepStatistics& s = runner.integrator->statistics();
  EXPECT_EQ(s.steps, 1000);
  EXPECT_LT(s.substeps, 300);
  EXPECT_LT(s.jacobians, 40);
  EXPECT_GE(s.newton, s.substeps);
}

TEST(Bdf, WorksWithDifferencesInsteadOfDerivatives) {
  for (const ModelSpec& spec : {floatingRobotSpec(2), drivenManipulator()}) {
    SimulationSettings numeric = bdf(1e-9);
    numeric.analyticJacobian = false;
    const ModelPtr model = build(spec, numeric);
    EXPECT_LT(stateError(*model, after(spec, numeric, 0.2), after(spec, bdf(1e-9), 0.2)), 1e-6) << model->nv;
  }
}

TEST(Bdf, ReadsTheSameMotionAtAnyInterval) {
  for (const ModelSpec& spec : {floatingRobotSpec(2), drivenManipulator()}) {
    const ModelPtr model = build(spec, bdf(1e-8));
    Runner often(model), seldom(model);
    often.run(0.5, 1e-3), seldom.run(0.5, 0.1);
    EXPECT_LT(stateError(*model, often.state, seldom.state), 1e-5);
    EXPECT_LT((often.integrator->acceleration() - seldom.integrator->acceleration()).norm(),
              1e-3 * (1 + often.integrator->acceleration().norm()));
  }
}

// ---- memory

bool identical(const State& a, const State& b) {
  return a.t == b.t && a.q == b.q && a.v == b.v && a.z == b.z;
}

TEST(BdfMemory, TheSameRunGivesTheSameBits) {
  for (const ModelSpec& spec : robots())
    EXPECT_TRUE(identical(after(spec, bdf(1e-5), 0.4), after(spec, bdf(1e-5), 0.4)));
}

TEST(BdfMemory, AStateResumesWithinTheTolerances) {
  for (const ModelSpec& spec : {floatingRobotSpec(2), drivenManipulator()}) {
    const ModelPtr model = build(spec, bdf(1e-9));
    Runner whole(model), first(model);
    whole.steps(200, 2e-3), first.steps(100, 2e-3);
    Runner second(model, first.state);
    second.steps(100, 2e-3);
    EXPECT_LT(stateError(*model, whole.state, second.state), 1e-6);
  }
}

TEST(BdfMemory, AStateFromElsewhereStartsAfresh) {
  const ModelPtr model = build(floatingRobotSpec(2), bdf(1e-6));
  Runner used(model), other(model);
  used.steps(50, 2e-3);
  const State elsewhere = initialState(*model);
  used.state = other.state;
  used.steps(50, 2e-3), other.steps(50, 2e-3);
  EXPECT_TRUE(identical(used.state, other.state));
}

/// u and tau that a hand can change.
class ManualInputs : public InputsProvider {
 public:
  explicit ManualInputs(const Model& model) : u(VecX::Zero(model.nu)), tau(VecX::Zero(model.nv)) {}
  void evaluate(double t, VecXMut uOut, VecXMut tauOut) const override {
    uOut = t < from ? VecX::Zero(u.size()) : u;
    tauOut = tau;
  }
  VecX u, tau;
  double from = 0;  ///< s: u is zero before
};

/// 0.3 s of rest, in which bdf takes long strides, then 0.05 s after `change`.
template <class Change>
State changedByHand(const ModelSpec& spec, const SimulationSettings& simulation, Change&& change) {
  const ModelPtr model = build(spec, simulation);
  Data data(*model);
  ManualInputs inputs(*model);
  State state = initialState(*model);
  const auto integrator = makeIntegrator(simulation);
  EXPECT_FALSE(integrator->reset(*model, data, state, inputs));
  for (int k = 0; k < 350; ++k) {
    if (k == 300) change(inputs);
    EXPECT_FALSE(integrator->step(*model, data, state, 1e-3, inputs));
  }
  return state;
}

template <class Change>
void expectActsAtOnce(const ModelSpec& spec, Change&& change) {
  const State untouched = changedByHand(spec, settings("generalized_alpha", 1e-3), [](ManualInputs&) {});
  const State bdfState = changedByHand(spec, bdf(1e-7, 1e-3), change);
  const State exact = changedByHand(spec, settings("generalized_alpha", 1e-3), change);
  const ModelPtr model = build(spec, bdf(1e-7));
  const double moved = stateError(*model, exact, untouched);
  EXPECT_GT(moved, 1e-2);
  EXPECT_LT(stateError(*model, exact, bdfState), 0.02 * moved);
}

TEST(BdfMemory, AnInputThatAHandTakesActsAtOnce) {
  expectActsAtOnce(softManipulatorSpec(), [](ManualInputs& inputs) { inputs.u[1] = 8; });
}

TEST(BdfMemory, AnInputThatWillChangeIsSeenToo) {
  expectActsAtOnce(softManipulatorSpec(), [](ManualInputs& inputs) { inputs.u[1] = 8, inputs.from = 0.301; });
}

TEST(BdfMemory, ALoadThatAHandMovesActsAtOnce) {
  const auto spec = [](const std::shared_ptr<double>& force) {
    ModelSpec out = pendulumSpec(0.7, 1.5707963267948966);  // hangs at rest
    const auto pull = [force](double) { return Vec6(*force * Vec6::Unit(1)); };
    out.loads.push_back({"pull", 0, kBaseStation, std::make_shared<PointWrench>(PointWrench::Frame::kWorld, pull)});
    return out;
  };
  const auto run = [&](const SimulationSettings& simulation, double pull) {
    const auto force = std::make_shared<double>(0);
    return changedByHand(spec(force), simulation, [&](ManualInputs&) { *force = pull; });
  };
  const State exact = run(settings("generalized_alpha", 1e-3), 3), got = run(bdf(1e-7, 1e-3), 3);
  const ModelPtr model = build(spec(std::make_shared<double>(0)), bdf(1e-7));
  const double moved = stateError(*model, exact, run(settings("generalized_alpha", 1e-3), 0));
  EXPECT_GT(moved, 1e-2);
  EXPECT_LT(stateError(*model, exact, got), 0.02 * moved);
}

TEST(BdfMemory, GravityThatTurnsActsAtOnce) {
  Runner runner(build(pendulumSpec(0.7, 1.5707963267948966), bdf(1e-7, 1e-3)));  // hangs at rest
  runner.steps(300, 1e-3);
  runner.data.gravity = Vec3(9.81, 0, 0);
  runner.steps(50, 1e-3);
  EXPECT_NEAR(runner.state.v[0], -9.81 / 0.7 * 0.05, 1e-4);  // it has turned by 0.02 rad only
}

// ---- failures

/// Fails in the end; the state must be the last good one.
Failure failureOf(const ModelSpec& spec, const SimulationSettings& simulation, const InputsProvider* inputs = nullptr) {
  Runner runner(build(spec, simulation));
  ::testing::internal::CaptureStderr();
  StepResult bad;
  State before;
  for (int k = 0; k < 1000 && !bad; ++k) {
    before = runner.state;
    bad = runner.integrator->step(*runner.model, runner.data, runner.state, simulation.step,
                                  inputs ? *inputs : runner.inputs);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_TRUE(bad);
  EXPECT_TRUE(identical(before, runner.state));
  if (bad) {
    EXPECT_EQ(bad->time, before.t);
  }
  return bad.value_or(Failure{});
}

TEST(BdfFailure, NamesTheInputThatEndsBeingANumber) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = [](const Model&) {
    return std::vector<InputSignal>{{2, [](double t) { return 5 * std::sqrt(0.1 - t); }}};
  };
  const Failure bad = failureOf(spec, bdf(1e-4));
  EXPECT_EQ(bad.kind, Failure::Kind::kNotFinite);
  EXPECT_LT(bad.time, 0.1);
  EXPECT_NE(bad.message().find("tendon 3"), std::string::npos) << bad.message();
}

TEST(BdfFailure, NamesTheLinkOfALoadThatEndsBeingANumber) {
  ModelSpec spec = doublePendulumSpec();
  spec.loads.push_back(
      {"push", 1, kBaseStation, std::make_shared<PointWrench>(PointWrench::Frame::kWorld, [](double t) {
         return Vec6(Vec6::Constant(std::log(0.2 - t)));
       })});
  const Failure bad = failureOf(spec, bdf(1e-4));
  EXPECT_EQ(bad.kind, Failure::Kind::kNotFinite);
  EXPECT_EQ(bad.linkName, "link1");
}

TEST(BdfFailure, SaysThatTolerancesAreOutOfReach) {
  const Failure bad = failureOf(doublePendulumSpec(), bdf(1e-30));
  EXPECT_EQ(bad.kind, Failure::Kind::kToleranceNotMet);
  EXPECT_FALSE(bad.linkName.empty());
  EXPECT_NE(bad.message().find("rtol"), std::string::npos) << bad.message();
}

class ThrowingInputs : public ManualInputs {
 public:
  using ManualInputs::ManualInputs;
  void evaluate(double t, VecXMut uOut, VecXMut tauOut) const override {
    if (t > 0.05) throw std::runtime_error("the table ends");
    ManualInputs::evaluate(t, uOut, tauOut);
  }
};

TEST(BdfFailure, PassesExceptionsOnThroughC) {
  Runner runner(build(doublePendulumSpec(), bdf(1e-4)));
  const ThrowingInputs inputs(*runner.model);
  const auto run = [&] {
    for (int k = 0; k < 100; ++k)
      ASSERT_FALSE(runner.integrator->step(*runner.model, runner.data, runner.state, 2e-3, inputs));
  };
  EXPECT_THROW(run(), std::runtime_error);
  runner.steps(100, 2e-3);  // and goes on with inputs that are all right
  EXPECT_GT(runner.state.t, 0.2);
}

}  // namespace
}  // namespace tendril
