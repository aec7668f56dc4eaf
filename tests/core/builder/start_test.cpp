// SPDX-License-Identifier: BSD-3-Clause
// What is told of a robot before anything runs: impossible starts, and motions that nothing can make.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"

namespace tendril {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string project(const std::string& links, const std::string& rest = "") {
  return R"({"format": "tendril", "version": 1, "name": "start", "materials": {
    "rubber": {"model": "neo_hookean", "density": 1000, "c1": 1e5},
    "silicone": {"density": 1000, "young": 1e6, "poisson": 0.45}}, "links": [)" +
         links + "]" + rest + "}";
}

std::string bar(const std::string& name, const std::string& parent, const std::string& joint = "",
                const std::string& body = "") {
  return R"({"name": ")" + name + R"(", "parent": ")" + parent + R"(", "joint": {"type": "revolute")" + joint +
         R"(}, "body": )" +
         (body.empty() ? R"({"type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
                             "tip": {"position": [0.2, 0, 0]}})"
                       : body) +
         "}";
}

struct Told {
  bool built = false;
  std::string errors, warnings;
};

Told tell(const std::string& text) {
  ReadResult read = readProjectText(text);
  Told out;
  std::vector<Problem> problems = read.problems;
  if (!hasErrors(problems)) out.built = buildModel(read.description, problems) != nullptr;
  for (const Problem& problem : problems) (problem.isError() ? out.errors : out.warnings) += problem.text() + "\n";
  return out;
}

std::string drive(const std::string& name, const std::string& link, const std::string& signal = "0.1*t") {
  return R"({"name": ")" + name + R"(", "type": "joint", "link": ")" + link + R"(", "mode": "position", "signal": ")" +
         signal + "\"}";
}

TEST(Start, AWholeRobotIsToldNothing) {
  const Told told =
      tell(project(bar("a", "world") + "," + bar("b", "a"), R"(, "actuators": [)" + drive("motor", "a") + "]"));
  EXPECT_TRUE(told.built) << told.errors;
  EXPECT_THAT(told.errors + told.warnings, IsEmpty());
}

TEST(Start, AJointFollowsOnePositionOnly) {
  const Told told = tell(project(
      bar("a", "world"), R"(, "actuators": [)" + drive("first", "a") + "," + drive("second", "a", "0.2*t") + "]"));
  EXPECT_FALSE(told.built);
  EXPECT_THAT(told.errors, HasSubstr("actuators.second.link"));
  EXPECT_THAT(told.errors, HasSubstr("already given by \"first\""));
  // A force beside a position is no second position.
  EXPECT_TRUE(tell(project(bar("a", "world"), R"(, "actuators": [)" + drive("first", "a") +
                                                  R"(, {"name": "motor", "type": "joint", "link": "a"}])"))
                  .built);
}

TEST(Start, ADriveBeginsWithinItsLimits) {
  const Told told = tell(project(bar("a", "world", R"(, "limits": [[-0.5, 0.5]])"),
                                 R"(, "actuators": [)" + drive("motor", "a", "1+0.1*t") + "]"));
  EXPECT_TRUE(told.built) << told.errors;
  EXPECT_THAT(told.warnings, HasSubstr("actuators.motor"));
  EXPECT_THAT(told.warnings, HasSubstr("begins at 1, beyond the limit 0.5"));
}

std::string volume(const std::string& q0) {
  return R"({"name": "v", "parent": "world", "body": {"type": "primitives", "material": "rubber", "family": "backbone",
    "length": 0.1, "mesh": {"cylinder": {"radius": 0.015, "tetrahedra": 100}},
    "primitives": [{"type": "stretch", "modes": ["X"]}, {"type": "bending_z", "modes": ["1/L"]}], "q0": )" +
         q0 + "}}";
}

TEST(Start, AVolumeHasCoordinatesThatItCanHave) {
  EXPECT_TRUE(tell(project(volume("[0.1, 0.2]"))).built) << tell(project(volume("[0.1, 0.2]"))).errors;
  for (const char* q0 : {"[-5, 0]", "[0, 40]"}) {
    const Told told = tell(project(volume(q0)));
    EXPECT_FALSE(told.built) << q0;
    EXPECT_THAT(told.errors, HasSubstr("links.v.body.q0: no volume can have these coordinates"));
  }
}

std::string rod(const std::string& q0) {
  return R"({"name": "r", "parent": "world", "body": {"type": "rod", "material": "silicone", "length": 0.3,
    "section": {"shape": "circle", "radius": 0.01}, "strain": {"stretch": {"basis": "legendre", "order": 0}}, "q0": )" +
         q0 + "}}";
}

