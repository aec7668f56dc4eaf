// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/slider/slider_scale.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {

double SliderScale::roundUp(double value, double unit) {
  const double number = value / unit, power = std::pow(10, std::floor(std::log10(number)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= number * (1 - 1e-12)) return factor * power * unit;
  return 10 * power * unit;
}

SliderScale::SliderScale(double lower, double upper, double reach, double unit)
    : lower_(lower), upper_(upper), unit_(unit), low_(lower), high_(upper) {
  if (!std::isfinite(high_)) high_ = std::max(reach, std::isfinite(low_) ? low_ + reach : reach);
  if (!std::isfinite(low_)) low_ = std::min(-reach, high_ - reach);
}

bool SliderScale::include(double value) {
  if (!std::isfinite(value)) return false;
  value = clipped(value);
  const double low = low_, high = high_;
  if (value > high_) high_ = value > 0 ? std::min(upper_, roundUp(value, unit_)) : value;
  if (value < low_) low_ = value < 0 ? std::max(lower_, -roundUp(-value, unit_)) : value;
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
