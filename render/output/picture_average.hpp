// SPDX-License-Identifier: BSD-3-Clause
// Many pictures of one thing as one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tendril {

/// The mean of up to 256 pictures of four bytes a pixel, the last of them alpha, colours times alpha as OpenGL draws
/// them.
class PictureAverage {
 public:
  static constexpr int kMost = 256;

  /// Adds a picture; all have as many bytes as the first.
  void add(std::span<const std::uint8_t> pixels);
  int count() const { return count_; }
  /// The mean as picture files have it: with `alpha` its colours are no longer times alpha, without it is opaque.
  std::vector<std::uint8_t> pixels(bool alpha) const;

 private:
  std::vector<std::uint16_t> sums_;
  int count_ = 0;
};

}  // namespace tendril
