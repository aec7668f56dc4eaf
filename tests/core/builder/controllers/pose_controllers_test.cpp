// SPDX-License-Identifier: BSD-3-Clause
// pose_tracking, motions of poses and controllers of plugins in project files: what they become, and what is told of
// those that cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/builder/build_model.hpp"
#include "core/builder/parts/signal_table.hpp"
#include "core/control/controlled_integrator.hpp"
#include "core/math/so3.hpp"
#include "core/plugins/loader.hpp"
#include "core/plugins/used_plugins.hpp"
#include "core/project/project.hpp"
#include "tests/core/plugins/plugin_files.hpp"

namespace tendril {
namespace {

using ::testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

/// A base that floats and carries one hinge, with a motor each.
std::string drone(const std::string& controllers) {
  return R"({"format": "tendril", "version": 1, "links": [
    {"name": "base", "parent": "world", "joint": {"type": "free"},
     "body": {"type": "rigid", "mass": 2, "inertia": [0.02,0.02,0.03,0,0,0], "tip": {"position": [0.1,0,0]}}},
    {"name": "arm", "parent": "base", "joint": {"type": "revolute", "axis": [0,1,0]},
     "body": {"type": "rigid", "mass": 0.3, "com": [0.1,0,0], "inertia": [0.001,0.001,0.001,0,0,0]}}],
   "actuators": [{"name": "wrench", "type": "joint", "link": "base"}, {"name": "elbow", "type": "joint", "link": "arm"}],
   "controllers": [)" +
         controllers + R"(], "simulation": {"duration": 2, "step": 0.002}})";
}

/// A pendulum whose motor gives 3 N·m of the 9.81 N·m that it weighs.
std::string pendulum(const std::string& controllers) {
  return R"({"format": "tendril", "version": 1, "links": [
    {"name": "rod", "parent": "world", "pose": {"rpy": [0, 1.5707963267948966, 0]},
     "joint": {"type": "revolute", "axis": [0,1,0], "q0": [0.01]},
     "body": {"type": "rigid", "mass": 1, "com": [1,0,0], "inertia": [0,0,0,0,0,0]}}],
   "actuators": [{"name": "motor", "type": "joint", "link": "rod", "range": [-3, 3]}],
   "controllers": [)" +
         controllers + R"(], "simulation": {"duration": 20, "step": 0.005, "integrator": "runge_kutta_4"}})";
}

std::vector<Problem> problemsOf(const std::string& text) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  if (!hasErrors(problems)) buildModel(result.description, problems);
  return problems;
}

std::string told(const std::string& text) {
  std::string out;
  for (const Problem& problem : problemsOf(text)) out += problem.path + ": " + problem.text() + "\n";
  return out;
}

std::shared_ptr<const Model> build(const std::string& text) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  auto model = buildModel(result.description, problems);
  for (const Problem& problem : problems) ADD_FAILURE() << problem.text();
  return model;
}

/// The state after a run, or after what ended it.
State run(const std::shared_ptr<const Model>& model, double duration, StepResult* end = nullptr) {
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  const SignalInputs inputs(*model);
  State state = initialState(*model);
  StepResult bad = integrator->reset(*model, data, state, inputs);
  const double h = model->simulation.step;
  for (int i = 0; i < std::lround(duration / h) && !bad; ++i) bad = integrator->step(*model, data, state, h, inputs);
  if (end) *end = bad;
  EXPECT_TRUE(end || !bad) << bad->message();
  return state;
}

std::string track(const std::string& rest) {
  return R"({"name": "track", "type": "pose_tracking", "outputs": ["wrench"],
    "gains": {"proportional": 36, "derivative": [12, 12, 12, 12, 12, 12]}, )" +
         rest + "}";
}

const std::string kThere = R"({"position": [0.5, 0.2, 1], "rpy": [0, 0, 2]})";

