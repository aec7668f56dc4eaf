// SPDX-License-Identifier: BSD-3-Clause
// Bad input: one clear message each, with the exact path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/project/json_tree.hpp"
#include "tests/core/project/project_text.hpp"

namespace tendril {
namespace {

using test::changed;
using testing::HasSubstr;

struct BadInput {
  const char* name;
  std::string text;
  std::string path;
  std::string message;  ///< part of the whole line, with the cure
};

void PrintTo(const BadInput& input, std::ostream* out) {
  *out << input.name;
}

class Bad : public testing::TestWithParam<BadInput> {};

std::string allOf(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += "  " + problem.text() + '\n';
  return out;
}

TEST_P(Bad, givesOneProblemThatSaysWhereAndWhat) {
  const BadInput& input = GetParam();
  const ReadResult result = readProjectText(input.text);
  ASSERT_EQ(result.problems.size(), 1u) << allOf(result.problems);
  EXPECT_EQ(result.problems[0].path, input.path);
  EXPECT_TRUE(result.problems[0].isError());
  EXPECT_THAT(result.problems[0].text(), HasSubstr(input.message));
}

const std::string kBody = R"("body": { "type": "rod", "material": "silicone", "length": 0.5,)";
const std::string kRigid = R"("mass": 0.5, "com": [0.1, 0, 0], "inertia": [1e-4, 2e-3, 2e-3, 0, 0, 0])";
const std::string kJoint = R"("type": "revolute", "axis": [0, 0, 2],)";
const std::string kPose = R"("rpy": [0, 1.5707963267948966, 0])";

std::vector<BadInput> malformed() {
  return {
      {"empty", "", "", "not JSON"},
      {"noObject", "[1, 2]", "", "a project is an object"},
      {"truncated", test::kHybrid.substr(0, 700), "links[1]", "not JSON"},
      {"trailing", test::kHybrid + "x", "", "not JSON"},
      {"notTendril", R"({"format": "urdf"})", "format", "this is no tendril project"},
      {"noFormat", "{}", "format", "is missing"},
      {"noVersion", R"({"format": "tendril"})", "version", "is missing"},
      {"newer", R"({"format": "tendril", "version": 2, "linkz": 4})", "version", "newer release"},
      {"versionZero", R"({"format": "tendril", "version": 0})", "version", "there is no version 0"},
      {"huge", changed("0.05*sin(t)\", \"k\"", "0\", 1e400"), "loads[0].wrench[5]", "1e400 is larger than any number"},
      {"nan", changed("\"length\": 0.5", "\"length\": NaN"), "links[2].body.length", "not JSON"},
      {"deep", std::string(100000, '['), std::string(), "nested deeper than 64 levels"},
      {"twice", changed("\"duration\": 10,", "\"duration\": 10, \"duration\": 11,"), "simulation.duration",
       "stands twice; remove one of them (line 33)"},
      {"notUtf8", changed("Hybrid arm", "\xff\xfe"), "name", "not JSON"},
  };
}

std::vector<BadInput> wrongFields() {
  return {
      {"unknownKey", changed("\"radius\"", "\"radus\""), "links.arm.body.section.radus",
       "unknown key; did you mean \"radius\"?"},
      {"unknownRootKey", changed("\"loads\"", "\"load\""), "load", "did you mean \"loads\"?"},
      {"shapelessObject", changed("\"variants\"", "\"objects\": [{\"name\": \"ball\", \"mass\": 1}], \"variants\""),
       "objects.ball.shape", "is missing"},
      {"laterBody", changed("{ \"type\": \"rod\", ", "{ \"type\": \"membrane\", "), "links.arm.body",
       "type \"membrane\" is not available in this version; known: rigid, rod, constant_curvature, primitives, fem, "
       "expression"},
      {"laterDrive", changed("\"type\": \"direct\"", "\"type\": \"hydraulic\""), "links.shoulder.joint.drive",
       "type \"hydraulic\" is not available in this version; known: direct, elastic, variable_stiffness"},
      {"laterLoad", changed("\"point_wrench\"", "\"wind\""), "loads.push", "type \"wind\" is not available"},
      {"laterActuator", changed("\"type\": \"joint\"", "\"type\": \"winch\""), "actuators.motor",
       "type \"winch\" is not available"},
      {"laterController", changed("\"signals\"", "\"sliding_mode\""), "controllers.pulls",
       "type \"sliding_mode\" is not available"},
      {"drivenTwice", changed("\"force\"", "\"position\", \"signal\": \"t\""), "controllers.pulls.outputs.motor",
       "already driven by \"motor.signal\""},
      {"laterMaterial", changed("\"density\": 1000,", "\"model\": \"ogden\", \"c1\": 3, \"density\": 1000,"),
       "materials.silicone", "model \"ogden\" is not available in this version; known: linear, neo_hookean"},
      {"wrongTag", changed("\"circle\"", "\"cirle\""), "links.arm.body.section", "did you mean \"circle\"?"},
      {"wrongJoint", changed("\"revolute\"", "\"revolut\""), "links.shoulder.joint.type", "did you mean \"revolute\"?"},
      {"noTag", changed("\"type\": \"rod\", ", ""), "links.arm.body.type", "is missing"},
      {"missing", changed("\"length\": 0.5,", ""), "links.arm.body.length", "is missing; add it"},
      {"missingDensity", changed("\"density\": 1000, ", ""), "materials.silicone.density", "is missing"},
      {"textForNumber", changed("\"length\": 0.5", "\"length\": \"0.5\""), "links.arm.body.length",
       "must be a number or \"=expression\", not text \"0.5\"; write numbers without quotes"},
      {"listForNumber", changed("\"mass\": 1,", "\"mass\": [1],"), "links.base.body.mass", "not a list of 1"},
      {"numberForText", changed("\"Hybrid arm\"", "3"), "name", "must be text, not a number"},
      {"shortList", changed("\"gravity\": [0, 0, -9.81]", "\"gravity\": [0, -9.81]"), "gravity",
       "must be a list of 3, not a list of 2"},
      {"objectForList", R"({"format": "tendril", "version": 1, "loads": {}})", "loads",
       "must be a list, not an object"},
      {"boolForText", changed("\"tension_only\": true", "\"tension_only\": 1"), "actuators.tendon 1.tension_only",
       "must be true or false, not a number"},
      {"fraction", changed("\"quadrature\": 5", "\"quadrature\": 5.5"), "links.arm.body.quadrature",
       "is 5.5; must be a whole number"},
      {"bothRotations", changed(kPose, kPose + R"(, "quaternion": [1, 0, 0, 0])"), "links.base.pose.quaternion",
       "has no meaning here (only without rpy)"},
      {"bothDampings", changed("\"viscosity\": 1e4", "\"viscosity\": 1e4, \"relaxation\": 0.1"),
       "materials.silicone.relaxation", "only without viscosity"},
      {"pitchOfRevolute", changed(kJoint, kJoint + R"("pitch": 1,)"), "links.shoulder.joint.pitch",
       "only for helical joints"},
      {"badAttachment", changed("\"at\": 0.5", "\"at\": \"middle\""), "loads.push.at", "\"tip\", \"base\" or a number"},
  };
}

std::vector<BadInput> wrongValues() {
  return {
      {"negativeMass", changed("\"mass\": 0.5", "\"mass\": -0.5"), "links.shoulder.body.mass",
       "is -0.5; must be at least 0, in kg"},
      {"inertia", changed("[1e-4, 2e-3, 2e-3, 0", "[1e-4, 2e-3, 5e-3, 0"), "links.shoulder.body.inertia",
       "no body has this inertia"},
      {"negativeInertia", changed("[1e-4, 2e-3, 2e-3, 0", "[-1e-4, 2e-3, 2e-3, 0"), "links.shoulder.body.inertia",
       "no body has this inertia"},
      {"zeroLength", changed("\"length\": 0.5", "\"length\": 0"), "links.arm.body.length",
       "is 0; must be greater than 0, in m"},
      {"negativeRadius", changed("[0.03, \"=tip_radius\"]", "[0.03, -0.01]"), "links.arm.body.section.radius[1]",
       "is -0.01; must be greater than 0"},
      {"radiusAlong", changed("[0.03, \"=tip_radius\"]", "\"0.01-0.02*X\""), "links.arm.body.section.radius",
       "is 0 at X = 0.5; must be greater than 0"},
      {"nanRadius", changed("[0.03, \"=tip_radius\"]", "\"sqrt(X-0.5)\""), "links.arm.body.section.radius",
       "is nan at X = 0"},
      {"poisson", changed("\"poisson\": 0.5", "\"poisson\": 0.6"), "materials.silicone.poisson",
       "is 0.6; must be from"},
      {"quaternion", changed(kPose, R"("quaternion": [1, 0.1, 0, 0])"), "links.base.pose.quaternion",
       "a unit quaternion w, x, y, z is needed"},
      {"zeroAxis", changed("[0, 0, 2]", "[0, 0, 0]"), "links.shoulder.joint.axis", "has length 0"},
      {"limits", changed("[[-1.5, null]]", "[[1.5, -1.5]]"), "links.shoulder.joint.limits[0]",
       "lower 1.5 is above upper -1.5"},
      {"q0", changed("\"q0\": [0.2]", "\"q0\": [0.2, 0.1]"), "links.shoulder.joint.q0", "has 2 numbers; needs 1"},
      {"rodQ0", changed(kBody, kBody + R"("q0": [1, 2],)"), "links.arm.body.q0", "has 2 numbers; needs 11"},
      {"order", changed("\"order\": 4", "\"order\": 300"), "links.arm.body.strain.torsion.order",
       "is 300; must be from 0 to 200"},
      {"magnus", changed("\"magnus\": 4", "\"magnus\": 3"), "links.arm.body.magnus", "must be 2 or 4"},
      {"color", changed("#3a7bd5", "blue"), "links.arm.color", "write #rrggbb"},
      {"twoShapes", changed("\"visual\": { ", "\"visual\": { \"sphere\": 1, "), "links.base.body.visual",
       "has 2 shapes"},
      {"range", changed("\"range\": [0, 30]", "\"range\": [40, 30]"), "actuators.tendon 1.range", "least 40"},
      {"stationOfRigid", changed("\"parent\": \"shoulder\",", "\"parent\": \"shoulder\", \"at\": 0.5,"), "links.arm.at",
       "is no soft body"},
      {"outside", changed("\"at\": 0.5", "\"at\": 1.5"), "loads.push.at", "is 1.5; must be from 0 to 1"},
      {"expression", changed("\"=tip_radius\"]", "\"=tip_radius*\"]"), "links.arm.body.section.radius[1]",
       "at character 12 of \"tip_radius*\""},
      {"unknownParameter", changed("\"=tip_radius\"]", "\"=tip_radios\"]"), "links.arm.body.section.radius[1]",
       "did you mean \"tip_radius\"?"},
      {"infinite", changed("\"=young\"", "\"=young/0\""), "materials.silicone.young", "=young/0 is inf"},
      {"reservedParameter", changed("\"tip_radius\": 0.015,", "\"tip_radius\": 0.015, \"sin\": 1,"), "parameters.sin",
       "is the name of a variable or function"},
      {"wrenchVariable", changed("0.05*sin(t)", "0.05*sin(q)"), "loads.push.wrench[4]", "at character 10"},
      {"pieceLength", changed("\"from\": 0, \"to\": 1", "\"from\": 1"), "actuators.tendon 1.route[1].to",
       "is the same as from"},
  };
}

std::vector<BadInput> wrongReferences() {
  return {
      {"unknownParent", changed("\"parent\": \"shoulder\"", "\"parent\": \"sholder\""), "links.arm.parent",
       "unknown link \"sholder\"; did you mean \"shoulder\"?"},
      {"unknownMaterial", changed("\"material\": \"silicone\"", "\"material\": \"silicon\""), "links.arm.body.material",
       "unknown material \"silicon\"; did you mean \"silicone\"?"},
      {"unknownActuator", changed("\"outputs\": { \"tendon 1\"", "\"outputs\": { \"tendon 2\""),
       "controllers.pulls.outputs.tendon 2", "did you mean \"tendon 1\"?"},
      {"cycle", changed("\"name\": \"base\", \"parent\": \"world\"", "\"name\": \"base\", \"parent\": \"arm\""),
       "links.base.parent", "the link hangs on itself: base → arm → shoulder → base"},
      {"itself", changed("\"parent\": \"shoulder\"", "\"parent\": \"arm\""), "links.arm.parent",
       "the link hangs on itself: arm → arm"},
      {"worldName", changed("\"name\": \"push\"", "\"name\": \"world\""), "loads.world", "\"world\" is taken"},
      {"badName", changed("\"name\": \"push\"", "\"name\": \"a.b\""), "loads.a.b", "\"a.b\" is no name"},
      {"rigidRoute", changed("\"link\": \"arm\", \"y\"", "\"link\": \"base\", \"y\""), "actuators.tendon 1.route[1]",
       "\"base\" is rigid; give points"},
      {"softPoints", changed("\"link\": \"base\", \"points\"", "\"link\": \"arm\", \"points\""),
       "actuators.tendon 1.route[0].points", "\"arm\" is soft"},
      {"signalCount", changed("[\"tip_radius*t\"]", "[\"1\", \"2\"]"), "controllers.pulls.outputs.motor",
       "gives 2 signals; the actuator has 1 inputs"},
      {"noTable", changed("[\"tip_radius*t\"]", "{ \"table\": \"none.csv\" }"), "controllers.pulls.outputs.motor.table",
       "there is no readable file none.csv"},
      {"loadOnWorld", changed("\"point_wrench\", \"link\": \"arm\"", "\"point_wrench\", \"link\": \"world\""),
       "loads.push.link", "the world is no link"},
  };
}

std::string nameOf(const testing::TestParamInfo<BadInput>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Malformed, Bad, testing::ValuesIn(malformed()), nameOf);
INSTANTIATE_TEST_SUITE_P(Fields, Bad, testing::ValuesIn(wrongFields()), nameOf);
INSTANTIATE_TEST_SUITE_P(Values, Bad, testing::ValuesIn(wrongValues()), nameOf);
INSTANTIATE_TEST_SUITE_P(References, Bad, testing::ValuesIn(wrongReferences()), nameOf);

std::vector<std::string> errorPaths(const ReadResult& result) {
  std::vector<std::string> paths;
  for (const Problem& problem : result.problems)
    if (problem.isError()) paths.push_back(problem.path);
  return paths;
}

TEST(Bad, everyProblemIsReported) {
  std::string text = changed("\"mass\": 0.5", "\"mass\": -0.5");
  const auto put = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  put("\"quadrature\"", "\"quadratur\"");
  put("\"length\": 0.5", "\"length\": true");
  put("\"parent\": \"base\"", "\"parent\": \"bace\"");
  put("\"poisson\": 0.5", "\"poisson\": 2");
  EXPECT_THAT(
      errorPaths(readProjectText(text)),
      testing::UnorderedElementsAre("links.shoulder.body.mass", "links.arm.body.quadratur", "links.arm.body.length",
                                    "links.shoulder.parent", "materials.silicone.poisson"));
}

TEST(Bad, parametersThatWaitForEachOther) {
  const ReadResult result = readProjectText(changed("\"k\": 2", "\"k\": \"=young\""));
  EXPECT_THAT(errorPaths(result), testing::UnorderedElementsAre("parameters.young", "parameters.k"));
}

TEST(Bad, sameNameTwice) {
  const ReadResult result = readProjectText(changed("\"name\": \"shoulder\"", "\"name\": \"base\""));
  EXPECT_THAT(errorPaths(result), testing::Contains("links.base"));
}

TEST(Bad, jointActuatorOfAFixedJoint) {
  const ReadResult result =
      readProjectText(changed("\"link\": \"shoulder\", \"mode\"", "\"link\": \"base\", \"mode\""));
  EXPECT_THAT(errorPaths(result), testing::Contains("actuators.motor.link"));
}

TEST(Bad, universalAxesMustBeOrthogonal) {
  const std::string joint = R"("joint": { "type": "universal", "axis": [1, 0, 0], "axis2": [1, 1, 0] }, "unused_": {)";
  std::string text = changed(R"("joint": { "type": "revolute", "axis": [0, 0, 2], "damping": 0.01,)", joint);
  EXPECT_THAT(errorPaths(readProjectText(text)), testing::Contains("links.shoulder.unused_"));
  text = R"({"format": "tendril", "version": 1, "links": [{"name": "a", "joint":
            {"type": "universal", "axis": [1, 0, 0], "axis2": [1, 1, 0]}}]})";
  EXPECT_THAT(errorPaths(readProjectText(text)), testing::ElementsAre("links.a.joint.axis2"));
}

