// SPDX-License-Identifier: BSD-3-Clause
#include "render/ambient_occlusion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace tendril {
namespace {

constexpr float kStrength = 0.6F;            // of the light that a wholly hollow place loses
constexpr float kGain = 1.7F;                // hollow in one direction of four, as a crease is, is hollow indeed
constexpr float kFlat = 0.04F;               // of a pair's distance: less is the roughness of meshes
constexpr float kElsewhere = 1.6F;           // of a pair's distance: more is another body
constexpr int kSmallest = 3, kLargest = 48;  // px of the radius
constexpr double kInner = 0.4;               // of the radius: the inner ring of pairs
constexpr std::size_t kPairs = 8;

/// One of two points that lie opposite each other about a third one, px.
struct Offset {
  int x = 0, y = 0;
  float perPixel = 0;  ///< 1 / distance
};
using Offsets = std::array<Offset, kPairs>;

/// Four directions on the radius, and four between them on the inner ring.
Offsets offsetsOf(int radius) {
  Offsets out;
  for (std::size_t k = 0; k < kPairs; ++k) {
    const bool inner = k >= kPairs / 2;
    const double angle = std::numbers::pi / 4 * (static_cast<double>(k % (kPairs / 2)) + (inner ? 0.5 : 0));
    const double distance = std::max(1.0, inner ? kInner * radius : radius);
    out[k].x = static_cast<int>(std::lround(distance * std::cos(angle)));
    out[k].y = static_cast<int>(std::lround(distance * std::sin(angle)));
    out[k].perPixel = static_cast<float>(1 / std::hypot(out[k].x, out[k].y));
  }
  return out;
}

const std::array<Offsets, kLargest + 1>& offsetTable() {
  static const std::array<Offsets, kLargest + 1> kTable = [] {
    std::array<Offsets, kLargest + 1> table;
    for (int radius = 0; radius <= kLargest; ++radius) table[static_cast<std::size_t>(radius)] = offsetsOf(radius);
    return table;
  }();
  return kTable;
}

std::uint32_t darkened(std::uint32_t color, std::uint32_t light) {
  constexpr std::uint32_t kOdd = 0x00FF00FF;
  const std::uint32_t redBlue = (((color & kOdd) * light) >> 8) & kOdd;
  const std::uint32_t green = (((color & 0x0000FF00) * light) >> 8) & 0x0000FF00;
  return (color & 0xFF000000) | redBlue | green;
}

}  // namespace

void AmbientOcclusion::apply(std::span<std::uint32_t> pixels, int width, const PictureDepths& depths) {
  if (depths.width < 2 || depths.height < 2) return;
  findLight(depths);
  for (int y = 0; y < depths.height; ++y) {
    const float* depth = &depths.values[static_cast<std::size_t>(y) * static_cast<std::size_t>(depths.width)];
    std::uint32_t* pixel = &pixels[static_cast<std::size_t>(y + depths.top) * static_cast<std::size_t>(width) +
                                   static_cast<std::size_t>(depths.left)];
    for (int x = 0; x < depths.width; ++x) {
      if (depth[x] >= 1) continue;
      if (const std::uint32_t light = lightBetween(x, y); light < 255) pixel[x] = darkened(pixel[x], light + 1);
    }
  }
}

void AmbientOcclusion::findLight(const PictureDepths& depths) {
  columns_ = (depths.width + 1) / 2, rows_ = (depths.height + 1) / 2;
  light_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  for (int y = 0; y < rows_; ++y)
    for (int x = 0; x < columns_; ++x)
      light_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x)] =
          lightAt(depths, 2 * x, 2 * y);
  soften();
}

/// The mean of three by three: pairs of points are few, and what lies between them would be seen.
void AmbientOcclusion::soften() {
  const auto columns = static_cast<std::size_t>(columns_), rows = static_cast<std::size_t>(rows_);
  if (columns < 3 || rows < 3) return;
  across_.resize(light_.size());
  for (std::size_t y = 0; y < rows; ++y) {
    const std::uint8_t* const from = &light_[y * columns];
    std::uint16_t* const to = &across_[y * columns];
    to[0] = static_cast<std::uint16_t>(3 * from[0]),
    to[columns - 1] = static_cast<std::uint16_t>(3 * from[columns - 1]);
    for (std::size_t x = 1; x + 1 < columns; ++x)
      to[x] = static_cast<std::uint16_t>(from[x - 1] + from[x] + from[x + 1]);
  }
  for (std::size_t y = 1; y + 1 < rows; ++y) {
    const std::uint16_t* const middle = &across_[y * columns];
    std::uint8_t* const to = &light_[y * columns];
    for (std::size_t x = 0; x < columns; ++x)
      to[x] = static_cast<std::uint8_t>((middle[x] + *(middle + x - columns) + middle[x + columns] + 4) / 9);
  }
}

/// Planes are straight in the depths that OpenGL has, in perspective, too; a difference of them stands for metres there
/// by their derivative, and for pixels by the scale of the picture.
std::uint8_t AmbientOcclusion::lightAt(const PictureDepths& depths, int x, int y) const {
  const int width = depths.width, height = depths.height;
  const float* const here = &depths.values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width)] + x;
  const float own = *here;
  if (own >= 1) return 255;
  const double range = depths.far - depths.near, distance = depths.near * depths.far / (depths.far - own * range);
  const double metres = depths.orthographic ? range : distance * distance * range / (depths.near * depths.far);
  const double perMetre = depths.orthographic ? depths.pixels : depths.pixels / distance;
  const double wanted = std::min<double>(kLargest, depths.radius * perMetre);
  const int radius = wanted > kSmallest ? static_cast<int>(std::lround(wanted)) : kSmallest;
  const auto scale = static_cast<float>(metres * perMetre);
  float hidden = 0;
  for (const Offset& offset : offsetTable()[static_cast<std::size_t>(radius)]) {
    const int dx = std::abs(offset.x);
    if (x < dx || x + dx >= width || y < offset.y || y + offset.y >= height) continue;
    const std::ptrdiff_t way = static_cast<std::ptrdiff_t>(offset.y) * width + offset.x;
    const float before = (own - here[way]) * scale * offset.perPixel;
    const float behind = (own - here[-way]) * scale * offset.perPixel;
    const float near = (kElsewhere - std::max(std::abs(before), std::abs(behind))) / (kElsewhere - 1);
    hidden += std::clamp(near, 0.0F, 1.0F) * std::clamp(0.5F * (before + behind) - kFlat, 0.0F, 1.0F);
  }
  const float share = std::min(1.0F, kGain / static_cast<float>(kPairs) * hidden);
  return static_cast<std::uint8_t>(std::lround(255 * (1 - kStrength * share)));
}

/// At a pixel, between those for which it is known.
std::uint32_t AmbientOcclusion::lightBetween(int x, int y) const {
  const int left = x / 2, above = y / 2, right = std::min(left + x % 2, columns_ - 1),
            below = std::min(above + y % 2, rows_ - 1);
  const auto at = [&](int column, int row) {
    return static_cast<std::uint32_t>(
        light_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)]);
  };
  return (at(left, above) + at(right, above) + at(left, below) + at(right, below) + 2) / 4;
}

}  // namespace tendril
