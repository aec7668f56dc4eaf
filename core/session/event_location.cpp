// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/event_location.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

/// The cubic over x ∈ [0, 1], less the level.
struct Cubic {
  double a, b, c, d;  ///< a + b x + c x² + d x³
  double operator()(double x) const { return a + x * (b + x * (c + x * d)); }

  /// Where it turns, in (0, 1), ascending.
  int turns(std::array<double, 2>& out) const {
    const double half = c / 3, discriminant = half * half - d * b / 3;
    int count = 0;
    if (discriminant <= 0) return 0;
    const double q = -(half + std::copysign(std::sqrt(discriminant), half));  // without cancellation
    for (const double x : {d != 0 ? q / d : -1, q != 0 ? b / 3 / q : -1})
      if (x > 0 && x < 1) out[static_cast<std::size_t>(count++)] = x;
    if (count == 2 && out[0] > out[1]) std::swap(out[0], out[1]);
    return count;
  }
};

double bisect(const Cubic& f, double low, double high) {
  const bool negative = f(low) < 0;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    ((f(middle) < 0) == negative ? low : high) = middle;
  }
  return high;
}

}  // namespace

Crossings findCrossings(const Sample& from, const Sample& to, double level) {
  Crossings out;
  const double h = to.t - from.t;
  if (!(h > 0)) return out;
  const double y0 = from.value - level, y1 = to.value - level, d0 = h * from.rate, d1 = h * to.rate;
  const Cubic f{y0, d0, 3 * (y1 - y0) - 2 * d0 - d1, 2 * (y0 - y1) + d0 + d1};
  if (!std::isfinite(f.c) || !std::isfinite(f.d)) return out;
  std::array<double, 2> turns{};
  const int turnCount = f.turns(turns);
  double low = 0, atLow = y0;
  for (int k = 0; k <= turnCount; ++k) {
    const double high = k < turnCount ? turns[static_cast<std::size_t>(k)] : 1;
    const double atHigh = k < turnCount ? f(high) : y1;
    if ((atLow < 0) != (atHigh < 0))
      out.times[static_cast<std::size_t>(out.count++)] = from.t + h * bisect(f, low, high);
    low = high, atLow = atHigh;
  }
  return out;
}

}  // namespace tendril
