// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/axis_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/format.hpp"

namespace tendril {
namespace {

constexpr int kMostDecimals = 12;
const QChar kThinSpace(0x2009);

/// Power of a thousand that leaves 1 to 3 digits before the point.
int thousandsOf(double magnitude) {
  if (!(magnitude > 0) || !std::isfinite(magnitude)) return 0;
  // The tiny excess keeps 1000 mm from becoming 1 m when rounding falls a little short.
  return static_cast<int>(std::floor(std::log10(magnitude) / 3 + 1e-12));
}

AxisScale withPower(int thousands, const QString& unit) {
  const QString power = QStringLiteral("10") + superscript(3 * thousands);
  return {std::pow(10.0, -3 * thousands), unit.isEmpty() ? power : power + kThinSpace + unit};
}

AxisScale withPrefix(int thousands, const QString& unit) {
  static constexpr std::array<const char16_t*, 9> kPrefixes = {u"p", u"n", u"µ", u"m", u"", u"k", u"M", u"G", u"T"};
  return {std::pow(10.0, -3 * thousands),
          QString::fromUtf16(kPrefixes[static_cast<std::size_t>(thousands + 4)]) + unit};
}

}  // namespace

bool takesPrefix(const QString& unit) {
  if (unit.isEmpty() || !unit.front().isLetter() || unit.startsWith(u"kg")) return false;
  // A prefix binds to the first symbol with its power: mm² is not a thousandth of a m².
  const auto end = std::find_if(unit.begin(), unit.end(), [](QChar c) { return !c.isLetter(); });
  return end == unit.end() || !QStringLiteral("²³⁴⁻^").contains(*end);
}

AxisScale axisScale(double lower, double upper, const QString& unit) {
  const int thousands = thousandsOf(std::max(std::abs(lower), std::abs(upper)));
  if (thousands == 0) return {1, unit};
  if (takesPrefix(unit) && thousands >= -4 && thousands <= 4) return withPrefix(thousands, unit);
  // Plain numbers such as 0.25 or 4200 read better as they are; so do percent.
  const bool plain = thousands >= -1 && thousands <= 1;
  return plain ? AxisScale{1, unit} : withPower(thousands, unit);
}

AxisScale timeScale(double lower, double upper) {
  const double size = std::max(std::abs(lower), std::abs(upper));
  if (size >= 0.1 || !(size > 0)) return {1, QStringLiteral("s")};
  return axisScale(lower, upper, QStringLiteral("s"));
}

QString tickText(double value, double step) {
  int decimals = 0;
  double scaled = std::abs(step);
  // 2.5 needs one decimal more than its magnitude says.
  while (decimals < kMostDecimals && scaled > 0 && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled) {
    scaled *= 10;
    ++decimals;
  }
  if (std::abs(value) < 1e-9 * std::abs(step)) value = 0;  // never "−0.0"
  if (std::abs(value) >= 1e9) return formatNumber(value, 5);
  return QString::number(value, 'f', decimals).replace(u'-', QChar(0x2212));
}

QString powerText(double value) {
  if (!(value > 0) || !std::isfinite(value)) return {};
  const int power = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  const double digit = value / std::pow(10.0, power);
  if (power >= -3 && power <= 3) return QString::number(value, 'g', 6);
  const QString ten = QStringLiteral("10") + superscript(power);
  const int whole = static_cast<int>(std::lround(digit));
  return whole == 1 ? ten : QString::number(whole) + QChar(0xB7) + ten;
}

std::vector<double> powerTicks(double lower, double upper, int count) {
  std::vector<double> out;
  if (!(lower > 0) || !(upper > lower)) return out;
  const double decades = std::log10(upper / lower);
  const bool few = decades < 1.5;
  const int step = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, count))));
  for (int power = static_cast<int>(std::floor(std::log10(lower))); power <= std::log10(upper) + 1e-9; ++power) {
    if (!few && power % step != 0) continue;
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double at = digit * std::pow(10.0, power);
      if ((digit == 1 || few) && at >= lower * (1 - 1e-9) && at <= upper * (1 + 1e-9)) out.push_back(at);
    }
  }
  return out;
}

}  // namespace tendril
