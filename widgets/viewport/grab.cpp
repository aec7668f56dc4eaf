// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/grab.hpp"

#include <algorithm>
#include <cmath>

#include "widgets/viewport/view_geometry.hpp"

namespace tendril {
namespace {

constexpr double kRadiansPerPixel = 0.5 * CameraView::kDegree;
constexpr double kEndOn = 0.2;  // sine of the angle between axis and view below which the axis is seen end on

ViewGeometry geometryOf(const CameraView& camera, const QSizeF& size) {
  return {camera, size.width(), size.height()};
}

}  // namespace

GrabMotion::GrabMotion(const Grab& grab, const QPointF& cursor, const CameraView& camera, const QSizeF& size)
    : plane_(grab.world), start_(cursor), along_(1, 0) {
  between_ = grab.world - geometryOf(camera, size).facing(cursor, plane_);
  const Vec3 moves = grab.axis.cross(-camera.direction());  // of a point that faces the viewer
  if (moves.norm() < kEndOn) return;
  along_ = QPointF(moves.dot(camera.right()), -moves.dot(camera.up())) / moves.norm();
}

Vec3 GrabMotion::point(const QPointF& cursor, const CameraView& camera, const QSizeF& size) const {
  return geometryOf(camera, size).facing(cursor, plane_) + between_;
}

double GrabMotion::angle(const QPointF& cursor) const {
  const double way = QPointF::dotProduct(cursor - start_, along_);
  return std::clamp(way * kRadiansPerPixel, -kLargestTwist, kLargestTwist);
}

}  // namespace tendril
