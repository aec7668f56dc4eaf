// SPDX-License-Identifier: BSD-3-Clause
// Meshes as lines: silhouettes and sharp edges, with what is hidden known exactly.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "render/camera.hpp"
#include "render/ground/ground.hpp"

namespace tendril {

enum class LineKind { kSilhouette, kSharpEdge, kCurve };

/// A line in a picture, pixels, y down.
struct DrawnLine {
  std::vector<Eigen::Vector2d> points;
  LineKind kind = LineKind::kSilhouette;
  bool hidden = false;
};

/// A chain of points of the world that is drawn where no mesh hides it.
using LineCurve = std::vector<Vec3>;

/// The lines of meshes seen by a camera in a picture of this size: edges between a face that is seen from the front and
/// one that is seen from behind, open edges, edges that turn by more than `sharp` rad, and the curves. Each is split
/// exactly where triangles begin or cease to hide it, also where meshes go through each other. What does not lie in
/// front of the camera is left out. Lines that meet end to end are joined. Time grows with edges times the triangles
/// that lie near them in the picture: a tenth of a second for 20,000 triangles.
std::vector<DrawnLine> lineDrawing(std::span<const ShadowCaster> meshes, std::span<const LineCurve> curves,
                                   const CameraView& view, double width, double height, double sharp = 0.7);

}  // namespace tendril
