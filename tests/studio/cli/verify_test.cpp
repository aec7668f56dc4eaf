// SPDX-License-Identifier: GPL-3.0-or-later
// `tendril verify` at robots where nothing is left of large terms, where nothing moves and where nothing has inertia.
#include <gtest/gtest.h>

#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

constexpr const char* kHeavy =
    R"("body": {"type": "rigid", "mass": 1, "com": [0.3, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0]})";

std::string oneLink(const std::string& fields) {
  return R"({"format": "tendril", "version": 1, "name": "one", "links": [{"name": "a", "parent": "world", )" + fields +
         "}]}";
}

Outcome verified(const std::string& fields) {
  const TemporaryFolder folder;
  return tendril({"verify", folder.write("one.tendril.json", oneLink(fields))});
}

TEST(Verify, AHingeThatStandsUprightHasNoGravityToDifferentiate) {
  const Outcome outcome = verified(std::string(R"("joint": {"type": "revolute", "axis": [0, 0, 1]}, )") + kHeavy);
  EXPECT_EQ(outcome.exit, 0) << outcome.out;
}

TEST(Verify, APendulumOnAMountainIsJudgedByWhatRoundingsLeave) {
  const Outcome outcome = verified(std::string(R"("pose": {"position": [0, 0, 800]}, )") +
                                   R"("joint": {"type": "revolute", "axis": [0, 1, 0]}, )" + kHeavy);
  EXPECT_EQ(outcome.exit, 0) << outcome.out;
}

TEST(Verify, ARobotWithoutCoordinatesIsGood) {
  const Outcome outcome = verified(kHeavy);
  EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.diagnostics;
}

/// Nothing to check is nothing wrong.
TEST(Verify, ARobotWithoutLinksIsGood) {
  const TemporaryFolder folder;
  const std::string project =
      folder.write("none.tendril.json", R"({"format": "tendril", "version": 1, "name": "none", "links": []})");
  for (const bool json : {false, true}) {
    std::vector<std::string> arguments = {"verify", project};
    if (json) arguments.push_back("--json");
    const Outcome outcome = tendril(arguments);
    EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.diagnostics;
    EXPECT_EQ(outcome.out.find("BAD"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("power balance"), std::string::npos) << outcome.out;
  }
}

TEST(Verify, AJointWithoutInertiaIsToldByName) {
  const Outcome outcome = verified(R"("joint": {"type": "revolute", "axis": [0, 0, 1]})");
  EXPECT_EQ(outcome.exit, 4);
  EXPECT_NE(outcome.diagnostics.find("link 'a' can move without inertia"), std::string::npos) << outcome.diagnostics;
}

}  // namespace
}  // namespace tendril::cli
