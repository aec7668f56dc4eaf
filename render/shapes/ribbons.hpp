// SPDX-License-Identifier: BSD-3-Clause
// Lines of some pixels' width that face the camera, smooth at their sides. Cheaper on software OpenGL than wide lines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/camera.hpp"
#include "render/shapes/shape_mesh.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkPolyData;

namespace tendril {

/// Triangles with colour and opacity per vertex; points relative to `origin`.
struct Ribbons {
  Vec3 origin = Vec3::Zero();
  std::vector<Vec3f> points;
  std::vector<std::array<std::uint8_t, 4>> colors;
  std::vector<std::array<int, 3>> triangles;

  /// Replaces what `mesh`, drawn by `actor`, shows.
  void writeTo(vtkPolyData& mesh, vtkActor& actor) const;
};

/// How a line looks at one of its points.
struct RibbonStyle {
  Color color;
  double opacity = 1;    ///< 0…1
  double halfWidth = 1;  ///< pixels
};

/// Appends lines for a picture of this height in pixels.
class RibbonBuilder {
 public:
  RibbonBuilder(const CameraView& view, double pictureHeight, Ribbons& out);
  /// The next point begins a line of its own.
  void begin() { joined_ = false; }
  /// The next point of a line, with its direction there (unit). Points at or behind the camera interrupt the line.
  void add(const Vec3& point, const Vec3& along, const RibbonStyle& style);
  /// A line from a to b.
  void addSegment(const Vec3& a, const Vec3& b, const RibbonStyle& style);

 private:
  const CameraView& view_;
  Vec3 position_, forward_;
  Ribbons& out_;
  double pixel_;  ///< m at the pivot
  bool joined_ = false;
};

}  // namespace tendril
