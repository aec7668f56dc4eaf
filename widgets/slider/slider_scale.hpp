// SPDX-License-Identifier: GPL-3.0-or-later
// What a slider spans.
#pragma once

#include <limits>

namespace tendril {

/// The interval that a slider shows. An open end is put where values have been seen, so that every value can be
/// reached: typing a number beyond it widens the slider.
class SliderScale {
 public:
  static constexpr int kSteps = 2000;
  static constexpr double kFirstReach = 1;  ///< of an open end where nothing is known

  /// Bounds of the value; infinite where there are none: there it begins with `reach`, to either side of zero or beyond
  /// the other bound. `unit`: that in which people read the value, where open ends come to round numbers.
  SliderScale(double lower, double upper, double reach = kFirstReach, double unit = 1);
  /// 1, 2 or 5 times a power of ten of `unit`, not below `value`; both positive.
  static double roundUp(double value, double unit = 1);

  double low() const { return low_; }
  double high() const { return high_; }
  /// Makes room for a value inside the bounds; true if the interval changed.
  bool include(double value);
  /// Place of a value on the slider, 0…kSteps.
  int position(double value) const;
  double value(int position) const;
  /// The value inside the bounds.
  double clipped(double value) const;

 private:
  double lower_, upper_, unit_, low_, high_;
};

}  // namespace tendril
