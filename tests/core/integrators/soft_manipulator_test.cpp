// SPDX-License-Identifier: BSD-3-Clause
// The integrators on a stiff, damped, tendon-driven rod: reference steps, energy account, cost.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <fstream>

#include <test_paths.hpp>
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

nlohmann::json golden(const std::string& name) {
  std::ifstream file(std::string(TENDRIL_SOURCE_DIR) + "/tests/golden/rods/" + name + ".json");
  return nlohmann::json::parse(file);
}

double relativeError(const VecX& actual, const nlohmann::json& expected) {
  const auto values = expected.get<std::vector<double>>();
  const Eigen::Map<const VecX> wanted(values.data(), static_cast<Eigen::Index>(values.size()));
  return (actual - wanted).cwiseAbs().maxCoeff() / wanted.cwiseAbs().maxCoeff();
}

void expectGoldenSteps(const std::string& name, ModelSpec spec) {
  SimulationSettings s = settings("newmark", 0.005);
  s.newtonTolerance = 1e-12;
  const ModelPtr model = build(std::move(spec), s);
  const nlohmann::json reference = golden(name);
  int checks = 0;
  for (const auto& check : reference["checks"]) {
    if (check["command"] != "simulate") continue;
    ++checks;
    const auto& expected = check["expect"]["final"];
    Runner runner(model);
    runner.run(expected["t"].get<double>(), 0.005);
    EXPECT_LE(relativeError(runner.state.q, expected["q"]), 1e-6) << check["note"];
    EXPECT_LE(relativeError(runner.state.v, expected["v"]), 1e-6) << check["note"];
  }
  EXPECT_EQ(checks, 4);
}

TEST(Newmark, MakesTheReferenceStepsWithConstantTensions) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = steadyTensions();
  expectGoldenSteps("newmark_steps_constant_tension", std::move(spec));
}

TEST(Newmark, MakesTheReferenceStepsWithTensionsHeldOverEachStep) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = goldenTensions();
  expectGoldenSteps("newmark_steps", std::move(spec));
}

Runner manipulator(const SimulationSettings& s) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = goldenTensions();
  return Runner(build(std::move(spec), s));
}

TEST(GeneralizedAlpha, AccountsForEnergyTheBetterTheLessItDamps) {
  // The release from rest is sudden, so stiff modes ring at the start; rest is smooth.
  double last = 0;
  for (const double rho : {1.0, 0.8, 0.4}) {
    Runner runner = manipulator(settings("generalized_alpha", 2e-3, rho));
    runner.run(5, 2e-3);
    const double balance = std::abs(runner.balance());
    EXPECT_LE(balance, 2.0) << "rho " << rho;
    EXPECT_GE(balance, last * 0.5) << "rho " << rho;
    last = balance;
  }
}

TEST(GeneralizedAlpha, BalanceShrinksWithTheStep) {
  Runner coarse = manipulator(settings("generalized_alpha", 2e-3)),
         fine = manipulator(settings("generalized_alpha", 5e-4));
  coarse.run(2, 2e-3), fine.run(2, 5e-4);
  EXPECT_LE(std::abs(fine.balance()), 0.5 * std::abs(coarse.balance()));
}

TEST(GeneralizedAlpha, AgreesWithNewmarkAndAFinerStep) {
  Runner a = manipulator(settings("generalized_alpha", 1e-3)), b = manipulator(settings("newmark", 2.5e-4));
  a.run(1, 1e-3), b.run(1, 2.5e-4);
  EXPECT_LE((a.state.q - b.state.q).cwiseAbs().maxCoeff(), 2e-3 * b.state.q.cwiseAbs().maxCoeff());
}

TEST(GeneralizedAlpha, NeedsOneMatrixAndFewIterationsPerStep) {
  Runner runner = manipulator(settings("generalized_alpha", 2e-3));
  runner.run(2, 2e-3);
  const StepStatistics& statistics = runner.integrator->statistics();
  EXPECT_EQ(statistics.steps, 1000);
  EXPECT_EQ(statistics.substeps, 1000);
  EXPECT_LE(statistics.jacobians, 1200);
  EXPECT_LE(statistics.newton, 4500);
}

TEST(DifferenceJacobian, GivesTheSameManipulator) {
  SimulationSettings difference = settings("generalized_alpha", 2e-3);
  difference.analyticJacobian = false;
  Runner a = manipulator(settings("generalized_alpha", 2e-3)), b = manipulator(difference);
  a.run(0.2, 2e-3), b.run(0.2, 2e-3);
  EXPECT_LE((a.state.q - b.state.q).cwiseAbs().maxCoeff(), 1e-7);
}

}  // namespace
}  // namespace tendril
