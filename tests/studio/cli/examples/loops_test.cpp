// SPDX-License-Identifier: GPL-3.0-or-later
// Closed machines, prescribed motions and parameters by the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using testing::HasSubstr;

/// A planar linkage of three bars; `ground` is the distance of its two hinges on the ground, `loop` the joint that
/// closes it.
std::string linkage(double ground, const std::string& loop) {
  const auto bar = [](const std::string& name, const std::string& parent, const std::string& at, double x,
                      double length, double angle) {
    return "{\"name\": \"" + name + "\", \"parent\": \"" + parent + "\", \"at\": \"" + at +
           "\", \"pose\": {\"position\": [" + std::to_string(x) +
           ", 0, 0]}, \"joint\": {\"type\": \"revolute\", \"q0\": [" + std::to_string(angle) +
           "]}, \"body\": {\"type\": \"rigid\", \"mass\": 1, \"com\": [" + std::to_string(length / 2) +
           ", 0, 0], \"inertia\": [0.001, 0.01, 0.01, 0, 0, 0], \"tip\": {\"position\": [" + std::to_string(length) +
           ", 0, 0]}}}";
  };
  return "{\"format\": \"tendril\", \"version\": 1, \"name\": \"linkage\", \"gravity\": [0, -9.81, 0], \"links\": [" +
         bar("crank", "world", "tip", 0, 0.12, 0.7) + ", " + bar("coupler", "crank", "tip", 0, 0.35, 0) + ", " +
         bar("rocker", "world", "tip", ground, 0.3, 1.7) + "], \"loops\": [" + loop +
         "], \"simulation\": {\"duration\": 0.5}}";
}

const char* const kHinge =
    R"({"name": "hinge", "type": "revolute", "a": {"link": "coupler"}, "b": {"link": "rocker"}})";

