// SPDX-License-Identifier: GPL-3.0-or-later
// tendril plot: figures and tables of signals, from runs and from simulations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "studio/cli/io/table.hpp"
#include "studio/cli/plot_request.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

int count(const std::string& text, const std::string& piece) {
  int n = 0;
  for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++n;
  return n;
}

/// A pendulum with a motor, a computed signal and a stored plot.
const char* const kProject = R"json({
  "format": "tendril", "version": 1, "name": "motor",
  "links": [ { "name": "arm 1", "parent": "world",
    "joint": { "type": "revolute", "axis": [0, 1, 0], "damping": 0.1, "q0": [0.4] },
    "body": { "type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
              "tip": { "position": [0.2, 0, 0] } } } ],
  "actuators": [ { "name": "motor", "type": "joint", "link": "arm 1", "mode": "force", "range": [-1, 1] } ],
  "controllers": [ { "name": "c", "type": "signals", "outputs": { "motor": "2*sin(5*t)"
}
} ],
  "simulation": { "duration": 2, "step": 0.005, "record_rate": 50 },
  "signals": { "reach": "norm('arm 1'.tip - 'arm 1'.base)", "double": "2*reach" },
  "studio": {
  "plots" : [
    {"title" : "Torque", "signals" : [ "motor.torque", "motor.signal" ]},
    {"title" : "Tip", "signals" : [ {"name" : "'arm 1'.tip.z"} ]}
  ]
}
})json";

class Plot : public ::testing::Test {
 protected:
  Plot() : project_(folder_.write("p.tendril.json", kProject)) {}
  Outcome plot(std::vector<std::string> arguments, const std::string& out = "f.svg") const {
    arguments.insert(arguments.begin(), {"plot", project_});
    arguments.insert(arguments.end(), {"--out", folder_.path(out)});
    return tendril(arguments);
  }
  TemporaryFolder folder_;
  std::string project_;
};

