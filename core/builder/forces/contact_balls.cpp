// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/forces/contact_balls.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tendril {
namespace {

using Shape = Visual::Shape;
using Balls = std::vector<BallSpec>;

constexpr double kRounded = 0.1;  // radius of the balls in the corners of boxes and cylinders, of their least half side
constexpr int kRim = 12;          // balls around the rim of a cylinder

double radiusOf(Corners corners) {
  return corners == Corners::kRounded ? kRounded : 0;
}

void addBoxBalls(const Vec3& size, Corners corners, const Pose& X, BallSpec ball, Balls& out) {
  ball.radius = radiusOf(corners) * size.minCoeff() / 2;
  const Vec3 inner = size / 2 - Vec3::Constant(ball.radius);
  for (int i = 0; i < 8; ++i) {
    const Vec3 sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    ball.centre = X * Vec3(inner.cwiseProduct(sign));
    out.push_back(ball);
  }
}

void addCylinderBalls(double radius, double length, Corners corners, const Pose& X, BallSpec ball, Balls& out) {
  ball.radius = radiusOf(corners) * std::min(radius, length / 2);
  const double rim = radius - ball.radius, end = length / 2 - ball.radius;
  for (int i = 0; i < 2 * kRim; ++i) {
    const double angle = 2 * std::numbers::pi * (i % kRim) / kRim;
    const Vec3 middle(i < kRim ? -end : end, 0, 0);
    ball.centre = X * Vec3(middle + rim * Vec3(0, std::cos(angle), std::sin(angle)));
    ball.rim = {X.R.col(0), X * middle, angle};
    out.push_back(ball);
  }
}

void addCapsuleBalls(double radius, double length, const Pose& X, BallSpec ball, Balls& out) {
  ball.radius = radius;
  const int pieces = length > 0 ? std::max(1, static_cast<int>(std::ceil(length / radius))) : 0;
  for (int i = 0; i <= pieces; ++i) {
    ball.centre = X * Vec3(pieces ? length * (double(i) / pieces - 0.5) : 0, 0, 0);
    out.push_back(ball);
  }
}

}  // namespace

void addShapeBalls(const Visual& visual, Corners corners, const BallSpec& ball, std::vector<BallSpec>& out) {
  const Vec3& size = visual.size;
  switch (visual.shape) {
    case Shape::kBox:
      return addBoxBalls(size, corners, visual.pose, ball, out);
    case Shape::kCylinder:
      return addCylinderBalls(size[0], size[1], corners, visual.pose, ball, out);
    case Shape::kSphere:
      return addCapsuleBalls(size[0], 0, visual.pose, ball, out);
    case Shape::kCapsule:
      return addCapsuleBalls(size[0], size[1], visual.pose, ball, out);
    case Shape::kMesh:
      break;
  }
}

void addSideBalls(double radius, double length, const Pose& pose, const BallSpec& ball, std::vector<BallSpec>& out) {
  if (2 * radius <= length) addCapsuleBalls(radius, length - 2 * radius, pose, ball, out);
}

void addMeshBalls(const TriangleMesh& mesh, const Pose& pose, const BallSpec& ball, std::vector<BallSpec>& out) {
  BallSpec corner = ball;
  corner.radius = 0;
  for (const Vec3& vertex : mesh.vertices) {
    corner.centre = pose * vertex;
    out.push_back(corner);
  }
}

void addSurfaceBalls(const SurfaceShape& shape, const Pose& pose, const BallSpec& ball, std::vector<BallSpec>& out) {
  using Kind = SurfaceShape::Kind;
  Pose axis;  // balls of shapes lie along x, surfaces along z
  axis.R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitX(), Vec3::UnitZ()).toRotationMatrix();
  if (shape.kind == Kind::kBox) return addBoxBalls(shape.size, Corners::kRounded, pose, ball, out);
  if (shape.kind == Kind::kSphere) return addCapsuleBalls(shape.radius, 0, pose, ball, out);
  if (!std::isfinite(shape.length)) return;
  if (shape.kind == Kind::kCapsule) return addCapsuleBalls(shape.radius, shape.length, pose * axis, ball, out);
  if (shape.kind != Kind::kCylinder) return;
  addCylinderBalls(shape.radius, shape.length, Corners::kRounded, pose * axis, ball, out);
  addSideBalls(shape.radius, shape.length, pose * axis, ball, out);
}

}  // namespace tendril