TEST(Bad, parentAfterItsChildNamesTheCure) {
  const ReadResult result = readProjectText(R"({"format": "tendril", "version": 1, "links": [
      {"name": "a", "parent": "b"}, {"name": "b"}]})");
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_EQ(result.problems[0].text(),
            "links.a.parent: its parent \"b\" stands after it; move \"b\" above \"a\" (line 2)");
}

TEST(Bad, linesAreThoseOfTheValue) {
  const ReadResult result = readProjectText("{\"format\": \"tendril\",\n\"version\": 1,\n// note\n\"gravity\": 3\n}");
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_EQ(result.problems[0].line, 4);
}

TEST(Bad, xOverLIsAWarning) {
  const ReadResult result = readProjectText(changed("\"y\": \"r(X)\"", "\"y\": \"r(X)*sin(4*pi*X/L)\""));
  ASSERT_EQ(result.problems.size(), 1u) << allOf(result.problems);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.problems[0].path, "actuators.tendon 1.route[1].y");
}

TEST(Bad, axisOfASphericalJointIsAWarning) {
  const ReadResult result = readProjectText(R"({"format": "tendril", "version": 1, "links": [
      {"name": "a", "joint": {"type": "spherical", "axis": [0, 0, 1]}}]})");
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_TRUE(result.ok());
}

