// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the window shows them: four significant digits, engineering prefixes, a true minus, the unit apart so
// that it can be drawn grey after a thin space.
#pragma once

#include <QString>

namespace tendril {

/// A number and its unit; `unit` is empty for plain numbers.
struct QuantityText {
  QString number;
  QString unit;

  /// Both, with a thin space between.
  QString text() const;
  bool operator==(const QuantityText&) const = default;
};

/// `value` rounded to `digits` significant ones: "12.35", "−0.001200", "1.235·10⁻⁷" outside 1e-4 … 1e6, "∞", "–" for
/// NaN. Zero is "0".
QString formatNumber(double value, int digits = 4);

/// A physical value in an SI unit with an engineering prefix from pico to tera: 0.00123, "s" → "1.230", "ms".
QuantityText formatQuantity(double value, const QString& unit, int digits = 4);

/// A length in m, shown in `unit` ("mm") whatever its size, so that it can be compared with fields; where that is empty
/// as formatQuantity.
QuantityText formatLength(double metres, const QString& unit, int digits = 4);

/// A running clock in s whose digits do not jump: two decimals up to 1000 s, one up to 10⁵ s, then none.
QuantityText formatTime(double seconds);

/// A residual given in %: at most four significant digits and never below 0.001, where it says "<0.001".
QuantityText formatPercent(double percent);

/// A speed as "×0.25", "×10", "max" for infinity.
QString formatSpeed(double factor);

/// "⁻¹²" of −12.
QString superscript(int value);
/// "N·m/s²" of "N·m" and 2: the unit of a derivative by time.
QString unitPerTime(const QString& unit, int order);

/// A count with thin spaces between thousands: "12 480".
QString formatCount(long long count);

}  // namespace tendril
