// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/volume/mesh/mesh_quality.hpp"
#include "tests/core/model/volume/mesh/mesh_samples.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::testing_meshes {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::string parseError(std::string_view text, const MeshLimits& limits = {}) {
  return errorOf([&] { parseTetMesh(text, limits); });
}

void expectSmall(const LoadedTetMesh& loaded) {
  ASSERT_EQ(loaded.mesh.nodes.size(), 4u);
  ASSERT_EQ(loaded.mesh.tetrahedra.size(), 1u);
  EXPECT_DOUBLE_EQ(meshVolume(loaded.mesh), 1.0 / 6);
  ASSERT_EQ(loaded.mesh.surfaces.size(), 2u);
  ASSERT_NE(findSurface(loaded.mesh, "the base"), nullptr);
  const Triangle base = findSurface(loaded.mesh, "the base")->triangles.at(0);
  const Vec3 a = loaded.mesh.nodes[base[0]], b = loaded.mesh.nodes[base[1]], c = loaded.mesh.nodes[base[2]];
  EXPECT_EQ((b - a).cross(c - a).normalized(), -Vec3::UnitX()) << "outward";
  EXPECT_NEAR(surfaceArea(loaded.mesh, findSurface(loaded.mesh, "tip")->triangles), std::sqrt(3) / 2, 1e-15);
  EXPECT_THAT(loaded.notes, IsEmpty());
}

TEST(MshReader, readsTextOfFormat2) {
  expectSmall(parseTetMesh(kSmallMsh2));
}

TEST(MshReader, readsTextOfFormat4WithParametricNodesAndOtherSections) {
  expectSmall(parseTetMesh(kSmallMsh4));
}

TEST(MshReader, readsLinesOfWindows) {
  std::string text;
  for (char c : std::string(kSmallMsh2)) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  expectSmall(parseTetMesh(text));
}

std::string binary2(bool swapped) {
  Bytes bytes(swapped);
  bytes.text("$MeshFormat\n2.2 1 8\n").add<int>(1).text("\n$EndMeshFormat\n$PhysicalNames\n2\n");
  bytes.text("2 7 \"the base\"\n2 8 \"tip\"\n$EndPhysicalNames\n$Nodes\n4\n");
  const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int i = 0; i < 4; ++i) bytes.add<int>(i + 1).add<double>(corners[i][0], corners[i][1], corners[i][2]);
  bytes.text("\n$EndNodes\n$Elements\n3\n");
  bytes.add<int>(2, 2, 2, 1, 7, 1, 1, 3, 4, 2, 8, 2, 2, 3, 4);  // two triangles of two tags
  bytes.add<int>(4, 1, 2, 3, 1, 1, 1, 2, 3, 4).text("\n$EndElements\n");
  return bytes.get();
}

std::string binary4(bool swapped) {
  using Size = std::int64_t;
  Bytes bytes(swapped);
  bytes.text("$MeshFormat\n4.1 1 8\n").add<int>(1).text("\n$EndMeshFormat\n$PhysicalNames\n2\n");
  bytes.text("2 7 \"the base\"\n2 8 \"tip\"\n$EndPhysicalNames\n$Entities\n").add<Size>(0, 0, 2, 1);
  for (int i = 1; i <= 2; ++i)
    bytes.add<int>(i).add<double>(0, 0, 0, 1, 1, 1).add<Size>(1).add<int>(6 + i).add<Size>(0);
  bytes.add<int>(1).add<double>(0, 0, 0, 1, 1, 1).add<Size>(0, 2).add<int>(1, -2);
  bytes.text("\n$EndEntities\n$Nodes\n").add<Size>(1, 4, 1, 4).add<int>(3, 1, 0).add<Size>(4, 1, 2, 3, 4);
  bytes.add<double>(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1).text("\n$EndNodes\n$Elements\n").add<Size>(3, 3, 1, 3);
  bytes.add<int>(2, 1, 2).add<Size>(1, 1, 1, 3, 4).add<int>(2, 2, 2).add<Size>(1, 2, 2, 3, 4);
  bytes.add<int>(3, 1, 4).add<Size>(1, 3, 1, 2, 3, 4).text("\n$EndElements\n");
  return bytes.get();
}

TEST(MshReader, readsBinaryOfBothByteOrders) {
  for (bool swapped : {false, true}) {
    expectSmall(parseTetMesh(binary2(swapped)));
    expectSmall(parseTetMesh(binary4(swapped)));
  }
}

TEST(MshReader, everyBeginningOfAFileIsAnError) {
  for (const std::string& whole : {std::string(kSmallMsh2), std::string(kSmallMsh4), binary2(false), binary4(false)}) {
    const size_t needed = whole.find("$EndElements") + std::strlen("$EndElements");
    for (size_t size = 0; size < needed; ++size) EXPECT_THAT(parseError(whole.substr(0, size)), Not(IsEmpty())) << size;
  }
}

TEST(MshReader, reducesSecondOrderToCorners) {
  const std::string text = with(with(with(kSmallMsh2, "4\n1 0 0 0\n", "10\n1 0 0 0\n"), "9 0 0 1\n",
                                     "9 0 0 1\n11 .5 0 0\n12 .5 .5 0\n13 0 .5 0\n14 0 0 .5\n15 0 .5 .5\n16 .5 0 .5\n"),
                                "4 4 2 1 1 1 2 5 9", "4 11 2 1 1 1 2 5 9 11 12 13 14 15 16");
  expectSmall(parseTetMesh(text));
}

