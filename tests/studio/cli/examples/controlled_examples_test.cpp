// SPDX-License-Identifier: GPL-3.0-or-later
// What the examples with controllers promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include "studio/cli/io/table.hpp"
#include "tests/studio/cli/motion.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril::cli {
namespace {

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

/// Simulation 2 of [kane], and what the gripper holds behind it: the arm moves until 3 s, the soft arm until 5 s, the
/// chamber is inflated, the lift below the cup goes away from 6 s on.
TEST(Ur10eSoftGripper, holdsTheCupWithoutTheLift) {
  if (kSanitized) GTEST_SKIP() << "nine seconds of motion";
  const Motion motion(example("ur10e-soft-gripper"), "9",
                      "arm.error[0],arm.error[1],arm.error[2],arm.error[3],arm.error[4],arm.error[5],"
                      "'soft arm'.q[0],'soft arm'.q[1],'soft arm'.q[2],chamber.pressure,'gripper below the rim',"
                      "'force of the walls','cup on lift'.count,cup.tip.z,lift.tip.z");
  for (int joint = 0; joint < 6; ++joint) {
    const std::string error = "arm.error[" + std::to_string(joint) + "]";
    EXPECT_LT(std::abs(motion.at(error, 3)), 0.02) << error << ", rad";
    EXPECT_LT(std::abs(motion.at(error, 5)), 0.002) << error << ", rad";
  }
  // Turns about y and z of a body along x: −q₂ and q₁ of the paper, whose bodies run along z.
  EXPECT_NEAR(motion.at("'soft arm'.q[0]", 5), -M_PI / 4, 0.002);
  EXPECT_NEAR(motion.at("'soft arm'.q[1]", 5), -M_PI / 2, 0.002);
  EXPECT_NEAR(motion.at("'soft arm'.q[2]", 5), -0.02, 0.001);

  EXPECT_EQ(motion.range("'force of the walls'", 4.9, 5).most, 0) << "it goes into the cup without touching it";
  EXPECT_EQ(motion.at("chamber.pressure", 5), 0);
  EXPECT_EQ(motion.at("chamber.pressure", 5.5), 2e6);
  EXPECT_EQ(motion.at("'cup on lift'.count", 5), 6);
  EXPECT_EQ(motion.range("'cup on lift'.count", 7, 9).most, 0) << "nothing else holds it";
  EXPECT_GT(motion.range("'force of the walls'", 7, 9).least, 5) << "N";
  EXPECT_LT(motion.range("lift.tip.z", 7, 9).most, motion.at("lift.tip.z", 5) - 0.1);
  EXPECT_GT(motion.range("cup.tip.z", 7, 9).least, motion.at("cup.tip.z", 5) - 0.03) << "the arms give way a little";
  const auto depth = motion.range("'gripper below the rim'", 7, 9);
  EXPECT_LT(depth.most - depth.least, 1e-4) << "m: it sticks";
}

/// The example with plain cylinders of few tetrahedra, from rest: what is proved here does not depend on the ribs.
std::string plainHelicoid(const std::string& name, const TemporaryFolder& folder) {
  std::stringstream text;
  text << std::ifstream(example(name)).rdbuf();
  const std::regex ribs(R"("trimmed_helicoid": \{[^}]*\})"), speeds(R"(,\s*"v0": \[[^\]]*\])");
  const std::string plain = std::regex_replace(text.str(), ribs, R"("cylinder": {"radius": 0.02, "tetrahedra": 60})");
  return folder.write("plain.tendril.json", std::regex_replace(plain, speeds, ""));
}

/// ë + ė + 10 e = 0 with the gains of [kane], from no error but of speed: e is in proportion to exp(−t/2) sin(ω t).
TEST(HelicoidTracking, errorsObeyTheLinearEquation) {
  if (kSanitized) GTEST_SKIP() << "a second of motion";
  const TemporaryFolder folder;
  const Motion motion(plainHelicoid("helicoid-tracking", folder), "1", "pfbl.error[0],pfbl.error[4],pfbl.error[8]");
  const double omega = std::sqrt(10 - 0.25);
  const auto shape = [&](double t) { return std::exp(-0.5 * t) * std::sin(omega * t); };
  for (const char* signal : {"pfbl.error[0]", "pfbl.error[4]", "pfbl.error[8]"}) {
    const double size = motion.at(signal, 0.24) / shape(0.24);
    EXPECT_LT(std::abs(motion.at(signal, 0)), 1e-6 * std::abs(size)) << signal;
    for (const double t : {0.5, 0.76, 1.0})
      EXPECT_NEAR(motion.at(signal, t), size * shape(t), 0.01 * std::abs(size)) << signal << t;
  }
}

/// The spline of the reference is the table beside the project, which `tendril statics` makes.
class Helicoids : public testing::TestWithParam<const char*> {};

TEST_P(Helicoids, followEquilibriaOfTheirTable) {
  const std::string file = example(GetParam());
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  std::vector<Problem> problems;
  const json::Node project = json::parse(text.str(), problems);
  const json::Node& points = *project.find("controllers")->items.at(0).find("reference")->find("points");
  const Table table = readTable(file.substr(0, file.rfind('/') + 1) + "equilibria.csv");
  ASSERT_EQ(points.items.size(), table.rows.size());
  const auto first = static_cast<std::size_t>(table.column("'upper 1'.y[0]"));
  const auto reached = static_cast<std::size_t>(table.column("reached"));
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_EQ(table.rows[k][reached], 1) << k;
    for (std::size_t i = 0; i < 9; ++i)
      EXPECT_NEAR(points.items[k].items.at(i).number, table.rows[k][first + i], 1e-7) << k << ' ' << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Kane, Helicoids, testing::Values("helicoid-tracking", "helicoid-pulling"),
                         [](const auto& info) { return std::string(info.param).substr(9); });

TEST(HelicoidPulling, needsNoTendonThatPushes) {
  const std::string file = example("helicoid-pulling");
  const Table table = readTable(file.substr(0, file.rfind('/') + 1) + "equilibria.csv");
  for (const std::vector<double>& row : table.rows)
    for (std::size_t i = 1; i <= 9; ++i) {
      EXPECT_GT(row[i], 0.5);
      EXPECT_LT(row[i], 20);
    }
}

}  // namespace
}  // namespace tendril::cli
