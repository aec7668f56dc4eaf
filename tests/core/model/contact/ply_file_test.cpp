// SPDX-License-Identifier: BSD-3-Clause
// Meshes of PLY files, whole and broken.
#include "core/model/contact/ply_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string header(const std::string& format, const std::string& vertices = "4", const std::string& faces = "2") {
  return "ply\nformat " + format + " 1.0\ncomment of a test\nelement vertex " + vertices +
         "\nproperty float x\nproperty double y\nproperty uchar red\nproperty float z\nelement odd 1\nproperty list "
         "uchar short what\nelement face " +
         faces + "\nproperty uchar flag\nproperty list uchar int vertex_indices\nend_header\n";
}

const std::string kText =
    header("ascii") + "0 0 255 0\n1 0 255 -.5\n1.0e0 +1 255 0\n0 1 255 1e-400\n2 7 8\n1 4 0 1 2 3\r\n0 3 0 2 1\n";

template <class T>
std::string bytes(T value, bool big) {
  std::string out(sizeof(T), '\0');
  std::memcpy(out.data(), &value, sizeof(T));
  if (big == (std::endian::native == std::endian::little)) std::ranges::reverse(out);
  return out;
}

/// The same in binary.
std::string binary(bool big) {
  std::string out = header(big ? "binary_big_endian" : "binary_little_endian");
  const double points[4][3] = {{0, 0, 0}, {1, 0, -0.5}, {1, 1, 0}, {0, 1, 0}};
  for (const auto& p : points)
    out += bytes(static_cast<float>(p[0]), big) + bytes(p[1], big) + '\xff' + bytes(static_cast<float>(p[2]), big);
  out += '\2' + bytes(short{7}, big) + bytes(short{8}, big);
  for (const std::vector<int>& face : {std::vector{0, 1, 2, 3}, std::vector{0, 2, 1}}) {
    out += '\1' + std::string(1, static_cast<char>(face.size()));
    for (const int corner : face) out += bytes(corner, big);
  }
  return out;
}

std::string refusal(const std::string& text) {
  try {
    parsePly(text);
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(PlyFile, IsTheSameMeshAsTextAndBinary) {
  for (const std::string& file : {kText, binary(false), binary(true)}) {
    ASSERT_TRUE(isPly(file));
    const TriangleMesh mesh = parsePly(file);
    EXPECT_THAT(mesh.vertices, ElementsAre(Vec3(0, 0, 0), Vec3(1, 0, -0.5), Vec3(1, 1, 0), Vec3(0, 1, 0)));
    EXPECT_THAT(mesh.triangles, ElementsAre(std::array{0, 1, 2}, std::array{0, 2, 3}, std::array{0, 2, 1}));
  }
  std::string lines = kText;
  for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; at += 2) lines.replace(at, 1, "\r\n");
  EXPECT_EQ(parsePly(lines).triangles.size(), 3u) << "lines as Windows ends them";
  EXPECT_FALSE(isPly("plywood"));
}

/// Cut off anywhere it is refused, at once and with a reason; Assimp makes endless loops and crashes of such files.
TEST(PlyFile, CutOffItIsRefusedWhereverThatIs) {
  for (const std::string& whole : {kText, binary(false), binary(true)})
    for (std::size_t length = 0; length + 3 < whole.size(); ++length)
      ASSERT_THAT(refusal(whole.substr(0, length)), HasSubstr("cannot be read: as a PLY file it ")) << length;
}

TEST(PlyFile, NumbersThatCannotBeAreNamed) {
  EXPECT_THAT(refusal(header("ascii", "4000000000")), HasSubstr("it promises 4000000000 of vertex"));
  EXPECT_THAT(refusal(header("ascii", "-1")), HasSubstr("promises"));
  EXPECT_THAT(refusal(header("ascii", "many")), HasSubstr("does not say how many"));
  EXPECT_THAT(refusal(header("base64")), HasSubstr("unknown format \"base64\""));
  const auto with = [](const char* old, const char* now) {
    std::string text = kText;
    text.replace(text.find(old), std::string(old).size(), now);
    return refusal(text);
  };
  EXPECT_THAT(with("0 3 0 2 1", "0 3 0 2 4"), HasSubstr("a face names vertex 4 of 4"));
  EXPECT_THAT(with("0 3 0 2 1", "0 3 0 2 -1"), HasSubstr("-1"));
  EXPECT_THAT(with("0 3 0 2 1", "0 200 0 2 1"), HasSubstr("it ends early"));
  EXPECT_THAT(with("0 3 0 2 1", "0 3 0 2 1e12"), HasSubstr("it counts with the number"));
  EXPECT_THAT(with("1 0 255 -.5", "1 0 255 abc"), HasSubstr("it has \"abc\" in place of a number"));
  EXPECT_THAT(with("1 0 255 -.5", "1e999 0 255 0"), HasSubstr("it has the number 1e999"));
  EXPECT_THAT(with("property float x", "property float u"), HasSubstr("it has no x, y and z of its vertices"));
  EXPECT_THAT(with("property float x", "property quad x"), HasSubstr("unknown type \"quad\""));
  EXPECT_THAT(with("format ascii 1.0\n", ""), HasSubstr("it has no line \"format\""));
}

TEST(PlyFile, IsWhatReadMeshReads) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = readMesh(folder.write("mesh.PLY", kText), 10);
  EXPECT_EQ(mesh.vertices[1], Vec3(10, 0, -5));
  const auto refused = [&](const std::string& name, const std::string& text) -> std::string {
    try {
      readMesh(folder.write(name, text), 1);
      return {};
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  };
  EXPECT_THAT(refused("other.ply", "solid s\n"), HasSubstr("does not begin with \"ply\""));
  EXPECT_THAT(refused("points.ply", header("ascii", "0", "0") + "0\n"), HasSubstr("holds no triangles"));
}

}  // namespace
}  // namespace tendril