TEST(MshReader, saysWhatIsWrongAndWhere) {
  const std::string good = kSmallMsh2;
  EXPECT_THAT(parseError(with(good, "5 0 1 0", "5 0 one 0")), AllOf(HasSubstr("line 14"), HasSubstr("\"one\"")));
  EXPECT_THAT(parseError(with(good, "5 0 1 0", "5 0 nan 0")), AllOf(HasSubstr("node 5"), HasSubstr("finite")));
  EXPECT_THAT(parseError(with(good, "5 0 1 0", "5 0 1e999 0")), HasSubstr("line 14"));
  EXPECT_THAT(parseError(with(good, "5 0 1 0", "5 0 1e200 0")), HasSubstr("metres"));
  EXPECT_THAT(parseError(with(good, "5 0 1 0", "2 0 1 0")), HasSubstr("two nodes with the number 2"));
  EXPECT_THAT(parseError(with(good, "1 1 1 2 5 9", "1 1 1 2 5 6")), HasSubstr("no node 6, a corner of tetrahedron 4"));
  EXPECT_THAT(parseError(with(good, "\n4 4 2", "\n4 94 2")), HasSubstr("unknown kind 94"));
  EXPECT_THAT(parseError(with(good, "\n4 4 2 1 1 1 2 5 9", "\n4 6 2 1 1 1 2 5 9 1 2")),
              AllOf(HasSubstr("prisms"), HasSubstr("tetrahedra only")));
  EXPECT_THAT(parseError(with(good, "\n4 4 2 1 1 1 2 5 9", "\n4 2 2 1 1 1 2 5")),
              AllOf(HasSubstr("no tetrahedra"), HasSubstr("3 triangles")));
  EXPECT_THAT(parseError(with(good, "2.2", "4.0")), AllOf(HasSubstr("4.0"), HasSubstr("msh41")));
  EXPECT_THAT(parseError(with(good, "$Elements\n4", "$Elements\n3")), HasSubstr("$EndElements is expected"));
  EXPECT_THAT(parseError(with(good, "$Elements\n4", "$Elements\n9")), HasSubstr("a whole number"));
  EXPECT_THAT(parseError("solid box\nfacet normal"), AllOf(HasSubstr("$MeshFormat"), HasSubstr(".vtu")));
  EXPECT_THAT(parseError(" \n\t"), HasSubstr("empty"));
  EXPECT_THAT(parseError("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PartitionedEntities\n1\n"), HasSubstr("partition"));
}

TEST(MshReader, hugeCountsAreRefusedBeforeMemoryIsTaken) {
  const std::string good = kSmallMsh2;
  EXPECT_THAT(parseError(with(good, "$Nodes\n4", "$Nodes\n4000000000000000000")), HasSubstr("rest of the file"));
  EXPECT_THAT(parseError(with(good, "$Nodes\n4", "$Nodes\n-4")), HasSubstr("cannot be"));
  EXPECT_THAT(parseError(with(good, "$Nodes\n4", "$Nodes\n99999999999999999999")), HasSubstr("whole number"));
  EXPECT_THAT(parseError(good, {.nodes = 3}), HasSubstr("more than 3"));
  std::string million = with(good, "\n4 4 2 1 1 1 2 5 9", "");
  million = with(million, "$Elements\n4", "$Elements\n1000003");
  std::string elements;
  for (int i = 0; i < 1000000; ++i) elements += "4 4 0 1 2 5 9\n";
  EXPECT_THAT(parseError(with(million, "$EndElements", elements + "$EndElements")),
              AllOf(HasSubstr("more than 500000 tetrahedra"), HasSubstr("coarsely")));
}

TEST(MshReader, countsTetrahedraOfTwoGroupsOnce) {
  const std::string twice = with(with(kSmallMsh2, "\n4 4 2 1 1 1 2 5 9", "\n4 4 2 1 1 1 2 5 9\n5 4 2 2 1 1 2 5 9"),
                                 "$Elements\n4", "$Elements\n5");
  const LoadedTetMesh loaded = parseTetMesh(twice);
  EXPECT_DOUBLE_EQ(meshVolume(loaded.mesh), 1.0 / 6);
  EXPECT_THAT(loaded.notes, testing::ElementsAre(HasSubstr("1 tetrahedron repeated")));
}

TEST(MshReader, namesFilesInErrors) {
  const TemporaryFolder folder;
  EXPECT_THAT(errorOf([&] { readTetMesh(folder.path("none.msh")); }),
              AllOf(HasSubstr("none.msh"), HasSubstr("no such file")));
  EXPECT_THAT(errorOf([&] { readTetMesh(folder.path().string()); }), HasSubstr("not a file"));
  const std::string cut = folder.write("cut.msh", std::string(kSmallMsh2).substr(0, 200));
  EXPECT_THAT(errorOf([&] { readTetMesh(cut); }), AllOf(HasSubstr("cut.msh: line"), HasSubstr("cut off")));
  EXPECT_THAT(errorOf([&] { readTetMesh(cut, {.bytes = 100}); }), HasSubstr("coarsely"));
}

TEST(MshWriter, givesBackTheSameMesh) {
  const TetMesh mesh = layeredMesh({TubeShape{0.03, 0.015}, 0.08, 600}).mesh;
  const LoadedTetMesh back = parseTetMesh(formatMsh(mesh));
  EXPECT_THAT(back.notes, IsEmpty());
  EXPECT_EQ(back.mesh.nodes, mesh.nodes);
  EXPECT_EQ(back.mesh.tetrahedra, mesh.tetrahedra);
  ASSERT_EQ(back.mesh.surfaces.size(), mesh.surfaces.size());
  for (const MeshSurface& surface : mesh.surfaces) {
    ASSERT_NE(findSurface(back.mesh, surface.name), nullptr) << surface.name;
    EXPECT_EQ(findSurface(back.mesh, surface.name)->triangles, surface.triangles);
  }
}

}  // namespace
}  // namespace tendril::testing_meshes
