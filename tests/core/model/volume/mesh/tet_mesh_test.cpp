// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/tet_mesh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/volume/mesh/mesh_quality.hpp"
#include "tests/core/model/volume/mesh/mesh_samples.hpp"

namespace tendril::testing_meshes {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(TetMesh, measuresACube) {
  const TetMesh mesh = cube();
  EXPECT_DOUBLE_EQ(meshVolume(mesh), 1);
  EXPECT_THAT(tetrahedronVolumes(mesh), testing::Each(testing::DoubleEq(1.0 / 6)));
  EXPECT_EQ(meshExtent(mesh).low, Vec3::Zero());
  EXPECT_EQ(meshExtent(mesh).high, Vec3::Ones());
  const MeshBoundary boundary = meshBoundary(mesh);
  EXPECT_EQ(boundary.triangles.size(), 12u);
  EXPECT_EQ(boundary.tetrahedra.size(), 12u);
  EXPECT_DOUBLE_EQ(surfaceArea(mesh, boundary.triangles), 6);
  EXPECT_DOUBLE_EQ(enclosedVolume(mesh, boundary.triangles), 1);
  for (const auto& [a, b, c] : boundary.triangles) {
    const Vec3 normal = (mesh.nodes[b] - mesh.nodes[a]).cross(mesh.nodes[c] - mesh.nodes[a]);
    EXPECT_GT(normal.dot(mesh.nodes[a] - Vec3::Constant(0.5)), 0) << "outward";
  }
  EXPECT_EQ(findSurface(mesh, "tip"), nullptr);
}

TEST(TetMesh, ofNothingIsNothing) {
  EXPECT_EQ(meshVolume({}), 0);
  EXPECT_EQ(meshExtent({}).size(), Vec3::Zero());
  EXPECT_THAT(meshBoundary({}).triangles, IsEmpty());
  EXPECT_FALSE(meshQuality({}).sound());
  EXPECT_THAT(meshQuality({}).text(), HasSubstr("0 tetrahedra"));
}

TEST(TetrahedronQuality, isOneForTheRegularAndSmallForTheFlat) {
  const Vec3 a(1, 1, 1), b(1, -1, -1), c(-1, 1, -1), d(-1, -1, 1);
  EXPECT_NEAR(tetrahedronQuality(a, b, d, c), -tetrahedronQuality(a, b, c, d), 1e-15);
  EXPECT_NEAR(std::abs(tetrahedronQuality(a, b, c, d)), 1, 1e-15);
  EXPECT_NEAR(std::abs(tetrahedronQuality(1e-3 * a, 1e-3 * b, 1e-3 * c, 1e-3 * d)), 1, 1e-13);
  // Corner of a cube: r = (3 − √3)/6, R = √3/2.
  EXPECT_NEAR(tetrahedronQuality(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()),
              3 * (3 - std::sqrt(3)) / 6 / (std::sqrt(3) / 2), 1e-15);
  EXPECT_EQ(tetrahedronQuality(a, a, a, a), 0);
  EXPECT_NEAR(tetrahedronQuality(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3(0.3, 0.3, 0)), 0, 1e-15);
}

TEST(MeshQuality, ofASoundMeshNamesNoProblem) {
  const MeshQuality quality = meshQuality(cube());
  EXPECT_TRUE(quality.sound());
  EXPECT_EQ(quality.components, 1);
  EXPECT_DOUBLE_EQ(quality.longestEdge, std::sqrt(3));
  EXPECT_DOUBLE_EQ(quality.volume, 1);
  EXPECT_EQ(std::ranges::count(quality.text(), '\n'), 4) << quality.text();
}

/// Every tetrahedron of the cube is like the others; then one regular and one flat one beside it.
TEST(MeshQuality, countsTenthsOfQuality) {
  TetMesh mesh = cube();
  const double one = meshQuality(mesh).meanQuality;
  EXPECT_EQ(meshQuality(mesh).histogram[static_cast<std::size_t>(10 * one)], 6);
  mesh.nodes.insert(mesh.nodes.end(), {{3, 0, 0}, {4, 1, 0}, {4, 0, 1}, {3, 1, 1}});
  mesh.tetrahedra.push_back({8, 10, 9, 11});
  mesh.tetrahedra.push_back({8, 9, 10, 11});  // inverted
  const MeshQuality quality = meshQuality(mesh);
  EXPECT_EQ(quality.histogram[9], 1) << "regular";
  EXPECT_EQ(quality.histogram[0], 1) << "inverted";
  EXPECT_EQ(std::ranges::count(quality.histogramText(), ' '), 9);
  EXPECT_THAT(quality.text(), HasSubstr("tenth of quality: " + quality.histogramText()));
  EXPECT_EQ(meshQuality({}).histogramText(), "0 0 0 0 0 0 0 0 0 0");
}

TEST(MeshQuality, countsEveryProblem) {
  TetMesh mesh = cube();
  mesh.nodes.emplace_back(9, 9, 9);  // unused
  for (int i = 0; i < 4; ++i) mesh.nodes.emplace_back(3 + (i == 1), i == 2, i == 3);
  mesh.tetrahedra.push_back({9, 11, 10, 12});     // inverted, apart
  mesh.tetrahedra.push_back(mesh.tetrahedra[0]);  // repeated
  mesh.tetrahedra.push_back({0, 1, 3, 1});        // without volume
  mesh.nodes.push_back(mesh.nodes[12]);           // on top
  const MeshQuality quality = meshQuality(mesh);
  EXPECT_EQ(quality.inverted, 1);
  EXPECT_EQ(quality.degenerate, 1);
  EXPECT_EQ(quality.repeated, 1);
  EXPECT_GT(quality.overlappingFaces, 0);
  EXPECT_EQ(quality.unusedNodes, 2);
  EXPECT_EQ(quality.coincidentNodes, 1);
  EXPECT_EQ(quality.components, 2);
  EXPECT_EQ(quality.worst, 6);
  EXPECT_FALSE(quality.sound());
  EXPECT_THAT(quality.text(), AllOf(HasSubstr("1 tetrahedron inverted"), HasSubstr("2 separate parts"),
                                    HasSubstr("2 nodes without"), HasSubstr("overlap")));
}

TEST(MeshQuality, findsEdgesWhereTheBoundaryTouchesItself) {
  TetMesh mesh;
  mesh.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0, 0, -1}};
  mesh.tetrahedra = {{0, 1, 2, 3}, {0, 1, 4, 5}};  // they share one edge
  EXPECT_EQ(meshQuality(mesh).pinchedEdges, 1);
  EXPECT_TRUE(meshQuality(mesh).sound());
}

