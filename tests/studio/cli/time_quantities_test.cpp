// SPDX-License-Identifier: GPL-3.0-or-later
// Derivatives by time by the command line: answers, and what is said of states that do not fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/text/number_text.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using testing::HasSubstr;

/// A mass m = 2 kg on a slide along x with a spring and a damper, and a pendulum on it.
const char* const kProject = R"({"format": "tendril", "version": 1, "name": "cart", "gravity": [0, 0, -9.81],
  "links": [
    {"name": "cart", "joint": {"type": "prismatic", "axis": [1, 0, 0], "stiffness": 3, "damping": 0.5},
     "body": {"type": "rigid", "mass": 2, "inertia": [0.1, 0.1, 0.1, 0, 0, 0]}},
    {"name": "bob", "parent": "cart", "at": "base", "joint": {"type": "revolute", "axis": [0, 1, 0]},
     "body": {"type": "rigid", "mass": 1, "com": [0, 0, -0.4], "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}}]})";

struct Robot {
  TemporaryFolder folder;
  std::string project = folder.write("cart.tendril.json", kProject);

  Outcome dynamics(const std::string& state) const {
    return tendril({"dynamics", project, "--json", "--state", folder.write("state.json", state)});
  }
  void expectRefused(const std::string& state, const std::string& words) const {
    const Outcome outcome = dynamics(state);
    EXPECT_EQ(outcome.exit, 3) << state << outcome.out;
    EXPECT_THAT(outcome.diagnostics, HasSubstr(words));
    EXPECT_EQ(outcome.out, "");
  }
};

double entry(const Node& rows, std::size_t k, std::size_t i) {
  return rows.items.at(k).items.at(i).number;
}

TEST(TimeQuantities, inverseOfASlideIsMassTimesEachDerivative) {
  const Robot robot;
  const Outcome outcome = robot.dynamics(
      R"({"order": 3, "v_derivatives": [[1, 0], [2, 0], [3, 0], [4, 0], [5, 0]], "q": [0.2, 0],
          "want": ["inverse_dynamics_derivatives", "full_inverse_dynamics_derivatives"]})");
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json();
  const Node &bare = *answer.find("inverse_dynamics_derivatives"),
             &full = *answer.find("full_inverse_dynamics_derivatives");
  ASSERT_EQ(bare.items.size(), 4U);
  const double v[] = {1, 2, 3, 4, 5}, q[] = {0.2, 1, 2, 3};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(entry(bare, k, 0), 3 * v[k + 1], 1e-12);
    EXPECT_NEAR(entry(bare, k, 1), -0.4 * v[k + 1], 1e-12);  // the bob hangs behind: m l per angle
    EXPECT_NEAR(entry(full, k, 0), 3 * v[k + 1] + 3 * q[k] + 0.5 * v[k], 1e-12);
  }
}

TEST(TimeQuantities, forwardGivesBackWhatInverseTook) {
  const Robot robot;
  const Outcome there = robot.dynamics(
      R"({"q": [0.2, 0.7], "order": 2, "v_derivatives": [[1, -1], [2, 3], [3, -2], [4, 1]],
          "want": ["full_inverse_dynamics_derivatives"]})");
  ASSERT_EQ(there.exit, 0) << there.diagnostics;
  const Node taken = there.json();
  const Node& forces = *taken.find("full_inverse_dynamics_derivatives");
  const std::string rows = json::writeCompact(forces);
  const Outcome back = robot.dynamics(R"({"q": [0.2, 0.7], "v": [1, -1], "order": 2, "tau_derivatives": )" + rows +
                                      R"(, "want": ["forward_dynamics_derivatives"]})");
  ASSERT_EQ(back.exit, 0) << back.diagnostics;
  const Node given = back.json();
  const Node& a = *given.find("forward_dynamics_derivatives");
  const double want[3][2] = {{2, 3}, {3, -2}, {4, 1}};
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(entry(a, k, i), want[k][i], 1e-11);
  const Outcome hybrid =
      robot.dynamics(R"({"q": [0.2, 0.7], "order": 2, "v_derivatives": [[1, -1], [0, 3], [0, -2], [0, 1]],
          "prescribed": [1], "tau_derivatives": )" +
                     rows + R"(, "want": ["hybrid_dynamics_derivatives"]})");
  ASSERT_EQ(hybrid.exit, 0) << hybrid.diagnostics;
  const Node mixed = hybrid.json();
  const Node& both = *mixed.find("hybrid_dynamics_derivatives");
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(entry(*both.find("a"), k, i), want[k][i], 1e-11);
      EXPECT_NEAR(entry(*both.find("tau"), k, i), entry(forces, k, i), 1e-10);
    }
}

TEST(TimeQuantities, wrenchesHaveDerivatives) {
  const Robot robot;
  const Outcome outcome = robot.dynamics(
      R"({"t": 0.3, "order": 3, "v_derivatives": [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]],
          "wrenches": [{"link": "cart", "derivatives": [[0, 0, 0, 1.5, 0, 0], [0, 0, 0, -2, 0, 0], [0, 0, 0, 7, 0, 0]]}],
          "want": ["inverse_dynamics_derivatives", "external_force"]})");
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json();
  const Node& rows = *answer.find("inverse_dynamics_derivatives");
  const double want[] = {-1.5, 2, -7, 0};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(entry(rows, k, 0), want[k], 1e-12);
  EXPECT_NEAR(answer.find("external_force")->items.at(0).number, 1.5, 1e-15);
}