TEST(Bad, filesThatAreNone) {
  EXPECT_THAT(readProject("/nowhere/at.all").problems[0].text(), HasSubstr("there is no file /nowhere/at.all"));
  EXPECT_THAT(readProject("/tmp").problems[0].text(), HasSubstr("/tmp is a folder"));
  EXPECT_THAT(readProject("/dev/zero").problems[0].text(), HasSubstr("MiB")) << "it has no end";
  EXPECT_FALSE(readProject("/proc/self/mem").ok());
}

TEST(Bad, sizeLimits) {
  std::vector<Problem> problems;
  json::parse("[1,2,3,4]", problems, {.bytes = 100, .values = 4, .depth = 4});
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].message, HasSubstr("more than 4 values"));
  problems.clear();
  json::parse("[1,2,3,4]", problems, {.bytes = 8, .values = 40, .depth = 4});
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].message, HasSubstr("MiB"));
}

TEST(Bad, problemsAreCapped) {
  std::string keys;
  for (int i = 0; i < 5000; ++i) keys += "\"k" + std::to_string(i) + "\": 0, ";
  const ReadResult result = readProjectText("{ " + keys + "\"format\": \"tendril\", \"version\": 1}");
  EXPECT_LE(result.problems.size(), 201u);
}

}  // namespace
}  // namespace tendril