TEST(SoundMesh, isLeftAsItIs) {
  const LoadedTetMesh loaded = makeSound(rawCube());
  EXPECT_EQ(loaded.mesh.nodes, cube().nodes);
  EXPECT_EQ(loaded.mesh.tetrahedra, cube().tetrahedra);
  EXPECT_THAT(loaded.notes, IsEmpty());
  ASSERT_EQ(loaded.mesh.surfaces.size(), 1u);
  EXPECT_DOUBLE_EQ(surfaceArea(loaded.mesh, loaded.mesh.surfaces[0].triangles), 1);
}

TEST(SoundMesh, turnsInvertedTetrahedra) {
  RawTetMesh raw = rawCube();
  std::swap(raw.tetrahedra[2][0], raw.tetrahedra[2][1]);
  const LoadedTetMesh some = makeSound(raw);
  EXPECT_THAT(some.notes, ElementsAre(HasSubstr("1 tetrahedron of 6 inverted")));
  EXPECT_DOUBLE_EQ(meshVolume(some.mesh), 1);
  raw = rawCube();
  for (Tetrahedron& corners : raw.tetrahedra) std::swap(corners[0], corners[1]);
  const LoadedTetMesh all = makeSound(raw);
  EXPECT_THAT(all.notes, ElementsAre(HasSubstr("all tetrahedra inverted")));
  EXPECT_TRUE(meshQuality(all.mesh).sound());
}