TEST_F(Plot, SimulatesAndDraws) {
  const Outcome outcome = plot({"--signals", "arm 1.tip.z,motor.torque,motor.signal,double", "--title", "A motor"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_EQ(outcome.diagnostics, "");
  const std::string svg = contents(folder_.path("f.svg"));
  EXPECT_EQ(count(svg, "class=\"curve\""), 3);
  EXPECT_EQ(count(svg, "class=\"curve reference\""), 1);
  EXPECT_NE(svg.find(">A motor</text>"), std::string::npos);
  EXPECT_NE(svg.find(">motor.signal</text>"), std::string::npos);
  EXPECT_NE(svg.find(">'arm 1'.tip.z</text>"), std::string::npos);
  for (const char* name : {"f.pdf", "f.png"}) EXPECT_EQ(plot({"--signals", "energy.total"}, name).exit, 0);
}

TEST_F(Plot, TableRoundTrip) {
  const std::string run = folder_.path("run.csv");
  ASSERT_EQ(tendril({"simulate", project_, "--out", run}).exit, 0);
  const std::string signals =
      "'arm 1'.q[0],'arm 1'.tip.x,'arm 1'.tip.z,motor.torque,motor.signal,energy.total,reach,"
      "max('arm 1'.q[0], 0),rate('arm 1'.q[0])";
  ASSERT_EQ(plot({"--signals", signals, "--run", run}, "t.csv").exit, 0);
  ASSERT_EQ(plot({"--signals", signals}, "again.csv").exit, 0);
  EXPECT_EQ(contents(folder_.path("t.csv")), contents(folder_.path("again.csv")));
  const Table recorded = readTable(run), table = readTable(folder_.path("t.csv"));
  ASSERT_EQ(table.rows.size(), recorded.rows.size());
  ASSERT_EQ(table.names.size(), 10u);
  EXPECT_EQ(table.names[8], "max('arm 1'.q[0], 0)");
  const int q = recorded.column("'arm 1'.q[0]"), kinetic = recorded.column("energy.kinetic");
  ASSERT_GE(q, 0);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<double>&row = table.rows[i], &from = recorded.rows[i];
    const double angle = from[static_cast<std::size_t>(q)];
    const auto k = static_cast<std::size_t>(kinetic);
    EXPECT_EQ(row[0], from[0]);
    EXPECT_EQ(row[1], angle);
    EXPECT_NEAR(row[2], 0.2 * std::cos(angle), 1e-14);
    EXPECT_NEAR(row[3], -0.2 * std::sin(angle), 1e-14);
    EXPECT_NEAR(row[4], std::clamp(row[5], -1.0, 1.0), 1e-9);
    EXPECT_NEAR(row[5], 2 * std::sin(5 * row[0]), 1e-12);
    EXPECT_NEAR(row[6], from[k] + from[k + 1] + from[k + 2], 1e-12);
    EXPECT_NEAR(row[7], 0.2, 1e-14);
    EXPECT_EQ(row[8], std::max(angle, 0.0));
    EXPECT_EQ(std::isnan(row[9]), i == 0);
  }
}

TEST_F(Plot, WindowAndJson) {
  const Outcome outcome = plot({"--signals", "motor.torque", "--from", "0.5", "--to", "1", "--json"}, "w.csv");
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Table table = readTable(folder_.path("w.csv"));
  EXPECT_EQ(table.rows.size(), 26u);
  EXPECT_NEAR(table.rows.front()[0], 0.5, 1e-9);
  const json::Node answer = outcome.json();
  const json::Node& signal = answer.find("signals")->items.at(0);
  EXPECT_EQ(signal.find("signal")->text, "motor.torque");
  EXPECT_EQ(signal.find("unit")->text, "N·m");
  EXPECT_NEAR(signal.find("max")->number, 1, 1e-9);
  EXPECT_NEAR(signal.find("min")->number, -1, 1e-9);
}

TEST_F(Plot, StatisticsOfAStretch) {
  const Outcome outcome = plot({"--signals", "sin(2*pi*t)", "--from", "0", "--to", "1", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const json::Node answer = outcome.json();
  const json::Node& signal = answer.find("signals")->items.at(0);
  EXPECT_NEAR(signal.find("mean")->number, 0, 1e-9);
  EXPECT_NEAR(signal.find("rms")->number, std::sqrt(0.5), 2e-3);
  const Outcome told = plot({"--signals", "motor.torque", "--statistics"});
  EXPECT_NE(told.out.find("motor.torque: min −1\u2009N·m max 1\u2009N·m mean "), std::string::npos) << told.out;
}

TEST_F(Plot, OtherAxesThanTime) {
  ASSERT_EQ(plot({"--signals", "'arm 1'.v[0]", "--x", "'arm 1'.q[0]", "--x-unit", "deg", "--y-title", "Speed"}).exit,
            0);
  const std::string phase = contents(folder_.path("f.svg"));
  EXPECT_NE(phase.find("(°)"), std::string::npos);
  EXPECT_NE(phase.find(">Speed<"), std::string::npos);
  EXPECT_EQ(phase.find("Time"), std::string::npos);
  ASSERT_EQ(plot({"--signals", "motor.torque", "--spectrum", "--log", "y"}).exit, 0);
  EXPECT_NE(contents(folder_.path("f.svg")).find(">Frequency<"), std::string::npos);
  ASSERT_EQ(plot({"--signals", "motor.torque", "--histogram", "7", "--unit", "Nm"}).exit, 0);
  EXPECT_NE(contents(folder_.path("f.svg")).find("(Nm)"), std::string::npos);
}

TEST_F(Plot, SeveralRunsAreDrawnOverOneAnotherAndCounted) {
  std::vector<std::string> runs;
  for (const char* damping : {"0.1", "0.5", "2"}) {
    runs.insert(runs.end(), {"--run", folder_.path("d" + std::string(damping) + ".csv")});
    ASSERT_EQ(tendril({"simulate", project_, "--set", "links.arm 1.joint.damping=" + std::string(damping), "--out",
                       runs.back()})
                  .exit,
              0);
  }
  const auto drawn = [&](std::vector<std::string> more) {
    more.insert(more.end(), runs.begin(), runs.end());
    const Outcome outcome = plot(more);
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    return contents(folder_.path("f.svg"));
  };
  const std::string curves = drawn({"--signals", "'arm 1'.tip.z"});
  EXPECT_EQ(count(curves, "class=\"curve"), 3);
  EXPECT_NE(curves.find(" · d0.5<"), std::string::npos);
  const std::string bars = drawn({"--signals", "'arm 1'.tip.z", "--histogram", "2", "--per-run", "max"});
  EXPECT_EQ(count(bars, "class=\"curve"), 1);
  EXPECT_NE(bars.find(", maximum<"), std::string::npos);
}

TEST_F(Plot, ColumnsOfATable) {
  const std::string table = folder_.write("sweep.csv", "x [m],pull [N],t\n0.5,10,0\n0.25,5,0\n0.1,7,0\n");
  const auto draw = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"plot", table, "--out", folder_.path("t.svg")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return tendril(arguments);
  };
  const Outcome outcome = draw({"--signals", "pull", "--x", "x", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_EQ(outcome.json().find("signals")->items.at(0).find("unit")->text, "N");
  const std::string svg = contents(folder_.path("t.svg"));
  EXPECT_NE(svg.find("(mm)"), std::string::npos);
  EXPECT_NE(svg.find("(N)"), std::string::npos);
  const Outcome wrong = draw({"--signals", "pul"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_NE(wrong.diagnostics.find("did you mean 'pull'"), std::string::npos) << wrong.diagnostics;
}

TEST_F(Plot, StoredPlots) {
  ASSERT_EQ(plot({"--plot", "Torque"}).exit, 0);
  std::string svg = contents(folder_.path("f.svg"));
  EXPECT_NE(svg.find(">Torque</text>"), std::string::npos);
  EXPECT_EQ(count(svg, "class=\"curve reference\""), 1);
  ASSERT_EQ(plot({"--plot", "2", "--title", "Mine"}).exit, 0);
  svg = contents(folder_.path("f.svg"));
  EXPECT_NE(svg.find(">Mine</text>"), std::string::npos);
  EXPECT_EQ(count(svg, "class=\"curve\""), 1);
  const Outcome wrong = plot({"--plot", "Torqe"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_NE(wrong.diagnostics.find("did you mean 'Torque'"), std::string::npos) << wrong.diagnostics;
}

/// The same pendulum led by a controller.
std::string steeredProject() {
  std::string text = kProject;
  const auto from = text.find("\"controllers\""), to = text.find("\"simulation\"");
  return text.replace(from, to - from,
                      R"("controllers": [ { "name": "lead", "type": "pd", "outputs": ["motor"], "period": 0.02,
        "reference": { "type": "constant", "value": 0.1 }, "gains": { "proportional": 20, "derivative": 1 } } ],
      )");
}

TEST_F(Plot, ControllersTellTheSameInTablesAndRunsMadeNow) {
  const std::string project = folder_.write("lead.tendril.json", steeredProject());
  const std::string run = folder_.path("run.csv"), now = folder_.path("now.csv"), later = folder_.path("later.csv");
  ASSERT_EQ(tendril({"simulate", project, "--out", run}).exit, 0);
  const Table table = readTable(run);
  for (const char* name : {"lead.reference[0]", "lead.error[0]", "lead.demand[0]", "lead.lost[0]"})
    EXPECT_GE(table.column(name), 0) << name;
  const std::string signals = "lead.error[0],lead.demand[0],lead.lost[0]";
  ASSERT_EQ(tendril({"plot", project, "--signals", signals, "--out", now}).exit, 0);
  ASSERT_EQ(tendril({"plot", project, "--signals", signals, "--run", run, "--out", later}).exit, 0);
  EXPECT_EQ(contents(now), contents(later));
  const Table drawn = readTable(now);
  ASSERT_EQ(drawn.rows.size(), table.rows.size());
  double clipped = 0;
  for (std::size_t r = 0; r < drawn.rows.size(); ++r) {
    EXPECT_EQ(drawn.rows[r][1], table.rows[r][static_cast<std::size_t>(table.column("lead.error[0]"))]);
    clipped = std::max(clipped, std::abs(drawn.rows[r][3]));
  }
  EXPECT_GT(clipped, 1) << "the range of the motor ends what is demanded";
}

TEST_F(Plot, RowsBetweenStepsHaveWhatControllersHold) {
  const std::string project = folder_.write("lead.tendril.json", steeredProject());
  const std::string run = folder_.path("run.csv");
  ASSERT_EQ(tendril({"simulate", project, "--every", "0.003", "--out", run}).exit, 0);
  const Table table = readTable(run);
  const auto u = static_cast<std::size_t>(table.column("motor.u[0]"));
  std::size_t steady = 0;
  for (std::size_t r = 1; r < table.rows.size(); ++r) {
    const std::vector<double>&before = table.rows[r - 1], &row = table.rows[r];
    const double sample = std::floor(row[0] / 0.02 + 1e-6);  // samples are 0.02 s apart
    if (std::floor(before[0] / 0.02 + 1e-6) != sample) continue;
    EXPECT_EQ(row[u], before[u]) << row[0];
    ++steady;
  }
  EXPECT_GT(steady, 500u);
}

TEST_F(Plot, LongRunsOfControllersAreDrawnToTheirEnd) {
  const std::string project = folder_.write("lead.tendril.json", steeredProject());
  const std::string run = folder_.path("run.csv"), drawn = folder_.path("drawn.csv");
  ASSERT_EQ(tendril({"simulate", project, "--duration", "42", "--out", run}).exit, 0);
  ASSERT_EQ(tendril({"plot", project, "--signals", "lead.error[0]", "--run", run, "--out", drawn}).exit, 0);
  EXPECT_EQ(readTable(drawn).rows.size(), 2101u);
}

TEST_F(Plot, UsualTrackingDrawsReferencesDashed) {
  const std::string project = folder_.write("lead.tendril.json", steeredProject());
  const std::string file = folder_.path("tracking.svg");
  const Outcome outcome = tendril({"plot", project, "--usual", "tracking", "--out", file});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const std::string svg = contents(file);
  EXPECT_EQ(count(svg, "class=\"curve\""), 1);
  EXPECT_EQ(count(svg, "class=\"curve reference\""), 1);
  EXPECT_NE(svg.find(">lead[0]</text>"), std::string::npos);
  const Outcome none = plot({"--usual", "tracking"});
  EXPECT_EQ(none.exit, 2);
  EXPECT_NE(none.diagnostics.find("no controller"), std::string::npos) << none.diagnostics;
  EXPECT_EQ(plot({"--usual", "trackin"}).exit, 2);
}

TEST_F(Plot, WrongCommandsSayWhatIsWrong) {
  struct Case {
    std::vector<std::string> arguments;
    std::string out;
    int exit;
    std::string message;
  };
  const std::string run = folder_.write("bad.csv", "t,x\n0,1\n");
  const std::string back = folder_.write("back.csv", "t,'arm 1'.q[0],'arm 1'.v[0]\n0,0,0\n1,0,0\n0.5,0,0\n");
  const std::string empty = folder_.write("empty.csv", "t,'arm 1'.q[0],'arm 1'.v[0]\n");
  const std::vector<Case> cases = {
      {{}, "f.svg", 2, "--signals"},
      {{"--signals", " , "}, "f.svg", 2, "--signals"},
      {{"--signals", "motor.torqe"}, "f.svg", 2, "did you mean 'motor.torque'"},
      {{"--signals", "2*motor.torqe"}, "f.svg", 2, "did you mean 'motor.torque'"},
      {{"--signals", "'arm 1'.tip"}, "f.svg", 2, "take a component"},
      {{"--signals", "t"}, "f.jpg", 2, ".svg, .pdf, .png or .csv"},
      {{"--signals", "t"}, "none/f.svg", 4, "does its folder exist"},
      {{"--signals", "t", "--from", "1", "--to", "1"}, "f.svg", 2, "no stretch of time"},
      {{"--signals", "t", "--from", "50", "--to", "60"}, "f.svg", 2, "the run goes from 0 s to 2 s"},
      {{"--signals", "t", "--from", "nan"}, "f.svg", 2, "no stretch of time"},
      {{"--signals", "t", "--width-mm", "5"}, "f.svg", 2, "width-mm"},
      {{"--signals", "t", "--log", "z"}, "f.svg", 2, "--log"},
      {{"--signals", "t", "--x", "t", "--spectrum"}, "f.svg", 2, "choose one"},
      {{"--signals", "t", "--band", "rms"}, "f.svg", 2, "about references"},
      {{"--signals", "t", "--band", "wide"}, "f.svg", 2, "--band wide"},
      {{"--signals", "t", "--right-axis"}, "f.svg", 2, "two units"},
      {{"--signals", "t", "--unit", "m"}, "f.svg", 2, "unit \"m\""},
      {{"--signals", "t", "--run", run}, "f.svg", 3, "has no column 'arm 1'.q[0]"},
      {{"--signals", "t", "--run", back}, "f.svg", 3, "back.csv:4: the times do not ascend"},
      {{"--signals", "t", "--run", empty}, "f.svg", 3, "has no rows"},
      {{"--plot", "x", "--set", "studio={}"}, "f.svg", 2, "stores no plots"}};
  for (const Case& c : cases) {
    const Outcome outcome = plot(c.arguments, c.out);
    EXPECT_EQ(outcome.exit, c.exit) << outcome.diagnostics;
    EXPECT_NE(outcome.diagnostics.find(c.message), std::string::npos) << outcome.diagnostics;
  }
}

TEST_F(Plot, BrokenComputedSignalsAreWarnings) {
  const Outcome outcome = plot({"--signals", "motor.torque", "--set", "signals.reach=norm('arm 1'.tipp)"});
  EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_NE(outcome.diagnostics.find("signals.reach: "), std::string::npos) << outcome.diagnostics;
  EXPECT_NE(outcome.diagnostics.find("did you mean ''arm 1'.tip'"), std::string::npos) << outcome.diagnostics;
  EXPECT_NE(plot({"--signals", "double", "--set", "signals.reach=double"}).diagnostics.find("reach → double → reach"),
            std::string::npos);
}

TEST(PlotExamples, EveryExampleDrawsItsEnergy) {
  const TemporaryFolder folder;
  for (const std::string& name : examples()) {
    const Outcome outcome = tendril({"plot", example(name), "--signals", "energy.total,balance", "--out",
                                     folder.path("f.svg"), "--set", "simulation.duration=0.01"});
    EXPECT_EQ(outcome.exit, 0) << name << outcome.diagnostics;
    EXPECT_EQ(count(contents(folder.path("f.svg")), "class=\"curve\""), 2) << name;
  }
}

TEST(SplitSignals, KeepsParenthesesAndQuotesTogether) {
  EXPECT_EQ(splitSignals("a, max(b, c) ,'x,y'.q[0],,"), (std::vector<std::string>{"a", "max(b, c)", "'x,y'.q[0]"}));
  EXPECT_EQ(splitSignals("a),b"), (std::vector<std::string>{"a)", "b"}));
  EXPECT_TRUE(splitSignals("").empty());
}

}  // namespace
}  // namespace tendril::cli
