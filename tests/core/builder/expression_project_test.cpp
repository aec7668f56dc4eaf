// SPDX-License-Identifier: BSD-3-Clause
// Controllers of formulas of measured signals, and pid on signals, in project files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/math/so3.hpp"
#include "core/signals/signal_reader.hpp"
#include "tests/core/builder/controllers/controlled_arm.hpp"

namespace tendril {
namespace {

using namespace tests;

const std::string kSampled = R"("period": 0.002)";

TEST(ExpressionControllers, AFormulaOfPdMovesTheRobotAsPdDoes) {
  const auto pd = build(arm(R"({"name": "c", "type": "pd", "outputs": ["m1", "m2"], )" + kSampled +
                            R"(, "reference": {"type": "lissajous", "amplitude": [0.2, 0.4], "frequency": 0.5},
       "gains": {"proportional": [40, "=k"], "derivative": [4, 3]}})"));
  const auto formula = build(arm(R"x({"name": "c", "type": "expression", )x" + kSampled + R"x(, "outputs": {
       "m1": "40*(0.2*sin(pi*t) - upper.q[0]) + 4*(0.2*pi*cos(pi*t) - upper.v[0])",
       "m2": ["k*(0.4*sin(pi*t) - m2.coordinate) + 3*(0.4*pi*cos(pi*t) - lower.v[0])"]}})x"));
  ASSERT_TRUE(pd && formula);
  const State a = run(pd, 2), b = run(formula, 2);
  EXPECT_GT(a.v.norm(), 0.1);
  EXPECT_LT((a.q - b.q).norm(), 1e-12);
  EXPECT_LT((a.v - b.v).norm(), 1e-12);
}

TEST(ExpressionControllers, ComputedSignalsAndParametersAreKnown) {
  const auto formula =
      build(arm(R"({"name": "c", "type": "expression", "outputs": {"m1": "k*gap + 2*way.x", "m2": 1}})",
                R"("step": 0.001)", R"x(, "signals": {"gap": "goal - upper.q[0]", "goal": "0.1*t",
                                 "way": "upper.tip - upper.base"})x"));
  ASSERT_TRUE(formula);
  const Controller& c = *formula->controllers[0];
  EXPECT_EQ(c.outputs, (std::vector<int>{0, 1}));
  VecX none(0), demand(2);
  const auto workspace = c.makeWorkspace(*formula);
  c.update(*workspace, {2, 0.001, Vec2(0.5, 0.1), Vec2(0, 0)}, {none, demand, none});
  EXPECT_NEAR(demand[0], 30 * (0.2 - 0.5) + 2 * 0.2 * std::cos(0.5), 1e-14);
  EXPECT_EQ(demand[1], 1);
}

TEST(ExpressionControllers, WhatCannotBeIsToldAtItsField) {
  const auto expression = [](const std::string& text) {
    return R"({"name": "c", "type": "expression", "outputs": {"m1": )" + text + "}}";
  };
  const std::string path = "controllers.c.outputs.m1";
  expectTold({
      {expression(R"("uper.q[0]")"), path, "did you mean \"upper.q[0]\"?"},
      {expression(R"("upper.q[0] +")"), path, "expected"},
      {expression(R"("upper.tip")"), path, "vector"},
      {expression(R"("upper.a[0]")"), path, "accelerations"},
      {expression(R"("m2.torque")"), path, "input"},
      {expression(R"("energy.total")"), path, "account of a run"},
      {expression(R"("balance")"), path, "account of a run"},
      {expression(R"x("rate(upper.tip.x)")x"), path, "rate("},
      {expression(R"("1/0")"), path, "finite"},
      {expression(R"("c.demand[0]")"), path, "controller \"c\""},
      {expression(R"("d.error[0]")") + R"(, {"name": "d", "type": "pd", "outputs": ["m2"]})", path, "controller \"d\""},
      {R"({"name": "d", "type": "pd", "outputs": ["m2"]}, )" + expression(R"("d.error[0]")"), path, "controller"},
      {expression(R"(["1", "2"])"), path, "2 expressions"},
      {expression(R"("1", "m3": "1")"), "controllers.c.outputs.m3", "m3"},
      {R"({"name": "c", "type": "expression", "outputs": {}})", "controllers.c.outputs", "is empty"},
      {expression("1") + R"(, {"name": "d", "type": "pd", "outputs": ["m1"]})", "controllers.d.outputs",
       "already driven"},
      {R"({"name": "c", "type": "expression", "outputs": {"m1": 1}, "period": 0})", "controllers.c.period", "greater"},
  });
}

TEST(ExpressionControllers, SignalsThatGoRoundAreToldWhereTheyAreUsed) {
  const auto text = [](const std::string& controllers) {
    return arm(controllers, R"("step": 0.001)", R"(, "signals": {"one": "two + 1", "two": "one - 1"})");
  };
  expectTold({{R"({"name": "c", "type": "expression", "outputs": {"m1": "2*one"}})", "controllers.c.outputs.m1",
               "computed from itself"}},
             text);
}

TEST(ExpressionControllers, ANumberThatIsNoneEndsTheRunWithItsName) {
  const auto model = build(arm(R"x({"name": "c", "type": "expression", "outputs": {"m1": "sqrt(0.25 - t)"}})x"));
  ASSERT_TRUE(model);
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  const SignalInputs inputs(*model);
  State state = initialState(*model);
  StepResult bad = integrator->reset(*model, data, state, inputs);
  for (int i = 0; i < 400 && !bad; ++i) bad = integrator->step(*model, data, state, 0.001, inputs);
  ASSERT_TRUE(bad);
  EXPECT_NEAR(state.t, 0.25, 2e-3);
  EXPECT_THAT(bad->message(), ::testing::HasSubstr("\"c\""));
  EXPECT_THAT(bad->message(), ::testing::HasSubstr("m1"));
}

TEST(ExpressionControllers, AreWrittenAsTheyWereRead) {
  const std::string text = arm(R"({"name": "c", "type": "expression", "outputs": {"m1": "-5*upper.q[0]", "m2": [2.5]},
      "period": 0.01, "sensor": {"delay": 0.01}},)"
                               R"({"name": "d", "type": "pid", "outputs": ["m1"], "actual": ["upper.tip.z"],
      "derivative_time": 0.02})");
  const ReadResult once = readProjectText(text);
  const std::string written = projectText(once.description);
  const ReadResult twice = readProjectText(written);
  EXPECT_EQ(projectText(twice.description), written);
  const auto& law = std::get<description::ExpressionController>(twice.description.controllers[0].type);
  EXPECT_EQ(law.outputs.entries[0].second.values[0].text, "-5*upper.q[0]");
  EXPECT_TRUE(law.outputs.entries[1].second.list);
  const auto& pid = std::get<description::PidController>(twice.description.controllers[1].type);
  ASSERT_TRUE(pid.actual);
  EXPECT_EQ(pid.actual->values[0].text, "upper.tip.z");
  EXPECT_EQ(pid.derivativeTime.value, 0.02);
}

