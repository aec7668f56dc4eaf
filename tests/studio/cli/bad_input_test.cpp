// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input: one clear message and the right exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/integrators/integrator.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using testing::HasSubstr;

void expectRefusal(const Outcome& outcome, int exit, const std::string& hint) {
  EXPECT_EQ(outcome.exit, exit) << outcome.out << outcome.diagnostics;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.diagnostics, HasSubstr(hint));
}

TEST(CommandLine, refusesWhatItDoesNotKnow) {
  expectRefusal(tendril({}), 2, "subcommand");
  expectRefusal(tendril({"dance"}), 2, "");
  expectRefusal(tendril({"info"}), 2, "project");
  expectRefusal(tendril({"info", example("hybrid-arm"), "--fast"}), 2, "--fast");
  expectRefusal(tendril({"info", example("hybrid-arm"), "--set", "gravity"}), 2, "path=value");
  expectRefusal(tendril({"simulate", example("hybrid-arm"), "--out", "run.xyz"}), 2, ".csv");
  expectRefusal(tendril({"simulate", example("hybrid-arm"), "--every", "0"}), 2, "--every");
  expectRefusal(tendril({"simulate", example("hybrid-arm"), "--step", "fast"}), 2, "fast");
  expectRefusal(tendril({"render", example("hybrid-arm"), "--out", "a.png"}), 2, "pictures");
  EXPECT_EQ(tendril({"--help"}).exit, 0);
  const Outcome help = tendril({"simulate", "--help"});
  EXPECT_EQ(help.exit, 0);
  for (const std::string& name : integratorNames()) EXPECT_THAT(help.out, HasSubstr(name));
  EXPECT_EQ(tendril({"--version"}).exit, 0);
}

TEST(BadProject, endsWithThree) {
  const TemporaryFolder folder;
  for (const char* command : {"info", "dynamics", "simulate", "verify"}) {
    expectRefusal(tendril({command, folder.path("none.json")}), 3, "none.json");
    expectRefusal(tendril({command, folder.write("a.json", "")}), 3, "a.json");
    expectRefusal(tendril({command, folder.write("b.json", "{\"format\": \"tendril\", \"links\": [")}), 3, "b.json");
    expectRefusal(tendril({command, example("hybrid-arm"), "--set", "linkz=1"}), 3, "links");
    expectRefusal(tendril({command, example("hybrid-arm"), "--variant", "moon"}), 3, "moon");
    expectRefusal(tendril({command, example("hybrid-arm"), "--set", "links.elbow.body.mass=-1"}), 3, "links.elbow");
  }
}

TEST(BadRun, isRefusedBeforeItStarts) {
  const std::string arm = example("hybrid-arm");
  expectRefusal(tendril({"simulate", arm, "--duration=-1"}), 3, "simulation.duration");
  expectRefusal(tendril({"simulate", arm, "--step", "0"}), 3, "simulation.step");
  expectRefusal(tendril({"simulate", arm, "--step", "nan"}), 3, "simulation.step");
  expectRefusal(tendril({"simulate", arm, "--integrator", "newmrak"}), 3, "newmark");
  expectRefusal(tendril({"simulate", arm, "--integrator", "leapfrog"}), 3, "leapfrog");
  expectRefusal(tendril({"simulate", arm, "--integrator", "bdf", "--set", "simulation.rtol=0"}), 3, "simulation.rtol");
  expectRefusal(tendril({"simulate", arm, "--duration", "0.01", "--out", "/nowhere/run.csv"}), 4, "/nowhere/run.csv");
}

struct BadState {
  const char *text, *hint;
};
std::ostream& operator<<(std::ostream& out, const BadState& bad) {
  return out << bad.text;
}

class BadStates : public testing::TestWithParam<BadState> {};

TEST_P(BadStates, endWithThree) {
  const TemporaryFolder folder;
  const std::string state = folder.write("s.json", GetParam().text);
  expectRefusal(tendril({"dynamics", example("floating-star"), "--state", state, "--json"}), 3, GetParam().hint);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadStates,
    testing::Values(
        BadState{"", "state"}, BadState{"[", "state"}, BadState{"[]", "object"}, BadState{"{\"Q\": []}", "'Q'"},
        BadState{"{\"q\": [1, 2]}", "2 numbers"}, BadState{"{\"q\": \"zero\"}", "list of numbers"},
        BadState{"{\"u\": [1e400, 0, 0, 0]}", "state"}, BadState{"{\"v\": [NaN]}", "state"},
        BadState{"{\"v\": [null]}", "list of numbers"}, BadState{"{\"want\": [\"mass_matrx\"]}", "mass_matrix"},
        BadState{"{\"want\": [\"variable_stiffness\"]}", "no joint of this robot has a drive of variable stiffness"},
        BadState{"{\"sigma_derivatives\": [[1]]}", "no joint of variable stiffness"},
        BadState{"{\"want\": \"poses\"}", "want"}, BadState{"{\"want\": [1]}", "want"},
        BadState{"{\"states\": {}}", "states"},
        BadState{"{\"wrenches\": [{\"link\": \"none\", \"wrench\": [0,0,0,0,0,1]}]}", "none"},
        BadState{"{\"wrenches\": [{\"link\": \"hub\", \"wrench\": [0,0,1]}]}", "six"},
        BadState{"{\"wrenches\": [{\"link\": \"hub\", \"wrench\": [0,0,0,0,0,\"2*\"]}]}", "wrench"},
        BadState{"{\"wrenches\": [{\"link\": \"hub\", \"at\": 2, \"wrench\": [0,0,0,0,0,1]}]}", "at"},
        BadState{"{\"wrenches\": [{\"link\": \"hub\"}]}", "missing"}, BadState{"{\"wrenches\": 1}", "wrenches"}));

