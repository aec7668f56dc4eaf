// SPDX-License-Identifier: BSD-3-Clause
// Trimmed helicoids by their measures: rings, hands, closed forms.
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "core/model/volume/mesh/mesh_quadrature.hpp"
#include "core/model/volume/mesh/mesh_quality.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;

double areaOf(const TetMesh& mesh, const char* name) {
  const MeshSurface* surface = findSurface(mesh, name);
  return surface ? surfaceArea(mesh, surface->triangles) : 0;
}

void expectSound(const MeshRecipe& recipe) {
  SCOPED_TRACE(recipeText(recipe));
  const TetMesh mesh = layeredMesh(recipe).mesh;
  const MeshQuality quality = meshQuality(mesh);
  EXPECT_TRUE(quality.sound()) << quality.text();
  EXPECT_EQ(quality.components, 1);
  EXPECT_EQ(quality.pinchedEdges + quality.unusedNodes + quality.coincidentNodes, 0);
  EXPECT_NEAR(quality.volume, recipeVolume(recipe), 1e-11 * quality.volume);
  EXPECT_NEAR(quality.extent.low.x(), 0, 1e-15);
  EXPECT_NEAR(quality.extent.high.x(), recipe.length, 1e-12);
  EXPECT_NEAR(enclosedVolume(mesh, meshBoundary(mesh).triangles), quality.volume, 1e-11 * quality.volume);
}

TEST(RibSheet, isSoundForAnyMeasures) {
  std::mt19937 random(7);
  const auto between = [&](double a, double b) {
    return a * std::pow(b / a, std::uniform_real_distribution<>(0, 1)(random));
  };
  for (int i = 0; i < 600; ++i) {
    const double radius = between(1e-3, 1), inner = radius * between(0.01, 0.99), length = between(1e-3, 3);
    const RibHand hand = std::array{RibHand::kBoth, RibHand::kRight, RibHand::kLeft}[static_cast<size_t>(i) % 3];
    const double ring = i % 4 == 0 ? 0 : length * between(0.001, 0.499);
    const int strips = ring > 0 || hand == RibHand::kBoth ? 1 + i % 7 : 1;
    const double pitch = length * between(0.2, 5);
    expectSound({HelicoidShape{radius, inner, pitch, pitch / strips * between(0.02, 0.98), strips, ring, hand}, length,
                 static_cast<int>(between(1, 4000))});
  }
}

TEST(RibSheet, hasAboutTheWantedNumber) {
  for (int wanted : {1500, 2500, 6000, 20000})
    for (RibHand hand : {RibHand::kBoth, RibHand::kRight, RibHand::kLeft}) {
      const MeshRecipe recipe{HelicoidShape{0.02, 0.012, 0.05, 0.005, 3, 0.006, hand}, 0.1, wanted};
      SCOPED_TRACE(recipeText(recipe));
      const LoadedTetMesh made = layeredMesh(recipe);
      EXPECT_TRUE(made.notes.empty());
      EXPECT_NEAR(static_cast<double>(made.mesh.tetrahedra.size()) / wanted, 1, 0.15);
      EXPECT_GT(meshQuality(made.mesh).minimumQuality, 0.08);
      EXPECT_GT(meshQuality(made.mesh).meanQuality, 0.3);
    }
}

/// Area (m²) of a flank of one rib: ∫ √(1 + (2πr/p)²) dr over its length.
double flank(const HelicoidShape& s, double length) {
  const double k = 2 * kPi / s.pitch;
  const auto primitive = [&](double r) { return (r * std::hypot(1, k * r) + std::asinh(k * r) / k) / 2; };
  return length * (primitive(s.radius) - primitive(s.inner));
}

