// SPDX-License-Identifier: BSD-3-Clause
// Descriptions become the models that they describe.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/builder/build_model.hpp"
#include "core/builder/checks/inertia_check.hpp"
#include "core/builder/parts/evaluator.hpp"
#include "core/builder/parts/signal_table.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/project/project_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

std::shared_ptr<const Model> build(const std::string& text) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  auto model = buildModel(result.description, problems);
  for (const Problem& problem : problems) ADD_FAILURE() << problem.text();
  return model;
}

std::string project(const std::string& fields) {
  return R"({"format": "tendril", "version": 1, )" + fields + "}";
}

TEST(Build, hybridArm) {
  const auto model = build(test::kHybrid);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->links.size(), 3u);
  EXPECT_EQ(model->nv, 1 + 5 + 4 + 2);
  EXPECT_EQ(model->q0[0], 0.2);
  const Link& base = model->links[0];
  EXPECT_NEAR((base.pose.R * Vec3::UnitX() + Vec3::UnitZ()).norm(), 0, 1e-15);  // pitch of 90°: x points down
  EXPECT_EQ(base.visuals.size(), 1u);
  const Joint& joint = model->links[1].joint;
  EXPECT_EQ(joint.axis, Vec3::UnitZ());
  EXPECT_EQ(joint.lower[0], -1.5);
  EXPECT_EQ(joint.upper[0], std::numeric_limits<double>::infinity());
  EXPECT_EQ(joint.driveInertia[0], 0.001);
  EXPECT_EQ(joint.driveFriction.size(), 0);
  const auto& rod = dynamic_cast<const Rod&>(*model->links[2].body);
  EXPECT_NEAR(rod.sectionAt(0.5).radius, 0.0225, 1e-15);
  EXPECT_NEAR((*model->links[2].color)[0], 0x3a / 255.0, 1e-15);
  VecX u(model->nu);
  model->inputsAt(2.5, u);
  EXPECT_NEAR(u[0], 10, 1e-14);
  EXPECT_NEAR(u[1], 0.0375, 1e-15);
  EXPECT_EQ(model->actuators[0]->ranges[0].upper, 30);
  StationWrench wrench;
  model->loads[0].load->evaluate({.X = {}, .V = Vec6::Zero(), .gamma = Vec3::Zero(), .t = 1}, wrench);
  EXPECT_NEAR(wrench.F[4], 0.05 * std::sin(1), 1e-16);
  EXPECT_EQ(wrench.F[5], 2);
}

TEST(Build, whatActsHasTheIdOfItsDescription) {
  const ReadResult read = readProjectText(test::kHybrid);
  std::vector<Problem> problems;
  const auto model = buildModel(read.description, problems);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->actuators.size(), read.description.actuators.size());
  for (std::size_t i = 0; i < model->actuators.size(); ++i) {
    EXPECT_NE(model->actuators[i]->id, 0u);
    EXPECT_EQ(model->actuators[i]->id, read.description.actuators[i].id);
  }
  EXPECT_NE(model->loads.at(0).id, 0u);
  EXPECT_EQ(model->loads[0].id, read.description.loads.at(0).id);
}

TEST(Build, finishesBecomeNumbersAndAutomaticOnesNone) {
  const auto model = build(project(R"("links": [
    {"name": "a", "body": {"type": "rigid", "mass": 1}, "finish": "metal"},
    {"name": "b", "body": {"type": "rigid", "mass": 1}, "finish": "automatic"},
    {"name": "c", "body": {"type": "rigid", "mass": 1}}],
    "objects": [{"name": "ball", "shape": {"sphere": 0.1}, "mass": 1, "finish": "rubber"}])"));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->links[0].finish.value().metal, 1);
  EXPECT_FALSE(model->links[1].finish);
  EXPECT_FALSE(model->links[2].finish);
  EXPECT_GT(model->links[3].finish.value().roughness, 0.7);
  EXPECT_EQ(model->links[3].finish.value().metal, 0);
}

TEST(Build, quaternionsWithinOneInAMillionAreNormalised) {
  const auto model = build(project(R"json("links": [{"name": "a", "pose": {"quaternion": [1.0000005, 0, 0, 0]},
      "joint": {"type": "free", "q0": [1, 2, 3, 0, 0, 0, 1.0000005]},
      "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0]}}])json"));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->links[0].pose.R, Mat3::Identity());
  EXPECT_EQ(model->q0[6], 1);
  EXPECT_EQ(model->q0[2], 3);
}

