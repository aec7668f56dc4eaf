// SPDX-License-Identifier: GPL-3.0-or-later
// `tendril statics` on the examples and on what it cannot solve.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using testing::HasSubstr;

TEST(StaticsCommand, answersInJson) {
  const TemporaryFolder folder;
  const std::string inputs = folder.write("s.json", R"({"u": [6, 0, 0, 0, 0]})");
  const Outcome outcome = tendril({"statics", example("soft-manipulator"), "--inputs", inputs, "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json();
  EXPECT_EQ(answer.find("q")->items.size(), 24u);
  EXPECT_LE(answer.find("residual")->number, 1e-12);
  EXPECT_GT(answer.find("iterations")->number, 0);
  EXPECT_GE(answer.find("load_steps")->number, 1);
  EXPECT_TRUE(answer.find("stable")->boolean);
}

TEST(StaticsCommand, answersPeople) {
  const Outcome outcome = tendril({"statics", example("soft-manipulator")});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.out, HasSubstr("equilibrium, residual"));
  EXPECT_THAT(outcome.out, HasSubstr("stable"));
}

TEST(StaticsCommand, clipsInputsToTheirRange) {
  const TemporaryFolder folder;
  const std::string inputs = folder.write("s.json", R"({"u": [-5, 0, 0, 0, 0]})");
  const Outcome outcome = tendril({"statics", example("soft-manipulator"), "--inputs", inputs});
  EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.diagnostics, HasSubstr("is clipped from -5 to 0"));
}

TEST(StaticsCommand, refusesEquilibriaBeyondAllMaterials) {
  const TemporaryFolder folder;
  const auto bent = [&](const std::string& name, const std::string& moment, const std::string& y) {
    return folder.write(name + ".tendril.json", R"({"format": "tendril", "version": 1, "gravity": [0, 0, 0],
    "materials": {"soft": {"density": 1000, "young": 1e6, "viscosity": 0}},
    "links": [{"name": "arm", "parent": "world", "body": {"type": "constant_curvature", "length": 0.3, "radius": 0.02, "material": "soft"}}],
    "objects": [{"name": "far", "shape": {"sphere": 0.01}, "mass": 1, "pose": {"position": [0, )" +
                                                    y + R"(, 0]}}],
    "loads": [{"name": "turn", "type": "point_wrench", "link": "arm", "wrench": [0, 0, )" +
                                                    moment + R"(, 0, 0, 0]}]})");
  };
  for (const char* command : {"statics", "modes"}) {
    const Outcome outcome = tendril({command, bent("far", "1e9", "0")});
    EXPECT_EQ(outcome.exit, 4) << command;
    EXPECT_THAT(outcome.diagnostics, HasSubstr("a coordinate of link \"arm\" is")) << command;
    EXPECT_TRUE(outcome.out.empty()) << command;
  }
  EXPECT_EQ(tendril({"statics", bent("near", "0.1", "0")}).exit, 0);
  EXPECT_EQ(tendril({"statics", bent("placed", "0.1", "1e7")}).exit, 0) << "the user's own place";
}

TEST(StaticsCommand, saysWhatNothingHolds) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& gravity) {
    return folder.write(name, R"({"format": "tendril", "version": 1, "name": "stone", "gravity": )" + gravity + R"(,
    "links": [{"name": "stone", "parent": "world", "joint": {"type": "free"},
               "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}}]})");
  };
  const std::string stone = write("stone.tendril.json", "[0, 0, -9.81]");
  const Outcome outcome = tendril({"statics", stone});
  EXPECT_EQ(outcome.exit, 4);
  EXPECT_THAT(outcome.diagnostics, HasSubstr("nothing holds link \"stone\""));
  EXPECT_TRUE(outcome.out.empty());
  const Outcome weightless = tendril({"statics", write("weightless.tendril.json", "[0, 0, 0]")});
  EXPECT_EQ(weightless.exit, 0) << weightless.diagnostics;
  EXPECT_THAT(weightless.out, HasSubstr("neutral: can move without effort at stone"));
}

TEST(StaticsCommand, refusesBadInputs) {
  const TemporaryFolder folder;
  for (const char* text : {"{\"u\": [1]}", "{\"u\": [1e400,0,0,0,0]}", "{\"states\": []}", "[]", "", "{\"w\": 1}"}) {
    const std::string inputs = folder.write("s.json", text);
    const Outcome outcome = tendril({"statics", example("soft-manipulator"), "--inputs", inputs});
    EXPECT_EQ(outcome.exit, 3) << text;
    EXPECT_FALSE(outcome.diagnostics.empty()) << text;
  }
  EXPECT_EQ(tendril({"statics", example("soft-manipulator"), "--inputs", folder.path("none.json")}).exit, 2);
}

}  // namespace
}  // namespace tendril::cli
