// SPDX-License-Identifier: GPL-3.0-or-later
// `tendril statics --targets`: the equilibria of simulation 1 of [kane] as an independent implementation found them,
// machines with loops, and what cannot be asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <test_paths.hpp>

#include "core/project/json_tree.hpp"
#include "studio/cli/io/table.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using testing::HasSubstr;

const std::string kSimulation1 = TENDRIL_SOURCE_DIR "/tests/studio/cli/simulation_1/";

Node readJson(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::vector<Problem> problems;
  return json::parse(text.str(), problems);
}

double number(const Node& list, std::size_t i) {
  return list.items.at(i).number;
}

/// [kane] prescribes three tips; nine tendons (some push) hold them there. At the same configuration the two sides
/// differ by up to 3.4e-8 m in the length of tendons on the compressed side, which both divide for shapes that are
/// farther from folding; that is what the bounds allow for.
TEST(StaticsTargets, findTheEquilibriaOfSimulation1) {
  const Outcome outcome = tendril(
      {"statics", kSimulation1 + "simulation_1.tendril.json", "--targets", kSimulation1 + "targets.json", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json(), golden = readJson(kSimulation1 + "equilibria.json");
  const auto &found = answer.find("equilibria")->items, &wanted = golden.find("equilibria")->items;
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_TRUE(found[k].find("reached")->boolean) << k;
    EXPECT_LE(found[k].find("residual")->number, 1e-9) << k;
    const Node &q = *wanted[k].find("q"), &tension = *wanted[k].find("tension");
    for (std::size_t i = 0; i < q.items.size(); ++i)
      EXPECT_NEAR(number(*found[k].find("q"), i), number(q, i), 5e-4) << k << ' ' << i;
    for (std::size_t i = 0; i < tension.items.size(); ++i) {
      const double T = found[k].find("inputs")->find("tendon " + std::to_string(i + 1))->number;
      EXPECT_NEAR(T, number(tension, i), 1e-2) << k << ' ' << i;
    }
  }
}

/// Drives of a closed chain, whose inverse kinematics this is.
TEST(StaticsTargets, followAPathIntoATable) {
  const TemporaryFolder folder;
  const std::string out = folder.path("run.csv");
  const std::string targets = folder.write("t.json", R"json({"targets": [{"link": "left arm",
      "position": ["0.1955 + 0.02*sin(t)", "0.2735 - 0.03*sin(t)", 0]}], "times": [0, 0.5, 1]})json");
  const Outcome outcome = tendril({"statics", example("five-bar"), "--targets", targets, "--out", out});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.out, HasSubstr("reached, largest miss"));
  const Table table = readTable(out);
  ASSERT_EQ(table.rows.size(), 3u);
  for (const std::vector<double>& row : table.rows) {
    const auto value = [&](const char* name) { return row.at(static_cast<std::size_t>(table.column(name))); };
    EXPECT_EQ(value("reached"), 1);
    EXPECT_EQ(value("'left drive'.u[0]"), value("'left drive'.y[0]"));
    const double left = value("'left drive'.u[0]"), elbow = left + value("'left arm'.q[0]"), s = std::sin(value("t"));
    EXPECT_NEAR(0.25 * std::cos(left) + 0.35 * std::cos(elbow), 0.1955 + 0.02 * s, 1e-8);
    EXPECT_NEAR(0.25 * std::sin(left) + 0.35 * std::sin(elbow), 0.2735 - 0.03 * s, 1e-8);
  }
}

TEST(StaticsTargets, comeAsNearAsTheyCan) {
  const TemporaryFolder folder;
  const std::string targets = folder.write("t.json", R"({"targets": [{"link": "arm", "position": [0.1, 0.1, -0.3]}]})");
  const Outcome outcome = tendril({"statics", example("soft-manipulator"), "--targets", targets});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.out, HasSubstr("not reached, as near as can be"));
  EXPECT_THAT(outcome.out, HasSubstr("0  at an end of its range"));
}

TEST(StaticsTargets, sayWhatIsWrong) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text, const std::string& why, int exit = 3) {
    const Outcome outcome =
        tendril({"statics", example("soft-manipulator"), "--targets", folder.write("t.json", text)});
    EXPECT_EQ(outcome.exit, exit) << text;
    EXPECT_THAT(outcome.diagnostics, HasSubstr(why)) << text;
    EXPECT_TRUE(outcome.out.empty()) << text;
  };
  refused("{", "t.json");
  refused("[]", "must be an object");
  refused("{}", "targets must be a list");
  refused(R"({"targets": []})", "targets must be a list");
  refused(R"({"targets": [{"link": "armm", "position": [0, 0, 0]}]})", "targets[0].link: there is no link \"armm\"");
  refused(R"({"targets": [{"link": "arm"}]})", "targets[0] needs a position, an orientation, or both");
  refused(R"({"targets": [{"link": "arm", "position": [0, 1]}]})", "three");
  refused(R"json({"targets": [{"link": "arm", "position": ["t)", 0, 0]}]})json", "targets[0].position: \"t)\"");
  refused(R"({"targets": [{"link": "arm", "position": ["1/t", 0, 0]}]})", "is no number at t = 0");
  refused(R"({"targets": [{"link": "arm", "at": 2, "position": [0, 0, 0]}]})", "targets[0].at");
  refused(R"({"targets": [{"link": "arm", "position": [0, 0, 0]}], "times": [1, 0]})", "ascending");
  refused(R"({"targets": [{"link": "arm", "position": [[0, 0, 0]]}], "times": [0, 1]})", "1 triples, times has 2");
  refused(R"({"targets": [{"link": "arm", "position": [0, 0, 0]}], "inputs": ["tendon 0"]})", "there is no input");
  refused(R"({"target": 1})", "unknown key 'target'");
  const Outcome both = tendril({"statics", example("soft-manipulator"), "--targets", folder.write("t.json", "{}"),
                                "--to", folder.write("s.json", "{}")});
  EXPECT_EQ(both.exit, 2);
}

}  // namespace
}  // namespace tendril::cli