TEST(RibSheet, surfacesComeToTheirClosedForms) {
  for (RibHand hand : {RibHand::kRight, RibHand::kLeft}) {
    const HelicoidShape s{0.02, 0.012, 0.08, 0.006, 3, 0.008, hand};
    const double length = 0.1, between = length - 2 * s.ring, share = s.thickness * s.strips / s.pitch;
    double last = 1;
    for (int count : {3000, 24000, 190000}) {
      const TetMesh mesh = layeredMesh({s, length, count}).mesh;
      const double annulus = kPi * (s.radius * s.radius - s.inner * s.inner), solid = share * between + 2 * s.ring;
      const double ribs = 2 * s.strips * flank(s, between) + 2 * annulus * (1 - share);
      const double error = std::max(
          {std::abs(areaOf(mesh, "side") / (2 * kPi * s.radius * solid) - 1),
           std::abs(areaOf(mesh, "bore") / (2 * kPi * s.inner * solid) - 1), std::abs(areaOf(mesh, "ribs") / ribs - 1),
           std::abs(areaOf(mesh, "base") / annulus - 1), std::abs(areaOf(mesh, "tip") / annulus - 1)});
      EXPECT_LT(error, last / 2) << count;
      last = error;
    }
    EXPECT_LT(last, 5e-4);
  }
}

/// Σ w e^{i n (θ ∓ 2πx/p)}: large where n ribs follow that hand.
double follows(const TetMesh& mesh, const HelicoidShape& s, double sign) {
  Vec3 sum = Vec3::Zero();
  for (const MeshPoint& point : meshQuadrature(mesh, 4)) {
    const double angle =
        s.strips * (std::atan2(point.position.z(), point.position.y()) - sign * 2 * kPi * point.position.x() / s.pitch);
    sum += point.weight * Vec3(1, std::cos(angle), std::sin(angle));
  }
  return sum.tail<2>().norm() / sum.x();
}

TEST(RibSheet, turnsByItsHand) {
  HelicoidShape s{0.02, 0.012, 0.05, 0.004, 3, 0.005, RibHand::kRight};
  const double length = 0.11;  // two turns between the rings
  const double share = s.thickness * s.strips / s.pitch, ribs = (length - 2 * s.ring) * share;
  // ∫ cos over a rib of the share s of its distance is sin(πs)/π; rings have none, as whole turns.
  const double expected = std::sin(kPi * share) / kPi * (length - 2 * s.ring) / (ribs + 2 * s.ring);
  const TetMesh right = layeredMesh({s, length, 20000}).mesh;
  EXPECT_NEAR(follows(right, s, 1), expected, 0.02);
  EXPECT_NEAR(follows(right, s, -1), 0, 0.01);
  s.hand = RibHand::kLeft;
  const TetMesh left = layeredMesh({s, length, 20000}).mesh;
  EXPECT_NEAR(follows(left, s, -1), expected, 0.02);
  EXPECT_NEAR(follows(left, s, 1), 0, 0.01);
  s.hand = RibHand::kBoth;
  const TetMesh both = layeredMesh({s, length, 20000}).mesh;
  EXPECT_GT(follows(both, s, 1), 0.3);
  EXPECT_NEAR(follows(both, s, 1), follows(both, s, -1), 1e-3);
}

TEST(RibSheet, comesToItselfWhenItTurnsFromRibToRib) {
  for (RibHand hand : {RibHand::kBoth, RibHand::kRight, RibHand::kLeft})
    for (int strips : {2, 3, 5}) {
      const TetMesh mesh = layeredMesh({HelicoidShape{0.02, 0.012, 0.05, 0.004, strips, 0.005, hand}, 0.11, 4000}).mesh;
      const Eigen::AngleAxisd turn(2 * kPi / strips, Vec3::UnitX());
      for (size_t i = 0; i < mesh.nodes.size(); i += 7) {
        const Vec3 turned = turn * mesh.nodes[i];
        double nearest = 1;
        for (const Vec3& node : mesh.nodes) nearest = std::min(nearest, (node - turned).norm());
        ASSERT_LT(nearest, 1e-15) << strips;
      }
    }
}

TEST(RibSheet, handsAreMirrorImages) {
  HelicoidShape s{0.02, 0.012, 0.07, 0.004, 4, 0.005, RibHand::kRight};
  const TetMesh right = layeredMesh({s, 0.1, 3000}).mesh;
  s.hand = RibHand::kLeft;
  const TetMesh left = layeredMesh({s, 0.1, 3000}).mesh;
  ASSERT_EQ(right.nodes.size(), left.nodes.size());
  for (const Vec3& node : right.nodes) {
    double nearest = 1;
    for (const Vec3& other : left.nodes)
      nearest = std::min(nearest, (Vec3(node.x(), node.y(), -node.z()) - other).norm());
    ASSERT_LT(nearest, 1e-15);
  }
}

}  // namespace
}  // namespace tendril
