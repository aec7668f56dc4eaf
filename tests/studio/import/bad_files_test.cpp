// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no robots by what they are: too large, folders, closed to us.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "studio/import/mesh_import.hpp"
#include "tests/studio/import/imported.hpp"
#include "tests/support/as_anybody.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace fs = std::filesystem;
using fs::perms;

const std::string kRobot = "<robot name='r'><link name='a'/></robot>";

/// Grown by a hole, which takes no room on the disk.
std::string grown(const std::string& file, std::uintmax_t megabytes) {
  fs::resize_file(file, megabytes << 20);
  return file;
}

void expectRefused(const std::string& file, const char* why, const char* cure) {
  const ImportedRobot robot = importRobot(file);
  EXPECT_FALSE(robot.ok()) << file;
  EXPECT_TRUE(robot.description.links.empty()) << file;
  EXPECT_THAT(texts(robot), ElementsAre(AllOf(HasSubstr(file), HasSubstr(why), HasSubstr(cure))));
}

TEST(BadFiles, WhatIsLargerThanAnyRobotIsNotRead) {
  const TemporaryFolder folder;
  for (const char* name : {"r.urdf", "r.xml", "r.sdf"})
    expectRefused(grown(folder.write(name, kRobot), 257), "is larger than 256 MB", "name the robot's own file");
  expectRefused(grown(folder.write("r.mat", "MATLAB 5.0"), 65), "is larger than 64 MB", "save the linkage alone");
  EXPECT_TRUE(importRobot(folder.write("small.urdf", kRobot)).ok());
}

TEST(BadFiles, FoldersAndDevicesAreNoRobots) {
  const TemporaryFolder folder;
  for (const char* name : {"r.urdf", "r.sdf", "r.mat"}) {
    fs::create_directory(folder.path(name));
    expectRefused(folder.path(name), "is no file", "name a ");
  }
  expectRefused(folder.path("none.urdf"), "is no file", "name a URDF, SDF or MJCF file");
  fs::create_symlink("/dev/zero", folder.path("endless.urdf"));
  expectRefused(folder.path("endless.urdf"), "is no file", "name a URDF, SDF or MJCF file");
}

TEST(BadFiles, WhatMayNotBeReadSaysSo) {
  const TemporaryFolder folder;
  openToAll(folder.path());
  std::vector<std::string> closed, inside;
  for (const char* name : {"r.urdf", "r.mat"}) {
    closed.push_back(folder.write(name, kRobot));
    fs::permissions(closed.back(), perms::none);
    inside.push_back(folder.write(std::string("closed/") + name, kRobot));
  }
  const std::string mesh = folder.write("closed/mesh.stl", "solid s\n");
  fs::permissions(folder.path("closed"), perms::none);
  {
    const AsAnybody anybody;
    if (!anybody.works()) GTEST_SKIP() << "the rights of root cannot be given up here";
    for (const std::string& file : closed) expectRefused(file, "cannot be read", "check that it may be read");
    for (const std::string& file : inside) expectRefused(file, "cannot be read", "check that its folder may be read");
    EXPECT_THAT(texts(importMesh(mesh, MeshUse::kPicture)),
                ElementsAre(AllOf(HasSubstr("mesh.stl cannot be read"), HasSubstr("it and its folder may be read"))));
  }
  fs::permissions(folder.path("closed"), perms::owner_all);
}

}  // namespace
}  // namespace tendril
