// SPDX-License-Identifier: GPL-3.0-or-later
// `tendril simulate` on machines that are closed, driven and touched: its tables, its events, its step control.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "studio/cli/io/table.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using testing::HasSubstr;

/// A four-bar linkage whose crank is driven.
std::string linkage(const TemporaryFolder& folder) {
  const auto bar = [](const std::string& name, const std::string& parent, double x, double length, double angle) {
    return "{\"name\": \"" + name + "\", \"parent\": \"" + parent + "\", \"pose\": {\"position\": [" +
           std::to_string(x) + ", 0, 0]}, \"joint\": {\"type\": \"revolute\", \"q0\": [" + std::to_string(angle) +
           "]}, \"body\": {\"type\": \"rigid\", \"mass\": 1, \"com\": [" + std::to_string(length / 2) +
           ", 0, 0], \"inertia\": [0.001, 0.01, 0.01, 0, 0, 0], \"tip\": {\"position\": [" + std::to_string(length) +
           ", 0, 0]}}}";
  };
  return folder.write("linkage.tendril.json",
                      R"({"format": "tendril", "version": 1, "name": "linkage", "gravity": [0, -9.81, 0], "links": [)" +
                          bar("crank", "world", 0, 0.12, 0.7) + ", " + bar("coupler", "crank", 0, 0.35, 0) + ", " +
                          bar("rocker", "world", 0.4, 0.3, 1.7) +
                          R"json(], "loops": [{"name": "hinge", "type": "revolute", "a": {"link": "coupler"},
                               "b": {"link": "rocker"}}],
       "actuators": [{"name": "motor", "type": "joint", "link": "crank", "mode": "position",
                      "signal": "0.7 + 4*(t - 0.25*(1 - exp(-4*t)))"}],
       "simulation": {"duration": 1}})json");
}

/// A ball above a table.
std::string ball(const TemporaryFolder& folder) {
  return folder.write("ball.tendril.json", R"({"format": "tendril", "version": 1, "name": "ball",
    "objects": [{"name": "ball", "shape": {"sphere": 0.1}, "mass": 2, "pose": {"position": [0, 0, 0.2]}}],
    "loads": [{"name": "table top", "type": "contact", "between": ["ball", "world"], "surface": "plane",
               "stiffness": 1e6, "damping": 0.3}],
    "simulation": {"duration": 0.6, "step": 0.001}})");
}

Table tableOf(const std::string& project, const TemporaryFolder& folder, std::vector<std::string> more = {}) {
  const std::string file = folder.path("run.csv");
  std::vector<std::string> arguments = {"simulate", project, "--out", file};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = tendril(arguments);
  EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
  return readTable(file);
}

/// The power of the drive is the rate of the energy; the loop stays closed in every row.
TEST(SimulateTable, holdsLoopsAndDrives) {
  const TemporaryFolder folder;
  for (const char* adaptive : {"false", "true"}) {
    const Table table = tableOf(linkage(folder), folder,
                                {"--every", "0.002", "--step", "0.001", "--set", "simulation.rtol=1e-7", "--set",
                                 "simulation.atol=1e-9", "--set", std::string("simulation.adaptive=") + adaptive});
    for (const char* name : {"hinge.force.x", "hinge.force.y", "hinge.residual", "motor.torque"})
      ASSERT_GE(table.column(name), 0) << name;
    const auto at = [&](std::size_t row, const char* name) {
      return table.rows[row][static_cast<std::size_t>(table.column(name))];
    };
    const auto energy = [&](std::size_t row) { return at(row, "energy.kinetic") + at(row, "energy.gravity"); };
    double largest = 0;
    for (std::size_t row = 1; row + 1 < table.rows.size(); ++row) {
      EXPECT_LE(std::abs(at(row, "hinge.residual")), 1e-9);
      const double power = at(row, "motor.torque") * at(row, "crank.v[0]");
      const double rate = (energy(row + 1) - energy(row - 1)) / (at(row + 1, "t") - at(row - 1, "t"));
      EXPECT_NEAR(power, rate, 0.02) << at(row, "t");
      largest = std::max(largest, std::abs(power));
    }
    EXPECT_GT(largest, 1);
  }
}

