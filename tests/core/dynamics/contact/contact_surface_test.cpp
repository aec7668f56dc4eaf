// SPDX-License-Identifier: BSD-3-Clause
// Distances to surfaces: derivatives against differences, meshes against closed forms, points where no direction is
// known.
#include "core/model/contact/contact_surface.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/dynamics/contact/contact_models.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kFar = 10;  // m: beyond all that is looked for

SurfacePoint at(const ContactSurface& surface, const Vec3& p) {
  SurfacePoint out;
  EXPECT_TRUE(surface.near(p, kFar, out));
  return out;
}

TEST(ContactSurface, NormalAndCurvatureAreDerivativesOfTheDistance) {
  Random random(21);
  constexpr double h = 1e-5;
  int compared = 0, crossed = 0;
  for (const auto& [name, surface] : everySurface()) {
    SCOPED_TRACE(name);
    for (int i = 0; i < 40; ++i) {
      const double distance = uniform(random, 0.01, 0.1);
      const Vec3 p = pointNear(random, *surface, distance);
      const SurfacePoint here = at(*surface, p);
      EXPECT_NEAR(here.normal.norm(), 1, 1e-12);
      EXPECT_LT((here.curvature * here.normal).norm(), 1e-9);
      Vec3 slope;
      Mat3 bend;
      bool crosses = false;  // from a face to an edge or a corner: the curvature jumps there
      for (int k = 0; k < 3; ++k) {
        const SurfacePoint after = at(*surface, p + h * Vec3::Unit(k)), before = at(*surface, p - h * Vec3::Unit(k));
        slope[k] = (after.distance - before.distance) / (2 * h);
        bend.col(k) = (after.normal - before.normal) / (2 * h);
        for (const SurfacePoint& beside : {after, before})
          crosses |= (beside.curvature - here.curvature).norm() > 0.01 * here.curvature.norm();
      }
      ++(crosses ? crossed : compared);
      if (crosses) continue;
      EXPECT_LT((slope - here.normal).norm(), h * h / (distance * distance)) << "what differences leave out";
      EXPECT_LT((bend - here.curvature).norm(), 1e-4 * (1 + here.curvature.norm()));
    }
  }
  EXPECT_LT(crossed, compared / 50);
}

TEST(ContactSurface, AMeshOfABoxIsTheBox) {
  Random random(22);
  SurfaceShape shape;
  shape.kind = SurfaceShape::Kind::kBox;
  shape.size = Vec3(0.3, 0.2, 0.15);
  const auto box = makeAnalyticSurface(shape);
  const auto mesh = makeMeshSurface({.kind = SurfaceShape::Kind::kMesh}, boxMesh(shape.size));
  for (int i = 0; i < 500; ++i) {
    const Vec3 p = randomVector(random, 3, 0.25);
    const SurfacePoint a = at(*box, p), b = at(*mesh, p);
    EXPECT_NEAR(a.distance, b.distance, 1e-14);
    EXPECT_LT((a.normal - b.normal).norm(), 1e-9);
    EXPECT_LT((a.curvature - b.curvature).norm(), 1e-6 * (1 + a.curvature.norm()));
  }
}

TEST(ContactSurface, AMeshOfASphereIsASphereWithinItsFacets) {
  Random random(23);
  const double radius = 0.2;
  const auto mesh = makeMeshSurface({.kind = SurfaceShape::Kind::kMesh}, sphereMesh(radius, 4));
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = uniform(random, 0.1, 0.4) * randomUnit(random);
    const SurfacePoint here = at(*mesh, p);
    EXPECT_NEAR(here.distance, p.norm() - radius, 0.002 * radius);
    EXPECT_GT(here.normal.dot(p.normalized()), 0.99);
  }
}

TEST(ContactSurface, AnOpenMeshIsTouchedFromBothSidesAndFarOnesAreLeftOut) {
  const auto square = makeMeshSurface({.kind = SurfaceShape::Kind::kMesh}, squareMesh(0.4));
  for (const double side : {1.0, -1.0}) {
    const SurfacePoint here = at(*square, Vec3(0.05, 0.02, 0.03 * side));
    EXPECT_DOUBLE_EQ(here.distance, 0.03);
    EXPECT_LT((here.normal - side * Vec3::UnitZ()).norm(), 1e-15);
  }
  SurfacePoint none;
  EXPECT_FALSE(square->near(Vec3(0, 0, 0.03), 0.03, none));
  EXPECT_TRUE(square->near(Vec3(0, 0, 0.03), 0.0301, none));
}

TEST(ContactSurface, PointsWithoutADirectionStayFinite) {
  for (const auto& [name, surface] : everySurface()) {
    SCOPED_TRACE(name);
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(0, 0, 0.15), Vec3(0.15, 0.1, 0.075), Vec3(0.25, 0, 0.15)}) {
      const SurfacePoint here = at(*surface, p);
      EXPECT_TRUE(std::isfinite(here.distance));
      EXPECT_NEAR(here.normal.norm(), 1, 1e-12);
      EXPECT_TRUE(here.curvature.allFinite());
    }
  }
}

TEST(ContactSurface, MeshesWithoutAnAreaAreRefused) {
  const SurfaceShape shape{.kind = SurfaceShape::Kind::kMesh};
  EXPECT_THROW(makeMeshSurface(shape, {}), std::invalid_argument);
  EXPECT_THROW(makeMeshSurface(shape, {{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)}, {{0, 1, 2}}}),
               std::invalid_argument);
  EXPECT_THROW(makeMeshSurface(shape, {{Vec3(NAN, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, {{0, 1, 2}}}),
               std::invalid_argument);
}

}  // namespace
}  // namespace tendril
