// SPDX-License-Identifier: BSD-3-Clause
// Regulators in project files: soft rods that stand against gravity, and what is told of those that cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/builder/build_model.hpp"
#include "core/control/control_loop.hpp"
#include "core/control/controlled_integrator.hpp"
#include "core/project/project.hpp"

namespace tendril {
namespace {

using ::testing::HasSubstr;

/// A silicone rod that stands up. Held by its base it bends down from a length of 0.27 m on (7.837 E I / (ρ A g))^⅓.
std::string rod(const std::string& joint, const std::string& actuators, const std::string& controllers) {
  return R"({"format": "tendril", "version": 1, "materials": {"silicone": {"density": 1000, "young": 1e6,
      "poisson": 0.5, "viscosity": 2000}},
    "links": [{"name": "rod", "parent": "world", "pose": {"rpy": [0, -1.5707963267948966, 0]}, "joint": )" +
         joint + R"(, "body": {"type": "rod", "material": "silicone", "length": 0.32,
      "section": {"shape": "circle", "radius": 0.01},
      "strain": {"bending_y": {"basis": "legendre", "order": 2}, "bending_z": {"basis": "legendre", "order": 2}}}}],
    "actuators": [)" +
         actuators + R"(], "controllers": [)" + controllers + R"(],
    "simulation": {"integrator": "bdf", "step": 0.01, "rtol": 1e-7, "atol": 1e-9}})";
}

std::string hinged(const std::string& controller) {
  return rod(R"({"type": "universal", "axis": [0, 1, 0], "axis2": [0, 0, 1]})",
             R"({"name": "hinge", "type": "joint", "link": "rod"})", controller);
}

/// Held by its base, with four tendons along it, all of which pull all the time.
std::string clamped(const std::string& controller) {
  std::string tendons;
  for (const char* at : {R"("y": "0.008", "z": "0")", R"("y": "-0.008", "z": "0")", R"("y": "0", "z": "0.008")",
                         R"("y": "0", "z": "-0.008")"})
    tendons += std::string(tendons.empty() ? "" : ", ") + R"({"name": "t)" +
               std::to_string(std::count(tendons.begin(), tendons.end(), '{')) +
               R"(", "type": "tendon", "tension_only": true, "range": [0, 50], "route": [{"link": "rod", )" + at +
               "}]}";
  return rod(R"({"type": "fixed"})", tendons, controller);
}

std::string lqr(const std::string& outputs, const std::string& more) {
  return R"({"name": "lqr", "type": "lqr", "outputs": [)" + outputs + "]" + more + "}";
}

constexpr const char* kTendons = R"("t0", "t2", "t4", "t6")";

std::vector<Problem> problemsOf(const std::string& text) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  if (!hasErrors(problems)) buildModel(result.description, problems);
  return problems;
}

std::shared_ptr<const Model> build(const std::string& text) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  auto model = hasErrors(problems) ? nullptr : buildModel(result.description, problems);
  for (const Problem& problem : problems) ADD_FAILURE() << problem.text();
  return model;
}

/// How far the tip is from its place over the base, m.
struct Way {
  double farthest = 0, end = 0;
};

/// After a push; infinite where the run fails.
Way tipAfter(const std::string& text, double duration, double push) {
  Way out{INFINITY, INFINITY};
  const auto model = build(text);
  if (!model) return out;
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  const SignalInputs inputs(*model);
  State state = initialState(*model);
  VecX delta = VecX::Zero(model->nv);
  for (int v = 0; v < model->nv; v += 3) delta[v] = push;
  integrate(*model, model->q0, delta, state.q);
  const double h = model->simulation.step;
  StepResult bad = integrator->reset(*model, data, state, inputs);
  const auto [frame, offset] = model->place(0, 0);
  out = {};
  for (int i = 0; i < std::lround(duration / h) && !bad; ++i) {
    bad = integrator->step(*model, data, state, h, inputs);
    kinematics(*model, data, state.q, state.v);
    out.end = ((worldPose(data, frame) * offset).p - Vec3(0, 0, 0.32)).norm();
    out.farthest = std::max(out.farthest, out.end);
  }
  EXPECT_FALSE(bad) << bad->message();
  return bad ? Way{INFINITY, INFINITY} : out;
}

TEST(LqrInFiles, AHingedSoftRodStandsWithItAlone) {
  const double push = 0.02;
  EXPECT_GT(tipAfter(hinged(""), 3, push).farthest, 0.4) << "it falls over, below its base";
  for (const char* period : {"", R"(, "period": 0.001)", R"(, "period": 0.005, "sensor": {"delay": 0.004})"}) {
    const std::string law =
        lqr(R"("hinge")",
            std::string(R"(, "position_weights": 10, "velocity_weights": 0.1, "input_weights": 100)") + period);
    EXPECT_LT(tipAfter(hinged(law), 6, push).end, 1e-3) << period;
  }
}

TEST(LqrInFiles, ASoftRodStandsByItsTendons) {
  const double push = 0.02;
  EXPECT_GT(tipAfter(clamped(""), 20, push).end, 0.05) << "it bends down";
  for (const char* period : {"", R"(, "period": 0.001)"}) {
    const std::string law =
        lqr(kTendons, std::string(R"(, "inputs": 2, "input_weights": [0.1, 0.1, 0.1, 0.1])") + period);
    EXPECT_LT(tipAfter(clamped(law), 6, push).end, 1e-3) << period;
  }
}

TEST(LqrInFiles, SaysWhatIsWrongWithWeights) {
  const auto told = [](const std::string& more) {
    const std::vector<Problem> problems = problemsOf(clamped(lqr(kTendons, more)));
    return problems.empty() ? std::string() : problems[0].text();
  };
  EXPECT_EQ(told(""), "");
  EXPECT_THAT(told(R"(, "position_weights": [1, 2])"), HasSubstr("controllers.lqr.position_weights"));
  EXPECT_THAT(told(R"(, "position_weights": [1, 2])"), HasSubstr("6"));
  EXPECT_THAT(told(R"(, "velocity_weights": -1)"), HasSubstr("is negative"));
  EXPECT_THAT(told(R"(, "input_weights": 0)"), HasSubstr("not positive definite"));
  EXPECT_THAT(told(R"(, "input_weights": [[1, 2, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])"),
              HasSubstr("not symmetric"));
  EXPECT_THAT(told(R"(, "inputs": [1, 2])"), HasSubstr("controllers.lqr.inputs"));
  EXPECT_THAT(told(R"(, "about": "rest")"), HasSubstr("equilibrium"));
}

/// What only the run can tell names the controller.
TEST(LqrInFiles, SaysWhatCannotBeStabilised) {
  const auto model = build(clamped(lqr(R"("t0", "t2")", R"(, "inputs": 2)")));
  ASSERT_TRUE(model);
  try {
    const ControlLoop loop(model);
    ADD_FAILURE() << "bending in the other plane is not moved";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), HasSubstr("Controller \"lqr\""));
    EXPECT_THAT(error.what(), HasSubstr("cannot be stabilised"));
    EXPECT_THAT(error.what(), HasSubstr("bending"));
  }
}

}  // namespace
}  // namespace tendril
