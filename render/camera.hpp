// SPDX-License-Identifier: BSD-3-Clause
// The camera as a person handles it: a turntable with z up around a pivot. Pure geometry, no VTK.
#pragma once

#include <span>
#include <utility>

#include "core/math/types.hpp"

namespace tendril {

enum class StandardView { kFront, kRight, kTop };

/// Strips along the edges of a picture that something lies over, as shares of its width and height.
struct CoveredEdges {
  double left = 0, top = 0, right = 0, bottom = 0;
};

/// Where the camera is. Everything that a project stores of it (`studio.camera`). Angles in rad, lengths in m.
struct CameraView {
  static constexpr double kDegree = 0.017453292519943295;

  Vec3 pivot = Vec3::Zero();          ///< point that it looks at and turns about
  double distance = 2;                ///< from the pivot, > 0
  double azimuth = -35 * kDegree;     ///< 0: looking along +y; positive: the camera moves counter-clockwise from above
  double elevation = 25 * kDegree;    ///< of the camera above the pivot's horizon, −π/2…π/2
  double fieldOfView = 30 * kDegree;  ///< vertical
  bool orthographic = false;          ///< parallel rays; what lies in the pivot's plane keeps its size

  Vec3 direction() const;  ///< unit, from the camera to the pivot
  Vec3 right() const;      ///< unit, horizontal
  Vec3 up() const;         ///< unit, of the picture
  Vec3 position() const { return pivot - distance * direction(); }
  /// Metres per pixel at the pivot for a picture of this height in pixels.
  double metresPerPixel(double height) const;

  /// Turns about the pivot; elevation stays within ±90°.
  void orbit(double deltaAzimuth, double deltaElevation);
  /// Moves the scene by (dx, dy) pixels, y downwards, in a picture of this height.
  void pan(double dx, double dy, double height);
  /// Divides the distance by `factor`, keeping the point under (x, y) in the pivot's plane where it is. Pixels, y down.
  void zoomAt(double factor, double x, double y, double width, double height);
  /// Ray through a pixel, y down: origin and unit direction.
  std::pair<Vec3, Vec3> ray(double x, double y, double width, double height) const;
  /// Picture position (x, y down in pixels) and depth (m along the view) of a world point.
  Vec3 project(const Vec3& point, double width, double height) const;
  void look(StandardView view);
  /// Moves pivot and distance so that all points fit into what is not covered, `margin` ≥ 1 times their extent.
  /// Directions stay. Points that are not finite are skipped; nothing happens without any point.
  void frame(std::span<const Vec3> points, double aspect, double margin, const CoveredEdges& covered = {});

  /// Between two views, t from 0 to 1: what a transition shows. Azimuth goes the short way.
  static CameraView between(const CameraView& a, const CameraView& b, double t);
};

}  // namespace tendril
