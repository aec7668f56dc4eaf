// SPDX-License-Identifier: BSD-3-Clause
// Texts of units: "N·m·s/rad", "g/cm^3". Internal to units.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tendril::units {

/// Powers of the base units; the angle counts as one.
struct Dimension {
  int length = 0, mass = 0, time = 0, angle = 0;
  bool operator==(const Dimension&) const = default;
};

/// A unit: SI value = number × numerator / denominator × 10^exponent. Decimal ones are kept as exponents so that
/// "35 mm" is exactly the double of 0.035.
struct Unit {
  Dimension dimension;
  double numerator = 1, denominator = 1;
  int exponent = 0;
  bool cycles = false;  ///< hertz: turns, not radians

  double factor() const;
};

struct UnitResult {
  Unit unit;
  std::string unknown;  ///< the symbol that no unit has
  std::string problem;  ///< one sentence where the text is no unit; empty: it is one
};

/// Blanks of all widths, true minus, middle dots, superscripts as plain characters: " ", "-", "*", "^2".
std::string plainText(std::string_view text);
/// Reads a plain text (plainText) as a unit; "" and "–" are the number 1.
UnitResult parseUnit(std::string_view plain);
/// What has this dimension: "length", "angular speed"; empty where it has no name.
std::string_view dimensionName(const Dimension& dimension);
/// Symbols that people may have meant.
const std::vector<std::string>& unitSymbols();

}  // namespace tendril::units
