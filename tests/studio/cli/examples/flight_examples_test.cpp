// SPDX-License-Identifier: GPL-3.0-or-later
// What the examples that fly promise.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/studio/cli/motion.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril::cli {
namespace {

const std::string kSpeeds = "'slowest rotor','fastest rotor'";

TEST(AerialManipulator, fliesTable3OnItsRotorsAndComesBackAfterAPull) {
  if (kSanitized) GTEST_SKIP() << "thirty seconds of motion";
  const Motion motion(example("aerial-manipulator"), "30",
                      "'off the circle'," + kSpeeds + ",'front 1'.q[0],base.base.yaw,base.base.x,base.base.y");
  EXPECT_LT(motion.range("'off the circle'", 0, 12).most, 1e-3) << "mm";
  EXPECT_GT(motion.range("'off the circle'", 12, 13).most, 20) << "mm: it is pulled away";
  EXPECT_LT(motion.range("'off the circle'", 16, 30).most, 1) << "mm: and comes back";
  // trees.md §11.1: 77…101 Hz
  EXPECT_NEAR(motion.range("'slowest rotor'", 18, 30).least, 2 * M_PI * 76.8, 2 * M_PI * 0.2);
  EXPECT_NEAR(motion.range("'fastest rotor'", 18, 30).most, 2 * M_PI * 100.6, 2 * M_PI * 0.2);
  EXPECT_LE(motion.range("'fastest rotor'", 0, 30).most, std::sqrt(16 / 2.508e-5) * (1 + 1e-12)) << "of 16 N";
  EXPECT_NEAR(motion.at("'front 1'.q[0]", 30), 70 * M_PI / 180, 1e-9) << "q0 + eta, rad";
  EXPECT_NEAR(motion.at("base.base.yaw", 7.5), 25 * M_PI / 180, 1e-6);
  EXPECT_NEAR(motion.at("base.base.x", 10), -1, 1e-6);
}

TEST(AerialManipulator, hovers) {
  if (kSanitized) GTEST_SKIP() << "ten seconds of motion";
  const Motion motion(example("aerial-manipulator"), "10", "'off the circle'", {"--variant", "hover"});
  EXPECT_LT(motion.range("'off the circle'", 0, 10).most, 1e-3) << "mm, while its arms move";
}

TEST(SoftQuadrotor, followsItsCircleWithASwingingArmAndComesBackAfterAPull) {
  if (kSanitized) GTEST_SKIP() << "twenty seconds of motion";
  const Motion motion(example("soft-quadrotor"), "24", "'off the circle',rotors.thrust[0],rotors.thrust[2]");
  EXPECT_LT(motion.range("'off the circle'", 5, 12).most, 1) << "mm";
  EXPECT_GT(motion.range("'off the circle'", 12, 14).most, 100) << "mm: it is pulled away";
  EXPECT_LT(motion.range("'off the circle'", 19, 24).most, 2) << "mm: and comes back";
  EXPECT_GE(motion.range("rotors.thrust[0]", 0, 24).least, 0);
  EXPECT_LE(motion.range("rotors.thrust[2]", 0, 24).most, 6);
}

TEST(Rotors, haveTheirRankInInfo) {
  const auto rankOf = [](const std::string& name) {
    const json::Node info = tendril({"info", example(name), "--json"}).json();
    return info.find("propellers")->items.at(0).find("rank")->number;
  };
  EXPECT_EQ(rankOf("aerial-manipulator"), 6);
  EXPECT_EQ(rankOf("soft-quadrotor"), 4);
  const Outcome text = tendril({"info", example("aerial-manipulator")});
  EXPECT_NE(text.out.find("6 rotors on base, allocation of rank 6 of 6"), std::string::npos);
}

TEST(Rotors, ofLowRankAreToldWithTheNumber) {
  const Outcome alike = tendril(
      {"info", example("aerial-manipulator"), "--set", "actuators.rotors.alpha=0", "--set", "actuators.rotors.beta=0"});
  EXPECT_NE(alike.exit, 0);
  EXPECT_NE(alike.diagnostics.find("controllers.flight.outputs"), std::string::npos);
  EXPECT_NE(alike.diagnostics.find("in 4 of 6 directions"), std::string::npos);
}

}  // namespace
}  // namespace tendril::cli
