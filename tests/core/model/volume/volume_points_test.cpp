// SPDX-License-Identifier: BSD-3-Clause
// Points of quadrature that are kept from one build of a model to the next.
#include "core/builder/parts/volume_points.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/model/volume/mesh/mesh_quadrature.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril::tests {
namespace {

std::shared_ptr<const TetMesh> cylinder(double radius) {
  return std::make_shared<const TetMesh>(
      layeredMesh({.shape = CylinderShape{radius}, .length = 0.1, .tetrahedra = 400}).mesh);
}

double volumeOf(const std::vector<VolumePoint>& points) {
  double sum = 0;
  for (const VolumePoint& point : points) sum += point.volume;
  return sum;
}

void expectSame(const std::vector<VolumePoint>& a, const std::vector<MeshPoint>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].x, b[i].position);
    EXPECT_EQ(a[i].volume, b[i].weight);
  }
}

TEST(StoredPoints, AreThoseOfTheMeshEachTime) {
  const auto mesh = cylinder(0.02);
  const std::vector<MeshPoint> one = meshQuadrature(*mesh, 1), four = meshQuadrature(*mesh, 4);
  for (int round = 0; round < 2; ++round) {
    expectSame(volumePoints(mesh, 1, 0), one);
    expectSame(volumePoints(mesh, 4, 0), four);
    expectSame(volumePoints(mesh, 1, 60), fittedQuadrature(one, 60).points);
    expectSame(volumePoints(mesh, 1, 40), fittedQuadrature(one, 40).points);
  }
}

TEST(StoredPoints, OfAnotherMeshAreOthersWhereverItLies) {
  for (int k = 1; k <= 100; ++k) {  // each where the one before may have been
    const double radius = 0.001 * k;
    const auto mesh = cylinder(radius);
    EXPECT_NEAR(volumeOf(volumePoints(mesh, 1, 0)) / volumeOf(volumePoints(mesh, 4, 0)), 1, 1e-12);
    EXPECT_GT(volumeOf(volumePoints(mesh, 1, 0)), 0.8 * 0.1 * 3.14 * radius * radius);
    EXPECT_LT(volumeOf(volumePoints(mesh, 1, 0)), 0.1 * 3.15 * radius * radius);
  }
}

TEST(StoredPoints, ThatCannotBeFittedAreAskedForAgain) {
  const auto mesh = cylinder(0.02);
  for (int round = 0; round < 2; ++round) EXPECT_THROW(volumePoints(mesh, 1, 3), std::invalid_argument);
  EXPECT_GE(volumePoints(mesh, 1, kFewestFittedPoints).size(), 1U);
}

}  // namespace
}  // namespace tendril::tests
