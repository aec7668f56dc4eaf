// SPDX-License-Identifier: BSD-3-Clause
// The lines of the floor as thin smooth ribbons that face the camera. Cheaper on software OpenGL than a shader that
// colours the whole floor: only pixels of lines are touched.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/camera.hpp"
#include "render/shape_mesh.hpp"
#include "render/theme.hpp"

namespace tendril {

/// Ribbons with colour and opacity per vertex; points relative to `origin`.
struct GridLines {
  Vec3 origin = Vec3::Zero();
  std::vector<Vec3f> points;
  std::vector<std::array<std::uint8_t, 4>> colors;
  std::vector<std::array<int, 3>> triangles;
};

/// Lines at multiples of `cell` (m) at height z around the pivot, every fifth stronger, the world's x and y axes
/// tinted; all fade with the distance. Widths in pixels of a picture of this height.
GridLines gridLines(const CameraView& view, double cell, double height, double pictureHeight, const Theme& theme);

}  // namespace tendril