TEST(PosesInFiles, AreReached) {
  const std::string arm = R"x(, {"name": "swing", "type": "signals", "outputs": {"elbow": "0.3*sin(3*t)"}})x";
  const std::vector<std::string> references = {
      R"({"type": "pose_transition", "to": )" + kThere + R"(, "path": "screw", "duration": 1.5})",
      R"({"type": "pose_spline", "times": [0, 0.7, 1.4], "poses": [{}, {"rpy": [0.3, 0, 1]}, )" + kThere +
          R"(], "ends": "rest"})",
      R"({"type": "pose", "position": {"type": "polynomial", "to": [0.5, 0.2, 1]},
          "orientation": {"type": "roll_pitch_yaw", "angles": {"type": "polynomial", "to": [0, 0, 2]}}})",
      R"({"type": "polynomial", "to": [0.5, 0.2, 1, 0, 0, 2]})"};
  for (const char* axes : {R"("axes": "world", "link": "base")", R"("axes": "body")"})
    for (const std::string& reference : references) {
      const auto model = build(drone(track(std::string(axes) + ", \"reference\": " + reference) + arm));
      ASSERT_TRUE(model);
      const State end = run(model, 2.5);
      EXPECT_LE((end.q.head<3>() - Vec3(0.5, 0.2, 1)).norm(), 1e-4) << reference;
      const Mat3 R = rotationFromQuaternion<double>(Vec4(end.q.segment<4>(3)));
      EXPECT_LE((logSO3<double>(R) - Vec3(0, 0, 2)).norm(), 1e-4) << reference;
    }
}

TEST(PosesInFiles, TheBaseIsThatOfTheOutputs) {
  const auto model = build(drone(track(R"("reference": {"type": "constant"}, "period": 0.01)")));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->controllers[0]->led()->link, 0);
  EXPECT_EQ(model->controllers[0]->signals().size(), 12u);
  EXPECT_EQ(model->controllers[0]->outputs, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(PosesInFiles, TangentsFollowCircles) {
  const std::string circle = R"({"type": "pose", "orientation": {"type": "tangential"}, "position":
      {"type": "circle", "radius": 0.5, "center": [0, 0, 1], "period": 2}})";
  const auto model = build(drone(track("\"reference\": " + circle)));
  ASSERT_TRUE(model);
  const Pose wanted = model->controllers[0]->wantedFrame(0.5);
  EXPECT_LE((wanted.p - Vec3(0, 0.5, 1)).norm(), 1e-14);
  EXPECT_LE((wanted.R.col(0) + Vec3::UnitX()).norm(), 1e-14);
  const std::string stands = R"({"type": "pose", "orientation": {"type": "tangential"}, "position":
      {"type": "polynomial", "to": [1, 0, 0], "duration": 1}})";
  EXPECT_THAT(told(drone(track("\"reference\": " + stands))),
              HasSubstr("controllers.track.reference.orientation: its reference has no tangent at t = 0 s"));
}

TEST(PosesInFiles, TablesHaveTangentsToo) {
  // Through SignalTable::jerkyMotion: the third derivative of its cubic pieces, which ω̇ needs.
  const SignalTable table({0, 1, 2, 3.5}, {0, 0.5, 0.3, 1}, description::TableInterpolation::kCubic);
  for (const double t : {0.3, 1.6, 2.9}) {
    constexpr double kStep = 1e-4;
    const double third = (table.motion(t + kStep)[2] - table.motion(t - kStep)[2]) / (2 * kStep);
    EXPECT_NEAR(table.jerkyMotion(t)[3], third, 1e-6 * (1 + std::abs(third)));
  }
}

TEST(PosesInFiles, SayWhatDoesNotFit) {
  EXPECT_THAT(told(drone(R"({"name": "c", "type": "pose_tracking", "outputs": ["elbow"]})")),
              HasSubstr("no floating base"));
  EXPECT_THAT(told(drone(R"({"name": "c", "type": "pose_tracking", "outputs": ["elbow"], "link": "base"})")),
              HasSubstr("a base that floats needs six"));
  EXPECT_THAT(told(drone(track(R"("reference": {"type": "constant", "value": [1, 2, 3]})"))), HasSubstr("6"));
  EXPECT_THAT(told(drone(track(R"("reference": {"type": "circle"})"))), HasSubstr("3 numbers"));
  EXPECT_THAT(told(drone(track(R"("reference": {"type": "pose_spline", "times": [0, 1], "poses": [{}]})"))),
              HasSubstr("2 times and 1 po"));
  EXPECT_THAT(told(drone(R"({"name": "c", "type": "pd", "outputs": ["elbow"], "reference":
      {"type": "pose_transition", "to": {}}})")),
              HasSubstr("controllers.c.reference: is a motion of poses"));
  EXPECT_THAT(told(drone(R"({"name": "c", "type": "pose_tracking", "outputs": ["wrench"],
      "gains": {"integral": 1}})")),
              HasSubstr("integral"));
  EXPECT_THAT(told(drone(R"({"name": "c", "type": "pose_tracking", "outputs": ["wrench"],
      "gains": {"proportional": [1, 2, 3]}})")),
              HasSubstr("controllers.c.gains.proportional"));
}

