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

  /// Bounds of the value; infinite where there are none.
  SliderScale(double lower, double upper);

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
  double lower_, upper_, low_, high_;
};

}  // namespace tendril
