// SPDX-License-Identifier: BSD-3-Clause
// Smooth edges of a picture that is there already, on the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "render/ambient_occlusion.hpp"

namespace tendril {

/// Finds steps of brightness, follows each step of the staircase that a slanted edge makes to its ends, and mixes the
/// pixels beside it as far as the edge would cover them. It knows the pixels alone, so that it costs the same for all
/// scenes: 2 to 3 ms a megapixel, where a pass of software OpenGL over all pixels takes ten times that. Keeps its
/// workspace for the next picture.
class EdgeSmoothing {
 public:
  /// `pixels`: 0xAARRGGBB, rows of `width` of them without gaps, which hold the whole part. Edges of what has a depth,
  /// and within it; what lies on the background alone (a grid, texts) stays. Parts below 3 × 3: nothing happens.
  void apply(std::span<std::uint32_t> pixels, int width, const PictureDepths& depths);

 private:
  struct Step;
  void findBrightness(std::span<const std::uint32_t> pixels, int width, const PictureDepths& depths);
  void findEdges(int y, const std::vector<float>& depths);
  void smooth(const std::uint32_t* first, std::size_t stride, int x, int y);
  double share(const Step& step, int x, int y) const;
  int at(int x, int y) const { return light_[static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x)]; }

  std::size_t width_ = 0, height_ = 0;                        ///< of the part
  std::vector<std::uint8_t> light_;                           ///< brightness of each pixel
  std::vector<std::uint8_t> edges_;                           ///< of one row: pixels beside an edge
  std::vector<std::pair<std::size_t, std::uint32_t>> mixed_;  ///< where from its first pixel, which colour
};

}  // namespace tendril