TEST(PosesInFiles, AreWrittenAsTheyWereRead) {
  const std::string text = drone(track(R"("axes": "body", "reference": {"type": "pose", "position": {"type": "helix"},
      "orientation": {"type": "rotation_vector", "vector": {"type": "expression", "value": ["0", "0", "t"]}}})"));
  const ReadResult once = readProjectText(text);
  ASSERT_TRUE(once.problems.empty()) << once.problems.front().text();
  const std::string written = projectText(once.description);
  const ReadResult twice = readProjectText(written);
  ASSERT_TRUE(twice.problems.empty()) << twice.problems.front().text();
  EXPECT_EQ(projectText(twice.description), written);
  EXPECT_THAT(written, HasSubstr("rotation_vector"));
}

const std::string kSwing = R"({"name": "up", "type": "plugin", "controller": "swing_up", "outputs": ["motor"],
    "period": 0.01, "parameters": {"torque": 3}})";

TEST(PluginControllers, SwingAPendulumUp) {
  ASSERT_TRUE(loadPlugin(examplePlugin("swing_up")).loaded());
  const auto model = build(pendulum(kSwing));
  ASSERT_TRUE(model);
  ASSERT_EQ(model->controllers[0]->signals().size(), 2u);
  EXPECT_EQ(model->controllers[0]->signals()[0].unit, "J");
  const State end = run(model, 20);
  EXPECT_NEAR(std::remainder(end.q[0] - kPi, 2 * kPi), 0, 1e-3);
  EXPECT_NEAR(end.v[0], 0, 1e-3);
  const ReadResult read = readProjectText(pendulum(kSwing));
  EXPECT_EQ(usedPlugins(read.description), std::vector<std::string>{"Swing-up"});
}

TEST(PluginControllers, GoOnBitByBitFromAState) {
  ASSERT_TRUE(loadPlugin(examplePlugin("swing_up")).loaded());
  const auto model = build(pendulum(kSwing));
  const State whole = run(model, 3);
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  const SignalInputs inputs(*model);
  State state = run(model, 1.5);
  ASSERT_FALSE(integrator->reset(*model, data, state, inputs));
  for (int i = 0; i < 300; ++i) ASSERT_FALSE(integrator->step(*model, data, state, 0.005, inputs));
  EXPECT_EQ(state.q, whole.q);
  EXPECT_EQ(state.z, whole.z);
}

TEST(PluginControllers, SayWhatDoesNotFit) {
  ASSERT_TRUE(loadPlugin(examplePlugin("swing_up")).loaded());
  const auto with = [](const std::string& rest) {
    return R"({"name": "c", "type": "plugin", "outputs": ["motor"], )" + rest + "}";
  };
  EXPECT_THAT(told(pendulum(with(R"("controller": "unheard_of")"))), HasSubstr("controllers.c.controller"));
  EXPECT_THAT(told(pendulum(with(R"("controller": "swing_up", "parameters": {"mass": 1})"))), HasSubstr("mass"));
  EXPECT_THAT(told(pendulum(with(R"("controller": "swing_up", "parameters": {"torque": -1})"))),
              HasSubstr("controllers.c.parameters.torque"));
  EXPECT_THAT(told(drone(R"({"name": "c", "type": "plugin", "outputs": ["elbow"], "controller": "swing_up"})")),
              HasSubstr("cannot serve this robot and these outputs: it reports error 1 (needs a robot with one "
                        "coordinate, driven by one motor)"));
}

TEST(PluginControllers, StopARunAtItsLastGoodState) {
  ASSERT_TRUE(loadPlugin(testPlugin("late")).loaded());
  const auto model = build(pendulum(R"({"name": "c", "type": "plugin", "outputs": ["motor"], "period": 0.01,
      "controller": "late_controller"})"));
  ASSERT_TRUE(model);
  StepResult end;
  const State state = run(model, 2, &end);
  ASSERT_TRUE(end);
  EXPECT_THAT(end->message(),
              HasSubstr("evaluate() of the controller late_controller of the plugin Faulty late gives a "
                        "demand that is not finite at t = 0.51 s"));
  EXPECT_NEAR(state.t, 0.505, 1e-9);
  EXPECT_TRUE(state.q.allFinite() && state.z.allFinite());
}

}  // namespace
}  // namespace tendril
