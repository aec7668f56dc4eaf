// SPDX-License-Identifier: BSD-3-Clause
// Controllers in project files: what they become, and what is told of those that cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/control/tracking.hpp"
#include "tests/core/builder/controllers/controlled_arm.hpp"
#include "tests/core/project/project_text.hpp"

namespace tendril {
namespace {

using namespace tests;
using ::testing::HasSubstr;

const std::string kGoal = R"("reference": {"type": "polynomial", "from": [0.3, 0], "to": [-0.5, 0.8], "duration": 1})";

TEST(ControllersInFiles, EveryLawBringsTheArmToItsGoal) {
  const std::string gains = R"("gains": {"proportional": [40, "=k"], "derivative": [[12, 0], [0, 10]]})";
  for (const char* type : {"pd_cancellation", "computed_torque", "partial_feedback_linearization"})
    for (const char* period : {"", R"("period": 0.001,)"}) {
      const auto model = build(arm(R"({"name": "c", "outputs": ["m1", "m2"], )" + std::string(period) + kGoal + "," +
                                   gains + R"(, "type": ")" + type + "\"}"));
      ASSERT_TRUE(model);
      ASSERT_EQ(model->controllers.size(), 1u);
      const State end = run(model, 4);
      EXPECT_NEAR(end.q[0], -0.5, 2e-3) << type << period;
      EXPECT_NEAR(end.q[1], 0.8, 2e-3) << type << period;
    }
}

TEST(ControllersInFiles, TaskSpaceLeadsTheTip) {
  // The arm moves in the plane of x and z: two of three entries can be had.
  const auto model = build(arm(R"({"name": "c", "type": "task_space", "outputs": ["m1", "m2"], "link": "lower",
      "at": "base", "period": 0.002, "reference": {"type": "constant", "value": [0.15, 0, -0.1322875656]},
      "gains": {"proportional": 30, "derivative": 11}})"));
  ASSERT_TRUE(model);
  const State end = run(model, 4);
  EXPECT_NEAR(0.2 * std::cos(end.q[0]), 0.15, 2e-3);
  EXPECT_NEAR(-0.2 * std::sin(end.q[0]), -0.1322875656, 2e-3);
}

TEST(ControllersInFiles, InverseStaticsNeedsWhatHoldsTheRobot) {
  const auto model = build(arm(R"({"name": "c", "type": "inverse_statics", "outputs": ["m1", "m2"], "link": "lower",
      "task": "orientation", "gains": {"proportional": 3}})"));
  ASSERT_TRUE(model);
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  const SignalInputs inputs(*model);
  State state = initialState(*model);
  state.q << 1.5707963267948966, 0;  // hangs: gravity holds it
  EXPECT_FALSE(integrator->reset(*model, data, state, inputs));
}

TEST(ControllersInFiles, TasksSayWhatDoesNotFit) {
  const std::string start = R"({"name": "c", "type": "task_space", "outputs": ["m1", "m2"], )";
  EXPECT_THAT(problemsOf(arm(start + R"("link": "hand"})")).at(0).text(), HasSubstr("hand"));
  EXPECT_THAT(problemsOf(arm(start + R"("link": "lower", "at": 0.5})")).at(0).text(), HasSubstr("no soft body"));
  EXPECT_THAT(problemsOf(arm(start + R"("link": "lower", "task": "speed"})")).at(0).text(), HasSubstr("position"));
  EXPECT_THAT(
      problemsOf(arm(start + R"("link": "lower", "reference": {"type": "constant", "value": [1, 2]}})")).at(0).text(),
      HasSubstr("3"));
}

TEST(ControllersInFiles, PidHoldsAgainstGravity) {
  const auto model = build(arm(R"({"name": "c", "type": "pid", "outputs": ["m1", "m2"], "period": 0.002, )" + kGoal +
                               R"(, "gains": {"proportional": 60, "derivative": 4, "integral": 60}})"));
  ASSERT_TRUE(model);
  const State end = run(model, 15);
  EXPECT_NEAR(end.q[0], -0.5, 1e-4);
  EXPECT_NEAR(end.q[1], 0.8, 1e-4);
}

TEST(ControllersInFiles, LinksChooseTheCoordinates) {
  const auto model = build(arm(R"({"name": "c", "type": "pd_cancellation", "outputs": ["m2"], "links": ["lower"],
      "reference": {"type": "constant", "value": 0.4}, "gains": {"proportional": 50, "derivative": 10}},
     {"name": "d", "type": "pd", "outputs": ["m1"], "gains": {"proportional": 300, "derivative": 40}})"));
  ASSERT_TRUE(model);
  ASSERT_EQ(model->controllers.size(), 2u);
  EXPECT_EQ(model->controllers[0]->outputs, std::vector<int>{1});
  EXPECT_EQ(model->controllers[0]->signals().size(), 2u);
  EXPECT_EQ(model->controllers[0]->signals()[0].unit, "rad");
  EXPECT_NEAR(run(model, 5).q[1], 0.4, 1e-3);
}

TEST(ControllersInFiles, SensorsAndPeriodsAreRead) {
  const auto model = build(arm(R"({"name": "c", "type": "pd", "outputs": ["m1"], "period": 0.01,
      "sensor": {"delay": 0.004, "position_quantum": 0.001, "velocity_noise": 0.02, "seed": 7}})"));
  ASSERT_TRUE(model);
  const Controller& c = *model->controllers[0];
  EXPECT_EQ(*c.period, 0.01);
  EXPECT_EQ(c.sensor.delay, 0.004);
  EXPECT_EQ(c.sensor.positionQuantum, 0.001);
  EXPECT_EQ(c.sensor.velocityQuantum, 0);
  EXPECT_EQ(c.sensor.velocityNoise, 0.02);
  EXPECT_EQ(c.sensor.seed, 7u);
}

TEST(ControllersInFiles, EveryReferenceIsBuilt) {
  const auto wanted = [&](const std::string& reference, double t) {
    const auto model =
        build(arm(R"({"name": "c", "type": "pd", "outputs": ["m1", "m2"], "reference": )" + reference + "}"));
    if (!model) return VecX(VecX::Constant(2, std::nan("")));
    VecX demand(2), signals(4), none(0);
    const auto workspace = model->controllers[0]->makeWorkspace(*model);
    model->controllers[0]->update(*workspace, {t, 0, model->q0, model->v0}, {none, demand, signals});
    return VecX(signals.head(2));
  };
  const auto near = [](const VecX& value, double a, double b) { return (value - Vec2(a, b)).norm() < 1e-12; };
  EXPECT_TRUE(near(wanted(R"({"type": "constant", "value": [1, 2]})", 3), 1, 2));
  EXPECT_TRUE(near(wanted(R"({"type": "half_cosine", "to": 4, "start": 1, "duration": 2})", 2), 2, 2));
  EXPECT_TRUE(near(wanted(R"({"type": "polynomial", "to": [4, 8], "duration": 2, "degree": 3})", 1), 2, 4));
  EXPECT_TRUE(near(wanted(R"({"type": "spline", "times": [0, 1, 2], "points": [0, [1, 2], [4, 4]]})", 1), 1, 2));
  EXPECT_TRUE(near(wanted(R"({"type": "lissajous", "amplitude": [1, 2], "frequency": 0.25, "center": 1})", 1), 2, 3));
  EXPECT_TRUE(near(wanted(R"({"type": "expression", "value": ["2*t", "k*t^2"]})", 2), 4, 120));
}

TEST(ControllersInFiles, WhatCannotBeIsToldAtItsField) {
  const std::string common = R"({"name": "c", "outputs": ["m1", "m2"], )";
  const std::vector<Bad> all = {
      {R"({"name": "c", "type": "pd", "outputs": []})", "controllers.c.outputs", "is empty"},
      {R"({"name": "c", "type": "pd", "outputs": ["m1", "m1"]})", "controllers.c.outputs", "already driven by \"c\""},
      {R"({"name": "c", "type": "pd", "outputs": ["m1"]}, {"name": "d", "type": "pd", "outputs": ["m1"]})",
       "controllers.d.outputs", "already driven by \"c\""},
      {R"({"name": "c", "type": "signals", "outputs": {"m1": "1"}}, {"name": "d", "type": "pd", "outputs": ["m1"]})",
       "controllers.d.outputs", "already driven by \"c\""},
      {R"({"name": "c", "type": "pd", "outputs": ["m3"]})", "controllers.c.outputs[0]", "m3"},
      {common + R"("type": "pd", "period": 0})", "controllers.c.period", "greater than 0"},
      {common + R"("type": "pd", "gains": {"proportional": [1, 2, 3]}})", "controllers.c.gains.proportional",
       "3 numbers"},
      {common + R"("type": "pd", "gains": {"derivative": [[1, 2]]}})", "controllers.c.gains.derivative", "1 rows"},
      {common + R"("type": "pd", "gains": {"derivative": [[1, 2], [1]]}})", "controllers.c.gains.derivative",
       "in a row"},
      {common + R"("type": "pd", "gains": {"integral": 1}})", "controllers.c", "integral"},
      {common + R"("type": "pd", "reference": {"type": "circle"}})", "controllers.c.reference", "3 numbers"},
      {common + R"("type": "pd", "reference": {"type": "constant", "value": [1, 2, 3]}})",
       "controllers.c.reference.value", "3 numbers"},
      {common + R"("type": "pd", "reference": {"type": "spline", "times": [1, 1], "points": [0, 1]}})",
       "controllers.c.reference", "do not ascend"},
      {common + R"x("type": "pd", "reference": {"type": "expression", "value": "sqrt(t)"}})x",
       "controllers.c.reference", "no number at t = 0"},
      {common + R"x("type": "pd", "reference": {"type": "expression", "value": "sin(x)"}})x",
       "controllers.c.reference.value", "x"},
      {common + R"("type": "pd", "reference": {"type": "table", "table": "none.csv"}})", "controllers.c.reference",
       "none.csv"},
      {common + R"("type": "pd", "reference": {"type": "polynomial", "to": 1, "degree": 4}})",
       "controllers.c.reference", "3, 5, 7"},
      {R"({"name": "c", "type": "computed_torque", "outputs": ["m1"]})", "controllers.c", "2 coordinates"},
      {R"({"name": "c", "type": "pod", "outputs": ["m1"]})", "controllers.c", "did you mean \"pid\""},
  };
  expectTold(all);
}

TEST(ControllersInFiles, AreWrittenAsTheyWereRead) {
  const std::string text = arm(R"({"name": "c", "type": "pid", "outputs": ["m1", "m2"],
      "reference": {"type": "lissajous", "amplitude": [0.1, 0.2], "frequency": 2},
      "gains": {"proportional": [[1, 2], [3, 4]], "derivative": [5, "=k"], "integral": 6}, "period": 0.01,
      "sensor": {"delay": 0.01}})");
  const ReadResult once = readProjectText(text);
  ASSERT_TRUE(once.problems.empty()) << once.problems.front().text();
  const std::string written = projectText(once.description);
  const ReadResult twice = readProjectText(written);
  ASSERT_TRUE(twice.problems.empty()) << twice.problems.front().text();
  EXPECT_EQ(projectText(twice.description), written);
  const auto& pid = std::get<description::PidController>(twice.description.controllers[0].type);
  EXPECT_EQ(pid.gains.proportional.values[1].values[0].value, 3);
  EXPECT_EQ(pid.gains.derivative.values[1].values[0].expression, "k");
  EXPECT_EQ(pid.gains.integral.values[0].values[0].value, 6);
}

}  // namespace
}  // namespace tendril
