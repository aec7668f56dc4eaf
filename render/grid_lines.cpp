// SPDX-License-Identifier: BSD-3-Clause
#include "render/grid_lines.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr int kMajor = 5;       // cells per strong line
constexpr double kReach = 2.8;  // of strong lines, in distances of the camera
constexpr double kMinorReach = 0.9;
constexpr int kSegments = 10;         // per line, for fading
constexpr double kMinorShare = 0.45;  // of the strong lines' opacity
constexpr double kNear = 0.02;        // points nearer to the camera are left out, in its distances

struct Style {
  Color color;
  double opacity;
  double halfWidth;  // pixels
  double reach;      // m
};

double fade(double distance, double reach) {
  const double t = std::clamp((distance / reach - 0.15) / 0.85, 0.0, 1.0);
  return (1 - t) * (1 - t);
}

std::uint8_t byteOf(double value) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
}

class Builder {
 public:
  Builder(const CameraView& view, double pictureHeight, GridLines& lines)
      : view_(view),
        position_(view.position()),
        forward_(view.direction()),
        lines_(lines),
        pixel_(view.metresPerPixel(pictureHeight)) {}

  /// A line through `middle` along the unit vector `along`, `half` metres each way.
  void add(const Vec3& middle, const Vec3& along, double half, const Style& style) {
    bool joined = false;
    for (int k = 0; k <= kSegments; ++k) {
      const double t = 2.0 * k / kSegments - 1;
      const Vec3 p = middle + half * t * std::abs(t) * along;  // short pieces near the pivot
      const double depth = view_.orthographic ? view_.distance : (p - position_).dot(forward_);
      if (depth < kNear * view_.distance) {
        joined = false;
        continue;
      }
      addCross(p, along, depth, style, joined);
      joined = true;
    }
  }

 private:
  /// Three vertices across the line: clear, full, clear.
  void addCross(const Vec3& p, const Vec3& along, double depth, const Style& style, bool join) {
    const Vec3 toward = view_.orthographic ? forward_ : Vec3(p - position_);
    const Vec3 across = along.cross(toward).normalized() * (style.halfWidth * pixel_ * depth / view_.distance);
    const double opacity = style.opacity * fade((p - lines_.origin).norm(), style.reach);
    const int first = static_cast<int>(lines_.points.size());
    for (int side = -1; side <= 1; ++side) {
      lines_.points.push_back((p - lines_.origin + side * across).cast<float>());
      lines_.colors.push_back({byteOf(style.color.r), byteOf(style.color.g), byteOf(style.color.b),
                               side == 0 ? byteOf(opacity) : std::uint8_t{0}});
    }
    if (!join) return;
    for (int k = 0; k < 2; ++k) {
      const int a = first - 3 + k, b = first + k;
      lines_.triangles.push_back({a, a + 1, b + 1});
      lines_.triangles.push_back({a, b + 1, b});
    }
  }

  const CameraView& view_;
  Vec3 position_, forward_;
  GridLines& lines_;
  double pixel_;
};

}  // namespace

GridLines gridLines(const CameraView& view, double cell, double height, double pictureHeight, const Theme& theme) {
  GridLines lines;
  const double i0 = std::round(view.pivot.x() / cell), j0 = std::round(view.pivot.y() / cell);
  lines.origin = Vec3(i0 * cell, j0 * cell, height);
  const Style minor = {theme.grid, kMinorShare * theme.gridOpacity, 1.0, kMinorReach * view.distance};
  const Style major = {theme.grid, theme.gridOpacity, 1.15, kReach * view.distance};
  const Style axes[2] = {{kAxisColors[0], 0.62, 1.5, major.reach}, {kAxisColors[1], 0.62, 1.5, major.reach}};
  Builder builder(view, pictureHeight, lines);
  const auto count = static_cast<long>(major.reach / cell);
  for (int direction = 0; direction < 2; ++direction) {
    const Vec3 along = Vec3::Unit(direction), step = Vec3::Unit(1 - direction) * cell;
    const auto centre = static_cast<long>(direction == 0 ? j0 : i0);
    for (long k = -count; k <= count; ++k) {
      const bool axis = centre + k == 0, strong = (centre + k) % kMajor == 0;
      const Style& style = axis ? axes[direction] : strong ? major : minor;
      const double away = static_cast<double>(std::abs(k)) * cell;
      if (away >= style.reach) continue;
      builder.add(lines.origin + static_cast<double>(k) * step, along,
                  std::sqrt(style.reach * style.reach - away * away), style);
    }
  }
  return lines;
}

}  // namespace tendril
