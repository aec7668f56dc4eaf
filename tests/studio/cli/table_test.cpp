// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of other programs, and of the window: separators, gaps, marks, units; what refuses them says where.
#include "studio/cli/io/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "studio/cli/io/errors.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

int count(const std::string& text, const std::string& piece) {
  int n = 0;
  for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++n;
  return n;
}

class Tables : public testing::Test {
 protected:
  std::string complaint(const std::string& text) const {
    try {
      readTable(folder_.write("t.csv", text));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::kBadFile);
      return error.what();
    }
    return "nothing was said";
  }
  /// `tendril plot` of a table; the figure.
  std::string plot(const std::string& text, std::vector<std::string> more, int exit = 0) {
    std::vector<std::string> arguments = {"plot", folder_.write("t.csv", text), "--out", folder_.path("f.svg")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    outcome_ = tendril(arguments);
    EXPECT_EQ(outcome_.exit, exit) << outcome_.diagnostics;
    std::ostringstream svg;
    svg << std::ifstream(folder_.path("f.svg")).rdbuf();
    return svg.str();
  }
  double statistic(std::size_t signal, const char* key) const {
    return outcome_.json().find("signals")->items.at(signal).find(key)->number;
  }
  TemporaryFolder folder_;
  Outcome outcome_;
};

TEST_F(Tables, AreReadAsOtherProgramsWriteThem) {
  for (const char* text : {"t,arm.tip.x,note\n0,1,2\n0.5,-3,4\n", "t;arm.tip.x;note\n0;1;2\n0.5;-3;4\n",
                           "t\tarm.tip.x\tnote\r\n0\t1\t2\r\n\r\n0.5\t-3\t4\r\n",
                           "\xEF\xBB\xBFt [s];\"arm.tip.x [m]\";note\r\n0;1;2\r\n0.5;\u22123;4\r\n",
                           "# measured\nt [ms], arm.tip.x [mm], note\n 0, 1e3, 2\n,,\n500, -3e3, +4\n"}) {
    SCOPED_TRACE(text);
    const Table table = readTable(folder_.write("t.csv", text));
    EXPECT_THAT(table.names, ElementsAre("t", "arm.tip.x", "note"));
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_THAT(table.rows[0], ElementsAre(0, 1, 2));
    EXPECT_THAT(table.rows[1], ElementsAre(0.5, -3, 4));
    EXPECT_EQ(table.column("arm.tip.x"), 1);
    EXPECT_EQ(table.column("arm.tip.x [m]"), 1);
    EXPECT_EQ(table.column("arm.tip"), -1);
  }
}

TEST_F(Tables, GapsAreKeptAndSaidWhereANumberMustBe) {
  const Table table = readTable(folder_.write("t.csv", "t,x\n0,\n\n1,nan\n2,3\n"));
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_TRUE(std::isnan(table.rows[0][1]));
  EXPECT_TRUE(std::isnan(table.rows[1][1]));
  EXPECT_EQ(table.number(2, 1), 3);
  EXPECT_EQ(table.place(1), folder_.path("t.csv") + ":4");
  try {
    table.number(1, 1);
    FAIL() << "a gap is a number";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("t.csv:4: column x has no number; fill the gap"));
  }
}

TEST_F(Tables, WhatCannotBeReadIsNamed) {
  EXPECT_THAT(complaint("t;x\n0;1\n0,5;2\n"), AllOf(HasSubstr("t.csv:3: column t"), HasSubstr("decimal points: 0.5")));
  EXPECT_THAT(complaint("t,x\n0,0,1,5\n"),
              AllOf(HasSubstr("t.csv:2: 4 numbers, the header has 2"), HasSubstr("decimal points, not commas")));
  EXPECT_THAT(complaint("t,x\n0\n"), AllOf(HasSubstr("1 numbers"), Not(HasSubstr("commas"))));
  EXPECT_THAT(complaint("t,x\n0,1\n1,off\n"), HasSubstr("t.csv:3: column x: \"off\" is not a number"));
  EXPECT_THAT(complaint("0,1\n1,2\n"), HasSubstr("has no header"));
  EXPECT_THAT(complaint(""), HasSubstr("is empty"));
  EXPECT_THAT(complaint(",,\n\n"), HasSubstr("is empty"));
}

