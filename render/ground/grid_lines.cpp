// SPDX-License-Identifier: BSD-3-Clause
#include "render/ground/grid_lines.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr int kMajor = 5;       // cells per strong line
constexpr double kReach = 2.8;  // of strong lines, in distances of the camera
constexpr double kMinorReach = 0.9;
constexpr int kSegments = 10;         // per line, for fading
constexpr double kMinorShare = 0.45;  // of the strong lines' opacity

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

/// A line through `middle` along the unit vector `along`, `half` metres each way.
void addLine(RibbonBuilder& builder, const Vec3& origin, const Vec3& middle, const Vec3& along, double half,
             const Style& style) {
  builder.begin();
  for (int k = 0; k <= kSegments; ++k) {
    const double t = 2.0 * k / kSegments - 1;
    const Vec3 p = middle + half * t * std::abs(t) * along;  // short pieces near the pivot
    const double opacity = style.opacity * fade((p - origin).norm(), style.reach);
    builder.add(p, along, {style.color, opacity, style.halfWidth});
  }
}

}  // namespace

Ribbons gridLines(const CameraView& view, double cell, double height, double pictureHeight, const Theme& theme) {
  Ribbons lines;
  const double i0 = std::round(view.pivot.x() / cell), j0 = std::round(view.pivot.y() / cell);
  lines.origin = Vec3(i0 * cell, j0 * cell, height);
  const Style minor = {theme.grid, kMinorShare * theme.gridOpacity, 1.0, kMinorReach * view.distance};
  const Style major = {theme.grid, theme.gridOpacity, 1.15, kReach * view.distance};
  const Style axes[2] = {{kAxisColors[0], 0.62, 1.5, major.reach}, {kAxisColors[1], 0.62, 1.5, major.reach}};
  RibbonBuilder builder(view, pictureHeight, lines);
  const auto count = static_cast<long>(major.reach / cell);
  for (int direction = 0; direction < 2; ++direction) {
    const Vec3 along = Vec3::Unit(direction), step = Vec3::Unit(1 - direction) * cell;
    const auto centre = static_cast<long>(direction == 0 ? j0 : i0);
    for (long k = -count; k <= count; ++k) {
      const bool axis = centre + k == 0, strong = (centre + k) % kMajor == 0;
      const Style& style = axis ? axes[direction] : strong ? major : minor;
      const double away = static_cast<double>(std::abs(k)) * cell;
      if (away >= style.reach) continue;
      addLine(builder, lines.origin, lines.origin + static_cast<double>(k) * step, along,
              std::sqrt(style.reach * style.reach - away * away), style);
    }
  }
  return lines;
}

}  // namespace tendril