TEST(BadStates, quaternionsMustBeUnit) {
  const TemporaryFolder folder;
  std::string q = "0,0,0.5,2,0,0,0";
  for (int i = 0; i < 26; ++i) q += ",0";
  const std::string state = folder.write("s.json", "{\"q\": [" + q + "]}");
  expectRefusal(tendril({"dynamics", example("floating-star"), "--state", state}), 3, "quaternion");
}

/// States of the arm with pairs of motors: what is missing or cannot be is said.
TEST(Dynamics, saysWhatMotorsBehindSpringsNeed) {
  const TemporaryFolder folder;
  const auto told = [&](const std::string& state) {
    return tendril({"dynamics", example("variable-stiffness-3r"), "--state", folder.write("s.json", state), "--json"})
        .diagnostics;
  };
  const std::string rows = R"("q_derivatives": [[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]])";
  EXPECT_THAT(told(R"({"want": ["variable_stiffness"]})"), HasSubstr("needs 5 rows of \"q_derivatives\""));
  EXPECT_THAT(told("{" + rows + R"(, "want": ["variable_stiffness"]})"),
              HasSubstr("needs 3 rows of \"sigma_derivatives\""));
  EXPECT_THAT(told("{" + rows + R"(, "sigma_derivatives": [[900, 900], [0, 0], [0, 0]]})"),
              HasSubstr("sigma_derivatives[0] has 2 numbers, it needs 3"));
  EXPECT_THAT(
      told("{" + rows +
           R"(, "sigma_derivatives": [[900, 700, 900], [0, 0, 0], [0, 0, 0]], "want": ["variable_stiffness"]})"),
      HasSubstr("joint of \"link2\": a stiffness of 700 is wanted, the springs give 800 or more"));
  EXPECT_THAT(told("{" + rows +
                   R"(, "sigma_derivatives": [[900, 801, 900], [0, 0, 0], [0, 0, 0]], "want": ["elastic_drives"]})"),
              HasSubstr("joint of \"link2\": a torque of 32.45 is wanted"));
}

TEST(BadTables, nameTheLine) {
  const TemporaryFolder folder;
  const auto dynamics = [&](const std::string& text) {
    return tendril({"dynamics", example("spinning-pendulum"), "--states", folder.write("t.csv", text)});
  };
  expectRefusal(dynamics(""), 3, "t.csv");
  expectRefusal(dynamics("t\n0\nx\n"), 3, "t.csv:3");
  expectRefusal(dynamics("t,a\n0,1\n0\n"), 3, "t.csv:3");
  EXPECT_EQ(dynamics("t\n0\n0.5\n").exit, 0);
}

/// A tetrahedron from x = 0 to 0.1 m as a body of this length.
Outcome infoOfTetrahedron(const std::string& length) {
  const TemporaryFolder folder;
  folder.write("one.msh",
               "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 0.1 0 0\n3 0.05 0.02 0\n4 0.05 0 0.02\n"
               "$EndNodes\n$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n");
  return tendril({"info", folder.write("p.tendril.json", R"({"format": "tendril", "version": 1,
    "materials": {"m": {"model": "neo_hookean", "density": 1000, "c1": 1e5}},
    "links": [{"name": "arm", "body": {"type": "primitives", "material": "m", "mesh": "one.msh", )" +
                                                             length + R"(
      "quadrature": 4, "primitives": [{"type": "stretch", "modes": ["1"]}]}}]})")});
}

TEST(CommandLine, tellsOfAMeshThatEndsBeforeItsBody) {
  const Outcome gap = infoOfTetrahedron(R"("length": 0.2,)");
  EXPECT_EQ(gap.exit, 0) << gap.diagnostics;
  EXPECT_THAT(gap.diagnostics, HasSubstr("links.arm.body.length: is 0.2 m, and the mesh ends at x = 0.1 m"));
  for (const char* length : {"", R"("length": 0.1,)", R"("length": 0.104,)"})
    EXPECT_THAT(infoOfTetrahedron(length).diagnostics, testing::Not(HasSubstr("the mesh ends"))) << length;
  EXPECT_EQ(infoOfTetrahedron(R"("length": 0.09,)").exit, 3);
}

}  // namespace
}  // namespace tendril::cli
