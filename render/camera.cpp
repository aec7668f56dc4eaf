// SPDX-License-Identifier: BSD-3-Clause
#include "render/camera.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kMinDistance = 1e-4, kMaxDistance = 1e6;
constexpr double kSmallestExtent = 0.02;  // m: a single point is framed as if it had this radius

}  // namespace

Vec3 CameraView::direction() const {
  return {-std::cos(elevation) * std::sin(azimuth), std::cos(elevation) * std::cos(azimuth), -std::sin(elevation)};
}

Vec3 CameraView::right() const {
  return {std::cos(azimuth), std::sin(azimuth), 0};
}

Vec3 CameraView::up() const {
  return right().cross(direction());
}

double CameraView::metresPerPixel(double height) const {
  return 2 * distance * std::tan(fieldOfView / 2) / std::max(height, 1.0);
}

void CameraView::orbit(double deltaAzimuth, double deltaElevation) {
  azimuth = std::remainder(azimuth + deltaAzimuth, 360 * kDegree);
  elevation = std::clamp(elevation + deltaElevation, -90 * kDegree, 90 * kDegree);
}

void CameraView::pan(double dx, double dy, double height) {
  pivot += metresPerPixel(height) * (-dx * right() + dy * up());
}

void CameraView::zoomAt(double factor, double x, double y, double width, double height) {
  const double target = std::clamp(distance / factor, kMinDistance, kMaxDistance);
  const double change = metresPerPixel(height) * (1 - target / distance);
  pivot += change * ((x - width / 2) * right() - (y - height / 2) * up());
  distance = target;
}

std::pair<Vec3, Vec3> CameraView::ray(double x, double y, double width, double height) const {
  const double scale = metresPerPixel(height);
  const Vec3 offset = scale * ((x - width / 2) * right() - (y - height / 2) * up());
  if (orthographic) return {position() + offset, direction()};
  return {position(), (distance * direction() + offset).normalized()};
}

Vec3 CameraView::project(const Vec3& point, double width, double height) const {
  const Vec3 d = point - position();
  const double depth = d.dot(direction());
  const double scale = metresPerPixel(height) * (orthographic ? 1 : depth / distance);
  return {width / 2 + d.dot(right()) / scale, height / 2 - d.dot(up()) / scale, depth};
}

void CameraView::look(StandardView view) {
  azimuth = view == StandardView::kRight ? 90 * kDegree : 0;
  elevation = view == StandardView::kTop ? 90 * kDegree : 0;
}

void CameraView::frame(std::span<const Vec3> points, double aspect, double margin, const CoveredEdges& covered) {
  constexpr double kLeastFree = 0.1;  // of an edge: windows full of panels are framed as if they had that much
  const Vec3 r = right(), u = up(), f = direction();
  Vec3 lower = Vec3::Constant(HUGE_VAL), upper = -lower;
  for (const Vec3& p : points) {
    if (!p.allFinite()) continue;
    const Vec3 c(p.dot(r), p.dot(u), p.dot(f));
    lower = lower.cwiseMin(c), upper = upper.cwiseMax(c);
  }
  if (!(lower.x() <= upper.x())) return;
  const Vec3 middle = 0.5 * (lower + upper);
  const Vec3 center = middle.x() * r + middle.y() * u + middle.z() * f;
  const double tanY = std::tan(fieldOfView / 2), tanX = tanY * std::max(aspect, 1e-3);
  // Where the centre is to be seen, from the middle of the picture, and how far it is to the edges of what is free, as
  // slopes: a point z behind the centre is seen at (d·r + D atX) / (D + z) for a distance D.
  const double freeX = std::max(1 - covered.left - covered.right, kLeastFree) * tanX;
  const double freeY = std::max(1 - covered.top - covered.bottom, kLeastFree) * tanY;
  const double atX = (covered.left - covered.right) * tanX, atY = (covered.bottom - covered.top) * tanY;
  double needed = kSmallestExtent / tanY;
  for (const Vec3& p : points) {
    if (!p.allFinite()) continue;
    const Vec3 d = p - center;
    const double behind = orthographic ? 0 : d.dot(f);
    needed = std::max({needed, margin * std::abs(d.dot(r) - atX * behind) / freeX - behind,
                       margin * std::abs(d.dot(u) - atY * behind) / freeY - behind});
  }
  distance = std::clamp(needed, kMinDistance, kMaxDistance);
  pivot = center - distance * (atX * r + atY * u);
}

CameraView CameraView::between(const CameraView& a, const CameraView& b, double t) {
  CameraView out = b;
  out.pivot = a.pivot + (b.pivot - a.pivot) * t;
  out.distance = a.distance * std::pow(b.distance / a.distance, t);
  out.azimuth = a.azimuth + std::remainder(b.azimuth - a.azimuth, 360 * kDegree) * t;
  out.elevation = a.elevation + (b.elevation - a.elevation) * t;
  return out;
}

}  // namespace tendril
