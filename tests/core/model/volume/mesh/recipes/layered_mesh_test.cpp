// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <random>
#include <set>

#include "core/model/volume/mesh/mesh_quadrature.hpp"
#include "core/model/volume/mesh/mesh_quality.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"
#include "tests/core/model/volume/mesh/mesh_samples.hpp"

namespace tendril::testing_meshes {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
constexpr double kPi = std::numbers::pi;

void expectSound(const LoadedTetMesh& made, const MeshRecipe& recipe) {
  const MeshQuality quality = meshQuality(made.mesh);
  EXPECT_TRUE(quality.sound()) << quality.text();
  EXPECT_EQ(quality.components, 1);
  EXPECT_EQ(quality.pinchedEdges, 0);
  EXPECT_EQ(quality.unusedNodes + quality.coincidentNodes, 0);
  EXPECT_NEAR(quality.volume, recipeVolume(recipe), 1e-11 * quality.volume);
  EXPECT_NEAR(quality.extent.low.x(), 0, 1e-15);
  EXPECT_NEAR(quality.extent.high.x(), recipe.length, 1e-12);
  std::vector<Triangle> marked;
  std::set<std::string> names;
  for (const MeshSurface& surface : made.mesh.surfaces) {
    EXPECT_TRUE(names.insert(surface.name).second) << surface.name;
    marked.insert(marked.end(), surface.triangles.begin(), surface.triangles.end());
  }
  EXPECT_EQ(marked.size(), static_cast<size_t>(quality.boundaryTriangles)) << "every triangle has one name";
  EXPECT_NEAR(enclosedVolume(made.mesh, marked), quality.volume, 1e-11 * quality.volume);
}

double areaOf(const TetMesh& mesh, const char* name) {
  const MeshSurface* surface = findSurface(mesh, name);
  return surface ? surfaceArea(mesh, surface->triangles) : 0;
}

TEST(LayeredMesh, hasAboutTheWantedNumber) {
  for (int wanted : {100, 250, 600, 1000, 2749, 20000})
    for (const MeshRecipe& recipe :
         {MeshRecipe{CylinderShape{0.02}, 0.1, wanted}, MeshRecipe{TubeShape{0.03, 0.015}, 0.08, wanted},
          MeshRecipe{BoxShape{0.02, 0.03}, 0.1, wanted}, MeshRecipe{GripperShape{0.03, 0.015, 0.01}, 0.08, wanted},
          MeshRecipe{HelicoidShape{0.02, 0.008, 0.05, 0.004, 2}, 0.12, wanted}}) {
      SCOPED_TRACE(recipeText(recipe));
      const LoadedTetMesh made = layeredMesh(recipe);
      const double miss = std::abs(static_cast<double>(made.mesh.tetrahedra.size()) / wanted - 1);
      if (recipe.shape.index() < 3 || wanted >= 1000) {
        EXPECT_LE(miss, 0.15);
        EXPECT_GT(meshQuality(made.mesh).minimumQuality, 0.08);
      }
      EXPECT_EQ(miss > 0.15, !made.notes.empty());
      expectSound(made, recipe);
    }
}

TEST(LayeredMesh, isSoundForAnyMeasures) {
  std::mt19937 random(1);
  const auto between = [&](double a, double b) {
    return a * std::pow(b / a, std::uniform_real_distribution<>(0, 1)(random));
  };
  for (int i = 0; i < 300; ++i) {
    const double radius = between(1e-3, 1), inner = radius * between(0.01, 0.99), length = between(1e-3, 3);
    const int strips = 1 + i % 5, count = static_cast<int>(between(1, 3000));
    const double pitch = length * between(0.2, 5), cap = i % 3 ? length * between(0.01, 0.99) : 0;
    for (const MeshRecipe& recipe :
         {MeshRecipe{CylinderShape{radius}, length, count}, MeshRecipe{TubeShape{radius, inner}, length, count},
          MeshRecipe{BoxShape{radius, inner}, length, count},
          MeshRecipe{GripperShape{radius, inner, cap}, length, count},
          MeshRecipe{HelicoidShape{radius, inner, pitch, pitch / strips * between(0.05, 0.95), strips}, length,
                     count}}) {
      SCOPED_TRACE(recipeText(recipe));
      expectSound(layeredMesh(recipe), recipe);
    }
  }
}

TEST(LayeredMesh, isAsSymmetricAsTheShape) {
  for (const MeshRecipe& recipe :
       {MeshRecipe{CylinderShape{0.02}, 0.1, 1300}, MeshRecipe{TubeShape{0.03, 0.015}, 0.08, 1200},
        MeshRecipe{GripperShape{0.03, 0.015, 0.01}, 0.08, 1000},
        MeshRecipe{HelicoidShape{0.02, 0.006, 0.04, 0.003, 3}, 0.1, 2749}}) {
    SCOPED_TRACE(recipeText(recipe));
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (const MeshPoint& point : meshQuadrature(layeredMesh(recipe).mesh, 4)) {
      first += point.weight * point.position;
      second += point.weight * point.position * point.position.transpose();
    }
    const double volume = recipeVolume(recipe);
    EXPECT_NEAR(first.y(), 0, 1e-14 * volume);
    EXPECT_NEAR(first.z(), 0, 1e-14 * volume);
    EXPECT_NEAR(second(1, 1), second(2, 2), 1e-12 * second(1, 1));
    EXPECT_NEAR(second(1, 2), 0, 1e-12 * second(1, 1));
  }
}

TEST(LayeredMesh, convergesToTheSecondMomentOfTheCircle) {
  double last = 1;
  for (int count : {300, 2500, 20000}) {
    double moment = 0;
    for (const MeshPoint& p : meshQuadrature(layeredMesh({CylinderShape{0.02}, 0.1, count}).mesh, 4))
      moment += p.weight * p.position.y() * p.position.y() / 0.1;
    const double error = std::abs(moment / (kPi * std::pow(0.02, 4) / 4) - 1);
    EXPECT_LT(error, last / 3) << count;
    last = error;
  }
  EXPECT_LT(last, 1e-4);
}

TEST(LayeredMesh, marksSurfaces) {
  const TetMesh tube = layeredMesh({TubeShape{0.03, 0.015}, 0.08, 20000}).mesh;
  EXPECT_NEAR(areaOf(tube, "base"), kPi * (0.03 * 0.03 - 0.015 * 0.015), 1e-8);
  EXPECT_NEAR(areaOf(tube, "tip"), areaOf(tube, "base"), 1e-12);
  EXPECT_NEAR(areaOf(tube, "side"), 2 * kPi * 0.03 * 0.08, 3e-5);
  EXPECT_NEAR(areaOf(tube, "bore"), 2 * kPi * 0.015 * 0.08, 3e-5);
  const TetMesh gripper = layeredMesh({GripperShape{0.03, 0.015, 0.01}, 0.08, 20000}).mesh;
  EXPECT_NEAR(areaOf(gripper, "tip"), kPi * 0.03 * 0.03, 1e-8);
  EXPECT_NEAR(areaOf(gripper, "bore"), 2 * kPi * 0.015 * 0.07 + kPi * 0.015 * 0.015, 3e-5);
  const TetMesh box = layeredMesh({BoxShape{0.02, 0.03}, 0.1, 500}).mesh;
  EXPECT_NEAR(areaOf(box, "side"), 2 * 0.1 * (0.02 + 0.03), 1e-15);
  EXPECT_NEAR(areaOf(box, "base"), 0.02 * 0.03, 1e-16);
  EXPECT_EQ(findSurface(box, "bore"), nullptr);
  const TetMesh helicoid = layeredMesh({HelicoidShape{0.02, 0.006, 0.04, 0.003, 3}, 0.1, 30000}).mesh;
  const double solid = 1 - std::pow(1 - 0.003 * 3 / 0.04, 2);
  EXPECT_NEAR(areaOf(helicoid, "side") / (2 * kPi * 0.02 * 0.1 * solid), 1, 0.03);
  EXPECT_NEAR(areaOf(helicoid, "bore") / (2 * kPi * 0.006 * 0.1 * solid), 1, 0.03);
  EXPECT_GT(areaOf(helicoid, "ribs"), areaOf(helicoid, "side"));
  EXPECT_GT(areaOf(helicoid, "tip"), 0);
}

TEST(MeshRecipe, saysWhichMeasureCannotBe) {
  const auto error = [](const MeshRecipe& recipe) { return errorOf([&] { layeredMesh(recipe); }); };
  EXPECT_THAT(error({CylinderShape{0}, 0.1, 100}), HasSubstr("radius = 0 m"));
  EXPECT_THAT(error({CylinderShape{std::nan("")}, 0.1, 100}), HasSubstr("radius"));
  EXPECT_THAT(error({CylinderShape{HUGE_VAL}, 0.1, 100}), HasSubstr("radius"));
  EXPECT_THAT(error({CylinderShape{0.1}, -0.1, 100}), HasSubstr("length"));
  EXPECT_THAT(error({CylinderShape{0.1}, 0.1, 0}), HasSubstr("tetrahedra = 0"));
  EXPECT_THAT(error({CylinderShape{0.1}, 0.1, 1000000}), HasSubstr("1 to 500000"));
  EXPECT_THAT(error({TubeShape{0.01, 0.01}, 0.1, 100}), HasSubstr("less than radius"));
  EXPECT_THAT(error({BoxShape{0.01, -1}, 0.1, 100}), HasSubstr("width"));
  EXPECT_THAT(error({GripperShape{0.03, 0.01, 0.1}, 0.1, 100}), HasSubstr("cap"));
  EXPECT_THAT(error({HelicoidShape{0.02, 0.01, 0.04, 0.02, 2}, 0.1, 100}), HasSubstr("no gap"));
  EXPECT_THAT(error({HelicoidShape{0.02, 0.01, 0.04, 0.001, 0}, 0.1, 100}), HasSubstr("strips"));
  EXPECT_THAT(error({HelicoidShape{0.02, 0.01, 1e-5, 1e-6, 1}, 0.1, 100}), HasSubstr("too short"));
  EXPECT_THAT(error({HelicoidShape{0.02, 0.01, 0.04, 0.003, 2, 0.05}, 0.1, 100}), HasSubstr("nothing between"));
  EXPECT_THAT(error({HelicoidShape{0.02, 0.01, 0.04, 0.003, 2, -0.01}, 0.1, 100}), HasSubstr("ring = -0.01 m"));
  EXPECT_THAT(error({HelicoidShape{0.02, 0.01, 0.04, 0.003, 2, 0, RibHand::kLeft}, 0.1, 100}),
              HasSubstr("do not meet"));
}

TEST(MeshRecipe, textTellsRecipesApart) {
  const MeshRecipe recipe{TubeShape{0.03, 0.1 + 0.2}, 0.08, 600};
  EXPECT_EQ(recipeText(recipe), "tube radius=0.03 inner=0.30000000000000004 length=0.08 tetrahedra=600");
  MeshRecipe other = recipe;
  std::get<TubeShape>(other.shape).inner = 0.3;
  EXPECT_NE(recipeText(recipe), recipeText(other));
}

}  // namespace
}  // namespace tendril::testing_meshes
