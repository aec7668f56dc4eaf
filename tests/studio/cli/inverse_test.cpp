// SPDX-License-Identifier: GPL-3.0-or-later
// Forces along references by the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "studio/cli/io/table.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using testing::HasSubstr;

/// A floating base with a slide and a ball joint, and a mass m = 2 kg on a slide of its own, with a spring and a
/// damper.
const char* const kProject = R"({"format": "tendril", "version": 1, "name": "robots", "gravity": [0, 0, -9.81],
  "links": [
    {"name": "cart", "joint": {"type": "prismatic", "axis": [1, 0, 0], "stiffness": 3, "damping": 0.5},
     "body": {"type": "rigid", "mass": 2, "inertia": [0.1, 0.1, 0.1, 0, 0, 0]}},
    {"name": "base", "pose": {"position": [0.1, 0, 0.3], "rpy": [0.2, 0.1, -0.3]}, "joint": {"type": "free"},
     "body": {"type": "rigid", "mass": 3, "com": [0.1, 0.02, 0], "inertia": [0.1, 0.2, 0.15, 0, 0.01, 0]}},
    {"name": "ball", "parent": "base", "at": "base", "joint": {"type": "spherical"},
     "body": {"type": "rigid", "mass": 1, "com": [0, 0, -0.4], "inertia": [0.02, 0.02, 0.01, 0, 0, 0]}}]})";

const char* const kPoses = R"json("base": {"type": "pose", "position": {"type": "lissajous", "center": [0, 0, 1],
    "amplitude": [0.3, 0.2, 0.1], "frequency": [0.5, 0.7, 0.3], "phase": [0, 1, 2]},
  "orientation": {"type": "roll_pitch_yaw", "angles": {"type": "expression", "value": ["0.4*sin(t)", "0.3*t", "0.5*cos(2*t)"]}}},
  "ball": {"type": "expression", "value": ["0.8*sin(2*t)", "0.5*cos(t)", "0.3*t*t"]})json";

struct Robot {
  TemporaryFolder folder;
  std::string project = folder.write("robots.tendril.json", kProject);

  Outcome inverse(const std::string& motion, std::vector<std::string> more = {}) const {
    std::vector<std::string> all = {"inverse", project, "--reference", folder.write("motion.json", motion)};
    all.insert(all.end(), more.begin(), more.end());
    return tendril(all);
  }
  Table table(const std::string& motion, int order, std::vector<std::string> more = {}) const {
    const std::string file = folder.path("out.csv");
    more.insert(more.end(), {"--order", std::to_string(order), "--out", file});
    const Outcome outcome = inverse(motion, more);
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    return outcome.exit == 0 ? readTable(file) : Table();
  }
  void expectRefused(const std::string& motion, const std::string& words, int order = 2) const {
    const Outcome outcome = inverse(motion, {"--order", std::to_string(order)});
    EXPECT_EQ(outcome.exit, 3) << motion << outcome.out;
    EXPECT_THAT(outcome.diagnostics, HasSubstr(words));
    EXPECT_EQ(outcome.out, "");
  }
};

double at(const Table& table, std::size_t row, const std::string& name) {
  const int column = table.column(name);
  EXPECT_GE(column, 0) << name;
  return column < 0 ? NAN : table.rows.at(row).at(static_cast<std::size_t>(column));
}

TEST(InverseCommand, aSlideTakesItsMassTimesTheAcceleration) {
  const Robot robot;
  const char* const motion =
      R"({"joints": {"cart": {"type": "half_cosine", "from": 0, "to": 0.8, "duration": 2}}, "to": 2, "step": 0.125})";
  const Table bare = robot.table(motion, 4), full = robot.table(motion, 4, {"--full"});
  ASSERT_EQ(bare.rows.size(), 17U);
  const double w = std::numbers::pi / 2;
  for (std::size_t row = 0; row < 16; ++row) {  // at its end the reference is held
    const double t = 0.125 * static_cast<double>(row);
    EXPECT_EQ(at(bare, row, "t"), t);
    const auto q = [&](int k) {
      return (k == 0 ? 0.4 : 0) - 0.4 * std::pow(w, k) * std::cos(w * t + k * std::numbers::pi / 2);
    };
    EXPECT_NEAR(at(bare, row, "cart.q[0]"), q(0), 1e-15);
    EXPECT_NEAR(at(bare, row, "cart.v[0]"), q(1), 1e-14);
    EXPECT_NEAR(at(bare, row, "cart.v[0].d5"), q(6), 1e-12);
    for (int k = 0; k <= 4; ++k) {
      const std::string name = "cart.tau[0]" + (k ? ".d" + std::to_string(k) : std::string());
      EXPECT_NEAR(at(bare, row, name), 2 * q(k + 2), 1e-12) << name;
      EXPECT_NEAR(at(full, row, name), 2 * q(k + 2) + 3 * q(k) + 0.5 * q(k + 1), 1e-12) << name;
    }
  }
}

