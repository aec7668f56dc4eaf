// SPDX-License-Identifier: GPL-3.0-or-later
// Signals of controllers of formulas and of sequences in tables and figures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "studio/cli/io/table.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

std::string turner(const std::string& controllers) {
  return R"({"format": "tendril", "version": 1, "gravity": [0, 0, 0], "parameters": {"k": 4}, "links": [
    {"name": "link", "parent": "world", "joint": {"type": "revolute", "axis": [0, 1, 0], "q0": [0.3]},
     "body": {"type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}}],
   "actuators": [{"name": "m", "type": "joint", "link": "link", "range": [-1, 1]}],
   "controllers": [)" +
         controllers + R"(], "variants": {"heavy": {"links.link.body.mass": 2}},
   "simulation": {"step": 0.01, "duration": 1, "record_rate": 100}})";
}

const std::string kMoves = R"x({"name": "moves", "type": "sequence", "phases": [
    {"until": 0.5, "controller": {"type": "pd", "outputs": ["m"], "gains": {"proportional": 1, "derivative": 0.1}}},
    {"controller": {"type": "expression", "outputs": {"m": "k*sin(t)"}}}]})x";

TEST(SequenceSignals, AreInTheTableOfARunAndInPlots) {
  const TemporaryFolder folder;
  const std::string project = folder.write("p.tendril.json", turner(kMoves));
  const std::string run = folder.path("run.csv"), drawn = folder.path("drawn.csv");
  ASSERT_EQ(tendril({"simulate", project, "--out", run}).exit, 0);
  const std::string signals =
      "moves.phase,moves.entered,moves.phases[0].controllers[0].error[0],moves.demand[0],moves.lost[0]";
  ASSERT_EQ(tendril({"plot", project, "--signals", signals, "--run", run, "--out", drawn}).exit, 0);
  const Table table = readTable(drawn);
  ASSERT_EQ(table.names.size(), 6u);
  ASSERT_GT(table.rows.size(), 90u);
  for (const std::vector<double>& row : table.rows) {
    const double t = row[0];
    if (std::abs(t - 0.5) < 1e-9) continue;
    EXPECT_EQ(row[1], t < 0.5 ? 0 : 1) << t;
    EXPECT_NEAR(row[2], t < 0.5 ? 0 : 0.5, 1e-12);
    if (t < 0.5) continue;
    EXPECT_NEAR(row[4], 4 * std::sin(t), 1e-12);
    EXPECT_NEAR(row[5], std::max(0.0, 4 * std::sin(t) - 1), 1e-12);
  }
  EXPECT_EQ(tendril({"plot", project, "--usual", "tracking", "--out", folder.path("t.svg")}).exit, 0);
}

TEST(SequenceSignals, ModelsOfVariantsAreThoseOfTheProject) {
  const TemporaryFolder folder;
  const auto project = [&](const std::string& name) {
    return folder.write(name + ".tendril.json", turner(R"({"name": "c", "type": "computed_torque", "outputs": ["m"],
      "model": ")" + name + R"(", "gains": {"proportional": 4, "derivative": 3}})"));
  };
  EXPECT_EQ(tendril({"simulate", project("heavy")}).exit, 0);
  const Outcome bad = tendril({"simulate", project("light")});
  EXPECT_EQ(bad.exit, 3);
  EXPECT_NE(bad.diagnostics.find("controllers.c.model"), std::string::npos) << bad.diagnostics;
  EXPECT_NE(bad.diagnostics.find("there is no variant \"light\""), std::string::npos) << bad.diagnostics;
}

TEST(SequenceSignals, WhatCannotBeMeasuredIsABadFile) {
  const TemporaryFolder folder;
  const std::string project =
      folder.write("p.tendril.json", turner(R"({"name": "c", "type": "expression", "outputs": {"m": "link.a[0]"}})"));
  const Outcome bad = tendril({"simulate", project});
  EXPECT_EQ(bad.exit, 3);
  EXPECT_NE(bad.diagnostics.find("controllers.c.outputs.m"), std::string::npos) << bad.diagnostics;
}

}  // namespace
}  // namespace tendril::cli
