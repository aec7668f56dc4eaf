// SPDX-License-Identifier: GPL-3.0-or-later
// Where poles lie in a picture of the complex plane.
#pragma once

#include <QPointF>

#include <complex>
#include <vector>

namespace tendril {

/// Maps poles to a plane whose largest pole is one away from the origin, directions as they are: rays of one damping
/// stay rays and circles of one frequency circles. Logarithmic: distances by log(1 + r / r₀), where poles of a soft
/// robot, which span decades, are all seen.
class PoleScale {
 public:
  PoleScale() = default;
  /// Suits these poles.
  PoleScale(const std::vector<std::complex<double>>& poles, bool logarithmic);

  /// Distance from the origin of what is so large, 1/s, and back.
  double radius(double size) const;
  double size(double radius) const;
  /// x real, y imaginary (up).
  QPointF place(const std::complex<double>& pole) const;
  bool isLogarithmic() const { return logarithmic_; }

  /// Whether they span so much that a linear picture hides the slow ones.
  static bool spansDecades(const std::vector<std::complex<double>>& poles);
  /// Round frequencies (Hz), rising, whose circles lie between two distances, at least `apart` from each other.
  std::vector<double> frequencies(double nearest, double farthest, double apart) const;

 private:
  bool logarithmic_ = false;
  double largest_ = 1, least_ = 1;  ///< 1/s
};

}  // namespace tendril
