// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/grab.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kRadiansPerPixel = 0.5 * CameraView::kDegree;
constexpr double kEndOn = 0.2;  // sine of the angle between axis and view below which the axis is seen end on

Vec3 onPlane(const Vec3& through, const QPointF& cursor, const CameraView& camera, const QSizeF& size) {
  const auto [origin, direction] = camera.ray(cursor.x(), cursor.y(), size.width(), size.height());
  const Vec3 normal = camera.direction();
  const double slope = direction.dot(normal);  // > 0: a ray goes into the picture
  return origin + direction * ((through - origin).dot(normal) / slope);
}

}  // namespace

GrabMotion::GrabMotion(const Grab& grab, const QPointF& cursor, const CameraView& camera, const QSizeF& size)
    : plane_(grab.world), start_(cursor), along_(1, 0) {
  between_ = grab.world - onPlane(plane_, cursor, camera, size);
  const Vec3 moves = grab.axis.cross(-camera.direction());  // of a point that faces the viewer
  if (moves.norm() < kEndOn) return;
  along_ = QPointF(moves.dot(camera.right()), -moves.dot(camera.up())) / moves.norm();
}

Vec3 GrabMotion::point(const QPointF& cursor, const CameraView& camera, const QSizeF& size) const {
  return onPlane(plane_, cursor, camera, size) + between_;
}

double GrabMotion::angle(const QPointF& cursor) const {
  const double way = QPointF::dotProduct(cursor - start_, along_);
  return std::clamp(way * kRadiansPerPixel, -kLargestTwist, kLargestTwist);
}

}  // namespace tendril
