// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/figure/axis_scale.hpp"

#include <algorithm>
#include <cmath>

namespace tendril::figure {
namespace {

/// Values in a unit with a fitting prefix, or a power of ten where it has none. Angles stay in radians, seconds plain.
DisplayUnit fittingUnit(double low, double high, const std::string& unit) {
  const double magnitude = std::max(std::abs(low), std::abs(high));
  if (!(magnitude > kTinyValue && magnitude < kHugeValue)) return {unit, 1};
  DisplayUnit shown{unit, 1};
  const bool plain = unit.find("rad") != std::string::npos || unit == "%" || (unit == "s" && magnitude >= 1);
  if (const DisplayUnit prefixed = displayUnit(magnitude, unit); !plain && prefixed.factor > 0) shown = prefixed;
  const double number = magnitude / shown.factor;
  if (number >= 0.01 && number < 1e5) return shown;
  const int power = 3 * static_cast<int>(std::floor(std::log10(number) / 3));
  shown.factor *= std::pow(10, power);
  shown.text = "10" + superscript(power) + (shown.text.empty() ? "" : "\u2009" + shown.text);
  return shown;
}

DisplayUnit unitFor(double low, double high, const Axis& axis) {
  if (axis.shown) return *axis.shown;
  // Powers of ten stand at the ticks already.
  if (axis.logarithmic || !(low <= high)) return {axis.unit, 1};
  return fittingUnit(low, high, axis.unit);
}

}  // namespace

AxisScale AxisScale::within(double low, double high, const Axis& axis, int count) {
  AxisScale scale;
  scale.unit_ = unitFor(low, high, axis);
  scale.logarithmic_ = axis.logarithmic;
  scale.leastStep_ = axis.leastStep / scale.unit_.factor;
  low /= scale.unit_.factor, high /= scale.unit_.factor;
  if (axis.logarithmic) low = std::log10(low), high = std::log10(high);
  scale.ticks_.low = low, scale.ticks_.high = high;
  scale.setCount(count);
  return scale;
}

AxisScale AxisScale::around(double low, double high, const Axis& axis, int count) {
  AxisScale scale;
  scale.unit_ = unitFor(low, high, axis);
  scale.logarithmic_ = axis.logarithmic;
  scale.leastStep_ = axis.leastStep / scale.unit_.factor;
  low /= scale.unit_.factor, high /= scale.unit_.factor;
  if (axis.logarithmic) {
    if (!(low > 0 && low <= high)) low = 0.1, high = 10;
    low = std::log10(low), high = std::log10(high);
    if (high - low < 0.1) low -= 0.5, high += 0.5;
  }
  scale.ticks_ = ticksAround(low, high, count);
  scale.setCount(count);
  return scale;
}

double AxisScale::shareOf(double value) const {
  if (!(std::abs(value) < kHugeValue)) return std::nan("");
  double shown = value / unit_.factor;
  if (logarithmic_) {
    if (!(shown > 0)) return std::nan("");
    shown = std::log10(shown);
  }
  return (shown - ticks_.low) / (ticks_.high - ticks_.low);
}

double AxisScale::shareOfTick(std::size_t tick) const {
  return (ticks_.places[tick] - ticks_.low) / (ticks_.high - ticks_.low);
}

Ticks AxisScale::ticksOf(int count) const {
  return logarithmic_ ? ticksOfPowers(ticks_.low, ticks_.high, count)
                      : ticksWithin(ticks_.low, ticks_.high, count, leastStep_);
}

void AxisScale::setCount(int count) {
  ticks_ = ticksOf(count);
}

double AxisScale::labelWidth() const {
  double widest = 0;
  for (const int count : {2, 3, 4, 6, 8})
    for (const std::string& label : ticksOf(count).labels) widest = std::max(widest, textWidth(label, kTextSize));
  return widest;
}

}  // namespace tendril::figure
