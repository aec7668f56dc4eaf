// SPDX-License-Identifier: GPL-3.0-or-later
// tendril convert: what it writes, says and refuses; what it makes can be run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string finger(const std::string& name, const std::string& more) {
  return "<link name='" + name +
         "'><inertial><origin xyz='0 0 0.05'/><mass value='0.1'/><inertia ixx='1e-4' iyy='1e-4' izz='1e-5' ixy='0' "
         "ixz='0' iyz='0'/></inertial></link><joint name='" +
         name + " joint' type='revolute'><parent link='palm'/><child link='" + name +
         "'/><axis xyz='1 0 0'/><limit lower='-2' upper='2' effort='3' velocity='1'/>" + more + "</joint>";
}

/// Two fingers; the right one follows the left one.
std::string gripper() {
  return "<robot name='gripper'><link name='palm'/>" + finger("left", "<dynamics damping='0.002' friction='0.1'/>") +
         finger("right", "<mimic joint='left joint' multiplier='-1' offset='0.1'/>") + "</robot>";
}

TEST(ConvertCommand, WritesAProjectAndSaysWhatIsLeftOut) {
  const TemporaryFolder folder;
  const std::string robot = folder.write("gripper.urdf", gripper()), project = folder.path("gripper.tendril.json");
  const Outcome told = tendril({"convert", robot, project});
  EXPECT_EQ(told.exit, 0);
  EXPECT_THAT(told.out, HasSubstr("3 links, 2 degrees of freedom, 2 inputs"));
  EXPECT_THAT(told.diagnostics, AllOf(HasSubstr("dry friction of 0.1"), HasSubstr("mimics \"left joint\"")));
  EXPECT_EQ(tendril({"info", project}).exit, 0);
  const Outcome floating = tendril({"convert", robot, "--out", project, "--force", "--floating", "--json"});
  ASSERT_EQ(floating.exit, 0);
  const json::Node answer = floating.json();
  EXPECT_EQ(answer.find("degrees_of_freedom")->number, 8);
  EXPECT_GE(answer.find("notes")->items.size(), 2u);
}

/// From a position that does not fit, and while the leading finger swings.
TEST(ConvertCommand, JointsThatMimicFollowInARun) {
  const TemporaryFolder folder;
  const std::string robot = folder.write("gripper.urdf", gripper()), project = folder.path("gripper.tendril.json");
  ASSERT_EQ(tendril({"convert", robot, project}).exit, 0);
  for (const char* duration : {"0.5", "1.3", "2"}) {
    const Outcome run =
        tendril({"simulate", project, "--duration", duration, "--set", "links.left.joint.q0=[0.8]", "--json"});
    ASSERT_EQ(run.exit, 0) << run.diagnostics;
    const json::Node answer = run.json();
    const auto& q = answer.find("final")->find("q")->items;
    ASSERT_EQ(q.size(), 2u);
    EXPECT_NEAR(q[1].number, 0.1 - q[0].number, 0.03) << "after " << duration << " s";
  }
}

TEST(ConvertCommand, RefusesWithAReasonAndLeavesFilesAlone) {
  const TemporaryFolder folder;
  const std::string robot = folder.write("gripper.urdf", gripper());
  const std::string mine = folder.write("mine.tendril.json", "mine");
  const Outcome there = tendril({"convert", robot, mine});
  EXPECT_EQ(there.exit, 2);
  EXPECT_THAT(there.diagnostics, HasSubstr("is there already; name another file, or add --force"));
  EXPECT_EQ(std::filesystem::file_size(mine), 4u);
  EXPECT_EQ(tendril({"convert", robot, folder.path("gripper.json")}).exit, 2);
  const Outcome bad = tendril({"convert", folder.write("bad.urdf", "<robot/>"), folder.path("bad.tendril.json")});
  EXPECT_EQ(bad.exit, 3);
  EXPECT_THAT(bad.diagnostics, HasSubstr("there is no <link>"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("bad.tendril.json")));
  EXPECT_EQ(tendril({"convert", folder.path("none.urdf"), folder.path("none.tendril.json")}).exit, 3);
  EXPECT_EQ(tendril({"convert", robot, folder.path("no/such/folder/x.tendril.json")}).exit, 3);
}

}  // namespace
}  // namespace tendril::cli
