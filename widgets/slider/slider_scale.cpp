// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/slider/slider_scale.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kFirstReach = 1;

/// 1, 2 or 5 times a power of ten, not below |value|.
double roundUp(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= value * (1 - 1e-12)) return factor * power;
  return 10 * power;
}

}  // namespace

SliderScale::SliderScale(double lower, double upper) : lower_(lower), upper_(upper), low_(lower), high_(upper) {
  if (!std::isfinite(high_)) high_ = std::max(kFirstReach, std::isfinite(low_) ? low_ + kFirstReach : kFirstReach);
  if (!std::isfinite(low_)) low_ = std::min(-kFirstReach, high_ - kFirstReach);
}

bool SliderScale::include(double value) {
  if (!std::isfinite(value)) return false;
  value = clipped(value);
  const double low = low_, high = high_;
  if (value > high_) high_ = value > 0 ? std::min(upper_, roundUp(value)) : value;
  if (value < low_) low_ = value < 0 ? std::max(lower_, -roundUp(-value)) : value;
  return low != low_ || high != high_;
}

int SliderScale::position(double value) const {
  if (!(high_ > low_) || !std::isfinite(value)) return 0;
  return static_cast<int>(std::lround(std::clamp((value - low_) / (high_ - low_), 0.0, 1.0) * kSteps));
}

double SliderScale::value(int position) const {
  const double share = static_cast<double>(std::clamp(position, 0, kSteps)) / kSteps;
  return low_ + share * (high_ - low_);
}

double SliderScale::clipped(double value) const {
  return std::clamp(value, lower_, upper_);
}

}  // namespace tendril
