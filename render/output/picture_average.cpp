// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/picture_average.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tendril {

void PictureAverage::add(std::span<const std::uint8_t> pixels) {
  if (count_ == kMost) throw std::logic_error("a mean of more than 256 pictures");
  if (sums_.empty()) sums_.assign(pixels.size(), 0);
  if (pixels.size() != sums_.size()) throw std::logic_error("pictures of different sizes have no mean");
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] = static_cast<std::uint16_t>(sums_[i] + pixels[i]);
  ++count_;
}

std::vector<std::uint8_t> PictureAverage::pixels(bool alpha) const {
  std::vector<std::uint8_t> out(sums_.size());
  const auto whole = static_cast<unsigned>(255 * std::max(count_, 1));
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const bool isAlpha = i % 4 == 3;
    const unsigned of = isAlpha || !alpha ? whole : std::max(static_cast<unsigned>(sums_[i | 3U]), 1U);
    const unsigned mean = (255 * static_cast<unsigned>(sums_[i]) + of / 2) / of;
    out[i] = static_cast<std::uint8_t>(isAlpha && !alpha ? 255U : std::min(255U, mean));
  }
  return out;
}

}  // namespace tendril