TEST(Start, ARodKeepsSomeOfItsLength) {
  EXPECT_TRUE(tell(project(rod("[-0.5]"))).built) << tell(project(rod("[-0.5]"))).errors;
  for (const char* q0 : {"[-1]", "[-1.2]"}) {
    const Told told = tell(project(rod(q0)));
    EXPECT_FALSE(told.built) << q0;
    EXPECT_THAT(told.errors, HasSubstr("links.r.body.q0: leaves nothing of the rod"));
    EXPECT_THAT(told.errors,
                HasSubstr(std::string("its stretch there is ") + (q0[2] == '1' && q0[3] == ']' ? "-1" : "-1.2")));
  }
}

/// Bent by κ L = q0[0], about z.
std::string bentRod(const std::string& section, const std::string& more) {
  return R"({"name": "r", "parent": "world", "body": {"type": "rod", "material": "silicone", "length": 0.3,
    "section": )" +
         section + R"(, "strain": {"bending_z": {"basis": "legendre", "order": 0}})" + more + "}}";
}

TEST(Start, ARodThatIsBentBeyondItsRadiusIsWarnedOf) {
  const std::string round = R"({"shape": "circle", "radius": 0.01})";  // folds at κ L = 30
  for (const char* q0 : {"[0]", "[25]", "[-28]"})
    EXPECT_THAT(tell(project(bentRod(round, std::string(R"(, "q0": )") + q0))).warnings, IsEmpty()) << q0;
  for (const char* q0 : {"[29.5]", "[-40]"}) {
    const Told told = tell(project(bentRod(round, std::string(R"(, "q0": )") + q0)));
    EXPECT_TRUE(told.built) << "it can be computed: " << told.errors;
    EXPECT_THAT(told.warnings, HasSubstr("links.r.body.q0: begins bent too far: its bending"));
    EXPECT_THAT(told.warnings, HasSubstr("a section over the centre of curvature at x = "));
    EXPECT_THAT(told.warnings, HasSubstr("reaches 10 mm towards its centre; bend it less at the start"));
  }
  // A strip 2 mm thick may be bent that far about its thin side.
  EXPECT_THAT(
      tell(project(bentRod(R"({"shape": "rectangle", "height": 0.002, "width": 0.05})", R"(, "q0": [40])"))).warnings,
      IsEmpty());
  const Told curled = tell(project(bentRod(round, R"(, "reference_strain": [0, 0, 120, 1, 0, 0])")));
  EXPECT_THAT(curled.warnings, HasSubstr("links.r.body: begins bent too far")) << "at rest, where q0 is 0";
}

TEST(Start, AnArcThatIsBentBeyondItsRadiusIsWarnedOf) {
  const auto arc = [](const std::string& q0) {
    return tell(project(R"({"name": "a", "parent": "world", "body": {"type": "constant_curvature", "length": 0.3,
      "radius": 0.02, "density": 1000, "q0": )" +
                        q0 + "}}"));
  };
  EXPECT_THAT(arc("[12]").warnings, IsEmpty());
  const Told folded = arc("[16]");
  EXPECT_TRUE(folded.built) << folded.errors;
  EXPECT_THAT(folded.warnings, HasSubstr("links.a.body.q0: begins bent too far: its bending folds a section"));
}

/// What is computed of it lies inside of its surface, which folds first.
TEST(Start, AVolumeWhoseSurfaceFoldsIsWarnedOf) {
  bool warned = false;
  for (double q0 = 3; q0 < 6; q0 += 0.02) {
    const Told told = tell(project(volume("[0, " + std::to_string(q0) + "]")));
    if (!told.built) break;
    warned = warned || told.warnings.find("links.v.body.q0: begins bent too far: its bending folds a section") !=
                           std::string::npos;
  }
  EXPECT_TRUE(warned);
}

std::string tendon(const std::string& first, const std::string& second) {
  return R"(, "actuators": [{"name": "cable", "type": "tendon", "route": [)" + first + (second.empty() ? "" : ", ") +
         second + "]}]";
}

TEST(Start, TendonsHaveADirection) {
  const std::string links = bar("a", "world") + "," + bar("b", "a");
  EXPECT_TRUE(tell(project(links, tendon(R"({"link": "a", "points": [[0, 0.01, 0], [0.2, 0.01, 0]]})",
                                         R"({"link": "b", "points": [[0.1, 0.01, 0]]})")))
                  .built);
  const Told same = tell(project(links, tendon(R"({"link": "a", "points": [[0, 0.01, 0], [0, 0.01, 0]]})", "")));
  EXPECT_FALSE(same.built);
  EXPECT_THAT(same.errors, HasSubstr("actuators.cable.route: two points in a row coincide in \"a\""));
  const Told meet = tell(project(links, tendon(R"({"link": "a", "points": [[0, 0.01, 0], [0.2, 0.01, 0]]})",
                                               R"({"link": "b", "points": [[0, 0.01, 0], [0.1, 0.01, 0]]})")));
  EXPECT_FALSE(meet.built);
  EXPECT_THAT(meet.errors, HasSubstr("where \"a\" and \"b\" start"));
}

