// SPDX-License-Identifier: BSD-3-Clause
// Pictures of projects that cannot be drawn: told at their field, once for each; the robot is built without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kTriangle =
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid "
    "s\n";

class PictureProject : public testing::Test {
 protected:
  /// One link with a picture of its own and one with a picture of its body.
  std::vector<std::string> told(const std::string& own, const std::string& body) {
    const std::string file = folder_.write("p.tendril.json", R"({"format": "tendril", "version": 1, "links": [
      {"name": "foot", "visual": {"mesh": ")" + own + R"("}},
      {"name": "arm", "parent": "foot", "joint": {"type": "revolute"}, "body": {"type": "rigid", "mass": 1,
       "inertia": [1, 1, 1, 0, 0, 0], "visual": {"mesh": ")" + body +
                                                                 R"("}}}]})");
    const ReadResult read = readProject(file);
    std::vector<std::string> texts;
    for (const Problem& problem : read.problems) texts.push_back(problem.text());
    std::vector<Problem> problems;
    EXPECT_TRUE(buildModel(read.description, problems, {.directory = read.directory, .checked = true}))
        << "it moves without its picture";
    EXPECT_THAT(problems, IsEmpty()) << "told once, by the checks";
    return texts;
  }
  TemporaryFolder folder_;
};

TEST_F(PictureProject, WhatCanBeDrawnIsToldNothing) {
  folder_.write("meshes/good.stl", kTriangle);
  EXPECT_THAT(told("meshes/good.stl", folder_.path("meshes/good.stl")), IsEmpty());
}

TEST_F(PictureProject, EachIsToldAtItsFieldWithACure) {
  folder_.write("empty.stl", "");
  EXPECT_THAT(told("none.stl", "empty.stl"),
              ElementsAre("warning: links.foot.visual.mesh: the file \"none.stl\" does not exist; correct the path, "
                          "which is relative to the project (line 2)",
                          "warning: links.arm.body.visual.mesh: the file \"empty.stl\" is empty; save it again as OBJ, "
                          "STL or PLY (line 4)"));
  folder_.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  folder_.write("cut.ply", "ply\nformat ascii 1.0\n");
  const std::vector<std::string> others = told("flat.obj", "cut.ply");
  ASSERT_EQ(others.size(), 2u);
  EXPECT_THAT(others[0], testing::HasSubstr("\"flat.obj\" holds no triangle that has an area"));
  EXPECT_THAT(others[1], testing::HasSubstr("\"cut.ply\" cannot be read: as a PLY file it has no end of its header"));
}

/// What was found is kept for the file as it is: a file that is mended, or breaks, is looked at again.
TEST_F(PictureProject, AFileThatChangesIsReadAgain) {
  const std::string file = folder_.write("a.stl", "this is a letter, and no mesh");
  EXPECT_EQ(told("a.stl", "a.stl").size(), 2u);
  folder_.write("a.stl", kTriangle);
  EXPECT_THAT(told("a.stl", "a.stl"), IsEmpty());
  std::filesystem::remove(file);
  EXPECT_EQ(told("a.stl", "a.stl").size(), 2u);
}

}  // namespace
}  // namespace tendril