/// Forces of a floating base and a ball joint: each derivative is the slope of the one below.
TEST(InverseCommand, derivativesAreTheSlopesOfTheForces) {
  const Robot robot;
  const double h = 1e-3;
  const std::string motion =
      std::string(R"({"joints": {)") + kPoses + R"(}, "from": 0.7, "to": 0.7041, "step": 0.001})";
  const Table table = robot.table(motion, 2);
  ASSERT_EQ(table.rows.size(), 5U);
  for (const char* what : {"base.tau", "ball.tau", "base.v", "ball.v"})
    for (int i = 0; i < (what[1] == 'a' && what[2] == 's' ? 6 : 3); ++i)
      for (int k = 0; k < 2; ++k) {
        const std::string name = std::string(what) + '[' + std::to_string(i) + ']';
        const auto value = [&](std::size_t row, int d) {
          return at(table, row, name + (d ? ".d" + std::to_string(d) : std::string()));
        };
        const double slope = (value(0, k) - 8 * value(1, k) + 8 * value(3, k) - value(4, k)) / (12 * h);
        EXPECT_NEAR(slope, value(2, k + 1), 1e-7 * (1 + std::abs(slope))) << name << ' ' << k;
      }
}

TEST(InverseCommand, theSummaryHasTheLargestForces) {
  const Robot robot;
  const Outcome outcome = robot.inverse(
      R"({"joints": {"cart": {"type": "lissajous", "amplitude": 0.5, "frequency": 1, "phase": 0}}, "to": 1})",
      {"--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const json::Node answer = outcome.json();
  EXPECT_EQ(answer.find("rows")->number, 101);
  const json::Node* cart = answer.find("largest")->find("cart.q[0]");
  ASSERT_TRUE(cart);
  EXPECT_NEAR(cart->number, 2 * 0.5 * std::pow(2 * std::numbers::pi, 2), 1e-9);
}

TEST(InverseCommand, whatIsNotSmoothOrDoesNotFitIsRefused) {
  const Robot robot;
  const auto cart = [](const std::string& reference, const std::string& more = "") {
    return R"({"joints": {"cart": )" + reference + "}" + more + "}";
  };
  const std::string third = R"({"type": "polynomial", "from": 0, "to": 1, "start": 1, "duration": 2, "degree": 3})";
  robot.expectRefused(cart(third, R"(, "to": 5)"),
                      "\"cart\" follows a reference that is not smooth enough: it has no 4th "
                      "derivative at t = 1 s, 3 s");
  EXPECT_EQ(robot.inverse(cart(third, R"(, "from": 1, "to": 3)"), {"--order", "9"}).exit, 0)
      << "between its ends it has all";
  robot.expectRefused(R"({"joints": {)" + std::string(kPoses) + "}}", "knows 4 derivatives: this takes 5", 3);
  robot.expectRefused(cart(R"({"type": "constant", "value": [1, 2]})"), "joints.cart");
  robot.expectRefused(R"({"joints": {"crat": {"type": "constant", "value": 1}}})", "did you mean 'cart'");
  robot.expectRefused(R"({"joints": {"base": {"type": "circle", "radius": 1, "period": 2}}})", "joints.base");
  robot.expectRefused(cart(R"({"type": "circel"})"), "circle");
  robot.expectRefused(cart(third, R"(, "step": 0)"), "step must be greater than 0 s");
  robot.expectRefused(cart(third, R"(, "from": 2, "to": 1)"), "to must not be before from");
  robot.expectRefused(R"({"joints": {}})", "joints must be an object");
  EXPECT_EQ(robot.inverse(cart(third), {"--order", "15"}).exit, 2);
}

TEST(InverseCommand, aRobotWithoutDerivativesIsNamed) {
  const TemporaryFolder folder;
  const Outcome outcome =
      tendril({"inverse", example("ur10e-soft-gripper"), "--reference",
               folder.write("motion.json", R"({"joints": {"shoulder": {"type": "constant", "value": 0}}})")});
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.diagnostics, HasSubstr("this robot has contacts"));
}

/// The motion of the project itself: the pose of the base by its controller, angles of the arms by their inputs.
TEST(InverseCommand, FollowsWhatTheControllersDo) {
  const TemporaryFolder folder;
  const std::string file = folder.path("out.csv");
  const Outcome outcome = tendril({"inverse", example("aerial-manipulator"), "--order", "2", "--out", file});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Table table = readTable(file);
  const std::size_t row = 500;  // 5 s
  EXPECT_NEAR(at(table, row, "t"), 5, 1e-9);
  EXPECT_NEAR(std::hypot(at(table, row, "base.q[0]"), at(table, row, "base.q[1]")), 1, 1e-9);  // the circle
  EXPECT_NEAR(at(table, row, "base.q[2]"), 1.5, 1e-12);
  double moved = 0;
  for (std::size_t column = 0; column < table.names.size(); ++column)
    if (table.names[column].ends_with(".v[0]") && !table.names[column].starts_with("base"))
      moved += std::abs(table.rows[row][column]);
  EXPECT_GT(moved, 0.01);  // the arms' angles are given, too

  const Outcome drives = tendril({"inverse", example("variable-stiffness-3r"), "--order", "0", "--out", file});
  ASSERT_EQ(drives.exit, 0) << drives.diagnostics;
  const Table motors = readTable(file);
  EXPECT_NEAR(at(motors, motors.rows.size() - 1, "link1.q[0]"), std::numbers::pi / 2, 1e-9);
  EXPECT_GT(std::abs(at(motors, 100, "link2.motor[0].torque")), 0);

  const Outcome none = tendril({"inverse", example("soft-manipulator")});
  EXPECT_EQ(none.exit, 3);
  EXPECT_THAT(none.diagnostics, HasSubstr("no controller of this project says how joints move"));
}

/// A rod at the end of an arm, which moves, too: each derivative is the slope of the one below.
TEST(InverseCommand, aSoftTrunkIsTakenAlong) {
  const TemporaryFolder folder;
  const std::string file = folder.path("out.csv");
  const std::string motion = folder.write("motion.json", R"json({"joints": {
      "shoulder": {"type": "lissajous", "amplitude": 0.4, "frequency": 0.5, "phase": 1},
      "waist": {"type": "expression", "value": "0.3*sin(2*t)"}},
    "bodies": {"trunk": {"type": "lissajous", "amplitude": 0.5, "frequency": 0.7, "phase": 2}},
    "from": 0.3, "to": 0.3041, "step": 0.001})json");
  const Outcome outcome =
      tendril({"inverse", example("hybrid-arm"), "--order", "3", "--out", file, "--reference", motion});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Table table = readTable(file);
  ASSERT_EQ(table.rows.size(), 5U);
  int compared = 0;
  for (std::size_t column = 0; column < table.names.size(); ++column) {
    const std::string& name = table.names[column];
    if (name.find(".tau[") == std::string::npos || name.ends_with(".d3")) continue;
    const auto dot = name.rfind(".d");
    const int order = dot == std::string::npos ? 0 : name.back() - '0';
    const std::string above = name.substr(0, dot) + ".d" + std::to_string(order + 1);
    const auto value = [&](std::size_t row) { return table.rows[row][column]; };
    const double slope = (value(0) - 8 * value(1) + 8 * value(3) - value(4)) / (12 * 1e-3);
    EXPECT_NEAR(slope, at(table, 2, above), 1e-7 * (1 + std::abs(slope))) << name;
    compared += slope != 0;
  }
  EXPECT_GT(compared, 20) << "joints and the rod's coordinates";
  EXPECT_GT(std::abs(at(table, 0, "trunk.v[3]")), 0.01);
  const Outcome rigid =
      tendril({"inverse", example("hybrid-arm"), "--reference",
               folder.write("rigid.json", R"({"bodies": {"waist": {"type": "constant", "value": 1}}})")});
  EXPECT_EQ(rigid.exit, 3);
  EXPECT_THAT(rigid.diagnostics, HasSubstr("The body of \"waist\" is rigid"));
}

}  // namespace
}  // namespace tendril::cli
