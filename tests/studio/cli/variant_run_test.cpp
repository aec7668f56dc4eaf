// SPDX-License-Identifier: GPL-3.0-or-later
// Variants that run together, beside what the command line and closed forms say of them.
#include "studio/runs/variant_run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/project/project.hpp"
#include "studio/cli/io/table.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

/// A cart of 1 kg on a slide with a spring k, from 0.1 m: x = 0.1 cos(√k t). The tip is the cart's frame.
const char* const kCart = R"({"format": "tendril", "version": 1, "gravity": [0, 0, 0], "parameters": {"k": 4},
  "links": [{"name": "cart", "joint": {"type": "prismatic", "axis": [1, 0, 0], "stiffness": "=k", "q0": [0.1]},
             "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0]}}],
  "signals": {"double": "2*cart.q[0]"},
  "simulation": {"duration": 2, "step": 0.001, "integrator": "runge_kutta_4", "record_rate": 50},
  "variants": {"stiff": {"parameters.k": 9}, "short": {"parameters.k": 9, "simulation.duration": 1},
               "lost": {"links.nobody.body.mass": 1}, "flat": {"links.cart.body.mass": -1}}})";

class VariantRuns : public testing::Test {
 protected:
  VariantRuns() : read(readProjectText(kCart)) { EXPECT_TRUE(read.ok()); }
  VariantRun run(const std::string& name) const { return runVariant(read.description, {}, name, {}); }

  ReadResult read;
};

TEST_F(VariantRuns, FollowClosedForms) {
  const VariantRun base = run(""), stiff = run("stiff");
  ASSERT_EQ(base.failure, "");
  ASSERT_EQ(stiff.failure, "");
  EXPECT_EQ(base.degreesOfFreedom(), 1);
  EXPECT_EQ(stiff.changes, 1);
  EXPECT_EQ(base.changes, 0);
  EXPECT_DOUBLE_EQ(stiff.end, 2);
  EXPECT_GT(stiff.cost(), 0);
  const std::vector<double> t = commonTimes({base, stiff}), x = signalAlong(stiff, "cart.tip.x"),
                            v = signalAlong(stiff, "cart.v[0]"), twice = signalAlong(stiff, "double");
  ASSERT_EQ(t.size(), 101U);
  double largest = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(x[i], 0.1 * std::cos(3 * t[i]), 1e-6);
    EXPECT_NEAR(v[i], -0.3 * std::sin(3 * t[i]), 1e-5);
    EXPECT_NEAR(twice[i], 2 * x[i], 1e-12);
    largest = std::max(largest, std::abs(0.1 * std::cos(3 * t[i]) - 0.1 * std::cos(2 * t[i])));
  }
  const TipError error = tipError(stiff, base, "cart");
  EXPECT_NEAR(error.largest, largest, 1e-6);
  EXPECT_NEAR(error.final, std::abs(0.1 * std::cos(6.0) - 0.1 * std::cos(4.0)), 1e-6);
  EXPECT_EQ(tipError(base, base, "cart").largest, 0);
  EXPECT_TRUE(std::isnan(tipError(stiff, base, "nobody").largest));
  EXPECT_TRUE(signalAlong(stiff, "nobody.tip.x").empty());
}

TEST_F(VariantRuns, AShorterOneIsComparedAsFarAsItGoes) {
  const VariantRun base = run(""), brief = run("short");
  EXPECT_DOUBLE_EQ(brief.end, 1);
  const std::vector<double> t = commonTimes({base, brief}), x = valuesAt(t, brief, signalAlong(brief, "cart.q[0]"));
  EXPECT_EQ(t.size(), 101U);
  EXPECT_TRUE(std::isfinite(x[50]));
  EXPECT_TRUE(std::isnan(x[51]));
  EXPECT_NEAR(tipError(brief, base, "cart").final, std::abs(0.1 * std::cos(3.0) - 0.1 * std::cos(2.0)), 1e-6);
}

TEST_F(VariantRuns, WhatIsWrongIsASentenceAndOthersGoOn) {
  EXPECT_NE(run("lost").failure.find("nobody"), std::string::npos) << run("lost").failure;
  EXPECT_NE(run("flat").failure.find("links.cart.body.mass"), std::string::npos) << run("flat").failure;
  EXPECT_NE(run("unknown").failure.find("unknown variant"), std::string::npos) << run("unknown").failure;
  EXPECT_EQ(run("flat").model, nullptr);
  std::atomic<bool> cancel = true;
  EXPECT_TRUE(runVariant(read.description, {}, "", {}, &cancel).cancelled);
  const std::vector<VariantRun> runs = {run(""), run("flat")};
  const std::string table =
      variantTable(runs, {tipError(runs[0], runs[0], "cart"), tipError(runs[1], runs[0], "cart")});
  EXPECT_EQ(std::ranges::count(table, '\n'), 3);
  EXPECT_NE(table.find("\"flat\",1,0,,0,,,\"links.cart.body.mass"), std::string::npos) << table;
}

TEST_F(VariantRuns, HaveTheRowsOfTheCommandLine) {
  for (const std::string name : {"variable-stiffness-3r", "aerial-manipulator"}) {
    const ReadResult project = readProject(example(name));
    ASSERT_TRUE(project.ok());
    Description brief = project.description;
    std::vector<Problem> problems;
    ASSERT_TRUE(setByPath(brief, "simulation.duration", "0.5", problems));
    const std::string variant = brief.variants.entries.front().first;
    const TemporaryFolder folder;
    const std::string out = folder.path("run.csv");
    const Outcome outcome =
        tendril({"simulate", example(name), "--variant", variant, "--set", "simulation.duration=0.5", "--out", out});
    ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
    const Table table = readTable(out);
    const VariantRun run = runVariant(brief, project.directory, variant, {});
    ASSERT_EQ(run.failure, "");
    ASSERT_EQ(run.history->size(), table.rows.size()) << name;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      const History::Record record = run.history->record(r);
      ASSERT_EQ(record.t, table.rows[r][0]);
      for (int i = 0; i < record.q.size(); ++i) ASSERT_EQ(record.q[i], table.rows[r][static_cast<std::size_t>(1 + i)]);
    }
  }
}

}  // namespace
}  // namespace tendril::cli