TEST(SimulateTable, holdsContacts) {
  const TemporaryFolder folder;
  const Table table = tableOf(ball(folder), folder, {"--every", "0.001"});
  const int force = table.column("'table top'.force.z"), count = table.column("'table top'.count");
  ASSERT_GE(force, 0);
  ASSERT_GE(count, 0);
  double impulse = 0, touching = 0;
  for (const auto& row : table.rows) {
    impulse += 1e-3 * row[static_cast<std::size_t>(force)];
    touching += row[static_cast<std::size_t>(count)];
  }
  EXPECT_GT(touching, 3);
  const auto speed = static_cast<std::size_t>(table.column("ball.v[5]"));
  EXPECT_NEAR(impulse - 2 * 9.81 * 0.6, 2 * table.rows.back()[speed], 0.3);  // of rows 1 ms apart
}

TEST(SimulateEvents, tellWhatTouched) {
  const TemporaryFolder folder;
  const Outcome outcome = tendril({"simulate", ball(folder), "--json", "--out", folder.path("run.csv")});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json(), *events = answer.find("events");
  ASSERT_GE(events->items.size(), 2u);
  const Node& first = events->items[0];
  EXPECT_EQ(first.find("kind")->text, "contact");
  EXPECT_EQ(first.find("load")->text, "table top");
  EXPECT_EQ(first.find("link")->text, "ball");
  EXPECT_TRUE(first.find("begins")->boolean);
  EXPECT_NEAR(first.find("t")->number, std::sqrt(2 * 0.1 / 9.81), 1e-6);
  EXPECT_FALSE(events->items[1].find("begins")->boolean);
  std::stringstream text;
  text << std::ifstream(folder.path("run.events.csv")).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr(",contact,1,\"ball touched the world, table top\""));
  EXPECT_THAT(tendril({"simulate", ball(folder)}).out, HasSubstr("ball left the world, table top"));
}

TEST(StepControl, isChosenByTheProject) {
  const TemporaryFolder folder;
  const auto result = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"simulate", linkage(folder), "--json", "--set", "simulation.adaptive=true"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = tendril(arguments);
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    return outcome;
  };
  const Node steps = result({}).json();
  EXPECT_EQ(steps.find("steps")->number, 500);
  EXPECT_LT(steps.find("substeps")->number, 300);
  EXPECT_THAT(tendril({"simulate", linkage(folder), "--set", "simulation.adaptive=true"}).out, HasSubstr(" rejected"));
  // a method without it goes on with fixed steps
  const Outcome explicitly = result({"--set", "simulation.integrator=runge_kutta_4"});
  EXPECT_EQ(explicitly.json().find("substeps")->number, 500);
}

TEST(StepControl, takesMoreStepsForLessError) {
  const auto pendulum = [](const std::string& rtol, const std::string& atol) {
    const Outcome outcome = tendril({"simulate", example("double-pendulum"), "--json", "--duration", "1", "--set",
                                     "simulation.adaptive=true", "--set", "simulation.integrator=generalized_alpha",
                                     "--set", "simulation.rtol=" + rtol, "--set", "simulation.atol=" + atol});
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    return outcome.json();
  };
  const Node usual = pendulum("1e-3", "1e-6"), sharp = pendulum("1e-7", "1e-9");
  EXPECT_GT(usual.find("rejected")->number, 0);
  EXPECT_GT(sharp.find("substeps")->number, 5 * usual.find("substeps")->number);
}

TEST(SimulateCommand, divergedRunsEndBadlyAndSayWhere) {
  const std::vector<std::string> arguments = {"simulate", example("double-pendulum"), "--step", "0.1", "--json"};
  const Outcome outcome = tendril(arguments);
  EXPECT_EQ(outcome.exit, 4);
  EXPECT_THAT(outcome.diagnostics, HasSubstr("the motion has diverged"));
  const json::Node answer = outcome.json();
  const json::Node* failure = answer.find("failure");
  ASSERT_TRUE(failure) << outcome.out;
  EXPECT_EQ(failure->find("t")->number, answer.find("final")->find("t")->number);
  EXPECT_THAT(failure->find("message")->text, HasSubstr("Try a smaller step"));
  ASSERT_TRUE(failure->find("link"));
}

