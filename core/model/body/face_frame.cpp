// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/body/face_frame.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <Eigen/Geometry>

#include "core/math/triangle.hpp"

namespace tendril {
namespace {

constexpr double kTouches = 1e-6;   // of the surface's size: faces meet there
constexpr double kParallel = 0.99;  // cosine: the body's axis gives no direction in the face

std::array<Vec3, 3> cornersOf(const SurfaceMesh& surface, const std::array<int, 3>& triangle) {
  std::array<Vec3, 3> out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = surface.vertices[static_cast<std::size_t>(triangle[k])];
  return out;
}

Vec3 mean(const std::array<Vec3, 3>& t, const Vec3& shares) {
  return shares[0] * t[0] + shares[1] * t[1] + shares[2] * t[2];
}

double sizeOf(const SurfaceMesh& surface) {
  Eigen::AlignedBox3d box;
  for (const Vec3& x : surface.vertices) box.extend(x);
  return box.diagonal().norm();
}

/// Of all faces that meet at a point of the surface, by their areas.
Vec3 normalAt(const SurfaceMesh& surface, const Vec3& x, double near) {
  Vec3 sum = Vec3::Zero();
  for (const std::array<int, 3>& triangle : surface.triangles) {
    const std::array<Vec3, 3> t = cornersOf(surface, triangle);
    if ((mean(t, nearestShares(x, t[0], t[1], t[2])) - x).norm() <= near) sum += (t[1] - t[0]).cross(t[2] - t[0]);
  }
  return sum.normalized();
}

}  // namespace

Pose FaceFrame::at(const std::array<Vec3, 3>& corners) const {
  const TriangleAxes<double> axes(corners[1] - corners[0], corners[2] - corners[0]);
  return {axes.rotation() * turn, mean(corners, shares)};
}

FaceFrame faceFrameAt(const SurfaceMesh& surface, const Vec3& x) {
  if (surface.triangles.empty()) throw std::invalid_argument("the body has no surface to sit on");
  FaceFrame out;
  out.distance = std::numeric_limits<double>::infinity();
  for (const std::array<int, 3>& triangle : surface.triangles) {
    const std::array<Vec3, 3> t = cornersOf(surface, triangle);
    const Vec3 shares = nearestShares(x, t[0], t[1], t[2]);
    if (const double distance = (mean(t, shares) - x).norm(); distance < out.distance)
      out.distance = distance, out.vertices = triangle, out.shares = shares;
  }
  const std::array<Vec3, 3> t = cornersOf(surface, out.vertices);
  const Vec3 outwards = normalAt(surface, mean(t, out.shares), kTouches * sizeOf(surface));
  const Vec3 along = std::abs(outwards.x()) < kParallel ? Vec3::UnitX() : Vec3::UnitY();
  Mat3 rest;
  rest.col(0) = outwards;
  rest.col(1) = (along - outwards.dot(along) * outwards).normalized();
  rest.col(2) = rest.col(0).cross(rest.col(1));
  out.turn = TriangleAxes<double>(t[1] - t[0], t[2] - t[0]).rotation().transpose() * rest;
  return out;
}

}  // namespace tendril
