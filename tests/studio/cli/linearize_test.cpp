// SPDX-License-Identifier: GPL-3.0-or-later
// `tendril linearize`: what it prints and writes, and that other programs read it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <test_paths.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/control/linear/riccati.hpp"
#include "core/control/linear/zero_order_hold.hpp"
#include "studio/linear/npz_file.hpp"
#include "tests/studio/cli/command_line.hpp"
#include "tests/support/python.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using testing::HasSubstr;

/// A pole that stands on a cart.
std::string cartPole(const TemporaryFolder& folder) {
  return folder.write("cart.tendril.json", R"({"format": "tendril", "version": 1, "name": "cart",
    "links": [{"name": "cart", "parent": "world", "joint": {"type": "prismatic", "axis": [1, 0, 0]},
               "body": {"type": "rigid", "mass": 1.5, "com": [0, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}},
              {"name": "pole", "parent": "cart", "joint": {"type": "revolute", "axis": [0, 1, 0], "v0": [0.5]},
               "pose": {"rpy": [0, -1.5707963267948966, 0]},
               "body": {"type": "rigid", "mass": 2, "com": [0.6, 0, 0], "inertia": [0, 0, 0, 0, 0, 0],
                        "tip": {"position": [0.6, 0, 0]}}}],
    "actuators": [{"name": "push", "type": "joint", "link": "cart"}],
    "simulation": {"step": 0.01}})");
}

