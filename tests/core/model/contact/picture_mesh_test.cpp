// SPDX-License-Identifier: BSD-3-Clause
// Files that something is to be drawn by: what is read, and what is said of those that cannot be.
#include "core/model/contact/picture_mesh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/as_anybody.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;

/// What is wrong and what to do; empty: it was read.
std::string refusal(const std::string& file) {
  try {
    readPicture(file);
    return {};
  } catch (const PictureError& error) {
    EXPECT_FALSE(error.cure().empty()) << error.what();
    return std::string(error.what()) + "; " + error.cure();
  }
}

std::string triangleStl(const std::string& corner) {
  return "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex " + corner +
         "\nendloop\nendfacet\nendsolid s\n";
}

/// The head of a binary STL that promises `promised` triangles and holds `held`.
std::string binaryStl(std::uint32_t promised, std::size_t held) {
  std::string out(80, '\0');
  for (int k = 0; k < 4; ++k) out += static_cast<char>(promised >> (8 * k) & 255U);
  return out + std::string(50 * held, '\0');
}

TEST(PictureMesh, IsReadInTheNumbersOfItsFile) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = readPicture(folder.write("one.stl", triangleStl("0 2 0")));
  ASSERT_EQ(mesh.triangles.size(), 1u);
  EXPECT_EQ(mesh.vertices[static_cast<std::size_t>(mesh.triangles[0][2])], Vec3(0, 2, 0));
}

TEST(PictureMesh, OfTenBrokenFilesEachIsToldWhy) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal(folder.path("none.stl")), HasSubstr("does not exist; correct the path"));
  EXPECT_THAT(refusal(folder.path().string()), HasSubstr("is no file; name the file"));
  EXPECT_THAT(refusal("/dev/zero"), HasSubstr("is no file"));
  EXPECT_THAT(refusal(folder.write("empty.stl", "")), HasSubstr("is empty; save it again"));
  EXPECT_THAT(refusal(folder.write("letter.stl", "this is a letter")), HasSubstr("cannot be read"));
  EXPECT_THAT(refusal(folder.write("cut.stl", binaryStl(1000, 2))), HasSubstr("cannot be read"));
  EXPECT_THAT(refusal(folder.write("beyond.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")), HasSubstr("cannot be read"));
  EXPECT_FALSE(refusal(folder.write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n")).empty());
  EXPECT_FALSE(refusal(folder.write("lines.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n")).empty());
  EXPECT_THAT(refusal(folder.write("flat.stl", triangleStl("2 0 0"))), HasSubstr("no triangle that has an area"));
  EXPECT_THAT(refusal(folder.write("nan.stl", triangleStl("0 nan 0"))), HasSubstr("is not a number"));
  EXPECT_THAT(refusal(folder.write("odd.xyz", "1 2 3")), HasSubstr("save it again as OBJ, STL or PLY"));
}

TEST(PictureMesh, WhatIsTooLargeIsNotRead) {
  const TemporaryFolder folder;
  const std::string file = folder.write("large.stl", triangleStl("0 1 0"));
  std::filesystem::resize_file(file, std::uintmax_t{300} << 20);  // holes take no room
  EXPECT_THAT(refusal(file), HasSubstr("is 300 MB large, more than 256 MB are not read; save it with fewer triangles"));
}

TEST(PictureMesh, WhatMayNotBeReadSaysSo) {
  const TemporaryFolder folder;
  openToAll(folder.path());
  const std::string secret = folder.write("secret.stl", triangleStl("0 1 0")),
                    inside = folder.write("closed/inside.stl", triangleStl("0 1 0"));
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  std::filesystem::permissions(folder.path("closed"), std::filesystem::perms::none);
  std::string file, deeper;
  {
    const AsAnybody anybody;
    if (!anybody.works()) GTEST_SKIP() << "the rights of root cannot be given up here";
    file = refusal(secret), deeper = refusal(inside);
  }
  std::filesystem::permissions(folder.path("closed"), std::filesystem::perms::owner_all);
  EXPECT_THAT(file, HasSubstr("may not be read; check that it and its folder may be read"));
  EXPECT_THAT(deeper, HasSubstr("cannot be read: Permission denied; check that it and its folder may be read"));
}

}  // namespace
}  // namespace tendril
