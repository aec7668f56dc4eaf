// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/line_drawing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "render/shapes/shape_mesh.hpp"

namespace tendril {
namespace {

constexpr double kWidth = 800, kHeight = 600, kPi = std::numbers::pi;

/// A mesh as those that throw shadows.
struct Drawn {
  std::vector<float> points;
  std::vector<int> triangles;
  ShadowCaster caster() const { return {points, triangles}; }
};

Drawn drawn(const ShapeMesh& mesh) {
  Drawn out;
  for (const Vec3f& p : mesh.points) out.points.insert(out.points.end(), p.begin(), p.end());
  for (const auto& t : mesh.triangles) out.triangles.insert(out.triangles.end(), t.begin(), t.end());
  return out;
}

/// A rectangle around `centre` spanned by two half sides; both its faces are seen.
Drawn rectangle(const Vec3& centre, const Vec3& u, const Vec3& v) {
  Drawn out;
  for (const Vec3& p : {Vec3(centre - u - v), Vec3(centre + u - v), Vec3(centre + u + v), Vec3(centre - u + v)})
    for (int c = 0; c < 3; ++c) out.points.push_back(static_cast<float>(p[c]));
  out.triangles = {0, 1, 2, 0, 2, 3};
  return out;
}

/// A torus about z, finely.
Drawn torus(double radius, double tube, int around, int across) {
  Drawn out;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double a = 2 * kPi * i / around, b = 2 * kPi * j / across, r = radius + tube * std::cos(b);
      for (const double c : {r * std::cos(a), r * std::sin(a), tube * std::sin(b)})
        out.points.push_back(static_cast<float>(c));
      const int i1 = (i + 1) % around * across, j1 = (j + 1) % across, i0 = i * across;
      for (const int k : {i0 + j, i1 + j, i1 + j1, i0 + j, i1 + j1, i0 + j1}) out.triangles.push_back(k);
    }
  return out;
}

double length(const std::vector<DrawnLine>& lines, bool hidden) {
  double sum = 0;
  for (const DrawnLine& line : lines)
    for (std::size_t i = 1; i < line.points.size() && line.hidden == hidden; ++i)
      sum += (line.points[i] - line.points[i - 1]).norm();
  return sum;
}

CameraView camera(bool orthographic) {
  CameraView view;
  view.distance = 5;
  view.orthographic = orthographic;
  return view;
}

std::vector<DrawnLine> draw(std::vector<Drawn> meshes, const CameraView& view, std::vector<LineCurve> curves = {}) {
  std::vector<ShadowCaster> casters;
  for (const Drawn& mesh : meshes) casters.push_back(mesh.caster());
  return lineDrawing(casters, curves, view, kWidth, kHeight);
}

TEST(LineDrawing, ACubeShowsNineEdgesAndHidesThree) {
  for (const bool orthographic : {true, false}) {
    const CameraView view = camera(orthographic);
    ShapeMesh cube;
    addBox(cube, Pose{}, Vec3(1, 1, 1), 0, kSoftColor);
    const auto lines = draw({drawn(cube)}, view);
    // The edges at the corner that is farthest away are hidden.
    Vec3 far = Vec3::Zero();
    double depth = 0;
    for (int k = 0; k < 8; ++k) {
      const Vec3 corner((k & 1) - 0.5, (k >> 1 & 1) - 0.5, (k >> 2 & 1) - 0.5);
      if (const double d = view.project(corner, kWidth, kHeight).z(); d > depth) depth = d, far = corner;
    }
    double visible = 0, hidden = 0;
    for (int k = 0; k < 8; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        if (k >> axis & 1) continue;
        const Vec3 a((k & 1) - 0.5, (k >> 1 & 1) - 0.5, (k >> 2 & 1) - 0.5), b = a + Vec3::Unit(axis);
        const double edge = (view.project(a, kWidth, kHeight) - view.project(b, kWidth, kHeight)).head<2>().norm();
        (a.isApprox(far) || b.isApprox(far) ? hidden : visible) += edge;
      }
    // At the far corner something must be a thousandth of the size behind to be hidden.
    EXPECT_NEAR(length(lines, false), visible, 1) << orthographic;
    EXPECT_NEAR(length(lines, true), hidden, 1) << orthographic;
  }
}

TEST(LineDrawing, ASphereIsACircle) {
  CameraView view = camera(true);
  ShapeMesh sphere;
  addSphere(sphere, Pose{}, 0.7, kSoftColor, 192);
  const auto lines = draw({drawn(sphere)}, view);
  const double radius = 0.7 / view.metresPerPixel(kHeight);
  EXPECT_NEAR(length(lines, false), 2 * kPi * radius, 0.03 * 2 * kPi * radius);
  for (const DrawnLine& line : lines)
    for (const Eigen::Vector2d& p : line.points)
      EXPECT_NEAR((p - Eigen::Vector2d(kWidth / 2, kHeight / 2)).norm(), radius, 0.01 * radius);
}

TEST(LineDrawing, ATorusIsTheCurvesBesideAnEllipse) {
  CameraView view = camera(true);
  view.elevation = kPi / 2;
  const double pixel = view.metresPerPixel(kHeight);
  EXPECT_NEAR(length(draw({torus(0.7, 0.2, 120, 60)}, view), false), 2 * kPi * (0.9 + 0.5) / pixel, 1.5);
  // Obliquely its outline runs at the tube's radius from the ellipse that the middle circle is seen as.
  view.elevation = 0.6;
  std::vector<Eigen::Vector2d> ellipse;
  for (int k = 0; k < 2000; ++k)
    ellipse.push_back(
        view.project(0.7 * Vec3(std::cos(k * kPi / 1000), std::sin(k * kPi / 1000), 0), kWidth, kHeight).head<2>());
  double visible = 0;
  for (const DrawnLine& line : draw({torus(0.7, 0.2, 240, 120)}, view))
    for (const Eigen::Vector2d& p : line.points) {
      double nearest = HUGE_VAL;
      for (const Eigen::Vector2d& e : ellipse) nearest = std::min(nearest, (e - p).norm());
      if (line.hidden) continue;
      ++visible;
      EXPECT_NEAR(nearest * pixel, 0.2, 0.006);
    }
  EXPECT_GT(visible, 100);
}

TEST(LineDrawing, WhatGoesThroughAFaceIsHiddenBehindIt) {
  for (const bool orthographic : {true, false}) {
    const CameraView view = camera(orthographic);
    const Vec3 right = view.right(), up = view.up(), toward = -view.direction();
    const Drawn wall = rectangle(Vec3::Zero(), right, up);
    // Runs from 0.6 before the wall to 0.2 behind it.
    const LineCurve curve = {-0.3 * right + 0.6 * toward, 0.5 * right - 0.2 * toward};
    double seen = 0, behind = 0;
    for (const DrawnLine& line : draw({wall}, view, {curve})) {
      if (line.kind != LineKind::kCurve) continue;
      (line.hidden ? behind : seen) += (line.points.back() - line.points.front()).norm();
    }
    const auto at = [&](const Vec3& p) { return Eigen::Vector2d(view.project(p, kWidth, kHeight).head<2>()); };
    const Vec3 through = curve[0] + 0.75 * (curve[1] - curve[0]);
    const double slack = 2e-3 * 3 / view.metresPerPixel(kHeight) * 2;
    EXPECT_NEAR(seen, (at(through) - at(curve[0])).norm(), slack);
    EXPECT_NEAR(behind, (at(curve[1]) - at(through)).norm(), slack);
  }
}

TEST(LineDrawing, WhatStandsBehindOrBesideTheCameraIsNoLine) {
  const CameraView view = camera(false);
  const Vec3 behind = view.position() - view.direction();
  EXPECT_TRUE(draw({rectangle(behind, view.right(), view.up())}, view).empty());
  const auto covered = draw({rectangle(Vec3::Zero(), view.right(), view.up()),
                             rectangle(view.direction(), 0.5 * view.right(), 0.5 * view.up())},
                            view);
  const double pixel = view.metresPerPixel(kHeight);
  EXPECT_NEAR(length(covered, false), 8 / pixel, 1e-2);
  EXPECT_NEAR(length(covered, true), 4 / pixel * 5 / 6, 1e-2);
  LineCurve broken = {Vec3(NAN, 0, 0), Vec3::Zero(), Vec3(0.1, 0, 0)};
  EXPECT_EQ(draw({}, view, {broken}).size(), 1U);
}

}  // namespace
}  // namespace tendril
