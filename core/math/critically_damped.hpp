// SPDX-License-Identifier: BSD-3-Clause
// How what was moved by hand goes where it is wanted without a jump.
#pragma once

#include <cmath>

#include "core/math/types.hpp"

namespace tendril {

/// What is left of a gap `elapsed` seconds after it was `gap` with the rate `rate`, and its first two derivatives by
/// time: (g + (g' + w g) s) exp(−w s), w = 1 / timeConstant (s). Exactly zero once it is below any number, and before
/// it was there: time may be set back.
inline Vec3 criticallyDamped(double gap, double rate, double elapsed, double timeConstant) {
  constexpr double kForgotten = 40;  // time constants
  const double w = 1 / timeConstant, slope = rate + w * gap;
  if (!(elapsed >= 0 && w * elapsed <= kForgotten)) return Vec3::Zero();
  const double x = gap + slope * elapsed, decay = std::exp(-w * elapsed);
  return {decay * x, decay * (slope - w * x), decay * w * (w * x - 2 * slope)};
}

}  // namespace tendril
