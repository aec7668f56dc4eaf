// SPDX-License-Identifier: GPL-3.0-or-later
// `tendril statics --workspace`: the examples, the table, what cannot be asked.
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

TEST(StaticsWorkspace, almostEverySampleOfTheSoftManipulatorHasAnEquilibrium) {
  const Outcome outcome = tendril({"statics", example("soft-manipulator"), "--workspace", "1000", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json();
  EXPECT_EQ(answer.find("samples")->number, 1000);
  EXPECT_GE(answer.find("points")->number, 990);
  EXPECT_EQ(answer.find("directions")->number, 3);
  EXPECT_GT(answer.find("mobility")->find("least")->number, 0);
}

/// Equilibria of the table are equilibria: `statics` finds them again.
TEST(StaticsWorkspace, writesEquilibria) {
  const TemporaryFolder folder;
  const std::string out = folder.path("cloud.csv");
  const Outcome outcome = tendril({"statics", example("kirchhoff-finger"), "--workspace", "60", "--frame", "finger@0.5",
                                   "--seed", "4", "--out", out});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.out, HasSubstr("finger@0.5: 60 equilibria of 60 samples"));
  const Table table = readTable(out);
  ASSERT_EQ(table.rows.size(), 60u);
  const auto value = [&](std::size_t row, const std::string& name) {
    const int column = table.column(name);
    EXPECT_GE(column, 0) << name;
    return table.rows[row].at(static_cast<std::size_t>(column));
  };
  for (const std::size_t row : {0, 20, 59}) {
    EXPECT_GE(value(row, "flexor.u[0]"), 0);
    EXPECT_LE(value(row, "flexor.u[0]"), 20);
    std::ostringstream inputs;
    inputs.precision(17);
    inputs << "{\"u\": [" << value(row, "flexor.u[0]") << ", " << value(row, "spreader.u[0]") << "]}";
    const Outcome again =
        tendril({"statics", example("kirchhoff-finger"), "--inputs", folder.write("u.json", inputs.str()), "--json"});
    ASSERT_EQ(again.exit, 0) << again.diagnostics;
    const Node q = *again.json().find("q");
    const auto first = static_cast<std::size_t>(table.column("stable")) + 1;
    for (std::size_t i = 0; i < q.items.size(); ++i)
      EXPECT_NEAR(q.items[i].number, table.rows[row].at(first + i), 1e-6 * (1 + std::abs(q.items[i].number)));
  }
}

TEST(StaticsWorkspace, isTheSameOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& threads, const std::string& file) {
    const Outcome outcome = tendril({"statics", example("tendon-arm-3-segments"), "--workspace", "100", "--threads",
                                     threads, "--out", folder.path(file)});
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    std::ostringstream text;
    text << std::ifstream(folder.path(file)).rdbuf();
    return text.str();
  };
  const std::string one = run("1", "one.csv");
  EXPECT_GT(one.size(), 10000u);
  EXPECT_EQ(one, run("2", "two.csv"));
}

TEST(StaticsWorkspace, movesDrivesOfLoops) {
  const Outcome outcome = tendril({"statics", example("fin-ray-finger"), "--workspace", "30", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_GE(outcome.json().find("points")->number, 29);
}

TEST(StaticsWorkspace, saysWhatCannotBeAsked) {
  const auto refused = [](const std::vector<std::string>& arguments, int exit, const std::string& why) {
    const Outcome outcome = tendril(arguments);
    EXPECT_EQ(outcome.exit, exit) << why;
    EXPECT_THAT(outcome.diagnostics, HasSubstr(why));
  };
  const std::string arm = example("soft-manipulator");
  refused({"statics", arm, "--frame", "arm"}, 2, "--workspace");
  refused({"statics", arm, "--workspace", "0"}, 2, "--workspace");
  refused({"statics", arm, "--workspace", "9", "--frame", "nobody"}, 2, "there is no link \"nobody\"");
  refused({"statics", arm, "--workspace", "9", "--frame", "manipulator@2"}, 2, "behind @");
  refused({"statics", arm, "--workspace", "9", "--out", "cloud.json"}, 2, ".csv");
  refused({"statics", example("double-pendulum"), "--workspace", "9"}, 3, "no inputs");
  refused({"statics", example("curved-tube"), "--workspace", "9"}, 3, "has no end to its range");
}

}  // namespace
}  // namespace tendril::cli