// ---- pid on signals

TEST(PidOnSignals, HoldsACoordinateOfATip) {
  const auto model = build(arm(R"({"name": "c", "type": "pid", "outputs": ["m1", "m2"], "period": 0.002,
      "actual": ["-upper.tip.z", "lower.q[0]"], "reference": {"type": "constant", "value": [0.1, 0.4]},
      "gains": {"proportional": [300, 60], "derivative": [20, 4], "integral": [300, 60]}})"));
  ASSERT_TRUE(model);
  const Controller& c = *model->controllers[0];
  EXPECT_FALSE(c.canBeContinuous());
  EXPECT_EQ(c.stateSize(), 2) << "integrals; the rates are known";
  EXPECT_EQ(c.signals()[0].unit, "m");
  EXPECT_EQ(c.signals()[1].unit, "rad");
  const State end = run(model, 15);
  EXPECT_NEAR(0.2 * std::sin(end.q[0]), 0.1, 1e-4);
  EXPECT_NEAR(end.q[1], 0.4, 1e-4);
}

TEST(PidOnSignals, OnItsOwnCoordinatesIsThePidOfThem) {
  const std::string rest = R"("outputs": ["m1", "m2"], "period": 0.002,
      "reference": {"type": "lissajous", "amplitude": [0.2, 0.4], "frequency": 0.5},
      "gains": {"proportional": [60, 60], "derivative": [4, 4], "integral": [60, 60]}})";
  const auto own = build(arm(R"({"name": "c", "type": "pid", )" + rest));
  const auto signals = build(arm(R"({"name": "c", "type": "pid", "actual": ["m1.coordinate", "lower.q[0]"], )" + rest));
  ASSERT_TRUE(own && signals);
  const State a = run(own, 1.5), b = run(signals, 1.5);
  EXPECT_LT((a.q - b.q).norm(), 1e-12);
  EXPECT_LT((a.v - b.v).norm(), 1e-12);
}

