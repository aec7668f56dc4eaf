// SPDX-License-Identifier: BSD-3-Clause
// What holds for every multistep method: bdf, adams, ida. bdf_test.cpp asks more of what they share.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/dynamics/loops.hpp"
#include "tests/core/integrators/machines.hpp"

namespace tendril {
namespace {

using namespace tests;

class Multistep : public ::testing::TestWithParam<const char*> {
 protected:
  SimulationSettings chosen(double rtol, double step = 2e-3) const {
    SimulationSettings out = settings(GetParam(), step);
    out.rtol = rtol;
    out.atol = 1e-3 * rtol;
    return out;
  }
  bool stiff() const { return std::string(GetParam()) != "adams"; }

  /// Every kind of joint and body, with and without quaternions; soft damped rods only where the method can.
  std::vector<ModelSpec> robots() const {
    std::vector<ModelSpec> out = {pendulumSpec(0.7, 0.3, 1.0), sphericalPendulumSpec(), freeBodySpec(),
                                  doublePendulumSpec(), floatingRobotSpec(2)};
    if (!stiff()) return out;
    out.push_back(softManipulatorSpec());
    out.back().signals = goldenTensions();
    return out;
  }
  static State after(const ModelSpec& spec, const SimulationSettings& simulation, double duration) {
    Runner runner(build(spec, simulation));
    runner.run(duration, simulation.step);
    return runner.state;
  }
};

TEST_P(Multistep, AgreesWithBdfAndRungeKutta) {
  for (const ModelSpec& spec : robots()) {
    const bool soft = !spec.actuators.empty();
    SimulationSettings other = soft ? chosen(1e-10) : settings("runge_kutta_4", 2e-4);
    if (soft) other.integrator = "bdf";
    const ModelPtr model = build(spec, other);
    const double error = stateError(*model, after(spec, other, 0.6), after(spec, chosen(soft ? 1e-11 : 1e-12), 0.6));
    EXPECT_LT(error, soft ? 1e-6 : 3e-9) << model->nv;
  }
}

TEST_P(Multistep, ErrorFollowsTheTolerance) {
  for (const ModelSpec& spec : robots()) {
    const ModelPtr model = build(spec, chosen(1e-11));
    const State exact = after(spec, chosen(1e-12), 0.6);
    double last = std::numeric_limits<double>::infinity(), first = 0;
    for (const double rtol : {1e-3, 1e-5, 1e-7, 1e-9}) {
      const double error = stateError(*model, after(spec, chosen(rtol), 0.6), exact);
      EXPECT_LT(error, 100 * rtol * (1 + exact.v.cwiseAbs().maxCoeff())) << model->nv << " " << rtol;
      EXPECT_LT(error, last) << model->nv << " " << rtol;
      last = error, first = first > 0 ? first : error;
    }
    EXPECT_LT(last, 1e-4 * first) << model->nv;
  }
}

/// Unit quaternions without a projection inside the method, for a long time at a poor tolerance.
TEST_P(Multistep, KeepsQuaternionsUnit) {
  Runner runner(build(freeBodySpec(), chosen(1e-3)));
  for (int k = 0; k < 60; ++k) {
    runner.run(1, 2e-3);
    ASSERT_NEAR(runner.state.q.tail<4>().norm(), 1, 1e-15);
  }
  const State exact = after(freeBodySpec(), settings("runge_kutta_4", 1e-3), 20);
  const ModelPtr model = build(freeBodySpec(), chosen(1e-9));
  EXPECT_LT(stateError(*model, exact, after(freeBodySpec(), chosen(1e-9), 20)), 1e-5);
}

TEST_P(Multistep, AccountsForTheEnergy) {
  for (const ModelSpec& spec : robots()) {
    for (const double rtol : {1e-4, 1e-8}) {
      Runner runner(build(spec, chosen(rtol)));
      runner.run(1, 2e-3);
      EXPECT_LT(std::abs(runner.balance()), 1e4 * rtol) << runner.model->nv << " %";
    }
  }
}

TEST_P(Multistep, EndsStepsExactlyWhereTheyAreAsked) {
  const ModelPtr model = build(floatingRobotSpec(2), chosen(1e-8));
  Runner often(model), seldom(model);
  often.run(0.5, 1e-3), seldom.run(0.5, 0.1);
  EXPECT_LT(stateError(*model, often.state, seldom.state), 1e-5);
  EXPECT_LT(often.integrator->statistics().substeps, 500);
  EXPECT_EQ(often.integrator->statistics().steps, 500);
}

TEST_P(Multistep, TheSameRunGivesTheSameBits) {
  for (const ModelSpec& spec : robots()) {
    const State a = after(spec, chosen(1e-5), 0.3), b = after(spec, chosen(1e-5), 0.3);
    EXPECT_TRUE(a.q == b.q && a.v == b.v);
  }
}

TEST_P(Multistep, AStateResumesWithinTheTolerances) {
  const ModelPtr model = build(floatingRobotSpec(2), chosen(1e-9));
  Runner whole(model), first(model);
  whole.steps(200, 2e-3), first.steps(100, 2e-3);
  Runner second(model, first.state);
  second.steps(100, 2e-3);
  EXPECT_LT(stateError(*model, whole.state, second.state), 1e-6);
}

TEST_P(Multistep, WorksWithDifferencesInsteadOfDerivatives) {
  std::vector<ModelSpec> specs = robots();
  specs.push_back(fourBarSpec(0.7));
  for (const ModelSpec& spec : specs) {
    SimulationSettings numeric = chosen(1e-9);
    numeric.analyticJacobian = false;
    const ModelPtr model = build(spec, numeric);
    EXPECT_LT(stateError(*model, after(spec, numeric, 0.2), after(spec, chosen(1e-9), 0.2)), 1e-6) << model->nv;
  }
}

TEST_P(Multistep, HoldsLoops) {
  Runner run(build(fourBarSpec(0.7), chosen(1e-8)));
  const double start = run.energyNow().total();
  double widest = 0, largestKinetic = 0;
  for (int k = 0; k < 20; ++k) {
    run.run(0.1, 2e-3);
    kinematics(*run.model, run.data, run.state.q, run.state.v);
    loopErrors(*run.model, run.data);
    widest = std::max(widest, run.data.loopError.cwiseAbs().maxCoeff());
    largestKinetic = std::max(largestKinetic, run.energyNow().kinetic);
  }
  EXPECT_LE(widest, 1e-6);
  EXPECT_LE(std::abs(run.energyNow().total() - start), 1e-4 * largestKinetic);
}

TEST_P(Multistep, SaysWhatWentWrong) {
  const auto failureOf = [&](const ModelSpec& spec, const SimulationSettings& simulation) {
    Runner runner(build(spec, simulation));
    ::testing::internal::CaptureStderr();
    StepResult bad;
    State before;
    for (int k = 0; k < 1000 && !bad; ++k) {
      before = runner.state;
      bad = runner.integrator->step(*runner.model, runner.data, runner.state, simulation.step, runner.inputs);
    }
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    EXPECT_TRUE(before.t == runner.state.t && before.q == runner.state.q && before.v == runner.state.v);
    return bad.value_or(Failure{});
  };
  EXPECT_EQ(failureOf(doublePendulumSpec(), chosen(1e-30)).kind, Failure::Kind::kToleranceNotMet);
  ModelSpec spec = doublePendulumSpec();
  const auto push = [](double t) { return Vec6(Vec6::Constant(std::log(0.2 - t))); };
  spec.loads.push_back({"push", 1, kBaseStation, std::make_shared<PointWrench>(PointWrench::Frame::kWorld, push)});
  const Failure bad = failureOf(spec, chosen(1e-4));
  EXPECT_EQ(bad.kind, Failure::Kind::kNotFinite);
  EXPECT_EQ(bad.linkName, "link1");
}

INSTANTIATE_TEST_SUITE_P(All, Multistep, ::testing::Values("adams", "ida", "bdf"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace tendril
