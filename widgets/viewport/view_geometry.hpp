// SPDX-License-Identifier: GPL-3.0-or-later
// Between the world and a picture of it, for what is drawn, placed and grabbed over the 3D view.
#pragma once

#include <QPointF>

#include <optional>
#include <utility>

#include "render/camera.hpp"

namespace tendril {

/// A camera and the size of its picture, logical pixels.
struct ViewGeometry {
  CameraView camera;
  double width = 1, height = 1;

  QPointF project(const Vec3& point) const;
  /// In front of the camera.
  bool isSeen(const Vec3& point) const;
  /// Origin and unit direction of the line of sight through a pixel.
  std::pair<Vec3, Vec3> ray(const QPointF& at) const { return camera.ray(at.x(), at.y(), width, height); }
  /// Unit vector from a point to the camera.
  Vec3 towardsCamera(const Vec3& point) const;
  /// Metres per pixel at the depth of a point.
  double metresPerPixel(const Vec3& point) const;
  /// Where the line of sight meets a plane; none: nearly parallel, or behind the camera.
  std::optional<Vec3> onPlane(const QPointF& at, const Vec3& point, const Vec3& normal) const;
  /// Where the line of sight meets the plane through a point that faces the camera.
  Vec3 facing(const QPointF& at, const Vec3& through) const;
  /// Where along a line (m from `point` in its unit direction) it comes nearest to the line of sight; none: nearly
  /// parallel.
  std::optional<double> alongLine(const QPointF& at, const Vec3& point, const Vec3& direction) const;
};

}  // namespace tendril
