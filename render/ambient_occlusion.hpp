// SPDX-License-Identifier: BSD-3-Clause
// Dark corners in a picture that is there already, from its depths, on the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tendril {

/// The depths of a part of a picture, as OpenGL has them.
struct PictureDepths {
  int left = 0, top = 0, width = 0, height = 0;  ///< of the part, pixels
  std::vector<float> values = {};  ///< 0 at the near plane … 1 at the far one or where nothing is; by rows
  double near = 0.1, far = 10;     ///< m
  bool orthographic = false;
  double pixels = 1000;  ///< per metre; in perspective at 1 m from the camera
  double radius = 0.01;  ///< m: how far what is about a point keeps light from it
};

/// Where a surface is hollow light from some sides does not reach it. Each point is compared with pairs of points that
/// lie opposite each other about it: on a plane, seen from anywhere, its depth is the mean of both, in a hollow it is
/// more. What lies far in front or behind belongs to something else and does not count, so that nothing has a halo.
/// Keeps its workspace for the next picture.
class AmbientOcclusion {
 public:
  /// Darkens `pixels` (0xAARRGGBB, rows of `width` of them), which hold the whole part.
  void apply(std::span<std::uint32_t> pixels, int width, const PictureDepths& depths);

 private:
  void findLight(const PictureDepths& depths);
  void soften();
  std::uint8_t lightAt(const PictureDepths& depths, int x, int y) const;
  std::uint32_t lightBetween(int x, int y) const;

  int columns_ = 0, rows_ = 0;         ///< of light_, which has every second pixel of every second row
  std::vector<std::uint8_t> light_;    ///< of 255: what comes in
  std::vector<std::uint16_t> across_;  ///< sums of three side by side
};

}  // namespace tendril