TEST_F(Tables, GapsInterruptCurvesAndCountForNothing) {
  const std::string whole = plot("t,x\n0,0\n1,1\n2,2\n3,3\n4,4\n", {"--signals", "x", "--json"});
  EXPECT_EQ(count(whole, "l0 0"), 1);
  EXPECT_NEAR(statistic(0, "mean"), 2, 1e-12);
  const std::string broken = plot("t,x\n0,0\n1,1\n2,\n3,3\n4,4\n", {"--signals", "x", "--json"});
  EXPECT_EQ(count(broken, "l0 0"), 2) << "two pieces";
  EXPECT_EQ(broken.find("nan"), std::string::npos);
  EXPECT_NEAR(statistic(0, "mean"), 2, 1e-12) << "(0.5 + 3.5)/2";
  EXPECT_EQ(statistic(0, "max"), 4);
  plot("t;x\n0;1\n1;1\n2;nan\n10;NaN\n20;3\n21;3\n", {"--signals", "x", "--json"});
  EXPECT_NEAR(statistic(0, "mean"), 2, 1e-12) << "the time in which nothing is known does not weigh";
  EXPECT_NEAR(statistic(0, "rms"), std::sqrt(5), 1e-12);
  EXPECT_EQ(statistic(0, "final"), 3);
  plot("x\n1\nnan\n2\n2\n", {"--signals", "x", "--histogram", "2"});
  plot("t,x\n0,1\n,2\n", {"--signals", "x"}, 3);
  EXPECT_THAT(outcome_.diagnostics, HasSubstr("t.csv:3: column t has no number"));
}

TEST_F(Tables, TimeMayHaveItsWholeName) {
  const std::string svg = plot("Time [ms],x [mm]\n0,5\n500,9\n2000,7\n", {"--signals", "x", "--json"});
  EXPECT_NE(svg.find(">Time</tspan>"), std::string::npos);
  EXPECT_NE(svg.find("(mm)"), std::string::npos);
  EXPECT_DOUBLE_EQ(statistic(0, "max"), 0.009);
  EXPECT_EQ(outcome_.json().find("signals")->items.at(0).find("unit")->text, "m");
  EXPECT_NEAR(statistic(0, "mean"), (0.5 * 0.007 + 1.5 * 0.008) / 2, 1e-15);
}

/// As widgets/plots/canvas/plot_export.cpp writes them.
TEST_F(Tables, OfTheWindowsPlotsAreDrawnRunByRun) {
  const std::string one = "run,t [s],arm.tip.x [m],\"max(a, \"\"b\"\")\"\n3,0,1,\n3,1,2,5\n";
  EXPECT_EQ(count(plot(one, {"--signals", "arm.tip.x,max(a, \"b\")"}), "class=\"curve\""), 2);
  const std::string three =
      "run,t [s],arm.tip.x [m]\nrun.h5,0,1\nrun.h5,1,2\nrun.h5,2,4\n2,0,5\n2,1,\n2,3,5\n1,0,0\n1,1,0\n";
  const std::string svg = plot(three, {"--signals", "arm.tip.x", "--json"});
  EXPECT_EQ(count(svg, "class=\"curve"), 3);
  for (const char* label : {">arm.tip.x · run.h5</text>", ">arm.tip.x · run 2</text>", ">arm.tip.x · run 1</text>"})
    EXPECT_NE(svg.find(label), std::string::npos) << label;
  EXPECT_EQ(outcome_.json().find("signals")->items.at(1).find("run")->text, "run 2");
  EXPECT_EQ(statistic(1, "max"), 5);
  plot(three, {"--signals", "arm.tip.x", "--from", "2.5", "--to", "3"});
  plot(three, {"--signals", "arm.tip.x", "--from", "4", "--to", "5"}, 2);
  EXPECT_THAT(outcome_.diagnostics, HasSubstr("the run goes from 0 s to 3 s"));
}

TEST_F(Tables, RunsAreCountedByANumberOfEach) {
  std::string text = "run,t [s],x [m]\n";
  for (int run = 1; run <= 9; ++run)
    text += std::to_string(run) + ",0,0\n" + std::to_string(run) + ",1," + std::to_string(run) + "\n";
  const std::string svg = plot(text, {"--signals", "x", "--histogram", "3", "--per-run", "final", "--json"});
  EXPECT_EQ(count(svg, "class=\"curve"), 1);
  EXPECT_EQ(count(svg, "class=\"band\""), 1);
  EXPECT_NE(svg.find(">x, final value<"), std::string::npos);
  EXPECT_NE(svg.find(">Runs<"), std::string::npos);
  EXPECT_EQ(svg.find("run 2"), std::string::npos);
  plot("t,x\n0,0\n1,1\n", {"--signals", "x", "--histogram", "3", "--per-run", "final"}, 2);
  EXPECT_THAT(outcome_.diagnostics, HasSubstr("--per-run: the table tells no runs apart"));
  plot(text, {"--signals", "x", "--per-run", "final"}, 2);
  EXPECT_THAT(outcome_.diagnostics, HasSubstr("only a histogram counts runs"));
}

TEST_F(Tables, OfSeveralRunsAreWrittenAgain) {
  const std::string two = "run,t [s],x [m]\nsoft,0,1\nsoft,1,2\n7,0,3\n7,1,4\n";
  const std::string out = folder_.path("again.csv");
  ASSERT_EQ(tendril({"plot", folder_.write("w.csv", two), "--signals", "x", "--units", "--out", out}).exit, 0);
  const Table table = readTable(out);
  EXPECT_THAT(table.names, ElementsAre("run", "t", "x"));
  EXPECT_THAT(table.units, ElementsAre("", "s", "m"));
  EXPECT_THAT(table.runs, ElementsAre("soft", "soft", "run 7", "run 7"));
  EXPECT_EQ(table.rows[3][2], 4);
}

