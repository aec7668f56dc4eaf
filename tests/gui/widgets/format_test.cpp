// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/format.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tendril {

static void PrintTo(const QuantityText& q, std::ostream* out) {
  *out << q.number.toStdString() << '|' << q.unit.toStdString();
}

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string number(double value, int digits = 4) {
  return formatNumber(value, digits).toStdString();
}

TEST(Format, GivesFourSignificantDigits) {
  EXPECT_EQ(number(12.3456), "12.35");
  EXPECT_EQ(number(1), "1.000");
  EXPECT_EQ(number(0.0012), "0.001200");
  EXPECT_EQ(number(123456), "123456");
  EXPECT_EQ(number(99.996), "100.0");  // rounding carries into a new digit
  EXPECT_EQ(number(9.99996), "10.00");
}

TEST(Format, UsesATrueMinusEverywhere) {
  EXPECT_EQ(number(-2.5), "−2.500");
  EXPECT_EQ(number(-1.2341e-7), "−1.234·10⁻⁷");
  EXPECT_EQ(formatTime(-1).number, QStringLiteral("−1.00"));
  EXPECT_EQ(formatCount(-12480), QStringLiteral("−12\u2009480"));
}

TEST(Format, KeepsHardValuesReadable) {
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(-0.0), "0");
  EXPECT_EQ(number(kNan), "–");
  EXPECT_EQ(number(kInf), "∞");
  EXPECT_EQ(number(-kInf), "−∞");
  EXPECT_EQ(number(1e300), "1.000·10³⁰⁰");
  EXPECT_EQ(number(5e-324), "4.941·10⁻³²⁴");
  EXPECT_EQ(number(1e6), "1.000·10⁶");
}

TEST(Format, ChoosesEngineeringPrefixes) {
  EXPECT_EQ(formatQuantity(0.00123, "s"), (QuantityText{"1.230", "ms"}));
  EXPECT_EQ(formatQuantity(1e6, "Pa"), (QuantityText{"1.000", "MPa"}));
  EXPECT_EQ(formatQuantity(-45600, "N"), (QuantityText{"−45.60", "kN"}));
  EXPECT_EQ(formatQuantity(999.96, "N"), (QuantityText{"1.000", "kN"}));  // rounding changes the prefix
  EXPECT_EQ(formatQuantity(3.2e-6, "m"), (QuantityText{"3.200", "µm"}));
  EXPECT_EQ(formatQuantity(2.5e-12, "F"), (QuantityText{"2.500", "pF"}));
  EXPECT_EQ(formatQuantity(0, "N"), (QuantityText{"0", "N"}));
  EXPECT_EQ(formatQuantity(kNan, "N"), (QuantityText{"–", "N"}));
  EXPECT_EQ(formatQuantity(1e20, "N"), (QuantityText{"1.000·10²⁰", "N"}));
}

TEST(Format, LengthsKeepTheUnitThatTheyAreGiven) {
  EXPECT_EQ(formatLength(0.0123, "mm", 3), (QuantityText{"12.3", "mm"}));
  EXPECT_EQ(formatLength(2, "mm", 3), (QuantityText{"2000", "mm"}));
  EXPECT_EQ(formatLength(0.0123, "m", 3), (QuantityText{"0.0123", "m"}));
  EXPECT_EQ(formatLength(0, "mm"), (QuantityText{"0", "mm"}));
  EXPECT_EQ(formatLength(0.0123, {}, 3), (QuantityText{"12.3", "mm"}));
  EXPECT_EQ(formatLength(1.23, {}, 3), (QuantityText{"1.23", "m"})) << "none is given: by its size";
}

TEST(Format, PutsAThinSpaceBeforeUnits) {
  EXPECT_EQ(formatQuantity(12, "N").text(), QStringLiteral("12.00\u2009N"));
  EXPECT_EQ((QuantityText{"7", {}}).text(), QStringLiteral("7"));
}

TEST(Format, HoldsTheClockStill) {
  EXPECT_EQ(formatTime(0).text(), QStringLiteral("0.00\u2009s"));
  EXPECT_EQ(formatTime(12.3456).number, "12.35");
  EXPECT_EQ(formatTime(999.999).number, "1000.0");
  EXPECT_EQ(formatTime(123456.7).number, "123457");
  EXPECT_EQ(formatTime(kNan).number, QStringLiteral("–"));
}

TEST(Format, NeverClaimsMoreThanTheResidualIsWorth) {
  EXPECT_EQ(formatPercent(0).number, "0");
  EXPECT_EQ(formatPercent(3e-9).number, "<0.001");
  EXPECT_EQ(formatPercent(-3e-9).number, "<0.001");
  EXPECT_EQ(formatPercent(0.0456).number, "0.046");
  EXPECT_EQ(formatPercent(12.3456).number, "12.35");
  EXPECT_EQ(formatPercent(1e9).number, "1000000000");
}

TEST(Format, NamesSpeeds) {
  EXPECT_EQ(formatSpeed(1), QStringLiteral("×1"));
  EXPECT_EQ(formatSpeed(0.25), QStringLiteral("×0.25"));
  EXPECT_EQ(formatSpeed(0.01), QStringLiteral("×0.01"));
  EXPECT_EQ(formatSpeed(kInf), QStringLiteral("max"));
}

TEST(Format, GroupsThousands) {
  EXPECT_EQ(formatCount(24), "24");
  EXPECT_EQ(formatCount(999), "999");
  EXPECT_EQ(formatCount(1234567), QStringLiteral("1\u2009234\u2009567"));
}

}  // namespace
}  // namespace tendril
