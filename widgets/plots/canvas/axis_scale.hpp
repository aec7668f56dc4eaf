// SPDX-License-Identifier: GPL-3.0-or-later
// How an axis says its numbers: one engineering prefix for the whole axis, so that ticks stay short.
#pragma once

#include <QString>

#include <vector>

namespace tendril {

/// Factor from SI to what the ticks show, and the unit that belongs to it.
struct AxisScale {
  double factor = 1;  ///< shown = value · factor
  QString unit;       ///< "mm", "10⁻³ m²"; empty for a plain number
  bool operator==(const AxisScale&) const = default;
};

/// Whether a prefix may stand in front of `unit`: not for "kg", "%", "m²", "1/m" or none, where it would mean something
/// else. Powers of ten are shown instead.
bool takesPrefix(const QString& unit);

/// The scale for values from `lower` to `upper` in the SI unit `unit`: the largest magnitude gets 1 to 3 digits before
/// the point where a prefix from pico to tera can do that. Not finite bounds give factor 1.
AxisScale axisScale(double lower, double upper, const QString& unit);

/// The same for time in s: milliseconds and below only where all shown times are below 0.1 s; never "ks".
AxisScale timeScale(double lower, double upper);

/// A tick's number: `value` already scaled, as many decimals as the distance `step` of the ticks needs, a true minus.
QString tickText(double value, double step);
/// Text of a tick of an axis by powers of ten: "0.01", "20", "10⁻⁶", "5·10⁶".
QString powerText(double value);
/// Places of the ticks of such an axis, in ascending order; `count`: about as many as there is room for.
std::vector<double> powerTicks(double lower, double upper, int count);

}  // namespace tendril