TEST_F(Tables, ARunPerRowIsASweep) {
  const std::string sweep = "run,t,x\n1,0,4\n2,0,5\n3,0,6\n";
  const std::string svg = plot(sweep, {"--signals", "x", "--json"});
  EXPECT_EQ(count(svg, "class=\"curve"), 1);
  EXPECT_EQ(statistic(0, "max"), 6);
}

TEST_F(Tables, StatesNeedAllTheirNumbers) {
  const std::string project = example("double-pendulum"), run = folder_.path("run.csv");
  ASSERT_EQ(tendril({"simulate", project, "--duration", "0.1", "--units", "--out", run}).exit, 0);
  std::ifstream stream(run);
  std::string header, first, second;
  std::getline(stream, header), std::getline(stream, first), std::getline(stream, second);
  EXPECT_THAT(header, AllOf(HasSubstr("t [s],"), HasSubstr("[rad]"), HasSubstr("energy.kinetic [J]"))) << header;
  // The units do not keep commands from knowing their columns.
  const Table table = readTable(run);
  const std::string q = table.names[1];
  EXPECT_EQ(tendril({"plot", project, "--signals", q, "--run", run, "--out", folder_.path("f.svg")}).exit, 0);
  EXPECT_EQ(tendril({"dynamics", project, "--states", run, "--want", "energy"}).exit, 0);
  EXPECT_EQ(tendril({"export", project, folder_.path("named.csv"), "--run", run}).exit, 0);
  ASSERT_EQ(tendril({"export", project, folder_.path("again.csv"), "--run", run, "--units"}).exit, 0);
  std::string again;
  std::getline(std::ifstream(folder_.path("again.csv")) >> std::ws, again);
  EXPECT_EQ(again, header);
  EXPECT_THAT(readTable(folder_.path("named.csv")).names, testing::ElementsAreArray(table.names));
  // A gap in a coordinate.
  second.replace(second.find(',') + 1, second.find(',', second.find(',') + 1) - second.find(',') - 1, "");
  const std::string broken = folder_.write("gap.csv", header + '\n' + first + '\n' + second + '\n');
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"plot", project, "--signals", q, "--run", broken, "--out", folder_.path("f.svg")},
        std::vector<std::string>{"dynamics", project, "--states", broken, "--want", "energy"},
        std::vector<std::string>{"simulate", project, "--duration", "0.1", "--from", broken}}) {
    const Outcome outcome = tendril(arguments);
    EXPECT_EQ(outcome.exit, 3) << arguments[0];
    EXPECT_THAT(outcome.diagnostics, HasSubstr("gap.csv:3: column " + q + " has no number")) << arguments[0];
  }
}

TEST_F(Tables, NamesStayWhatTheyAreUnlessUnitsAreAskedFor) {
  const std::string project = example("double-pendulum");
  for (const char* name : {"run.csv", "plot.csv"}) {
    std::vector<std::string> arguments = {"simulate", project, "--duration", "0.05"};
    if (name[0] == 'p') arguments = {"plot", project, "--signals", "energy.total", "--set", "simulation.duration=0.05"};
    arguments.insert(arguments.end(), {"--out", folder_.path(name)});
    ASSERT_EQ(tendril(arguments).exit, 0);
    EXPECT_THAT(readTable(folder_.path(name)).units, testing::Each(IsEmpty())) << name;
  }
}

/// The places of a workspace, each equally often as it was reached.
TEST_F(Tables, ASweepIsDrawnAsAHistogram) {
  const std::string cloud = folder_.path("cloud.csv");
  ASSERT_EQ(tendril({"statics", example("tendon-arm-3-segments"), "--workspace", "40", "--out", cloud}).exit, 0);
  const Table table = readTable(cloud);
  ASSERT_GT(table.rows.size(), 10u);
  const Outcome outcome =
      tendril({"plot", cloud, "--signals", "mobility", "--histogram", "5", "--json", "--out", folder_.path("h.svg")});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_EQ(outcome.json().find("records")->number, static_cast<double>(table.rows.size()));
  std::ostringstream svg;
  svg << std::ifstream(folder_.path("h.svg")).rdbuf();
  EXPECT_NE(svg.str().find(">Count<"), std::string::npos);
  EXPECT_NE(svg.str().find("mobility"), std::string::npos);
  EXPECT_EQ(count(svg.str(), "class=\"band\""), 1) << "the area of the bars";
  EXPECT_EQ(count(svg.str(), "class=\"curve\""), 1);
}

}  // namespace
}  // namespace tendril::cli