TEST(PidOnSignals, OnTheLengthOfATendonIsThePdOfItsShortening) {
  const auto rod = [](const std::string& follows) {
    return build(R"({"format": "tendril", "version": 1, "gravity": [0, 0, 0],
      "materials": {"silicone": {"density": 1000, "young": 5e5, "poisson": 0.5, "relaxation": 0.02}},
      "links": [{"name": "arm", "parent": "world", "body": {"type": "rod", "material": "silicone", "length": 0.3,
        "section": {"shape": "circle", "radius": 0.01}, "strain": {"bending_z": {"basis": "legendre", "order": 1}}}}],
      "actuators": [{"name": "pull", "type": "tendon", "route": [{"link": "arm", "y": "0.008"}]}],
      "controllers": [{"name": "c", "type": "pd", "outputs": ["pull"], "period": 0.002,
        )" + follows +
                 R"(}], "simulation": {"step": 0.002}})");
  };
  const auto own = rod(R"("reference": {"type": "half_cosine", "to": 0.004, "duration": 0.2},
      "gains": {"proportional": 300, "derivative": 5})");
  const auto length = rod(R"("actual": "pull.length", "reference": {"type": "half_cosine", "from": 0.3, "to": 0.296,
      "duration": 0.2}, "gains": {"proportional": -300, "derivative": -5})");
  ASSERT_TRUE(own && length);
  EXPECT_EQ(length->controllers[0]->stateSize(), 0) << "its rate is known";
  const State a = run(own, 0.4), b = run(length, 0.4);
  EXPECT_GT(a.q.norm(), 0.01);
  EXPECT_LT((a.q - b.q).norm(), 1e-11);
}

/// What is demanded of m1 along a motion of the first joint, sample by sample.
std::vector<double> demandsOf(const Model& model, double h, int count, const std::function<Vec2(double)>& motion) {
  const Controller& c = *model.controllers[0];
  const auto workspace = c.makeWorkspace(model);
  VecX state = VecX::Zero(c.stateSize()), demand(1), signals(2);
  std::vector<double> out;
  for (int i = 0; i < count; ++i) {
    const Vec2 at = motion(i * h);
    c.update(*workspace, {i * h, i == 0 ? 0 : h, Vec2(at[0], 0), Vec2(at[1], 0)}, {state, demand, signals});
    out.push_back(demand[0]);
  }
  return out;
}

TEST(PidOnSignals, TheRateOfAVelocityIsFiltered) {
  const auto model = build(arm(R"({"name": "c", "type": "pd", "outputs": ["m1"], "actual": "upper.v[0]",
      "derivative_time": 0.05, "gains": {"derivative": 1}})"));
  ASSERT_TRUE(model);
  const double h = 0.01, slope = 3;
  const std::vector<double> demands = demandsOf(*model, h, 200, [&](double t) { return Vec2(0, 7 + slope * t); });
  // The answer of a filter of first order to a ramp: slope (1 − exp(−t/T)).
  for (std::size_t i = 0; i < demands.size(); ++i)
    EXPECT_NEAR(demands[i], -slope * (1 - std::exp(-static_cast<double>(i) * h / 0.05)), 1e-10);
}

TEST(PidOnSignals, KnownRatesAreThoseOfTheMotion) {
  const auto model = build(arm(R"x({"name": "c", "type": "pd", "outputs": ["m1"],
      "actual": "upper.tip.z*sin(t) + norm(upper.tip - vector(1, 0, 0))^2 + upper.tip.pitch", "gains": {"derivative": 1}})x"));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->controllers[0]->stateSize(), 0);
  const auto q = [](double t) { return 0.4 + 0.3 * std::sin(2 * t); };
  const auto y = [&](double t) {
    const double x = 0.2 * std::cos(q(t)), z = -0.2 * std::sin(q(t));
    return z * std::sin(t) + (x - 1) * (x - 1) + z * z + q(t);
  };
  const double h = 0.05, d = 1e-5;
  const std::vector<double> demands =
      demandsOf(*model, h, 60, [&](double t) { return Vec2(q(t), 0.6 * std::cos(2 * t)); });
  for (std::size_t i = 0; i < demands.size(); ++i) {
    const double t = static_cast<double>(i) * h;
    EXPECT_NEAR(demands[i], -(y(t + d) - y(t - d)) / (2 * d), 1e-8) << t;
  }
}

TEST(PidOnSignals, WhatCannotBeIsToldAtItsField) {
  const auto pid = [](const std::string& more) {
    return R"({"name": "c", "type": "pid", "outputs": ["m1", "m2"], )" + more + "}";
  };
  expectTold({
      {pid(R"("actual": ["upper.tip.z"])"), "controllers.c.actual", "1 expressions for 2 inputs"},
      {pid(R"("actual": ["upper.tip.z", "upper.tpi.x"])"), "controllers.c.actual[1]", "upper.tip.x"},
      {pid(R"("actual": ["upper.tip.z", "lower.a[0]"])"), "controllers.c.actual[1]", "accelerations"},
      {pid(R"("actual": ["upper.tip.z", "m1.torque"])"), "controllers.c.actual[1]", "input"},
      {pid(R"("actual": ["1", "2"], "derivative_time": 0)"), "controllers.c.derivative_time", "greater than 0"},
      {pid(R"("actual": ["upper.q[0]", "lower.q[0]"], "gains": {"proportional": [1, 2, 3]})"),
       "controllers.c.gains.proportional", "3 numbers"},
  });
}

}  // namespace
}  // namespace tendril