TEST(SimulateCommand, divergedRunsSayWhatTheirLastStepsShowAndWhatMayHelp) {
  const std::vector<std::string> arguments = {"simulate", example("double-pendulum"), "--step", "0.1"};
  const Outcome told = tendril(arguments);
  EXPECT_THAT(told.diagnostics, HasSubstr("The last step misses the equation of motion by"));
  EXPECT_THAT(told.diagnostics, HasSubstr("What may help:"));
  std::vector<std::string> all = arguments;
  all.emplace_back("--json");
  const json::Node answer = tendril(all).json();
  const json::Node* report = answer.find("failure")->find("report");
  ASSERT_TRUE(report);
  EXPECT_NEAR(report->find("step")->number, 0.1, 1e-12);
  double shares = 0;
  for (const json::Node& share : report->find("share")->items) shares += share.number;
  EXPECT_NEAR(shares, 1, 1e-12);
  // Each cure is a setting of the command line: what the first one sets ends well.
  const std::vector<json::Node>& cures = report->find("cures")->items;
  ASSERT_FALSE(cures.empty());
  std::vector<std::string> cured = {"simulate", example("double-pendulum"), "--set", "simulation.step=0.1"};
  for (const json::Node& setting : cures.front().find("set")->items) {
    EXPECT_THAT(told.diagnostics, HasSubstr("--set " + setting.text));
    cured.emplace_back("--set");
    cured.push_back(setting.text);
  }
  EXPECT_EQ(tendril(cured).exit, 0);
}

TEST(SimulateCommand, asksBeforeItComputesForYears) {
  const Outcome outcome = tendril({"simulate", example("double-pendulum"), "--step", "1e-15"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.diagnostics, HasSubstr("years"));
  EXPECT_THAT(outcome.diagnostics, HasSubstr("--force"));
  EXPECT_EQ(tendril({"simulate", example("double-pendulum"), "--step", "1e-15", "--duration", "2e-14"}).exit, 0);
}

TEST(SimulateCommand, explicitMethodsSayWhichStepServes) {
  const auto run = [](const std::string& step) {
    return tendril({"simulate", example("kirchhoff-finger"), "--integrator", "runge_kutta_4", "--duration", "0.02",
                    "--step", step});
  };
  const Outcome outcome = run("0.002");
  EXPECT_EQ(outcome.exit, 4);
  EXPECT_THAT(outcome.diagnostics, HasSubstr("explicit"));
  const std::string before = "stable up to about ";
  const std::size_t at = outcome.diagnostics.find(before);
  ASSERT_NE(at, std::string::npos) << outcome.diagnostics;
  const double step = std::stod(outcome.diagnostics.substr(at + before.size()));
  EXPECT_GT(step, 1e-5);
  EXPECT_EQ(run(std::to_string(0.9 * step)).exit, 0);
  EXPECT_EQ(run(std::to_string(1.5 * step)).exit, 4);
}

TEST(SimulateCommand, roughStartsAreDamped) {
  const auto run = [](const std::string& method) {
    return tendril({"simulate", example("fin-ray-finger"), "--set", "links.rib 1.body.length=0.051", "--integrator",
                    method, "--duration", "0.3", "--json"})
        .json();
  };
  const Node fixed = run("generalized_alpha"), exact = run("bdf");
  EXPECT_GT(fixed.find("substeps")->number, fixed.find("steps")->number);
  EXPECT_LE(fixed.find("step_error")->number, 0.1);
  EXPECT_TRUE(fixed.find("warnings")->items.empty());
  const Node &a = *fixed.find("final")->find("q"), &b = *exact.find("final")->find("q");
  ASSERT_EQ(a.items.size(), b.items.size());
  for (std::size_t i = 0; i < a.items.size(); ++i) EXPECT_NEAR(a.items[i].number, b.items[i].number, 5e-3) << i;
}

}  // namespace
}  // namespace tendril::cli
