// SPDX-License-Identifier: GPL-3.0-or-later
// What the examples with controllers promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "studio/cli/table.hpp"
#include "tests/studio/cli/command_line.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril::cli {
namespace {

/// Signals of a project while it runs, by name.
class Motion {
 public:
  Motion(const std::string& project, const std::string& duration, const std::string& signals) {
    const Folder folder;
    const std::string out = folder.path("motion.csv");
    const Outcome outcome =
        tendril({"plot", project, "--signals", signals, "--set", "simulation.duration=" + duration, "--out", out});
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    if (outcome.exit == 0) table_ = readTable(out);
  }

  /// Least and largest value between two times.
  struct Range {
    double least = HUGE_VAL, most = -HUGE_VAL;
  };
  Range range(const std::string& signal, double from, double to) const {
    Range out;
    for (const std::vector<double>& row : table_.rows)
      if (row[0] >= from - 1e-9 && row[0] <= to + 1e-9) {
        const double value = row[column(signal)];
        out.least = std::min(out.least, value), out.most = std::max(out.most, value);
      }
    return out;
  }
  /// The value at the record that is nearest to t.
  double at(const std::string& signal, double t) const {
    const auto nearest =
        std::ranges::min_element(table_.rows, {}, [&](const std::vector<double>& row) { return std::abs(row[0] - t); });
    return (*nearest)[column(signal)];
  }

 private:
  std::size_t column(const std::string& name) const {
    const int found = table_.column(name);
    EXPECT_GE(found, 0) << name;
    return static_cast<std::size_t>(std::max(found, 0));
  }
  Table table_;
};

TEST(WallDrawing, keepsThePenOnThePaper) {
  if (kSanitized) GTEST_SKIP() << "sixteen seconds of motion";
  const Motion motion(example("wall-drawing"), "19",
                      "paper.force.x,'off path','upper 1'.tension,'upper 2'.tension,'lower 3'.tension");
  const auto force = motion.range("paper.force.x", 3, 19);
  EXPECT_LT(force.most, -0.08) << "N: it never leaves the paper";
  EXPECT_GT(force.least, -0.35);
  EXPECT_LT(motion.range("'off path'", 3, 19).most, 0.005);
  for (const char* tendon : {"'upper 1'.tension", "'upper 2'.tension", "'lower 3'.tension"}) {
    EXPECT_GE(motion.range(tendon, 0, 19).least, 0) << tendon;
    EXPECT_LT(motion.range(tendon, 0, 19).most, 100) << tendon;
  }
}

TEST(EggFinger, holdsTheEggWithoutTheCupAndNeverHard) {
  if (kSanitized) GTEST_SKIP() << "twelve seconds of motion";
  const Motion motion(example("egg-finger"), "24",
                      "'force of finger','force of palm',egg.tip.z,cup.tip.z,tendon.tension,'egg in cup'.count");
  EXPECT_LT(motion.range("'force of finger'", 0, 24).most, 1.1);
  EXPECT_LT(motion.range("'force of palm'", 0, 24).most, 1.1);
  EXPECT_LE(motion.range("tendon.tension", 0, 24).most, 12 * (1 + 1e-12));
  for (const double turn : {0.0, 12.0}) {  // once held and given back, once more
    EXPECT_LT(motion.at("cup.tip.z", turn + 6), motion.at("cup.tip.z", turn + 1) - 0.04);
    EXPECT_EQ(motion.range("'egg in cup'.count", turn + 5, turn + 7).most, 0);
    const auto height = motion.range("egg.tip.z", turn + 4.5, turn + 7.5);
    EXPECT_LT(height.most - height.least, 1e-7) << "it sticks";
    EXPECT_NEAR(motion.at("egg.tip.z", turn + 12), 0.199, 0.001) << "back in its cup";
  }
}

TEST(BallOnPlatform, bringsTheBallBackAfterEveryKnock) {
  if (kSanitized) GTEST_SKIP() << "eight seconds of motion";
  const Motion motion(example("ball-on-platform"), "11.4",
                      "'off the middle','ball on platform'.force.norm,'bellows 1'.pressure,'bellows 2'.pressure");
  EXPECT_GT(motion.at("'off the middle'", 0), 0.06);
  EXPECT_LT(motion.at("'off the middle'", 3.4), 1e-4);
  for (const double knock : {3.5, 7.5}) {
    const auto off = motion.range("'off the middle'", knock, knock + 3.8);
    EXPECT_GT(off.most, 0.02) << "it is knocked away";
    EXPECT_LT(off.most, 0.03);
    EXPECT_LT(motion.at("'off the middle'", knock + 3.8), 5e-5) << "and comes back";
  }
  EXPECT_GT(motion.range("'ball on platform'.force.norm", 0.2, 11.4).least, 0.3) << "N: it never leaves the plate";
  EXPECT_GE(motion.range("'bellows 1'.pressure", 0, 11.4).least, 0);
  EXPECT_LE(motion.range("'bellows 1'.pressure", 0, 11.4).most, 50000);
}

}  // namespace
}  // namespace tendril::cli
