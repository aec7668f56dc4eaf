// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/format.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text/units.hpp"

namespace tendril {
namespace {

const QChar kMinus{0x2212}, kThinSpace{0x2009}, kInfinity{0x221E}, kTimes{0x00D7}, kDot{0x00B7}, kEnDash{0x2013};

QString withMinus(QString text) {
  return text.replace(u'-', kMinus);
}

/// Not finite, or zero: the cases without digits. Empty otherwise.
QString special(double value) {
  if (std::isnan(value)) return kEnDash;
  if (std::isinf(value)) return value < 0 ? QString(kMinus) + kInfinity : QString(kInfinity);
  return value == 0 ? QStringLiteral("0") : QString();
}

/// Decimal exponent of the value after rounding to `digits` significant ones (9999.7 counts as 10⁴).
int exponentOf(double value, int digits) {
  const QString text = QString::number(std::abs(value), 'e', digits - 1);
  return text.mid(text.indexOf(u'e') + 1).toInt();
}

QString fixed(double value, int exponent, int digits) {
  return withMinus(QString::number(value, 'f', std::max(0, digits - 1 - exponent)));
}

}  // namespace

QString superscript(int value) {
  static constexpr std::array<char16_t, 10> kDigits = {u'⁰', u'¹', u'²', u'³', u'⁴', u'⁵', u'⁶', u'⁷', u'⁸', u'⁹'};
  QString text;
  for (const QChar digit : QString::number(value))
    text += digit == u'-' ? QChar(u'⁻') : QChar(kDigits[static_cast<std::size_t>(digit.digitValue())]);
  return text;
}

QString QuantityText::text() const {
  return unit.isEmpty() ? number : number + kThinSpace + unit;
}

QString formatNumber(double value, int digits) {
  if (const QString text = special(value); !text.isEmpty()) return text;
  const int exponent = exponentOf(value, digits);
  if (exponent >= -4 && exponent < 6) return fixed(value, exponent, digits);
  const QString mantissa = QString::number(value, 'e', digits - 1);
  return withMinus(mantissa.left(mantissa.indexOf(u'e'))) + kDot + QStringLiteral("10") + superscript(exponent);
}

QuantityText formatQuantity(double value, const QString& unit, int digits) {
  if (const QString text = special(value); !text.isEmpty()) return {text, unit};
  static constexpr std::array<const char16_t*, 9> kPrefixes = {u"p", u"n", u"µ", u"m", u"", u"k", u"M", u"G", u"T"};
  const int exponent = exponentOf(value, digits);
  const int thousands = static_cast<int>(std::floor(exponent / 3.0));
  if (thousands < -4 || thousands > 4) return {formatNumber(value, digits), unit};
  const double scaled = value * std::pow(10.0, -3 * thousands);
  return {fixed(scaled, exponent - 3 * thousands, digits),
          QString::fromUtf16(kPrefixes[static_cast<std::size_t>(thousands + 4)]) + unit};
}

QuantityText formatLength(double metres, const QString& unit, int digits) {
  if (unit.isEmpty()) return formatQuantity(metres, QStringLiteral("m"), digits);
  return {formatNumber(metres / unitFactor(unit.toStdString()), digits), unit};
}

QuantityText formatTime(double seconds) {
  const QString unit = QStringLiteral("s");
  if (!std::isfinite(seconds)) return {special(seconds), unit};
  const double size = std::abs(seconds);
  const int decimals = size < 999.995 ? 2 : size < 99999.95 ? 1 : 0;
  return {withMinus(QString::number(seconds, 'f', decimals)), unit};
}

QuantityText formatPercent(double percent) {
  const QString unit = QStringLiteral("%");
  if (!std::isfinite(percent)) return {special(percent), unit};
  const double size = std::abs(percent);
  if (size == 0) return {QStringLiteral("0"), unit};
  if (size < 0.001) return {QStringLiteral("<0.001"), unit};
  const int exponent = exponentOf(percent, 4);
  return {withMinus(QString::number(percent, 'f', std::clamp(3 - exponent, 0, 3))), unit};
}

QString formatSpeed(double factor) {
  if (std::isinf(factor)) return QStringLiteral("max");
  return kTimes + withMinus(QString::number(factor, 'g', 3));
}

QString formatCount(long long count) {
  QString digits = QString::number(std::abs(count));
  for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, kThinSpace);
  return count < 0 ? QString(kMinus) + digits : digits;
}

QString unitPerTime(const QString& unit, int order) {
  if (order == 0) return unit;
  const QString seconds = QStringLiteral("s") + (order > 1 ? superscript(order) : QString());
  return (unit.isEmpty() ? QStringLiteral("1") : unit) + u'/' + seconds;
}

}  // namespace tendril
