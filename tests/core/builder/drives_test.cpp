// SPDX-License-Identifier: BSD-3-Clause
// Joints in mode position, from the file to the model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/builder/build_model.hpp"
#include "core/builder/parts/signal_table.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "tests/core/project/project_text.hpp"

namespace tendril {
namespace {

using test::changed;
using ::testing::HasSubstr;

const std::string kMotor = R"("link": "shoulder", "mode": "force" })", kGiven = R"(, "motor": ["tip_radius*t"])";

/// The example with its motor following positions; `rest` are further fields of the motor.
std::string driven(const std::string& rest, bool controlled = false) {
  std::string text = changed(kMotor, R"("link": "shoulder", "mode": "position")" + rest + "}");
  if (!controlled) text.replace(text.find(kGiven), kGiven.size(), "");
  return text;
}

std::shared_ptr<const Model> built(const std::string& text, std::vector<Problem>& problems) {
  const ReadResult result = readProjectText(text);
  problems = result.problems;
  return buildModel(result.description, problems);
}

/// All problems in one text.
std::string problemsOf(const std::string& text) {
  std::vector<Problem> problems;
  built(text, problems);
  std::string out;
  for (const Problem& problem : problems) out += problem.text() + '\n';
  return out;
}

/// Derivatives of a signal against differences.
void expectDerivatives(const InputSignal& signal, double t) {
  constexpr double h = 1e-4;
  const Vec3 motion = signal.motion(t);
  EXPECT_EQ(motion[0], signal.value(t));
  EXPECT_NEAR(motion[1], (signal.value(t + h) - signal.value(t - h)) / (2 * h), 1e-6);
  EXPECT_NEAR(motion[2], (signal.motion(t + h)[1] - signal.motion(t - h)[1]) / (2 * h), 1e-5);
}

TEST(Drives, FollowTheirSignal) {
  std::vector<Problem> problems;
  const auto model = built(driven(R"(, "signal": "0.3*sin(2*t) + tip_radius*t^2")"), problems);
  ASSERT_TRUE(model) << problems.front().text();
  ASSERT_EQ(model->prescribedJoints.size(), 1u);
  EXPECT_EQ(model->prescribedJoints[0].v, 0);
  EXPECT_EQ(model->prescribedJoints[0].input, 1);
  VecX u(model->nu), rate(model->nu), acceleration(model->nu);
  model->inputsAt(0.7, u);
  model->inputRatesAt(0.7, rate, acceleration);
  EXPECT_NEAR(u[1], 0.3 * std::sin(1.4) + 0.015 * 0.49, 1e-15);
  EXPECT_NEAR(rate[1], 0.6 * std::cos(1.4) + 0.03 * 0.7, 1e-15);
  EXPECT_NEAR(acceleration[1], -1.2 * std::sin(1.4) + 0.03, 1e-14);
  EXPECT_EQ(rate[0], 0);  // a tension has no motion
}

TEST(Drives, FollowAController) {
  std::vector<Problem> problems;
  const auto model = built(driven("", true), problems);
  ASSERT_TRUE(model) << problems.front().text();
  VecX rate(model->nu), acceleration(model->nu);
  model->inputRatesAt(3, rate, acceleration);
  EXPECT_NEAR(rate[1], 0.015, 1e-15);
}

TEST(Drives, HoldTheInitialPositionWithoutASignal) {
  std::vector<Problem> problems;
  const auto model = built(driven(""), problems);
  ASSERT_TRUE(model);
  VecX u(model->nu);
  model->inputsAt(5, u);
  EXPECT_EQ(u[1], 0.2);  // q0 of the joint
}

TEST(Drives, RangeStopsThem) {
  std::vector<Problem> problems;
  const auto model = built(driven(R"(, "signal": "t", "range": [-1, 1])"), problems);
  ASSERT_TRUE(model);
  VecX u(model->nu), rate(model->nu), acceleration(model->nu);
  model->inputsAt(2, u);
  model->inputRatesAt(2, rate, acceleration);
  EXPECT_EQ(u[1], 1);
  EXPECT_EQ(rate[1], 0);
  model->inputRatesAt(0.5, rate, acceleration);
  EXPECT_EQ(rate[1], 1);
}

TEST(Drives, BadOnesAreNamed) {
  EXPECT_THAT(problemsOf(changed(kMotor, R"("link": "shoulder", "signal": "t"})")), HasSubstr("only in mode position"));
  EXPECT_THAT(problemsOf(driven(R"(, "signal": "t")", true)), HasSubstr("already driven by \"motor.signal\""));
  EXPECT_THAT(problemsOf(driven(R"(, "signal": ["t", "2*t"])")), HasSubstr("gives 2 signals"));
  EXPECT_THAT(problemsOf(driven(R"(, "signal": "sin(")")), HasSubstr("actuators.motor.signal"));
  std::string ball = driven("");
  const std::string joint =
      R"("type": "revolute", "axis": [0, 0, 2], "damping": 0.01, "limits": [[-1.5, null]], "q0": [0.2])";
  ball.replace(ball.find(joint), joint.size(), R"("type": "spherical")");
  EXPECT_THAT(problemsOf(ball), HasSubstr("a spherical joint has no positions to drive"));
}

TEST(Drives, SignalsHavePositionAndTorque) {
  std::vector<Problem> problems;
  const auto model = built(driven(R"(, "signal": "t")"), problems);
  ASSERT_TRUE(model);
  const SignalCatalogue catalogue(*model);
  const int position = catalogue.find("motor.position"), torque = catalogue.find("motor.torque");
  ASSERT_GE(position, 0);
  ASSERT_GE(torque, 0);
  EXPECT_EQ(catalogue[position].unit, "rad");
  EXPECT_EQ(catalogue[position].sources[0].kind, SignalSource::Kind::kInput);
  EXPECT_EQ(catalogue[torque].unit, "N·m");
  EXPECT_EQ(catalogue[torque].sources[0].kind, SignalSource::Kind::kDriveForce);
  EXPECT_EQ(catalogue.find("motor.u"), position);
}

TEST(SignalTable, GivesDerivatives) {
  const std::vector<double> times = {0, 0.5, 1.25, 2, 4}, values = {1, -1, 0.5, 2, 2.5};
  for (const auto interpolation : {description::TableInterpolation::kLinear, description::TableInterpolation::kCubic}) {
    const SignalTable table(times, values, interpolation);
    const InputSignal signal{0, [&](double t) { return table.value(t); }, [&](double t) { return table.motion(t); }};
    for (const double t : {-1.0, 0.2, 0.7, 1.6, 3.1, 5.0}) expectDerivatives(signal, t);
  }
}

}  // namespace
}  // namespace tendril