TEST(TimeQuantities, comeByThemselvesWhereTheStateHasThem) {
  const Robot robot;
  const Node plain = robot.dynamics("{}").json();
  EXPECT_EQ(plain.find("inverse_dynamics_derivatives"), nullptr);
  const Outcome outcome = robot.dynamics(R"({"order": 0, "v_derivatives": [[1, 0], [2, 0]]})");
  const Node answer = outcome.json();
  EXPECT_NE(answer.find("inverse_dynamics_derivatives"), nullptr) << outcome.diagnostics;
  EXPECT_EQ(answer.find("forward_dynamics_derivatives"), nullptr);
}

TEST(TimeQuantities, saysWhichNumberIsWrong) {
  const Robot robot;
  const std::string want = R"(, "want": ["inverse_dynamics_derivatives"]})";
  robot.expectRefused(R"({"order": 15)" + want, "state: order is 15; it must be a whole number from 0 to 14");
  robot.expectRefused(R"({"order": 1.5)" + want, "state: order is 1.5");
  robot.expectRefused(R"({"order": -1)" + want, "state: order is -1");
  robot.expectRefused(R"({"order": "two")" + want, "state: order must be a whole number");
  robot.expectRefused(R"({"v_derivatives": [[0, 0], [0, 0]])" + want, "needs \"order\", a whole number from 0 to 14");
  robot.expectRefused(R"({"order": 2)" + want, "needs 4 rows of \"v_derivatives\", which the state lacks");
  robot.expectRefused(R"({"order": 2, "v_derivatives": [[0, 0], [0, 0], [0, 0]])" + want,
                      "state: v_derivatives has 3 rows; inverse_dynamics_derivatives of this order needs 4 rows");
  robot.expectRefused(R"({"order": 0, "v_derivatives": [[0, 0], [0]])" + want,
                      "state: v_derivatives[1] has 1 numbers, it needs 2");
  robot.expectRefused(R"({"order": 0, "v_derivatives": [[0, 0], [0, 1e999]])" + want, "state: ");
  robot.expectRefused(R"({"order": 0, "v_derivatives": [[0, 0], [0, "x"]])" + want, "v_derivatives[1]");
  robot.expectRefused(R"({"order": 0, "v_derivatives": 3)" + want, "v_derivatives must be a list of rows");
  robot.expectRefused(R"({"order": 1, "tau_derivatives": [[0, 0]], "want": ["forward_dynamics_derivatives"]})",
                      "state: tau_derivatives has 1 row; forward_dynamics_derivatives of this order needs 2 rows");
  robot.expectRefused(R"({"order": 0, "want": ["hybrid_dynamics_derivatives"]})", "needs \"prescribed\"");
  robot.expectRefused(R"({"wrenches": [{"link": "cart", "derivatives": [[1, 2, 3]]}]})",
                      "wrenches[0].derivatives[0] has 3 numbers, it needs 6");
  robot.expectRefused(R"({"wrenches": [{"link": "cart", "derivatives": []}]})", "wrenches[0].derivatives is empty");
  robot.expectRefused(
      R"({"wrenches": [{"link": "cart", "wrench": [0, 0, 0, 1, 0, 0], "derivatives": [[0, 0, 0, 1, 0, 0]]}]})",
      "both a wrench and its derivatives");
}

/// A volume with a chamber and a tendon: the rate of all forces is the slope of those at two instants.
TEST(TimeQuantities, VolumesAndWhatPullsOnThemAreServed) {
  const TemporaryFolder folder;
  const double q[] = {0.05, -0.02, 0.3, 0.2, -0.1, 1, 0.4}, v[] = {0.4, 0.2, -1, 2, 0.3, -2, 1},
               a[] = {1, 3, -2, 4, 0, 1, 2};
  const auto forces = [&](double t, const char* more) {
    std::string state = "{\"u\": [9000, 3]", rates[3];
    for (int j = 0; j < 7; ++j) {
      const char* comma = j ? ", " : "";
      rates[0] += comma + numberText(q[j] + v[j] * t + a[j] * t * t / 2);
      rates[1] += comma + numberText(v[j] + a[j] * t);
      rates[2] += comma + numberText(a[j]);
    }
    state += ", \"q\": [" + rates[0] + "], \"v\": [" + rates[1] + "], \"a\": [" + rates[2] + "]";
    state += ", \"v_derivatives\": [[" + rates[1] + "], [" + rates[2] + "], [0, 0, 0, 0, 0, 0, 0]]";
    const Outcome outcome =
        tendril({"dynamics", example("inflating-tube"), "--json", "--state", folder.write("state.json", state + more)});
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    return outcome.json();
  };
  const char* const kPlain = R"(, "want": ["full_inverse_dynamics", "actuation_matrix"]})";
  const auto plain = [&](double t, std::size_t j) {
    const Node answer = forces(t, kPlain);
    const Node& B = *answer.find("actuation_matrix");
    return answer.find("full_inverse_dynamics")->items.at(j).number - 9000 * entry(B, j, 0) - 3 * entry(B, j, 1);
  };
  const Node answer = forces(0, R"(, "order": 1, "want": ["full_inverse_dynamics_derivatives"]})");
  const Node& rows = *answer.find("full_inverse_dynamics_derivatives");
  ASSERT_EQ(rows.items.size(), 2U);
  constexpr double h = 1e-3;
  for (std::size_t j = 0; j < 7; ++j) {
    const double now = plain(0, j), slope = (plain(h, j) - plain(-h, j)) / (2 * h);
    EXPECT_NEAR(entry(rows, 0, j), now, 1e-9 * (1 + std::abs(now))) << j;
    EXPECT_NEAR(entry(rows, 1, j), slope, 1e-4 * (1 + std::abs(slope))) << j;
  }
}

}  // namespace
}  // namespace tendril::cli
