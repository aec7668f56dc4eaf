// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that a user reads in the project: as many digits as mean something.
#pragma once

#include <cmath>

namespace tendril {

/// To so many significant digits; 0 where it is not finite.
inline double rounded(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - digits + 1);
  return unit < 1 ? std::round(value / unit) / std::round(1 / unit) : std::round(value / unit) * unit;
}

}  // namespace tendril
