// SPDX-License-Identifier: BSD-3-Clause
// Colours that stand for numbers.
#pragma once

#include <string>
#include <vector>

#include "core/model/contact/surface_field.hpp"
#include "render/theme.hpp"

namespace tendril {

/// Name of the point arrays of meshes that hold a field.
inline constexpr const char* kFieldArray = "Field";

enum class ColorMap {
  kMagnitude,  ///< viridis: dark to light, even to the eye, safe for colour-blind people
  kSigned,     ///< blue, grey in the middle, red
};

/// The colour at t ∈ [0, 1]; others count as the nearer end, NaN as 0.
Color colorAt(ColorMap map, double t);

/// A field and the values at both ends of its colours; low < high.
struct FieldColors {
  SurfaceField field = SurfaceField::kNone;
  double low = 0, high = 1;
  bool operator==(const FieldColors&) const = default;
};

ColorMap colorMapOf(SurfaceField field);

/// What stands beside the colours.
struct ScaleTexts {
  std::string title;               ///< name of the field
  std::string unit;                ///< of the numbers, with a prefix that suits them: "kPa"; empty: none
  std::vector<std::string> ticks;  ///< numbers at equal distances from low to high
};
/// Of a scale from `low` to `high`, SI, of numbers with this unit.
ScaleTexts scaleTexts(const std::string& title, const std::string& unit, double low, double high);
/// The smallest of 1, 1.5, 2, 3, 4, 5, 6, 8 · 10ⁿ that is not below `value` > 0: finer than arrows need (roundUp), so
/// that colours are used to the end.
double scaleEnd(double value);
/// Of a scale whose field is not kNone.
ScaleTexts scaleTexts(const FieldColors& colors);

}  // namespace tendril