constexpr const char* kMassless = R"({"type": "rigid", "mass": 0, "com": [0, 0, 0], "inertia": [0, 0, 0, 0, 0, 0]})";
constexpr const char* kPoint = R"({"type": "rigid", "mass": 1, "com": [0, 0, 0.1], "inertia": [0, 0, 0, 0, 0, 0]})";

TEST(Start, WhatMovesHasInertia) {
  // A leaf without mass, and a point on the axis of its own joint.
  for (const char* body : {kMassless, kPoint}) {
    const Told told = tell(project(bar("a", "world") + "," + bar("leaf", "a", "", body)));
    EXPECT_TRUE(told.built) << told.errors;
    EXPECT_THAT(told.warnings, HasSubstr("links.leaf.joint: moves without inertia")) << body;
  }
  // Two hinges about one axis with nothing between them: each has inertia, one motion of both has none.
  const Told twice = tell(project(bar("a", "world", "", kMassless) + "," + bar("b", "a")));
  EXPECT_THAT(twice.warnings, HasSubstr("moves without inertia"));
  // What hangs on it, a drive's inertia, or a position that moves it: then nothing is missing.
  EXPECT_THAT(tell(project(bar("a", "world", R"(, "axis": [1, 0, 0])", kMassless) + "," + bar("b", "a"))).warnings,
              IsEmpty());
  EXPECT_THAT(tell(project(bar("a", "world", R"(, "drive": {"type": "direct", "inertia": 0.01})", kMassless))).warnings,
              IsEmpty());
  EXPECT_THAT(
      tell(project(bar("a", "world", "", kMassless), R"(, "actuators": [)" + drive("motor", "a") + "]")).warnings,
      IsEmpty());
}

std::string fourBar() {
  const auto link = [](const char* name, const char* parent, double x, double length, double angle) {
    return R"({"name": ")" + std::string(name) + R"(", "parent": ")" + parent + R"(", "pose": {"position": [)" +
           std::to_string(x) + R"(, 0, 0]}, "joint": {"type": "revolute", "q0": [)" + std::to_string(angle) +
           R"(]}, "body": {"type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
              "tip": {"position": [)" +
           std::to_string(length) + ", 0, 0]}}}";
  };
  return link("crank", "world", 0, 0.12, 0.7) + "," + link("coupler", "crank", 0, 0.35, 0) + "," +
         link("rocker", "world", 0.4, 0.3, 1.7);
}

std::string hinge(const std::string& name, const std::string& a = "coupler", const std::string& b = "rocker") {
  return R"({"name": ")" + name + R"(", "type": "revolute", "a": {"link": ")" + a + R"("}, "b": {"link": ")" + b +
         "\"}}";
}

TEST(Start, DrivesLeaveLoopsSomethingToGiveWayWith) {
  const std::string loops = R"(, "loops": [)" + hinge("cut") + "]";
  EXPECT_THAT(tell(project(fourBar(), loops + R"(, "actuators": [)" + drive("one", "crank", "0.7+t") + "]")).warnings,
              IsEmpty());
  const Told told = tell(project(fourBar(), loops + R"(, "actuators": [)" + drive("one", "crank", "0.7+t") + "," +
                                                drive("two", "rocker", "1.7+t") + "]"));
  EXPECT_TRUE(told.built) << told.errors;
  EXPECT_THAT(told.warnings,
              HasSubstr("loops.cut: with the positions of \"one\", \"two\" the loops hold 1 motion twice"));
}

TEST(Start, LoopsHoldSomethingThatMoves) {
  const Told twice = tell(project(fourBar(), R"(, "loops": [)" + hinge("cut") + "," + hinge("again") + "]"));
  EXPECT_TRUE(twice.built) << twice.errors;
  EXPECT_THAT(twice.warnings, HasSubstr("loops.again: joins the same places as the loop \"cut\""));
  const std::string still =
      R"({"name": "p", "parent": "rocker", "joint": {"type": "fixed"}, "body": {"type": "rigid", "mass": 1,
          "com": [0, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}})";
  const Told idle = tell(project(fourBar() + "," + still, R"(, "loops": [)" + hinge("idle", "p", "rocker") + "]"));
  EXPECT_THAT(idle.warnings, HasSubstr("loops.idle: nothing that moves lies between its sides"));
}

}  // namespace
}  // namespace tendril