std::string textOf(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

double at(const Node& answer, const char* matrix, std::size_t row, std::size_t column) {
  return answer.find(matrix)->items.at(row).items.at(column).number;
}

TEST(LinearizeCommand, answersInJson) {
  const TemporaryFolder folder;
  const Outcome outcome = tendril({"linearize", cartPole(folder), "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json();
  EXPECT_EQ(answer.find("states")->items[3].find("name")->text, "pole.q[0].rate");
  EXPECT_EQ(answer.find("states")->items[3].find("unit")->text, "rad/s");
  EXPECT_EQ(answer.find("inputs")->items[0].find("unit")->text, "N");
  EXPECT_NEAR(at(answer, "A", 3, 1), 3.5 * 9.81 / (1.5 * 0.6), 1e-12);
  EXPECT_NEAR(at(answer, "B", 2, 0), 1 / 1.5, 1e-14);
  EXPECT_FALSE(answer.find("stable")->boolean);
  EXPECT_EQ(answer.find("controllable_rank")->number, 4);
  ASSERT_EQ(answer.find("poles")->items.size(), 4u);
  EXPECT_NEAR(answer.find("poles")->items[2].find("real")->number, std::sqrt(3.5 * 9.81 / (1.5 * 0.6)), 1e-10);
  const auto& outputs = answer.find("outputs")->items;
  ASSERT_EQ(outputs.size(), 8u);
  EXPECT_EQ(outputs[0].find("name")->text, "cart.q[0]");
  EXPECT_EQ(outputs.back().find("name")->text, "pole.tip.z");
}

TEST(LinearizeCommand, answersPeople) {
  const TemporaryFolder folder;
  const Outcome outcome = tendril({"linearize", cartPole(folder)});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.out, HasSubstr("4 states, 1 input, 8 outputs"));
  EXPECT_THAT(outcome.out, HasSubstr("6.17657"));
  EXPECT_THAT(outcome.out, HasSubstr("pole.q[0]"));
  const Outcome initial = tendril({"linearize", cartPole(folder), "--at", "initial", "--outputs", "pole.tip,push.u"});
  ASSERT_EQ(initial.exit, 0) << initial.diagnostics;
  EXPECT_THAT(initial.out, HasSubstr("4 outputs"));
}

TEST(LinearizeCommand, takesAState) {
  const TemporaryFolder folder;
  const std::string state = folder.write("s.json", R"({"q": [0.2, 1], "v": [0, 2], "u": [3]})");
  const Outcome outcome = tendril({"linearize", cartPole(folder), "--state", state, "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_EQ(outcome.json().find("q")->items[1].number, 1);
  EXPECT_NE(at(outcome.json(), "A", 2, 3), 0) << "the pole that turns pulls the cart";
  EXPECT_THAT(tendril({"linearize", cartPole(folder), "--state", state}).out, HasSubstr("no equilibrium"));
  const std::string wrong = folder.write("w.json", R"({"q": [1, 2, 3]})");
  const Outcome refused = tendril({"linearize", cartPole(folder), "--state", wrong});
  EXPECT_EQ(refused.exit, 3);
  EXPECT_THAT(refused.diagnostics, HasSubstr("the robot needs 2"));
}

TEST(LinearizeCommand, writesTables) {
  const TemporaryFolder folder;
  const std::string project = cartPole(folder), file = folder.path("cart.csv"), tables = folder.path("tables");
  ASSERT_EQ(tendril({"linearize", project, "--output", file}).exit, 0);
  EXPECT_THAT(textOf(file), testing::StartsWith(R"(,"cart.q[0]","pole.q[0]","cart.q[0].rate",)"));
  EXPECT_THAT(textOf(file), HasSubstr(R"("d/dt cart.q[0]",0,0,1,0,0)"));
  ASSERT_EQ(tendril({"linearize", project, "--output", tables}).exit, 0);
  EXPECT_THAT(textOf(tables + "/B.csv"), testing::StartsWith(",\"push\"\n\"cart.q[0]\",0\n"));
  EXPECT_THAT(textOf(tables + "/D.csv"), HasSubstr("\"pole.tip.z\",0"));
  const std::string file2 = folder.path("cart.json");
  const Outcome both = tendril({"linearize", project, "--output", file2, "--json"});
  EXPECT_EQ(textOf(file2), both.out);
}

TEST(LinearizeCommand, refusesNonsense) {
  const TemporaryFolder folder;
  const std::string project = cartPole(folder);
  EXPECT_EQ(tendril({"linearize", project, "--at", "dawn"}).exit, 2);
  EXPECT_EQ(tendril({"linearize", project, "--output", folder.path("a.xlsx")}).exit, 2);
  EXPECT_EQ(tendril({"linearize", project, "--output", "/nowhere/a.npz"}).exit, 4);
  const Outcome unknown = tendril({"linearize", project, "--outputs", "pole.tipp.z"});
  EXPECT_EQ(unknown.exit, 3);
  EXPECT_THAT(unknown.diagnostics, HasSubstr("pole.tip.z"));
  const Outcome energy = tendril({"linearize", project, "--outputs", "energy.total"});
  EXPECT_EQ(energy.exit, 3);
  EXPECT_THAT(energy.diagnostics, HasSubstr("cannot be an output"));
}

/// NumPy reads the archive, SciPy finds the same poles, step of a sample and gains.
TEST(LinearizeCommand, numpyAndScipyReadIt) {
  const std::string interpreter = python();
  ASSERT_FALSE(interpreter.empty()) << "no Python with NumPy and SciPy (packages_test of packages.sh)";
  const TemporaryFolder folder;
  const std::string project = cartPole(folder), npz = folder.path("cart.npz"), json = folder.path("cart.json");
  ASSERT_EQ(tendril({"linearize", project, "--output", npz}).exit, 0);
  const Outcome answer = tendril({"linearize", project, "--output", json, "--json"});
  ASSERT_EQ(answer.exit, 0);
  MatX A(4, 4), B(4, 1);
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k)
      A(i, k) = at(answer.json(), "A", static_cast<std::size_t>(i), static_cast<std::size_t>(k));
    B(i, 0) = at(answer.json(), "B", static_cast<std::size_t>(i), 0);
  }
  const MatX Q = VecX::LinSpaced(4, 1, 4).asDiagonal(), R = MatX::Constant(1, 1, 0.5);
  const HeldSystem held = holdInputs(A, B, Q, R, 0.02);
  NpzWriter gains;
  gains.add("Q", Q), gains.add("R", R);
  gains.add("X", solveContinuousRiccati(A, B, Q, R).X);
  gains.add("Phi", held.Phi), gains.add("Gamma", held.Gamma);
  gains.add("Qd", held.Q), gains.add("Rd", held.R), gains.add("Nd", held.N);
  gains.add("Xd", solveDiscreteRiccati(held.Phi, held.Gamma, held.Q, held.R, held.N).X);
  gains.add("texts", std::vector<std::string>{"", "τ₁ in N·m", "plain"});
  const std::string own = folder.write("gains.npz", gains.bytes());
  const std::string script = std::string(TENDRIL_SOURCE_DIR) + "/tests/studio/cli/check_npz.py",
                    told = folder.path("told.txt");
  const int exit = std::system(
      (interpreter + " '" + script + "' '" + npz + "' '" + json + "' '" + own + "' >'" + told + "' 2>&1").c_str());
  EXPECT_EQ(exit, 0) << textOf(told);
}

}  // namespace
}  // namespace tendril::cli
