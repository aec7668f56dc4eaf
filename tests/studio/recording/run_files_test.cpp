// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings by the command line: other programs read them, runs go on from them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include <test_paths.hpp>
#include "studio/cli/commands.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/export/shapes/shape_export.hpp"
#include "studio/recording/recorded_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::cli {
namespace {

using testing::HasSubstr;

struct Outcome {
  int exit;
  std::string out, diagnostics;
};

Outcome tendril(const std::vector<std::string>& arguments) {
  std::ostringstream out, diagnostics;
  const int exit = run(arguments, {out, diagnostics}, {.shapes = {exportShape, exportShapeSeries}});
  return {exit, out.str(), diagnostics.str()};
}

std::string example(const std::string& name) {
  return std::string(TENDRIL_SOURCE_DIR) + "/assets/examples/" + name + "/" + name + ".tendril.json";
}

std::string textOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

void good(const std::vector<std::string>& arguments) {
  const Outcome outcome = tendril(arguments);
  ASSERT_EQ(outcome.exit, 0) << arguments[0] << ": " << outcome.diagnostics;
}

TEST(RunFiles, OtherProgramsFindTheNumbersOfTheTable) {
  const TemporaryFolder folder;
  const std::string project = example("soft-manipulator"), h5 = folder.path("run.h5");
  good({"simulate", project, "--duration", "1", "--out", h5});
  good({"simulate", project, "--duration", "1", "--out", folder.path("run.csv")});
  for (const char* name : {"run.npz", "run.mat", "again.csv"}) good({"export", h5, folder.path(name)});
  EXPECT_EQ(textOf(folder.path("again.csv")), textOf(folder.path("run.csv")));
  good({"export", project, folder.path("tip.npz"), "--run", h5, "--signals", "arm.tip.x,arm.tip.y", "--signals",
        "arm.tip.z"});
  good({"export", h5, folder.path("shapes.pvd"), "--every", "0.1"});
  const std::string told = folder.path("told.txt");
  std::string line = "/usr/bin/python3 " TENDRIL_SOURCE_DIR "/tests/studio/recording/check_run.py";
  for (const char* name : {"run.h5", "run.csv", "run.npz", "run.mat", "shapes.pvd"})
    line += " '" + folder.path(name) + "'";
  EXPECT_EQ(std::system((line + " arm > '" + told + "' 2>&1").c_str()), 0) << textOf(told);
}

/// Rows of the second run, which goes on longer, are those of the first from its time on, bit by bit; only the balance
/// counts from there, and the last step of the first was cut to its end.
void expectSame(const std::string& whole, const std::string& rest) {
  const RecordedRun a = readRecording(whole), b = readRecording(rest);
  ASSERT_FALSE(b.values[0].empty());
  const auto first = std::ranges::find(a.values[0], b.values[0].front());
  ASSERT_NE(first, a.values[0].end());
  const auto offset = static_cast<std::size_t>(first - a.values[0].begin());
  const std::size_t rows = a.values[0].size() - offset - 1;
  ASSERT_GT(rows, 5u);
  ASSERT_LT(rows, b.values[0].size());
  for (std::size_t c = 0; c < a.columns.size(); ++c)
    for (std::size_t r = 0; r < rows && a.columns[c].name != "balance"; ++r)
      ASSERT_TRUE(a.values[c][offset + r] == b.values[c][r] ||
                  (std::isnan(a.values[c][offset + r]) && std::isnan(b.values[c][r])))
          << a.columns[c].name << " at " << b.values[0][r] << ": " << a.values[c][offset + r] << ", then "
          << b.values[c][r];
}

/// With controllers that remember, contacts that stick, loops and floating bases.
TEST(RunFiles, ARunGoesOnExactly) {
  for (const char* name :
       {"soft-manipulator", "ball-on-platform", "four-bar", "wall-drawing", "variable-stiffness-3r", "elastic-arm"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const std::string whole = folder.path("whole.h5"), rest = folder.path("rest.h5");
    good({"simulate", example(name), "--duration", "0.6", "--integrator", "generalized_alpha", "--out", whole});
    const std::string before = textOf(whole);
    good({"simulate", example(name), "--duration", "1", "--integrator", "generalized_alpha", "--from", whole + "@0.3",
          "--out", rest});
    expectSame(whole, rest);
    EXPECT_EQ(textOf(whole), before) << "a run that is read is not changed";
  }
}

TEST(RunFiles, ARunGoesOnWhereItEndedAndBetweenItsRows) {
  const TemporaryFolder folder;
  const std::string h5 = folder.path("a.h5"), project = example("double-pendulum");
  good({"simulate", project, "--duration", "0.5", "--out", h5});
  good({"simulate", project, "--duration", "0.25", "--from", h5, "--out", folder.path("b.h5")});
  const RecordedRun b = readRecording(folder.path("b.h5"));
  EXPECT_NEAR(b.values[0].front(), 0.5, 1e-12);
  EXPECT_NEAR(b.values[0].back(), 0.75, 1e-12);
  good({"simulate", project, "--duration", "0.01", "--from", h5 + "@0.3047", "--out", folder.path("c.h5")});
  EXPECT_NEAR(readRecording(folder.path("c.h5")).values[0].front(), 0.3047, 1e-12);
  // the project is in the recording
  good({"simulate", h5, "--duration", "0.35", "--from", h5, "--out", folder.path("d.h5")});
  expectSame(folder.path("b.h5"), folder.path("d.h5"));
}

TEST(RunFiles, StatesOfOtherFilesBeginARun) {
  const TemporaryFolder folder;
  const std::string project = example("double-pendulum"), csv = folder.path("a.csv"), out = folder.path("b.csv");
  const std::string json = folder.write("s.json", R"({"t": 2, "q": [0.1, 0.2], "v": [0, 1]})");
  good({"simulate", project, "--duration", "0.1", "--from", json, "--out", out});
  EXPECT_THAT(readTable(out).rows.front(),
              testing::ElementsAre(2, 0.1, 0.2, 0, 1, testing::_, testing::_, testing::_, testing::_));
  good({"simulate", project, "--duration", "0.5", "--out", csv});
  good({"simulate", project, "--duration", "0.1", "--from", csv + "@0.2", "--out", out});
  EXPECT_NEAR(readTable(out).rows.front()[0], 0.2, 1e-12);
}

TEST(RunFiles, WhatIsLostIsSaid) {
  const TemporaryFolder folder;
  const std::string h5 = folder.path("a.h5"), project = example("double-pendulum");
  good({"simulate", project, "--duration", "0.5", "--integrator", "bdf", "--out", h5});
  const Outcome same = tendril({"simulate", project, "--duration", "0.1", "--integrator", "bdf", "--from", h5});
  EXPECT_EQ(same.exit, 0);
  EXPECT_THAT(same.diagnostics, HasSubstr("bdf remembers"));
  const Outcome other = tendril({"simulate", project, "--duration", "0.1", "--from", h5});
  EXPECT_EQ(other.exit, 0);
  EXPECT_THAT(other.diagnostics, HasSubstr("made by bdf"));
}

TEST(RunFiles, ADivergedRunKeepsWhatThereWas) {
  const TemporaryFolder folder;
  const std::string h5 = folder.path("a.h5");
  const Outcome outcome =
      tendril({"simulate", example("double-pendulum"), "--step", "0.1", "--duration", "1000", "--out", h5});
  EXPECT_EQ(outcome.exit, 4);
  const RecordedRun run = readRecording(h5);
  EXPECT_EQ(run.status, "failed");
  EXPECT_THAT(run.failure, HasSubstr("the motion has diverged"));
  EXPECT_GT(run.values[0].size(), 1u);
}

TEST(RunFiles, AreReadWhereTablesAre) {
  const TemporaryFolder folder;
  const std::string h5 = folder.path("a.h5"), csv = folder.path("a.csv"), project = example("double-pendulum");
  good({"simulate", project, "--duration", "0.5", "--out", h5});
  good({"simulate", project, "--duration", "0.5", "--out", csv});
  good({"plot", h5, "--signals", "energy.total,forearm.joint[0],forearm.q[0]", "--out", folder.path("p.csv")});
  good({"plot", project, "--run", csv, "--signals", "energy.total,forearm.joint[0],forearm.q[0]", "--out",
        folder.path("q.csv")});
  EXPECT_EQ(textOf(folder.path("p.csv")), textOf(folder.path("q.csv")));
  const Outcome a = tendril({"dynamics", project, "--states", h5, "--want", "energy", "--json"}),
                b = tendril({"dynamics", project, "--states", csv, "--want", "energy", "--json"});
  EXPECT_EQ(a.exit, 0) << a.diagnostics;
  EXPECT_EQ(a.out, b.out);
}

TEST(RunFiles, MistakesAreSaid) {
  const TemporaryFolder folder;
  const std::string project = example("double-pendulum"), h5 = folder.path("a.h5");
  good({"simulate", project, "--duration", "0.1", "--out", h5});
  const auto expect = [&](const std::vector<std::string>& arguments, int exit, const char* words) {
    const Outcome outcome = tendril(arguments);
    EXPECT_EQ(outcome.exit, exit) << outcome.diagnostics;
    EXPECT_THAT(outcome.diagnostics, HasSubstr(words));
  };
  expect({"simulate", project, "--out", folder.path("a.xyz")}, 2, "runs are written as .h5 or .csv");
  expect({"simulate", project, "--out", folder.path("no/a.h5")}, 4, "does its folder exist");
  expect({"simulate", project, "--from", h5, "--out", h5}, 2, "give the new one another name");
  expect({"simulate", project, "--from", h5 + "@7"}, 3, "t = 7 s is not part of it");
  expect({"simulate", project, "--from", h5 + "@x"}, 2, "such as run.h5@1.5");
  expect({"simulate", project, "--from", folder.path("none.h5")}, 3, "there is no such file");
  expect({"simulate", example("four-bar"), "--from", h5}, 3, "it is of another robot");
  expect({"info", folder.write("bad.h5", "x")}, 3, "is no file of HDF5");
  expect({"export", project, folder.path("a.mat")}, 2, "add --run run.h5");
  expect({"export", h5, folder.path("a.stl"), "--every", "1"}, 2, "add --run run.h5");
  expect({"export", project, folder.path("a.stl"), "--run", h5}, 2, ".csv, .npz, .mat, .pvd or .glb");
  expect({"export", h5, folder.path("a.mat"), "--from", "3"}, 2, "the run goes from 0 s to 0.1 s");
  expect({"export", h5, folder.path("a.pvd")}, 3, "there is no soft body");
  good({"export", h5, folder.path("a.mat")});
  good({"export", h5, folder.path("a.glb")});
  good({"export", project, folder.path("b.glb"), "--run", h5, "--every", "0.02"});
  expect({"export", h5, folder.path("a.mat")}, 2, "add --force");
}

}  // namespace
}  // namespace tendril::cli