TEST(LoopsCommand, infoNamesRowsThatOthersImply) {
  const TemporaryFolder folder;
  const std::string project = folder.write("linkage.tendril.json", linkage(0.4, kHinge));
  const Outcome outcome = tendril({"info", project, "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node loop = outcome.json().find("loops")->items.at(0);
  EXPECT_EQ(loop.find("rows")->items.size(), 2u);
  EXPECT_EQ(loop.find("dropped")->items.size(), 3u);
  EXPECT_THAT(tendril({"info", project}).out, HasSubstr("dropped, because others imply them: wx wy vz"));
}

TEST(LoopsCommand, everyIntegratorMovesIt) {
  const TemporaryFolder folder;
  const std::string project = folder.write("linkage.tendril.json", linkage(0.4, kHinge));
  // Index 3 closes it to rounding, the others where it is open by more than 2e-7.
  const std::vector<std::pair<const char*, double>> bounds = {{"generalized_alpha", 1e-9},
                                                              {"newmark", 1e-9},
                                                              {"runge_kutta_4", 3e-7},
                                                              {"bdf", 3e-7},
                                                              {"ida", 3e-7},
                                                              {"adams", 3e-7}};
  for (const auto& [integrator, open] : bounds) {
    const Outcome outcome = tendril({"simulate", project, "--integrator", integrator, "--json"});
    ASSERT_EQ(outcome.exit, 0) << integrator << outcome.diagnostics;
    const Node q = *outcome.json().find("final")->find("q");
    const double a = q.items[0].number, b = a + q.items[1].number, c = q.items[2].number;
    EXPECT_NEAR(0.12 * std::cos(a) + 0.35 * std::cos(b), 0.4 + 0.3 * std::cos(c), open) << integrator;
    EXPECT_NEAR(0.12 * std::sin(a) + 0.35 * std::sin(b), 0.3 * std::sin(c), open) << integrator;
  }
}

TEST(LoopsCommand, verifyHoldsForIt) {
  const TemporaryFolder folder;
  const Outcome outcome = tendril({"verify", folder.write("linkage.tendril.json", linkage(0.4, kHinge))});
  EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.diagnostics;
}

/// Two drives on a linkage with one freedom: an answer, not an abort.
TEST(LoopsCommand, verifySaysWhatDrivesTheLoopDoesNotAllow) {
  const TemporaryFolder folder;
  const auto drive = [](const std::string& link, const std::string& angle) {
    return R"({"name": ")" + link + R"( drive", "type": "joint", "link": ")" + link +
           R"(", "mode": "position", "signal": ")" + angle + "\"}";
  };
  std::string driven = linkage(0.4, kHinge);
  driven.insert(driven.rfind("\"simulation\""),
                "\"actuators\": [" + drive("crank", "0.7") + ", " + drive("rocker", "1.7") + "], ");
  const Outcome outcome = tendril({"verify", folder.write("linkage.tendril.json", driven)});
  EXPECT_EQ(outcome.exit, 4) << outcome.out;
  EXPECT_THAT(outcome.diagnostics, HasSubstr("the loops do not allow the prescribed accelerations (row \"hinge"));
  EXPECT_THAT(outcome.diagnostics, HasSubstr("drive fewer coordinates"));
  EXPECT_EQ(outcome.out, "");
}

TEST(LoopsCommand, impossibleLoopsSayWhichAndHowFar) {
  const TemporaryFolder folder;
  const std::string project = folder.write("linkage.tendril.json", linkage(4, kHinge));
  for (const char* command : {"simulate", "statics"}) {
    const Outcome outcome = tendril({command, project});
    EXPECT_EQ(outcome.exit, 4);
    EXPECT_THAT(outcome.diagnostics, HasSubstr("What stays open: hinge: vx ")) << outcome.diagnostics;
    EXPECT_THAT(outcome.diagnostics, HasSubstr("(implied)")) << outcome.diagnostics;
  }
}

/// The rows of the equations, those that are in none, and how far the sides are apart in all of them.
TEST(LoopsCommand, dynamicsShowsAllRows) {
  const TemporaryFolder folder;
  const std::string project = folder.write("linkage.tendril.json", linkage(0.4, kHinge));
  const std::string state = folder.write(
      "state.json", R"({"q": [0, 0, 0], "want": ["constraint_error", "dropped_constraint_error", "loop_opening"]})");
  const Outcome outcome = tendril({"dynamics", project, "--state", state, "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node out = outcome.json();
  EXPECT_EQ(out.find("constraint_error")->items.size(), 2u);
  EXPECT_EQ(out.find("dropped_constraint_error")->items.size(), 3u);
  EXPECT_NEAR(out.find("loop_opening")->find("hinge")->find("distance")->number, 0.4 + 0.3 - 0.12 - 0.35, 1e-12);
  EXPECT_NEAR(out.find("loop_opening")->find("hinge")->find("angle")->number, 0, 1e-12);
}

TEST(LoopsCommand, badLoopsAreRefused) {
  const TemporaryFolder folder;
  const auto refuses = [&](const std::string& loop, const std::string& hint) {
    const Outcome outcome = tendril({"info", folder.write("linkage.tendril.json", linkage(0.4, loop))});
    EXPECT_EQ(outcome.exit, 3) << loop;
    EXPECT_THAT(outcome.diagnostics, HasSubstr(hint)) << loop;
  };
  refuses(R"({"name": "x", "type": "revolute", "a": {"link": "coupler"}, "b": {"link": "coupler"}})", "both sides");
  refuses(R"({"name": "x", "type": "free", "a": {"link": "coupler"}, "b": {"link": "rocker"}})", "holds nothing");
  refuses(R"({"name": "x", "type": "revolute", "a": {"link": "cupler"}, "b": {"link": "rocker"}})", "coupler");
  refuses(R"({"name": "x", "type": "revolute", "a": {"link": "coupler"}})", "b");
  refuses(R"({"name": "x", "type": "revolute", "axis": [0, 0, 0], "a": {"link": "coupler"}, "b": {"link": "world"}})",
          "length 0");
  refuses(R"({"name": "x", "type": "hinge", "a": {"link": "coupler"}, "b": {"link": "world"}})", "hinge");
  refuses(R"({"name": "x", "type": "fixed", "stabilization": 0, "a": {"link": "coupler"}, "b": {"link": "world"}})",
          "stabilization");
}

TEST(LoopsCommand, staticsStaysUnlessAskedToLeave) {
  const TemporaryFolder folder;
  // An upright arm whose spring is too weak to hold it there.
  const std::string upright = folder.write("arm.tendril.json", R"({"format": "tendril", "version": 1, "name": "arm",
      "links": [{"name": "arm", "parent": "world", "pose": {"rpy": [0, -1.5707963267948966, 0]},
                 "joint": {"type": "revolute", "axis": [0, 1, 0], "stiffness": 1},
                 "body": {"type": "rigid", "mass": 1, "com": [0.5, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0]}}]})");
  const Outcome stays = tendril({"statics", upright, "--json"});
  ASSERT_EQ(stays.exit, 0) << stays.diagnostics;
  EXPECT_FALSE(stays.json().find("stable")->boolean);
  const Outcome leaves = tendril({"statics", upright, "--json", "--stable"});
  ASSERT_EQ(leaves.exit, 0) << leaves.diagnostics;
  EXPECT_TRUE(leaves.json().find("stable")->boolean);
}

TEST(Prescribed, indicesAreChecked) {
  const TemporaryFolder folder;
  const std::string project = folder.write("linkage.tendril.json", linkage(0.4, kHinge));
  const auto refuses = [&](const std::string& state, int exit, const std::string& hint) {
    const Outcome outcome = tendril({"dynamics", project, "--state", folder.write("s.json", state)});
    EXPECT_EQ(outcome.exit, exit) << state;
    EXPECT_THAT(outcome.diagnostics, HasSubstr(hint)) << state;
  };
  refuses(R"({"want": ["hybrid_dynamics"]})", 3, "prescribed");
  refuses(R"({"want": ["hybrid_dynamics"], "prescribed": [3]})", 3, "from 0 to 2");
  refuses(R"({"want": ["hybrid_dynamics"], "prescribed": [0, 0]})", 3, "once");
  refuses(R"({"want": ["hybrid_dynamics"], "prescribed": [0.5]})", 3, "0.5");
  refuses(R"({"want": ["hybrid_dynamics"], "prescribed": [0, 1, 2], "a": [1, 0, 0]})", 4, "do not allow");
  refuses(R"({"want": ["constrained_inverse_dynamics"]})", 3, "actuated");
  refuses(R"({"want": ["constrained_inverse_dynamics"], "actuated": [0, 1, 2]})", 4, "not unique");
  refuses(R"({"want": ["constrained_inverse_dynamics"], "actuated": [0], "criterion": "best"})", 3, "min_force");
  refuses(R"({"want": ["d_id_dparameter"]})", 3, "parameter");
  refuses(R"({"want": ["d_id_dparameter"], "parameter": "links.crank.body.mas"})", 3, "links.crank.body.mass");
}

TEST(Prescribed, derivativesComeByTwoRoutes) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& project, const std::string& route) {
    return tendril({"dynamics", project, "--json", "--state",
                    folder.write("s.json", R"({"want": ["d_hybrid_dq", "d_hybrid_dv"], "prescribed": [0], "v": [1, -2],
                                               "a": [3, 0], "tau": [0, 0.5], "route": ")" +
                                               route + "\"}")});
  };
  const auto numbers = [](const Node& answer) {
    std::vector<double> all;
    for (const char* quantity : {"d_hybrid_dq", "d_hybrid_dv"})
      for (const char* part : {"a", "tau"})
        for (const Node& row : answer.find(quantity)->find(part)->items)
          for (const Node& entry : row.items) all.push_back(entry.number);
    return all;
  };
  const Outcome fast = run(example("double-pendulum"), "fast"), table = run(example("double-pendulum"), "table7");
  ASSERT_EQ(fast.exit, 0) << fast.diagnostics;
  ASSERT_EQ(table.exit, 0) << table.diagnostics;
  const std::vector<double> expected = numbers(fast.json()), found = numbers(table.json());
  ASSERT_EQ(expected.size(), 16U);
  EXPECT_NE(expected, std::vector<double>(16, 0.0));
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-11 * (1 + std::abs(expected[i])));

  EXPECT_THAT(run(example("double-pendulum"), "slow").diagnostics, HasSubstr("fast and table7"));
  const std::string closed = folder.write("linkage.tendril.json", linkage(0.4, kHinge));
  const Outcome loop = tendril(
      {"dynamics", closed, "--state", folder.write("s.json", R"({"want": ["d_hybrid_dq"], "prescribed": [0]})")});
  EXPECT_EQ(loop.exit, 3);
  EXPECT_THAT(loop.diagnostics, HasSubstr("'hinge'"));
  const Outcome soft = tendril({"dynamics", example("soft-manipulator"), "--state",
                                folder.write("s.json", R"({"want": ["d_hybrid_dq"], "prescribed": [0],
                                                           "route": "table7"})")});
  EXPECT_EQ(soft.exit, 3);
  EXPECT_THAT(soft.diagnostics, HasSubstr("is a rod"));
}

