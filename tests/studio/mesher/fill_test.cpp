// SPDX-License-Identifier: GPL-3.0-or-later
// What surfaces enclose is filled: all of it, nothing else, as finely as wanted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "core/model/volume/mesh/mesh_quality.hpp"
#include "core/model/volume/mesh/recipes/surface_recipe.hpp"
#include "studio/mesher/distance_grid.hpp"
#include "studio/mesher/gmsh_generator.hpp"
#include "tests/core/model/volume/mesh/surface/surface_samples.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;
using namespace testing_meshes;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

SurfaceRecipe recipeOf(const Surface& surface, double size, double grading = 0) {
  return {std::make_shared<ClosedSurface>(repairSurface(surface.vertices, surface.triangles).surface), size, grading};
}

Surface withCavity(Surface outside, Surface cavity) {
  cavity.turn();
  outside.add(cavity);
  return outside;
}

std::string program(const TemporaryFolder& folder, const std::string& script) {
  const fs::path file = folder.write("program", "#!/bin/sh\n" + script + "\n");
  fs::permissions(file, fs::perms::owner_all);
  return file.string();
}

std::string errorOf(const GmshOptions& options, const SurfaceRecipe& recipe, std::function<bool()> cancelled = {}) {
  try {
    GmshGenerator(options).fill(recipe, cancelled);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

/// Sound, of good tetrahedra, all of its boundary marked once.
void expectGood(const LoadedTetMesh& made, double volume, double tolerance) {
  const MeshQuality quality = meshQuality(made.mesh);
  EXPECT_TRUE(quality.sound());
  EXPECT_GT(quality.minimumQuality, 0.02);
  EXPECT_GT(quality.meanQuality, 0.6);
  EXPECT_NEAR(quality.volume, volume, tolerance * volume);
  std::set<Triangle> marked;
  for (const MeshSurface& surface : made.mesh.surfaces)
    marked.insert(surface.triangles.begin(), surface.triangles.end());
  EXPECT_EQ(marked.size(), static_cast<std::size_t>(quality.boundaryTriangles));
}

TEST(FilledSurface, hasTheVolumeOfItsSurface) {
  const Surface box = boxSurface({0, 0, 0}, {0.1, 0.03, 0.02});
  const LoadedTetMesh filled = GmshGenerator().fill(recipeOf(box, 0.006), {});
  expectGood(filled, 6e-5, 1e-9);
  EXPECT_THAT(filled.notes, IsEmpty());
  EXPECT_NEAR(surfaceArea(filled.mesh, findSurface(filled.mesh, "base")->triangles), 6e-4, 1e-10);
  EXPECT_NEAR(surfaceArea(filled.mesh, findSurface(filled.mesh, "tip")->triangles), 6e-4, 1e-10);
  EXPECT_NEAR(surfaceArea(filled.mesh, findSurface(filled.mesh, "side")->triangles), 1e-2, 1e-9);

  for (const auto& [surface, size] :
       {std::pair{tubeSurface(0.1, 0.02, 0.01, 48), 0.004}, std::pair{torusSurface(0.03, 0.01, 60, 30), 0.003},
        std::pair{sphereSurface({0.02, 0, 0}, 0.02, 24), 0.004}}) {
    const LoadedTetMesh round = GmshGenerator().fill(recipeOf(surface, size), {});
    expectGood(round, surface.volume(), 0.035);
  }
}

TEST(FilledSurface, comesNearerToRoundWallsWithSmallerEdges) {
  const Surface sphere = sphereSurface({0.02, 0, 0}, 0.02, 40);
  double last = 0;
  for (double size : {0.008, 0.004}) {
    const double error = 1 - meshVolume(GmshGenerator().fill(recipeOf(sphere, size), {}).mesh) / sphere.volume();
    EXPECT_GT(error, 0);
    if (last > 0) {
      EXPECT_NEAR(last / error, 4, 1.2) << "by the square of the size";
    }
    last = error;
  }
}

TEST(FilledSurface, keepsCavitiesAndSolidsApart) {
  const Surface outside = boxSurface({0, 0, 0}, {0.1, 0.05, 0.05}),
                ball = sphereSurface({0.03, 0.025, 0.025}, 0.015, 12),
                room = boxSurface({0.06, 0.01, 0.01}, {0.09, 0.04, 0.04});
  const Surface hollow = withCavity(withCavity(outside, ball), room);
  const LoadedTetMesh filled = GmshGenerator().fill(recipeOf(hollow, 0.006), {});
  expectGood(filled, hollow.volume(), 0.01);
  const MeshSurface *first = findSurface(filled.mesh, "cavity"), *second = findSurface(filled.mesh, "cavity_2");
  ASSERT_TRUE(first && second);
  EXPECT_NEAR(-enclosedVolume(filled.mesh, first->triangles), 2.7e-5, 1e-12) << "the larger one";
  EXPECT_NEAR(-enclosedVolume(filled.mesh, second->triangles), ball.volume(), 0.1 * ball.volume());

  Surface two = withCavity(outside, room);
  two.add(boxSurface({0.12, 0, 0}, {0.2, 0.05, 0.05}));
  const LoadedTetMesh both = GmshGenerator().fill(recipeOf(two, 0.01), {});
  expectGood(both, two.volume(), 1e-9);
  EXPECT_EQ(meshQuality(both.mesh).components, 2);
}

TEST(FilledSurface, growsEdgesInside) {
  const Surface box = boxSurface({0, 0, 0}, {0.1, 0.1, 0.1});
  const LoadedTetMesh even = GmshGenerator().fill(recipeOf(box, 0.01), {});
  const LoadedTetMesh graded = GmshGenerator().fill(recipeOf(box, 0.01, 0.5), {});
  expectGood(graded, 1e-3, 1e-9);
  const MeshQuality evenQuality = meshQuality(even.mesh), gradedQuality = meshQuality(graded.mesh);
  EXPECT_NEAR(gradedQuality.boundaryTriangles, evenQuality.boundaryTriangles, 0.15 * evenQuality.boundaryTriangles);
  EXPECT_LT(gradedQuality.tetrahedra, 0.7 * evenQuality.tetrahedra);
  EXPECT_GT(gradedQuality.longestEdge, 1.3 * evenQuality.longestEdge);
  const double count = evenQuality.boundaryTriangles;
  EXPECT_NEAR(count, 0.06 / (std::sqrt(3.0) / 4 * 1e-4), 0.3 * count) << "edges of the wanted length";
}

TEST(FilledSurface, isTheSameEveryTime) {
  const SurfaceRecipe recipe = recipeOf(torusSurface(0.03, 0.01, 30, 16), 0.006);
  const LoadedTetMesh first = GmshGenerator().fill(recipe, {}), second = GmshGenerator().fill(recipe, {});
  EXPECT_EQ(first.mesh.nodes, second.mesh.nodes);
  EXPECT_EQ(first.mesh.tetrahedra, second.mesh.tetrahedra);
}

/// Where gmsh cannot make faces of the surface.
TEST(FilledSurface, keepsTheFilesTrianglesWhereNewOnesFail) {
  const Surface hollow = withCavity(sphereSurface({0.04, 0, 0}, 0.04, 12), sphereSurface({0.04, 0, 0}, 0.02, 8));
  const TemporaryFolder folder;
  const GmshOptions options{.program = program(folder, "grep -q ClassifySurfaces \"$2\" && exit 3; exec gmsh \"$@\"")};
  const LoadedTetMesh made = GmshGenerator(options).fill(recipeOf(hollow, 0.01), {});
  EXPECT_TRUE(meshQuality(made.mesh).sound());
  EXPECT_NEAR(meshVolume(made.mesh), hollow.volume(), 1e-9 * hollow.volume());
  EXPECT_EQ(meshQuality(made.mesh).boundaryTriangles, static_cast<int>(hollow.triangles.size()));
  EXPECT_NE(findSurface(made.mesh, "cavity"), nullptr);
}

TEST(FilledSurface, saysWhatWentWrong) {
  const TemporaryFolder folder;
  const SurfaceRecipe box = recipeOf(boxSurface({0, 0, 0}, {0.1, 0.05, 0.05}), 0.01);
  EXPECT_THAT(errorOf({.program = "/no/gmsh"}, box), AllOf(HasSubstr("/no/gmsh"), HasSubstr("apt-get install")));
  EXPECT_THAT(errorOf({.program = program(folder, "sleep 100")}, box, [] { return true; }), HasSubstr("cancelled"));
  EXPECT_THAT(errorOf({.program = program(folder, "echo too thin; exit 2")}, box),
              AllOf(HasSubstr("cannot be filled"), HasSubstr("too thin"), HasSubstr("another size")));
  SurfaceRecipe fine = box;
  fine.size = 1e-5;
  EXPECT_THAT(errorOf({}, fine), HasSubstr("at most 500000"));
}

TEST(DistanceGrid, isNeverMoreThanTheDistance) {
  const double radius = 0.02;
  const SurfaceRecipe ball = recipeOf(sphereSurface({0.02, 0, 0}, radius, 60), 0.002);
  const DistanceGrid grid = distanceGrid(*ball.surface, ball.size);
  EXPECT_DOUBLE_EQ(grid.cell, 0.001);
  std::size_t at = 0;
  for (int i = 0; i < grid.counts[0]; ++i)
    for (int j = 0; j < grid.counts[1]; ++j)
      for (int k = 0; k < grid.counts[2]; ++k) {
        const Vec3 p = grid.origin + grid.cell * Vec3(i, j, k);
        const double distance = std::abs((p - Vec3(0.02, 0, 0)).norm() - radius), value = grid.values[at++];
        ASSERT_LE(value, distance + 1e-3 * radius);
        ASSERT_GE(value, distance - 2.1 * grid.cell - 1e-3 * radius);
      }
  EXPECT_EQ(at, grid.values.size());
  EXPECT_LE(distanceGrid(*ball.surface, 1e-5).values.size(), 300'000u);
}

}  // namespace
}  // namespace tendril
