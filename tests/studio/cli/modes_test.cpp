// SPDX-License-Identifier: GPL-3.0-or-later
// `tendril modes`, branches of `tendril statics`, events of `tendril simulate`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using testing::HasSubstr;

/// An upright arm on a spring, with a stop, that a tip load can buckle.
std::string armProject(const TemporaryFolder& folder) {
  return folder.write("arm.tendril.json", R"({"format": "tendril", "version": 1, "name": "arm", "gravity": [0, 0, 0],
    "links": [{"name": "arm", "parent": "world", "pose": {"rpy": [0, -1.5707963267948966, 0]},
               "joint": {"type": "revolute", "axis": [0, 1, 0], "stiffness": 5, "damping": 0.1, "limits": [[-0.1, 0.5]],
                         "v0": [3]},
               "body": {"type": "rigid", "mass": 1, "com": [0.8, 0, 0], "inertia": [0, 0, 0, 0, 0, 0],
                        "tip": {"position": [0.8, 0, 0]}}}],
    "simulation": {"duration": 0.5, "step": 0.001}})");
}

TEST(ModesCommand, answersInJson) {
  const TemporaryFolder folder;
  const Outcome outcome = tendril({"modes", armProject(folder), "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json();
  const double omega = std::sqrt(5 / 0.64);
  ASSERT_EQ(answer.find("frequencies")->items.size(), 1u);
  EXPECT_NEAR(answer.find("frequencies")->items[0].number, omega / (2 * M_PI), 1e-12);
  EXPECT_NEAR(answer.find("damping")->items[0].number, 0.1 / (2 * omega * 0.64), 1e-12);
  EXPECT_EQ(answer.find("shapes")->items.size(), 1u);
  EXPECT_TRUE(answer.find("stable")->boolean);
}

TEST(ModesCommand, answersPeople) {
  const Outcome outcome = tendril({"modes", example("soft-manipulator"), "--count", "3"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.out, HasSubstr("it is stable"));
  EXPECT_THAT(outcome.out, HasSubstr("frequency (Hz)"));
  EXPECT_THAT(outcome.out, HasSubstr("bending"));
}

TEST(ModesCommand, showsWhatLeavesItsEquilibrium) {
  const TemporaryFolder folder;
  const std::string press =
      folder.write("s.json", R"({"wrenches": [{"link": "arm", "frame": "world", "wrench": [0, 0, 0, 0, 0, -10]}]})");
  const Outcome outcome = tendril({"modes", armProject(folder), "--inputs", press});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.out, HasSubstr("not stable"));
  EXPECT_THAT(outcome.out, HasSubstr("unstable"));
}

TEST(ModesCommand, refusesNonsense) {
  EXPECT_EQ(tendril({"modes", example("soft-manipulator"), "--count", "-1"}).exit, 2);
  EXPECT_EQ(tendril({"modes", example("soft-manipulator"), "--inputs", "/nowhere.json"}).exit, 2);
  EXPECT_EQ(tendril({"modes", "/nowhere.tendril.json"}).exit, 3);
}

TEST(BranchCommand, findsWhereTheArmBuckles) {
  const TemporaryFolder folder;
  const std::string from = folder.write("a.json", "{}");
  const std::string to =
      folder.write("b.json", R"({"wrenches": [{"link": "arm", "frame": "world", "wrench": [0, 0, 0, 0, 0, -20]}]})");
  const std::string table = folder.path("branch.csv");
  const Outcome outcome = tendril(
      {"statics", armProject(folder), "--inputs", from, "--to", to, "--points", "20", "--out", table, "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json();
  EXPECT_GE(answer.find("points")->items.size(), 21u);
  EXPECT_TRUE(answer.find("folds")->items.empty());
  ASSERT_EQ(answer.find("bifurcations")->items.size(), 1u);
  EXPECT_NEAR(answer.find("bifurcations")->items[0].find("s")->number, 5 / 0.8 / 20, 1e-8);
  std::stringstream text;
  text << std::ifstream(table).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("s,arm.q[0],residual,stable,kind\n"));
  const Outcome people = tendril({"statics", armProject(folder), "--to", to});
  EXPECT_THAT(people.out, HasSubstr("another branch crosses"));
}

TEST(BranchCommand, refusesATableWithoutASweep) {
  const TemporaryFolder folder;
  EXPECT_EQ(tendril({"statics", armProject(folder), "--out", folder.path("b.csv")}).exit, 2);
  const std::string to = folder.write("b.json", "{}");
  EXPECT_EQ(tendril({"statics", armProject(folder), "--to", to, "--out", folder.path("b.txt")}).exit, 2);
}

TEST(SimulateCommand, listsWhatHappened) {
  const TemporaryFolder folder;
  const std::string table = folder.path("run.csv");
  const Outcome outcome = tendril({"simulate", armProject(folder), "--out", table, "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json(), *events = answer.find("events");
  ASSERT_GE(events->items.size(), 2u);
  const Node& first = events->items[0];
  EXPECT_EQ(first.find("kind")->text, "limit");
  EXPECT_EQ(first.find("link")->text, "arm");
  EXPECT_TRUE(first.find("begins")->boolean);
  EXPECT_FALSE(events->items[1].find("begins")->boolean);
  std::stringstream text;
  text << std::ifstream(folder.path("run.events.csv")).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("t,kind,begins,text\n"));
  EXPECT_THAT(text.str(), HasSubstr(",limit,1,\"arm ran into its upper limit, 0.5\""));
  const Outcome people = tendril({"simulate", armProject(folder)});
  EXPECT_THAT(people.out, HasSubstr("arm ran into its upper limit"));
}

/// Two arms of the same length on one axle, held together.
std::string loopProject(const TemporaryFolder& folder) {
  const auto link = [](const std::string& name) {
    return R"({"name": ")" + name + R"(", "parent": "world", "joint": {"type": "revolute", "axis": [0, 1, 0]},
              "body": {"type": "rigid", "mass": 1, "com": [0.5, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0],
                       "tip": {"position": [1, 0, 0]}}})";
  };
  return folder.write("loop.tendril.json", R"({"format": "tendril", "version": 1, "name": "loop", "links": [)" +
                                               link("left") + "," + link("right") + R"(],
    "loops": [{"name": "clamp", "type": "fixed", "a": {"link": "left", "at": "tip"}, "b": {"link": "right", "at": "tip"}}]})");
}

TEST(InfoCommand, warnsOfLoopsWithoutNumericalDamping) {
  const TemporaryFolder folder;
  const std::string project = loopProject(folder);
  const auto told = [&](const std::string& setting) {
    const Outcome outcome = tendril({"info", project, "--set", setting});
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    return outcome.diagnostics.find("ring from step to step") != std::string::npos;
  };
  EXPECT_FALSE(told("simulation.rho_inf=0.8"));
  EXPECT_TRUE(told("simulation.rho_inf=1"));
  EXPECT_TRUE(told("simulation.integrator=newmark"));
  EXPECT_FALSE(told("simulation.integrator=bdf"));
  const Outcome damped =
      tendril({"info", project, "--set", "simulation.integrator=newmark", "--set", "simulation.gamma=0.6"});
  EXPECT_EQ(damped.diagnostics.find("ring from step"), std::string::npos) << damped.diagnostics;
}

}  // namespace
}  // namespace tendril::cli