/// Derivatives by lengths, radii, stiffnesses and named parameters against differences of whole projects.
TEST(ParameterDerivative, agreesWithChangedProjects) {
  const TemporaryFolder folder;
  const std::string state = R"("v": [1, 0.5, -1, 0.3, 0.2, -0.4, 0.6, 0.1, 0.2, 0.3, -0.2, 0.4, 0.5, 0.1, -0.3, 0.2,
                               0.7, 0.3, 0.1, -0.2, 0.3, 0.4, 0.2, 0.1])";
  const std::string project = example("soft-manipulator");
  const auto inverse = [&](const std::string& path, double value) {
    const Outcome outcome =
        tendril({"dynamics", project, "--json", "--set", path + "=" + std::to_string(value), "--state",
                 folder.write("s.json", "{" + state + R"(, "want": ["inverse_dynamics"]})")});
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    std::vector<double> out;
    const Node answer = outcome.json();
    for (const Node& item : answer.find("inverse_dynamics")->items) out.push_back(item.number);
    return out;
  };
  for (const auto& [path, value] :
       {std::pair<std::string, double>{"links.arm.body.length", 0.5}, {"materials.silicone.density", 1000}}) {
    const Outcome outcome = tendril(
        {"dynamics", project, "--json", "--state",
         folder.write("p.json", "{" + state + R"(, "want": ["d_id_dparameter"], "parameter": ")" + path + "\"}")});
    ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
    const Node found = *outcome.json().find("d_id_dparameter");
    const double h = 1e-3 * value;
    const auto above = inverse(path, value + h), below = inverse(path, value - h);
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < above.size(); ++i) {
      const double difference = (above[i] - below[i]) / (2 * h);
      largest = std::max(largest, std::abs(difference));
      error = std::max(error, std::abs(difference - found.items[i].number));
    }
    EXPECT_GT(largest, 0) << path;
    EXPECT_LE(error, 1e-4 * largest) << path;
  }
}

}  // namespace
}  // namespace tendril::cli
