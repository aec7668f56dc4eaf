// SPDX-License-Identifier: BSD-3-Clause
// Motions that no robot makes end a run; those that it makes do not, and rest is not 100 % of nothing.
#include "core/integrators/divergence.hpp"

#include <gtest/gtest.h>

#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

/// Steps until the watch or the method ends the run.
StepResult watched(Runner& run, double duration, double step) {
  DivergenceWatch watch;
  watch.start(run.state);
  const auto count = static_cast<int>(std::lround(duration / step));
  for (int k = 1; k <= count; ++k) {
    if (StepResult bad = run.integrator->step(*run.model, run.data, run.state, step, run.inputs)) return bad;
    if (StepResult bad = watch.check(*run.model, run.data, *run.integrator, run.state, k == count)) return bad;
  }
  return {};
}

TEST(Divergence, EnergyFromNowhereEndsARunAtTheLastGoodState) {
  constexpr double kStep = 0.2;
  ModelSpec spec = doublePendulumSpec();
  spec.links[0].jointQ0[0] = 3;
  for (const char* method : {"generalized_alpha", "newmark"}) {
    Runner run(build(spec, settings(method, kStep, 1)));
    const double energy = run.energyNow().total();
    const StepResult bad = watched(run, 100, kStep);
    ASSERT_TRUE(bad) << method;
    EXPECT_EQ(bad->kind, Failure::Kind::kDiverged);
    EXPECT_EQ(bad->time, run.state.t);
    EXPECT_LT(run.state.t, 100);
    EXPECT_FALSE(bad->linkName.empty());
    EXPECT_NE(bad->message().find("came from nowhere"), std::string::npos) << bad->message();
    EXPECT_NE(bad->message().find("smaller step"), std::string::npos) << bad->message();
    EXPECT_LE(run.energyNow().total() - energy, 10) << method;  // J, of 20 that flow
  }
}

TEST(Divergence, GoodRunsGoOnWhateverTheMethod) {
  for (const std::string& method : integratorNames()) {
    Runner run(build(doublePendulumSpec(), settings(method, 0.005)));
    const StepResult bad = watched(run, 2, 0.005);
    EXPECT_FALSE(bad) << method << ": " << bad->message();
    EXPECT_NEAR(run.state.t, 2, 1e-12);
    EXPECT_TRUE(accuracyWarnings(run.integrator->statistics(), run.balance()).empty()) << method;
  }
}

TEST(Divergence, EnergyTakenOutByTheMethodIsAWarning) {
  Runner run(build(doublePendulumSpec(), settings("generalized_alpha", 0.05, 0.0)));
  const StepResult bad = watched(run, 10, 0.05);
  EXPECT_FALSE(bad) << bad->message();
  ASSERT_LT(run.balance(), -DivergenceWatch::kMostGained);
  const std::vector<std::string> warnings = accuracyWarnings(run.integrator->statistics(), run.balance());
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings[0].find("took"), std::string::npos) << warnings[0];
}

TEST(Divergence, NoCoordinateGoesBeyondAllBounds) {
  ModelSpec spec = freeBodySpec();
  spec.links[0].jointV0.setZero();
  spec.links[0].jointV0[4] = 3e5;  // m/s
  Runner run(build(spec, settings("generalized_alpha", 0.1)));
  const StepResult bad = watched(run, 10, 0.1);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->kind, Failure::Kind::kDiverged);
  EXPECT_EQ(bad->link, 0);
  EXPECT_LE(run.state.q.cwiseAbs().maxCoeff(), DivergenceWatch::kFarthest);
  EXPECT_GT(bad->time, 2);
}

TEST(Divergence, RestIsNotOutOfBalance) {
  ModelSpec spec = floatingRobotSpec(2);
  for (LinkSpec& link : spec.links) {
    link.jointV0.setZero();
    link.joint.stiffness = VecX::Constant(link.joint.type->velocities(), link.parent < 0 ? 0 : 1);
    link.jointQ0 = {};
  }
  for (const std::string& method : integratorNames()) {
    Runner run(build(spec, settings(method, 0.01)));
    const StepResult bad = watched(run, 1, 0.01);
    EXPECT_FALSE(bad) << method << ": " << bad->message();
    EXPECT_LE(std::abs(run.balance()), 1e-3) << method;
    EXPECT_GT(run.integrator->statistics().negligible, 0);
  }
}

TEST(StepError, IsThatOfAnOscillation) {
  const ModelSpec spec = oscillatorSpec();
  for (const double step : {0.005, 0.01, 0.02}) {
    Runner run(build(spec, settings("newmark", step)));
    run.run(6, step);
    // h²/12 (a₊ − a) of the average acceleration against h v: (ωh)²/12.
    EXPECT_NEAR(run.integrator->statistics().stepError, 100 * step * step / 12, 2 * 100 * step * step / 120) << step;
  }
  Runner coarse(build(spec, settings("newmark", 0.2)));
  coarse.run(6, 0.2);
  EXPECT_EQ(accuracyWarnings(coarse.integrator->statistics(), 0).size(), 1u);
  Runner fine(build(spec, settings("bdf", 0.2)));
  fine.run(6, 0.2);
  EXPECT_EQ(fine.integrator->statistics().stepError, 0);
}

}  // namespace
}  // namespace tendril
