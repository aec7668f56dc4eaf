// SPDX-License-Identifier: GPL-3.0-or-later
// Files of shapes as links: pictures, rigid bodies that weigh what they enclose, soft volumes.
#include "studio/import/mesh_import.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/studio/import/imported.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// A box of 20 × 40 × 60, in the file's units.
std::string box(double unit) {
  std::string text;
  for (const int x : {0, 20})
    for (const int y : {-20, 20})
      for (const int z : {-30, 30})
        text += "v " + std::to_string(unit * x - unit * 5) + ' ' + std::to_string(unit * y) + ' ' +
                std::to_string(unit * z) + '\n';
  for (const char* face : {"1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"})
    text += "f " + std::string(face) + '\n';
  return text;
}

TEST(MeshImport, KnowsWhatAFileCanBe) {
  EXPECT_TRUE(meshCanBe("a.STL", MeshUse::kVolume));
  EXPECT_TRUE(meshCanBe("a.glb", MeshUse::kPicture));
  EXPECT_FALSE(meshCanBe("a.glb", MeshUse::kVolume));
  EXPECT_TRUE(meshCanBe("a.vtu", MeshUse::kVolume));
  EXPECT_FALSE(meshCanBe("a.msh", MeshUse::kRigid));
  EXPECT_FALSE(meshCanBe("a.urdf", MeshUse::kPicture));
}

TEST(MeshImport, ARigidBodyWeighsWhatItEncloses) {
  const TemporaryFolder folder;
  for (const double unit : {0.001, 1.0}) {  // metres, and millimetres by their size
    const ImportedRobot robot = importMesh(folder.write("block.obj", box(unit)), MeshUse::kRigid);
    ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
    const auto& body = std::get<description::RigidBody>(*linkOf(robot, "block").body);
    EXPECT_NEAR(body.mass.value, 0.048, 1e-7);
    EXPECT_NEAR(body.com[0].value, 0.005, 1e-7);
    EXPECT_NEAR(body.inertia[0].value, 0.048 * (0.04 * 0.04 + 0.06 * 0.06) / 12, 1e-10);
    EXPECT_EQ(body.visual->mesh, "block.obj");
    EXPECT_EQ(texts(robot).size(), unit == 1.0 ? 1u : 0u);
  }
}

TEST(MeshImport, AVolumeBeginsAtItsBase) {
  const TemporaryFolder folder;
  const ImportedRobot robot = importMesh(folder.write("block.obj", box(0.001)), MeshUse::kVolume);
  const auto& body = std::get<description::VolumeBody>(*linkOf(robot, "block").body);
  const auto& shape = std::get<description::MeshShape>(body.mesh.value);
  EXPECT_NEAR(shape.surface->pose.position[0].value, 0.005, 1e-7);
  const ImportedRobot tetrahedra = importMesh(folder.write("block.msh", ""), MeshUse::kVolume);
  const auto& other = std::get<description::VolumeBody>(*linkOf(tetrahedra, "block").body);
  EXPECT_EQ(std::get<std::string>(other.mesh.value), "block.msh");
}

TEST(MeshImport, AnOpenSurfaceIsAPictureOnly) {
  const TemporaryFolder folder;
  const std::string open = folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_THAT(texts(importMesh(open, MeshUse::kRigid)), Contains(HasSubstr("open.obj is open: it encloses no volume")));
  EXPECT_TRUE(importMesh(open, MeshUse::kPicture).ok());
}

/// The file is named, with what is wrong and what to do; there is no link.
TEST(MeshImport, BrokenFilesSayWhy) {
  const TemporaryFolder folder;
  const std::string flat = "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", cut = std::string(80, ' ') + "\xff\xff\0\0" + "abc";
  std::filesystem::create_directory(folder.path("folder.stl"));
  const std::pair<std::string, const char*> broken[] = {
      {folder.path("gone.stl"), "does not exist"},
      {folder.path("folder.stl"), "is no file"},
      {folder.write("empty.stl", ""), "is empty"},
      {folder.write("letter.stl", "this is a letter"), "cannot be read"},
      {folder.write("cut.stl", cut), "cannot be read"},
      {folder.write("cut.ply", "ply\nformat ascii 1.0\nelement vertex 9\n"), ""},
      {folder.write("beyond.obj", "v 0 0 0\nf 1 2 3\n"), "cannot be read"},
      {folder.write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"), ""},
      {folder.write("flat.obj", flat), "holds no triangle that has an area"},
      {folder.write("inf.obj", "v 0 0 0\nv 1 0 0\nv 0 inf 0\nf 1 2 3\n"), "has a corner that is not a number"}};
  for (const auto& [file, why] : broken)
    for (const MeshUse use : {MeshUse::kPicture, MeshUse::kRigid, MeshUse::kVolume}) {
      const ImportedRobot robot = importMesh(file, use);
      EXPECT_FALSE(robot.ok()) << file;
      ASSERT_EQ(robot.problems.size(), 1u) << file;
      const std::string name = std::filesystem::path(file).filename().string() + ' ';
      EXPECT_THAT(robot.problems[0].message, AllOf(testing::StartsWith(name), HasSubstr(why)));
      EXPECT_GT(robot.problems[0].cure.size(), 10u) << "what to do is not said";
    }
}

}  // namespace
}  // namespace tendril
