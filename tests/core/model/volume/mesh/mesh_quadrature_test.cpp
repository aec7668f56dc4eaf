// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/mesh_quadrature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "tests/core/model/volume/mesh/mesh_samples.hpp"

namespace tendril::testing_meshes {
namespace {

using testing::HasSubstr;
using Function = std::function<double(const Vec3&)>;

double integral(std::span<const MeshPoint> points, const Function& f) {
  long double sum = 0;
  for (const MeshPoint& point : points) sum += point.weight * f(point.position);
  return static_cast<double>(sum);
}

TEST(MeshQuadrature, isExactForItsDegree) {
  TetMesh mesh;
  mesh.nodes = {{0.2, -1, 0.3}, {1.4, 0.1, -0.2}, {0.3, 1.1, 0.2}, {0.1, 0.2, 1.6}};
  mesh.tetrahedra = {{0, 1, 2, 3}};
  const double volume = meshVolume(mesh);
  ASSERT_GT(volume, 0);
  Vec3 mean = Vec3::Zero();
  for (const Vec3& p : mesh.nodes) mean += p / 4;
  const auto one = meshQuadrature(mesh, 1), four = meshQuadrature(mesh, 4);
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(four.size(), 4u);
  const Function linear = [](const Vec3& p) { return 1 + 2 * p.x() - p.y() + 3 * p.z(); };
  EXPECT_NEAR(integral(one, linear), volume * linear(mean), 1e-15);
  EXPECT_NEAR(integral(four, linear), volume * linear(mean), 1e-15);
  // ∫ x y dV = V/20 (Σ x_i y_i + Σ x_i Σ y_i)
  double products = 0;
  for (const Vec3& p : mesh.nodes) products += p.x() * p.y();
  EXPECT_NEAR(integral(four, [](const Vec3& p) { return p.x() * p.y(); }),
              volume / 20 * (products + 16 * mean.x() * mean.y()), 1e-15);
  EXPECT_THROW(meshQuadrature(mesh, 2), std::invalid_argument);
}

void expectGoodFit(const std::vector<MeshPoint>& points, int count) {
  const FittedQuadrature fitted = fittedQuadrature(points, count);
  EXPECT_LE(fitted.points.size(), static_cast<size_t>(count));
  EXPECT_LE(fitted.moments, count);
  EXPECT_GT(fitted.moments, count * 3 / 4);
  EXPECT_LT(fitted.error, 1e-14);
  EXPECT_GE(fitted.forwardDegree, fitted.sectionDegree);
  const double volume = integral(points, [](const Vec3&) { return 1.0; });
  for (const MeshPoint& point : fitted.points) {
    EXPECT_GT(point.weight, 0);
    EXPECT_TRUE(std::ranges::any_of(points, [&](const MeshPoint& p) {
      return p.tetrahedron == point.tetrahedron && p.position == point.position;
    }));
  }
  // Monomials about the origin, independent of the polynomials inside: all that any slenderness fits.
  const int total = count < 100 ? 3 : 6, weighted = count < 100 ? 6 : 13;
  for (int i = 0; i <= total; ++i)
    for (int j = 0; i + j <= total; ++j)
      for (int k = 0; i + j + k <= total; ++k) {
        if (i + 3 * (j + k) > weighted) continue;
        const Function f = [&](const Vec3& p) { return std::pow(p.x(), i) * std::pow(p.y(), j) * std::pow(p.z(), k); };
        const double scale = integral(points, [&](const Vec3& p) { return std::abs(f(p)); });
        EXPECT_NEAR(integral(fitted.points, f), integral(points, f), 1e-12 * scale) << i << j << k;
      }
  EXPECT_NEAR(integral(fitted.points, [](const Vec3&) { return 1.0; }), volume, 1e-14 * volume);
}

TEST(FittedQuadrature, keepsMomentsOfEveryShape) {
  for (const MeshRecipe& recipe :
       {MeshRecipe{CylinderShape{0.02}, 0.1, 1300}, MeshRecipe{TubeShape{0.03, 0.015}, 0.08, 1200},
        MeshRecipe{BoxShape{0.02, 0.03}, 0.3, 900}, MeshRecipe{GripperShape{0.03, 0.015, 0.01}, 0.08, 3000},
        MeshRecipe{HelicoidShape{0.02, 0.006, 0.04, 0.003, 3}, 0.1, 2749}})
    for (int count : {kFewestFittedPoints, 60, 100, 200}) {
      SCOPED_TRACE(recipeText(recipe) + ", " + std::to_string(count) + " points");
      expectGoodFit(meshQuadrature(layeredMesh(recipe).mesh, 1), count);
    }
  expectGoodFit(meshQuadrature(layeredMesh({CylinderShape{0.02}, 0.1, 1300}).mesh, 4), 150);
}

TEST(FittedQuadrature, convergesWithTheNumberOfPoints) {
  const auto points = meshQuadrature(layeredMesh({CylinderShape{0.02}, 0.1, 3000}).mesh, 1);
  const Function f = [](const Vec3& p) { return std::exp(15 * p.x()) * std::cos(60 * p.y() + 20 * p.z()); };
  const double exact = integral(points, f);
  double last = 1;
  for (int count : {30, 100, 300}) {
    const double error = std::abs(integral(fittedQuadrature(points, count).points, f) / exact - 1);
    EXPECT_LT(error, last / 10) << count;
    last = error;
  }
}

TEST(FittedQuadrature, isTheSameEveryTime) {
  const auto points = meshQuadrature(layeredMesh({TubeShape{0.03, 0.015}, 0.08, 2000}).mesh, 1);
  const FittedQuadrature a = fittedQuadrature(points, 150), b = fittedQuadrature(points, 150);
  ASSERT_EQ(a.points.size(), b.points.size());
  for (size_t i = 0; i < a.points.size(); ++i) {
    EXPECT_EQ(a.points[i].position, b.points[i].position);
    EXPECT_EQ(a.points[i].weight, b.points[i].weight);
  }
}

TEST(FittedQuadrature, copesWithPointsOnALineInAPlaneOrInOnePlace) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0.1, 1);
  for (const Vec3& scale : {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 1), Vec3(0, 0, 0), Vec3(1e-4, 1e-6, 1e-5)}) {
    std::vector<MeshPoint> points;
    for (int i = 0; i < 500; ++i)
      points.push_back(
          {Vec3(uniform(random), uniform(random), uniform(random)).cwiseProduct(scale), uniform(random), i});
    const FittedQuadrature fitted = fittedQuadrature(points, 100);
    EXPECT_LT(fitted.error, 1e-13) << scale.transpose();
    EXPECT_LE(fitted.points.size(), 100u);
    EXPECT_GE(fitted.points.size(), 1u);
    for (const MeshPoint& point : fitted.points) EXPECT_GT(point.weight, 0);
  }
}

TEST(FittedQuadrature, leavesFewPointsAlone) {
  const auto points = meshQuadrature(cube(), 4);
  const FittedQuadrature fitted = fittedQuadrature(points, 24);
  ASSERT_EQ(fitted.points.size(), 24u);
  EXPECT_EQ(fitted.points[7].position, points[7].position);
  EXPECT_EQ(fitted.error, 0);
  EXPECT_TRUE(fittedQuadrature({}, 100).points.empty());
}

TEST(FittedQuadrature, refusesWhatCannotBeFitted) {
  auto points = meshQuadrature(cube(), 4);
  EXPECT_THAT(errorOf([&] { fittedQuadrature(points, 19); }), HasSubstr("at least 20"));
  EXPECT_THAT(errorOf([&] { fittedQuadrature(points, -1); }), HasSubstr("at least 20"));
  for (double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    points[3].weight = bad;
    EXPECT_THAT(errorOf([&] { fittedQuadrature(points, 20); }), HasSubstr("positive")) << bad;
  }
}

}  // namespace
}  // namespace tendril::testing_meshes