TEST(SoundMesh, dropsMergesAndNotes) {
  RawTetMesh raw = rawCube();
  raw.nodes.insert(raw.nodes.begin(), Vec3(5, 5, 5));
  for (Tetrahedron& corners : raw.tetrahedra)
    for (int& node : corners) ++node;
  raw.surfaces = {{"base", {{1, 7, 3}, {1, 5, 7}}}, {"inside", {{1, 2, 8}}}, {"wild", {{0, 1, 2}, {-1, 1, 2}}}};
  raw.nodes.push_back(raw.nodes[8] + Vec3(1e-12, 0, -1e-12));
  raw.tetrahedra[5][3] = 9;
  raw.tetrahedra.push_back(raw.tetrahedra[1]);
  const LoadedTetMesh loaded = makeSound(raw);
  EXPECT_THAT(loaded.notes,
              ElementsAre(HasSubstr("1 node without"), HasSubstr("1 node on top"), HasSubstr("1 tetrahedron repeated"),
                          HasSubstr("1 triangle of surface \"inside\""), HasSubstr("2 triangles of surface \"wild\"")));
  EXPECT_EQ(loaded.mesh.nodes.size(), 8u);
  EXPECT_DOUBLE_EQ(meshVolume(loaded.mesh), 1);
  ASSERT_EQ(loaded.mesh.surfaces.size(), 1u);
  EXPECT_TRUE(meshQuality(loaded.mesh).sound());
}

TEST(SoundMesh, refusesWhatCannotBeABody) {
  const auto errorAfter = [](auto&& change) {
    RawTetMesh raw = rawCube();
    change(raw);
    return errorOf([&] { makeSound(raw); });
  };
  EXPECT_THAT(errorAfter([](RawTetMesh& raw) { raw.tetrahedra.clear(); }), HasSubstr("no tetrahedra"));
  EXPECT_THAT(errorAfter([](RawTetMesh& raw) {
                raw.names = {1, 2, 3, 4, 77, 6}, raw.tetrahedra[4] = {0, 1, 1, 3};
              }),
              AllOf(HasSubstr("1 tetrahedron without volume"), HasSubstr("tetrahedron 77")));
  EXPECT_THAT(errorAfter([](RawTetMesh& raw) { raw.nodes[7].z() = 0; }), HasSubstr("without volume"));
  EXPECT_THAT(errorAfter([](RawTetMesh& raw) { raw.nodes[3].z() = std::nan(""); }), HasSubstr("finite"));
  EXPECT_THAT(errorAfter([](RawTetMesh& raw) { raw.nodes[3].z() = 1e300; }), HasSubstr("metres"));
  EXPECT_THAT(errorAfter([](RawTetMesh& raw) {
                for (Vec3& p : raw.nodes) p.setConstant(2);
              }),
              HasSubstr("one place"));
  EXPECT_THAT(
      errorAfter([](RawTetMesh& raw) {
        raw.tetrahedra.push_back({0, 3, 7, 1}), raw.nodes.emplace_back(3, 0, 1), raw.tetrahedra.push_back({0, 3, 7, 8});
      }),
      HasSubstr("overlap"));
  // Folded: the second tetrahedron lies on the same side of the common face as the first.
  RawTetMesh folded;
  folded.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 2}};
  folded.tetrahedra = {{0, 1, 2, 3}, {0, 1, 2, 4}};
  EXPECT_THAT(errorOf([&] { makeSound(folded); }), AllOf(HasSubstr("overlap"), HasSubstr("same side")));
}

TEST(SoundMesh, notesMillimetres) {
  RawTetMesh raw = rawCube();
  for (Vec3& p : raw.nodes) p *= 200;
  EXPECT_THAT(makeSound(raw).notes, ElementsAre(HasSubstr("200 m large")));
}

}  // namespace
}  // namespace tendril::testing_meshes