TEST(Build, divisionsHaveTheirOwnInitialState) {
  const auto model = build(project(R"json("materials": {"m": {"density": 1000, "young": 1e6, "relaxation": 0.1}},
      "links": [{"name": "a", "body": {"type": "rod", "divisions": [
        {"material": "m", "length": 0.2, "section": {"shape": "tube", "radius": 0.02, "inner": "0.01*(1-X)"},
         "strain": {"bending_y": {"basis": "constant"}}, "tip": {"position": [0, 0, 0.1]}},
        {"material": "m", "length": 0.3, "section": {"shape": "rectangle", "height": 0.02, "width": 0.03},
         "strain": {"bending_z": {"basis": "legendre", "order": 1}}, "q0": [0.5, 0.25]}]}}],
      "actuators": [{"name": "t", "type": "tendon", "route": [{"link": "a", "y": "r(X)"}]},
                    {"name": "s", "type": "tendon", "route": [{"link": "a", "division": 1, "y": "0.01*x"}]}])json"));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->q0, (VecX(3) << 0, 0.5, 0.25).finished());
  EXPECT_EQ(model->nu, 2);
}

TEST(Build, problemsOfBuildingNameTheBody) {
  std::vector<Problem> problems;
  const ReadResult result = readProjectText(project(R"("materials": {"m": {"density": 1, "young": 1}},
      "links": [{"name": "a", "body": {"type": "rod", "material": "m", "length": 1,
                 "section": {"shape": "profile", "polygons": [[[0, 0], [1, 0], [2, 0]]]}}}])"));
  EXPECT_TRUE(result.ok());
  EXPECT_FALSE(buildModel(result.description, problems));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "links.a.body.section");
}

TEST(Build, emptyProjectIsAModel) {
  EXPECT_EQ(build(project("\"name\": \"nothing\""))->nv, 0);
}

TEST(Evaluator, parametersInAnyOrder) {
  Description description;
  description::Number a, b;
  a.expression = "2*b";
  b.expression = "c+1";
  description.parameters.entries = {{"a", a}, {"b", b}, {"c", 3.0}};
  std::vector<Problem> problems;
  Evaluator evaluator(description, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(evaluator.number(a, ""), 8);
}

TEST(Evaluator, curvesHaveExactSlopes) {
  std::vector<Problem> problems;
  Evaluator evaluator(Description{}, problems);
  description::Formula formula;
  formula.text = "sin(4*pi*X)*x^2/L";
  const Curve curve = evaluator.curve(formula, 0.5, {}, "");
  const double w = 4 * std::numbers::pi, X = 0.3;
  EXPECT_NEAR(curve.value(X), std::sin(w * X) * 0.5 * X * X, 1e-16);
  EXPECT_NEAR(curve.slope(X), 0.5 * (w * std::cos(w * X) * X * X + 2 * X * std::sin(w * X)), 1e-15);
  const Curve taper = evaluator.measure(
      [] {
        description::Measure measure(0.03);
        measure.end = 0.015;
        return measure;
      }(),
      0.5, "");
  EXPECT_EQ(taper.value(0), 0.03);
  EXPECT_NEAR(taper.value(1), 0.015, 1e-17);
  EXPECT_NEAR(taper.slope(0.7), -0.015, 1e-17);
}

TEST(Inertia, borderOfThePossible) {
  double worst = 0;
  EXPECT_TRUE(inertiaIsPossible(Mat3::Zero(), worst));
  EXPECT_TRUE(inertiaIsPossible(Vec3(0, 1, 1).asDiagonal(), worst));  // a thin stick
  EXPECT_TRUE(inertiaIsPossible(Vec3(1, 1, 2).asDiagonal(), worst));  // a plate
  EXPECT_FALSE(inertiaIsPossible(Vec3(1, 1, 2.001).asDiagonal(), worst));
  EXPECT_FALSE(inertiaIsPossible(Vec3(-1, 2, 2).asDiagonal(), worst));
  EXPECT_TRUE(inertiaIsPossible(Vec3(1e-300, 1e-300, 1.5e-300).asDiagonal(), worst));
}

TEST(Build, whatAttachesToABodyThatCannotBeBuiltIsLeftAlone) {
  const ReadResult result = readProjectText(project(
      R"("materials": {"rubber": {"model": "neo_hookean", "density": 1000, "c1": 1e5}},
         "links": [{"name": "tube", "body": {"type": "primitives", "material": "rubber", "mesh": "nowhere.msh",
                                             "primitives": [{"type": "stretch", "modes": ["1"]}]}}],
         "loads": [{"name": "push", "type": "point_wrench", "link": "tube", "at": 0.5, "wrench": [0, 0, 0, 1, 0, 0]}])"));
  std::vector<Problem> problems;
  EXPECT_FALSE(buildModel(result.description, problems));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "links.tube.body.mesh");
}

TEST(SignalTable, linearAndCubicAndHeldOutside) {
  using description::TableInterpolation;
  const std::vector<double> t = {0, 1, 3, 4}, parabola = {0, 1, 9, 16};
  const SignalTable linear(t, parabola, TableInterpolation::kLinear), cubic(t, parabola, TableInterpolation::kCubic);
  EXPECT_EQ(linear.value(2), 5);
  for (const double x : {0.0, 0.3, 1.0, 2.2, 3.9, 4.0}) EXPECT_NEAR(cubic.value(x), x * x, 1e-13);
  EXPECT_EQ(cubic.value(-1), 0);
  EXPECT_EQ(cubic.value(9), 16);
  EXPECT_EQ(SignalTable({2}, {7}, TableInterpolation::kCubic).value(1), 7);
}

TEST(SignalTable, files) {
  const TemporaryFolder folder;
  const std::string file = folder.write("table.csv", "time, \"pull\"\n0, 1\n1, 3\n");
  std::string problem;
  const auto named = SignalTable::load(file, "pull", {}, problem), numbered = SignalTable::load(file, "1", {}, problem);
  ASSERT_TRUE(named && numbered) << problem;
  EXPECT_EQ(named->value(0.5), 2);
  EXPECT_FALSE(SignalTable::load(file, "push", {}, problem));
  EXPECT_NE(problem.find("has no column \"push\""), std::string::npos);
  folder.write("table.csv", "0, 1\n0, nan\n");
  EXPECT_FALSE(SignalTable::load(file, "1", {}, problem));
  EXPECT_NE(problem.find("line 2"), std::string::npos);
}

TEST(SignalTable, readsWhatOtherProgramsWrite) {
  const TemporaryFolder folder;
  std::string problem;
  for (const char* text :
       {"t;pull;note\n0;1;a\n1;3;\n", "\xEF\xBB\xBFtime [ms]\tpull [kN]\r\n0\t0.001\r\n1000\t0.003\r\n",
        "# by hand\nt [s],\"pull [N]\"\n\n0,1\n1,3\n"}) {
    const std::string file = folder.write("table.csv", text);
    for (const char* column : {"pull", "1"}) {
      const auto table = SignalTable::load(file, column, {}, problem);
      ASSERT_TRUE(table) << text << column << ": " << problem;
      EXPECT_NEAR(table->value(0.5), 2, 1e-12) << text;
    }
  }
}

TEST(SignalTable, saysWhereSomethingIsMissing) {
  const TemporaryFolder folder;
  const auto complaint = [&](const std::string& text, const char* column = "pull") {
    std::string problem = "nothing was said";
    EXPECT_FALSE(SignalTable::load(folder.write("table.csv", text), column, {}, problem)) << text;
    return problem;
  };
  using testing::HasSubstr;
  EXPECT_THAT(complaint("t,pull\n0,1\n1,\n"), HasSubstr("table.csv, line 3, column 2: there is no number"));
  EXPECT_THAT(complaint("t,pull\n0,1\n1\n"), HasSubstr("line 3, column 2: there is no number"));
  EXPECT_THAT(complaint("t,pull\n0,1\n1,nan\n"), HasSubstr("nan is not a finite number"));
  EXPECT_THAT(complaint("t;pull\n0;1\n1;0,5\n"), HasSubstr("line 3, column 2: \"0,5\" has a decimal comma"));
  EXPECT_THAT(complaint("t,pull\n0,1\n0,2\n"), HasSubstr("line 3, the time does not ascend"));
  EXPECT_THAT(complaint("t,pull\n"), HasSubstr("has no rows"));
  EXPECT_THAT(complaint("t,pull [N]\n0,1\n", "pul"), HasSubstr("has no column \"pul\""));
  EXPECT_THAT(complaint("0,1\n", "2"), HasSubstr("has no column \"2\""));
}

}  // namespace
}  // namespace tendril
