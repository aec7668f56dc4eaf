// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/mesh_section.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril {
namespace {

using std::numbers::pi;

MeshSection cut(const TetMesh& mesh, double x) {
  return sectionAt(mesh.nodes, meshBoundary(mesh).triangles, x);
}

TEST(MeshSection, HasTheAreaOfTheMaterialAndTheRadiusOfTheOutline) {
  struct Case {
    MeshRecipe recipe;
    double area, radius;
  };
  for (const Case& c : {Case{{CylinderShape{0.02}, 0.1, 600}, pi * 4e-4, 0.02},
                        Case{{TubeShape{0.03, 0.015}, 0.1, 600}, pi * (9e-4 - 2.25e-4), 0.03},
                        Case{{BoxShape{0.02, 0.03}, 0.1, 600}, 6e-4, std::sqrt(6e-4 / pi)}}) {
    SCOPED_TRACE(recipeText(c.recipe));
    const TetMesh mesh = layeredMesh(c.recipe).mesh;
    for (const double x : {1e-9, 0.013, 0.05, 0.0777, 0.1 - 1e-9}) {
      EXPECT_NEAR(cut(mesh, x).area, c.area, 1e-11 * c.area) << x;
      EXPECT_NEAR(cut(mesh, x).radius, c.radius, 2e-3 * c.radius) << x;
    }
    EXPECT_EQ(cut(mesh, -1e-9).area, 0);
    EXPECT_EQ(cut(mesh, 0.11).radius, 0);
  }
}

TEST(MeshSection, GoesThroughNodes) {
  const MeshRecipe recipe{BoxShape{0.02, 0.03}, 0.1, 600};
  const TetMesh mesh = layeredMesh(recipe).mesh;
  for (const Vec3& node : mesh.nodes) {
    if (node.x() == 0) continue;  // what lies in front of a plane is cut by it
    EXPECT_NEAR(cut(mesh, node.x()).area, 6e-4, 1e-15) << node.x();
  }
}

TEST(MeshSection, OfWhatLiesBesideTheAxis) {
  TetMesh mesh = layeredMesh({BoxShape{0.02, 0.02}, 0.1, 300}).mesh;
  for (Vec3& node : mesh.nodes) node.y() += 0.05;
  EXPECT_NEAR(cut(mesh, 0.04).area, 4e-4, 1e-15);
  // What hides behind it as seen from the axis counts as filled: a sector up to the far side.
  EXPECT_GT(cut(mesh, 0.04).radius, std::sqrt(4e-4 / pi));
  EXPECT_LT(cut(mesh, 0.04).radius, 0.0609);
}

TEST(MeshSection, SectionsSumUpToTheVolume) {
  const MeshRecipe recipe{HelicoidShape{0.02, 0.008, 0.05, 0.004, 2}, 0.12, 2749};
  const TetMesh mesh = layeredMesh(recipe).mesh;
  const std::vector<Triangle> boundary = meshBoundary(mesh).triangles;
  constexpr int kCuts = 2000;
  double sum = 0;
  for (int i = 0; i < kCuts; ++i)
    sum += sectionAt(mesh.nodes, boundary, (i + 0.5) * recipe.length / kCuts).area * recipe.length / kCuts;
  EXPECT_NEAR(sum, meshVolume(mesh), 1e-4 * sum);
}

}  // namespace
}  // namespace tendril
