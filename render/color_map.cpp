// SPDX-License-Identifier: BSD-3-Clause
#include "render/color_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/text/units.hpp"

namespace tendril {
namespace {

constexpr std::array<Color, 9> kMagnitudeColors = {hexColor(0x440154), hexColor(0x472D7B), hexColor(0x3B528B),
                                                   hexColor(0x2C728E), hexColor(0x21908C), hexColor(0x27AD81),
                                                   hexColor(0x5DC863), hexColor(0xAADC32), hexColor(0xFDE725)};
constexpr std::array<Color, 7> kSignedColors = {hexColor(0x2166AC), hexColor(0x67A9CF), hexColor(0xC4D9E6),
                                                hexColor(0xE4E4E2), hexColor(0xF3CFB9), hexColor(0xEF8A62),
                                                hexColor(0xB2182B)};

template <std::size_t N>
Color between(const std::array<Color, N>& colors, double t) {
  const double at = std::isnan(t) ? 0 : std::clamp(t, 0.0, 1.0) * (N - 1);
  const auto below = std::min(static_cast<std::size_t>(at), N - 2);
  return mix(colors[below], colors[below + 1], at - static_cast<double>(below));
}

constexpr int kTicks = 5;

/// Decimals that tell numbers `step` apart.
int decimalsOf(double step) {
  int decimals = 0;
  for (double scaled = step; decimals < 6 && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled; scaled *= 10)
    ++decimals;
  return decimals;
}

std::string fixedText(double value, int decimals) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", decimals, std::abs(value));
  return (value < 0 ? "−" : "") + std::string(text);
}

}  // namespace

Color colorAt(ColorMap map, double t) {
  return map == ColorMap::kMagnitude ? between(kMagnitudeColors, t) : between(kSignedColors, t);
}

ColorMap colorMapOf(SurfaceField field) {
  const bool twoSided = field != SurfaceField::kNone && surfaceFieldInfo(field).twoSided;
  return twoSided ? ColorMap::kSigned : ColorMap::kMagnitude;
}

double scaleEnd(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (value <= digit * power * (1 + 1e-12)) return digit * power;
  return 10 * power;
}

ScaleTexts scaleTexts(const std::string& title, const std::string& unit, double low, double high) {
  const DisplayUnit shown = displayUnit(std::max(std::abs(low), std::abs(high)), unit);
  const double first = low / shown.factor, step = (high - low) / shown.factor / (kTicks - 1);
  ScaleTexts texts{.title = title, .unit = shown.text, .ticks = {}};
  for (int k = 0; k < kTicks; ++k) texts.ticks.push_back(fixedText(first + k * step, decimalsOf(step)));
  return texts;
}

ScaleTexts scaleTexts(const FieldColors& colors) {
  const SurfaceFieldInfo& info = surfaceFieldInfo(colors.field);
  return scaleTexts(std::string(info.name), std::string(info.unit), colors.low, colors.high);
}

}  // namespace tendril
