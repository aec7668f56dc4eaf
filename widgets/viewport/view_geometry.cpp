// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/view_geometry.hpp"

#include <cmath>

namespace tendril {
namespace {

constexpr double kParallel = 0.02;  // sine, cosine of the least angle that gives a place

}  // namespace

QPointF ViewGeometry::project(const Vec3& point) const {
  const Vec3 at = camera.project(point, width, height);
  return {at.x(), at.y()};
}

bool ViewGeometry::isSeen(const Vec3& point) const {
  return point.allFinite() && (camera.orthographic || (point - camera.position()).dot(camera.direction()) > 0);
}

Vec3 ViewGeometry::towardsCamera(const Vec3& point) const {
  return camera.orthographic ? Vec3(-camera.direction()) : Vec3((camera.position() - point).normalized());
}

double ViewGeometry::metresPerPixel(const Vec3& point) const {
  const double depth = (point - camera.position()).dot(camera.direction());
  return camera.metresPerPixel(height) * (camera.orthographic ? 1 : std::abs(depth) / camera.distance);
}

std::optional<Vec3> ViewGeometry::onPlane(const QPointF& at, const Vec3& point, const Vec3& normal) const {
  const auto [origin, direction] = ray(at);
  const double across = direction.dot(normal);
  if (std::abs(across) < kParallel) return {};
  const double way = (point - origin).dot(normal) / across;
  if (!(way > 0)) return {};
  return origin + way * direction;
}

Vec3 ViewGeometry::facing(const QPointF& at, const Vec3& through) const {
  const auto [origin, direction] = ray(at);
  const Vec3 normal = camera.direction();
  return origin + direction * ((through - origin).dot(normal) / direction.dot(normal));
}

std::optional<double> ViewGeometry::alongLine(const QPointF& at, const Vec3& point, const Vec3& direction) const {
  const auto [origin, sight] = ray(at);
  const double cosine = sight.dot(direction), across = 1 - cosine * cosine;
  if (across < kParallel * kParallel) return {};
  const Vec3 between = origin - point;
  return (between.dot(direction) - cosine * between.dot(sight)) / across;
}

}  // namespace tendril
