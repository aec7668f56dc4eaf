// SPDX-License-Identifier: BSD-3-Clause
// Faces around a point, on shapes whose faces are known.
#include "core/model/volume/mesh/boundary_region.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <random>

#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kAngle = 0.7;

/// Area (m²) of what is around points of a mesh.
double areaAround(const TetMesh& mesh, const std::vector<Vec3>& points, double angle = kAngle) {
  const BoundaryRegions regions(mesh.nodes, meshBoundary(mesh).triangles);
  int missed = 0;
  const std::vector<int> region = regions.around(points, angle, &missed);
  EXPECT_EQ(missed, -1);
  return surfaceArea(mesh, regions.triangles(region));
}

double areaOf(const TetMesh& mesh, const char* name) {
  return surfaceArea(mesh, findSurface(mesh, name)->triangles);
}

TEST(BoundaryRegions, endAtEdges) {
  const TetMesh box = layeredMesh({BoxShape{0.02, 0.03}, 0.1, 800}).mesh;
  EXPECT_NEAR(areaAround(box, {{0.05, 0.01, 0.001}}), 0.1 * 0.03, 1e-15);
  EXPECT_NEAR(areaAround(box, {{0.05, 0.002, -0.015}}), 0.1 * 0.02, 1e-15);
  EXPECT_NEAR(areaAround(box, {{0.1, 0.002, 0.003}}), 0.02 * 0.03, 1e-16);
  const TetMesh cylinder = layeredMesh({CylinderShape{0.02}, 0.1, 20000}).mesh;
  EXPECT_NEAR(areaAround(cylinder, {{0.1, 0, 0}}), kPi * 0.02 * 0.02, 1e-15);
  EXPECT_NEAR(areaAround(cylinder, {{0.03, 0, 0.02}}), areaOf(cylinder, "side"), 1e-15);
  EXPECT_NEAR(areaAround(cylinder, {{0.03, 0, 0.02}}) / (2 * kPi * 0.02 * 0.1), 1, 2e-3);
}

TEST(BoundaryRegions, takeTheBoreOfAGripperOnAnyMesh) {
  for (int count : {600, 2000, 20000}) {  // the points were given on another mesh
    const TetMesh gripper = layeredMesh({GripperShape{0.03, 0.015, 0.01}, 0.08, count}).mesh;
    const Vec3 wall(0.03, 0.015, 0), cap(0.07, 0, 0);
    EXPECT_NEAR(areaAround(gripper, {cap}) / (kPi * 0.015 * 0.015), 1, count > 10000 ? 0.005 : 0.1);
    EXPECT_NEAR(areaAround(gripper, {wall, cap}), areaOf(gripper, "bore"), 1e-15);
    EXPECT_NEAR(areaAround(gripper, {wall, cap, wall}), areaOf(gripper, "bore"), 1e-15);
    EXPECT_NEAR(areaAround(gripper, {wall}) + areaAround(gripper, {cap}), areaOf(gripper, "bore"), 1e-15);
    // However far it may turn, it ends at the plane where the body is held.
    EXPECT_NEAR(areaAround(gripper, {wall}, kPi), areaOf(gripper, "bore"), 1e-15);
    EXPECT_NEAR(areaAround(gripper, {{0.03, 0.03, 0}}, kPi), areaOf(gripper, "side") + areaOf(gripper, "tip"), 1e-15);
  }
}

TEST(BoundaryRegions, meanNothingFarFromEveryFace) {
  const TetMesh box = layeredMesh({BoxShape{0.02, 0.03}, 0.1, 800}).mesh;
  const BoundaryRegions regions(box.nodes, meshBoundary(box).triangles);
  EXPECT_EQ(regions.nearest({0.05, 0.1, 0}), -1);
  EXPECT_EQ(regions.nearest({0.05, std::nan(""), 0}), -1);
  EXPECT_EQ(regions.nearest({0, 0, 0}), -1) << "held";
  int missed = -1;
  EXPECT_FALSE(regions.around({{0.05, 0.01, 0}, {9, 9, 9}, {8, 8, 8}}, kAngle, &missed).empty());
  EXPECT_EQ(missed, 1);
  EXPECT_TRUE(regions.around(std::vector<Vec3>{}, kAngle).empty());
  EXPECT_EQ(BoundaryRegions({}, {}).nearest(Vec3::Zero()), -1);
}

TEST(BoundaryRegions, divideWhatIsNotHeld) {
  std::mt19937 random(3);
  const auto between = [&](double a, double b) { return std::uniform_real_distribution<>(a, b)(random); };
  for (int i = 0; i < 30; ++i) {
    const RibHand hand = i % 2 ? RibHand::kLeft : RibHand::kBoth;
    const TetMesh mesh =
        layeredMesh({HelicoidShape{0.02, between(0.005, 0.018), 0.06, between(0.002, 0.015), 3, 0.01, hand}, 0.1, 1500})
            .mesh;
    const MeshBoundary boundary = meshBoundary(mesh);
    const BoundaryRegions regions(mesh.nodes, boundary.triangles);
    const double angle = between(0, kPi);
    std::vector<int> times(boundary.triangles.size(), 0);
    for (int t = 0; t < static_cast<int>(times.size()); ++t) {
      const auto& [a, b, c] = boundary.triangles[static_cast<size_t>(t)];
      const Vec3 middle = (mesh.nodes[static_cast<size_t>(a)] + mesh.nodes[static_cast<size_t>(b)] +
                           mesh.nodes[static_cast<size_t>(c)]) /
                          3;
      if (middle.x() < 1e-9 || times[static_cast<size_t>(t)] > 0) continue;
      ASSERT_EQ(regions.nearest(middle), t);
      const std::vector<int> region = regions.around(t, angle);
      ASSERT_TRUE(std::binary_search(region.begin(), region.end(), t));
      ASSERT_EQ(regions.around(region[region.size() / 2], angle), region);
      for (int each : region) ++times[static_cast<size_t>(each)];
    }
    double covered = 0;
    for (size_t t = 0; t < times.size(); ++t) {
      ASSERT_LE(times[t], 1);
      if (times[t]) covered += surfaceArea(mesh, {boundary.triangles[t]});
    }
    EXPECT_NEAR(covered, surfaceArea(mesh, boundary.triangles) - areaOf(mesh, "base"), 1e-15);
  }
}

}  // namespace
}  // namespace tendril
