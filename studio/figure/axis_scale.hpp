// SPDX-License-Identifier: GPL-3.0-or-later
// From values to places on an axis, by numbers or by powers of ten, in a unit that suits them.
#pragma once

#include "studio/figure/figure.hpp"
#include "studio/figure/ticks.hpp"

namespace tendril::figure {

/// Beyond these magnitudes values are not drawn, or drawn as zero.
constexpr double kHugeValue = 1e290, kTinyValue = 1e-290;

class AxisScale {
 public:
  /// Of an axis that shows [low, high] (SI) as it is.
  static AxisScale within(double low, double high, const Axis& axis, int count);
  /// The same with room around; low > high: of no values.
  static AxisScale around(double low, double high, const Axis& axis, int count);

  /// Where a value (SI) lies: 0 at the lower end, 1 at the upper one; NaN where it cannot be shown.
  double shareOf(double value) const;
  double shareOfTick(std::size_t tick) const;
  const std::vector<std::string>& labels() const { return ticks_.labels; }
  const std::string& unit() const { return unit_.text; }
  /// About so many ticks on the same stretch.
  void setCount(int count);
  /// pt: of the widest label, however many ticks there are.
  double labelWidth() const;

 private:
  Ticks ticksOf(int count) const;

  DisplayUnit unit_;
  bool logarithmic_ = false;
  double leastStep_ = 0;  // of shown numbers
  Ticks ticks_;           // of shown numbers, or of their decadic logarithms
};

}  // namespace tendril::figure
