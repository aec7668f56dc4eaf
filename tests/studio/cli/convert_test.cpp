// SPDX-License-Identifier: GPL-3.0-or-later
// tendril convert: what it writes, says and refuses; what it makes can be run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/studio/cli/command_line.hpp"
#include "tests/support/as_anybody.hpp"
#include "tests/support/full_disk.hpp"

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

std::string contents(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(ConvertCommand, AFullDiskLeavesWhatWasThere) {
  const TemporaryFolder folder;
  const std::string robot = folder.write("gripper.urdf", gripper()), project = folder.path("gripper.tendril.json");
  constexpr rlim_t kRoom = 300;  // bytes
  Outcome told;
  {
    const FullDisk full(kRoom);
    told = tendril({"convert", robot, project});
  }
  EXPECT_EQ(told.exit, 3);
  EXPECT_EQ(told.out, "");
  EXPECT_THAT(told.diagnostics, AllOf(HasSubstr("gripper.tendril.json"), HasSubstr("room")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "something is left";
  ASSERT_EQ(tendril({"convert", robot, project}).exit, 0);
  const std::string before = contents(project);
  ASSERT_GT(before.size(), kRoom);
  {
    const FullDisk full(kRoom);
    told = tendril({"convert", robot, project, "--force", "--floating"});
  }
  EXPECT_EQ(told.exit, 3);
  EXPECT_EQ(contents(project), before) << "the project from before is damaged";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2) << "something is left";
}

TEST(ConvertCommand, RobotsThatCannotBeReadAreNamed) {
  const TemporaryFolder folder;
  openToAll(folder.path());
  const std::string project = folder.path("out.tendril.json"), huge = folder.write("huge.urdf", gripper()),
                    secret = folder.write("secret.urdf", gripper()),
                    inside = folder.write("closed/inside.urdf", gripper());
  std::filesystem::resize_file(huge, std::uintmax_t{257} << 20);  // holes take no room
  std::filesystem::create_directory(folder.path("folder.urdf"));
  const auto refused = [&](const std::string& file, const char* why) {
    const Outcome told = tendril({"convert", file, project});
    EXPECT_EQ(told.exit, 3) << file;
    EXPECT_THAT(told.diagnostics, AllOf(HasSubstr(file), HasSubstr("no project was written"), HasSubstr(why)));
    EXPECT_FALSE(std::filesystem::exists(project));
  };
  refused(huge, "is larger than 256 MB; name the robot's own file");
  refused(folder.path("folder.urdf"), "is no file; name a URDF, SDF or MJCF file");
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  std::filesystem::permissions(folder.path("closed"), std::filesystem::perms::none);
  if (const AsAnybody anybody; anybody.works()) {
    refused(secret, "cannot be read; check that it may be read");
    refused(inside, "cannot be read; check that its folder may be read");
  }
  std::filesystem::permissions(folder.path("closed"), std::filesystem::perms::owner_all);
}

/// The robot moves without its picture, and what is wrong with that is said at its field.
TEST(ConvertCommand, TellsOfMeshesThatCannotBeDrawn) {
  const TemporaryFolder folder;
  folder.write("palm.stl", "solid nothing\n");
  std::string robot = gripper();
  robot.insert(robot.find("<link name='palm'/>"),
               "<link name='foot'><visual><geometry><mesh filename='palm.stl'/></geometry></visual></link>"
               "<joint name='stand' type='fixed'><parent link='foot'/><child link='palm'/></joint>");
  const std::string project = folder.path("gripper.tendril.json");
  const Outcome told = tendril({"convert", folder.write("gripper.urdf", robot), project});
  EXPECT_EQ(told.exit, 0) << told.diagnostics;
  EXPECT_THAT(told.diagnostics,
              AllOf(HasSubstr("warning: links.foot.visual.mesh: the file \"palm.stl\" cannot be read"),
                    HasSubstr("save it again as OBJ, STL or PLY")));
  EXPECT_EQ(tendril({"info", project}).exit, 0);
}

}  // namespace
}  // namespace tendril::cli
