// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/units.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace tendril {
namespace {

using testing::HasSubstr;
constexpr double kPi = std::numbers::pi;

double value(std::string_view text, std::string_view unit, std::string_view bare = {}) {
  const QuantityInput input = parseQuantity(text, unit, bare);
  EXPECT_TRUE(input.ok()) << text << ": " << input.error;
  EXPECT_EQ(input.expression, "");
  return input.value;
}
std::string error(std::string_view text, std::string_view unit) {
  const QuantityInput input = parseQuantity(text, unit);
  EXPECT_FALSE(input.ok()) << text << " = " << input.value;
  return input.error;
}

TEST(Units, decimalUnitsAreExact) {
  EXPECT_EQ(value("5 cm", "m"), 0.05);
  EXPECT_EQ(value("35mm", "m"), 0.035);
  EXPECT_EQ(value("14.3 mm", "m"), 0.0143);
  EXPECT_EQ(value("1 MPa", "Pa"), 1e6);
  EXPECT_EQ(value("200 kPa", "Pa"), 2e5);
  EXPECT_EQ(value("3 bar", "Pa"), 3e5);
  EXPECT_EQ(value("250 µm", "m"), 250e-6);
  EXPECT_EQ(value("250 um", "m"), 250e-6);
  EXPECT_EQ(value("2 ms", "s"), 0.002);
  EXPECT_EQ(value("300 g", "kg"), 0.3);
  EXPECT_EQ(value("1.2 t", "kg"), 1200);
  EXPECT_EQ(value("7", "m"), 7);
  EXPECT_EQ(value(" \u22122,5e-1 ", ""), -0.25);
  EXPECT_EQ(value("45 %", ""), 0.45);
}

TEST(Units, productsQuotientsAndPowers) {
  EXPECT_EQ(value("1.1 g/cm^3", "kg/m³"), 1100);
  EXPECT_EQ(value("1.1 g/cm3", "kg/m³"), 1100);
  EXPECT_EQ(value("1,1 g·cm⁻³", "kg/m³"), 1100);
  EXPECT_EQ(value("3 N m", "N·m"), 3);
  EXPECT_EQ(value("3 Nm", "N·m"), 3);
  EXPECT_EQ(value("300 Nmm", "N·m"), 0.3);
  EXPECT_EQ(value("20 mNm", "N·m"), 0.02);
  EXPECT_EQ(value("2 N/mm", "N/m"), 2000);
  EXPECT_EQ(value("250 g cm^2", "kg·m²"), 2.5e-5);
  EXPECT_EQ(value("10 kPa·s", "Pa·s"), 1e4);
  EXPECT_EQ(value("5 N/(m/s)", "N·s/m"), 5);
  EXPECT_EQ(value("9.81 m/s^2", "m/s²"), 9.81);
  EXPECT_EQ(value("3 cm^4", "m⁴"), 3e-8);
  EXPECT_EQ(value("100 /s", "1/s"), 100);
  EXPECT_EQ(value("100 Hz", "1/s"), 100);
}

TEST(Units, anglesAndSpeeds) {
  EXPECT_DOUBLE_EQ(value("30 deg", "rad"), kPi / 6);
  EXPECT_EQ(value("90°", "rad"), kPi / 2);
  EXPECT_EQ(value("180 deg", "rad"), kPi);
  EXPECT_DOUBLE_EQ(value("0.25 rev", "rad"), kPi / 2);
  EXPECT_DOUBLE_EQ(value("60 arcmin", "rad"), kPi / 180);
  EXPECT_DOUBLE_EQ(value("60 rpm", "rad/s"), 2 * kPi);
  EXPECT_DOUBLE_EQ(value("90 deg/s", "rad/s"), kPi / 2);
  EXPECT_EQ(value("2", "rad", "°"), 2 * kPi / 180);
  EXPECT_EQ(value("2 rad", "rad", "°"), 2);
  EXPECT_EQ(value("40 N·m", "N·m/rad"), 40);  // the radian may be left out
  EXPECT_EQ(value("5 mm", "m/rad"), 0.005);
  EXPECT_DOUBLE_EQ(value("1 N·m/deg", "N·m/rad"), 180 / kPi);
}

TEST(Units, poundsAndInches) {
  EXPECT_EQ(value("1 in", "m"), 0.0254);
  EXPECT_EQ(value("1 ft", "m"), 0.3048);
  EXPECT_EQ(value("1 lb", "kg"), 0.45359237);
  EXPECT_NEAR(value("14.5038 psi", "Pa"), 1e5, 1);
  EXPECT_EQ(value("1 kgf", "N"), 9.80665);
  EXPECT_EQ(value("1 gf", "N"), 0.00980665);
}

TEST(Units, aNumberWithoutUnitIsInTheOneShown) {
  EXPECT_EQ(value("15", "m", "mm"), 0.015);
  EXPECT_EQ(value("15 m", "m", "mm"), 15);
  EXPECT_EQ(value("1/4", "m", "mm"), 0.00025);
}

TEST(Units, theFirstOfSeveralThatFits) {
  EXPECT_EQ(value("3 N/m", "N·m/rad, N/m"), 3);
  EXPECT_EQ(value("3 N·m/rad", "N·m/rad, N/m"), 3);
  EXPECT_EQ(value("3", "1/m, –"), 3);
}

TEST(Units, constantExpressions) {
  EXPECT_DOUBLE_EQ(value("pi/2", "rad"), kPi / 2);
  EXPECT_DOUBLE_EQ(value("3*5 cm", "m"), 0.15);
  EXPECT_DOUBLE_EQ(value("1/2 m", "m"), 0.5);
  EXPECT_DOUBLE_EQ(value("sqrt(2)", ""), std::sqrt(2));
  EXPECT_DOUBLE_EQ(value("(1+2)*2 N m", "N·m"), 6);
}

TEST(Units, expressionsPassThrough) {
  const QuantityInput input = parseQuantity(" = 2*tip_radius ", "m");
  EXPECT_TRUE(input.ok());
  EXPECT_EQ(input.expression, "2*tip_radius");
  EXPECT_THAT(error("=", "m"), HasSubstr("nothing after"));
}

TEST(Units, decimalCommas) {
  EXPECT_EQ(value("0,125", "m"), 0.125);
  EXPECT_EQ(value("12,5", "m"), 12.5);
  EXPECT_EQ(value("1234,567", "m"), 1234.567);
  EXPECT_THAT(error("1,000", "m"), HasSubstr("two ways"));
  EXPECT_THAT(error("1,000.5", "m"), HasSubstr("two ways"));
}

TEST(Units, saysWhatIsWrong) {
  EXPECT_EQ(error("3 kg", "m"), "“kg” is a mass; this field is a length (m)");
  EXPECT_EQ(error("3 N", "N·m"), "“N” is a force; this field is a torque (N·m)");
  EXPECT_EQ(error("3 m", ""), "“m” is a length; this field has no unit");
  EXPECT_EQ(error("3 min", "rad"), "“min” is a time; this field is an angle (rad)");
  EXPECT_THAT(error("3 mpa", "Pa"), HasSubstr("unknown unit “mpa”; did you mean 'MPa'?"));
  EXPECT_THAT(error("3 furlongs", "m"), HasSubstr("unknown unit “furlongs”"));
  EXPECT_THAT(error("10 Hz", "rad/s"), HasSubstr("type rpm or rad/s"));
  EXPECT_THAT(error("1 N/m s", "N·s/m"), HasSubstr("two ways"));
  EXPECT_THAT(error("60 rpm", "1/s"), HasSubstr("angular speed"));
}

TEST(Units, hardTexts) {
  EXPECT_EQ(error("", "m"), "is empty; type a number such as 0.5 or 5 cm");
  EXPECT_THAT(error("   \u2009", "m"), HasSubstr("is empty"));
  EXPECT_THAT(error("1e400", "m"), HasSubstr("too large"));
  EXPECT_THAT(error("-1e400", ""), HasSubstr("too large"));
  EXPECT_THAT(error("1e308 Mm", "m"), HasSubstr("too large"));
  EXPECT_EQ(value("1e-400", "m"), 0);
  for (const char* text : {"nan",
                           "NaN",
                           "inf",
                           "-inf",
                           "∞",
                           "🙂",
                           "abc",

                           "5 5",
                           "1e",
                           "1.2.3",
                           "0x10",
                           ".",
                           "-",
                           "/",
                           "((((((((((((((((",
                           "5 ((((((((((((((((((m",
                           "5 m^99999999999",
                           "5 m^0",
                           "\xff\xfe",
                           "5 \xff"})
    EXPECT_FALSE(parseQuantity(text, "m").ok()) << text;
  EXPECT_THAT(error("🙂", "m"), HasSubstr("“🙂” is not a number"));
  const std::string error6 = error(std::string(1'000'000, '7'), "m");
  EXPECT_LT(error6.size(), 200u);
  EXPECT_THAT(error(std::string(300, 'x'), "m"), HasSubstr("…"));
}

TEST(Units, divisionByZeroIsNoNumber) {
  EXPECT_FALSE(parseQuantity("1/0", "m").ok());
  EXPECT_FALSE(parseQuantity("0/0", "m").ok());
}

TEST(Units, displayedWithPrefixes) {
  EXPECT_EQ(displayUnit(0.014, "m").text, "mm");
  EXPECT_EQ(displayUnit(0.5, "m").text, "mm");
  EXPECT_EQ(displayUnit(1500, "m").text, "m");
  EXPECT_EQ(displayUnit(1e6, "Pa").text, "MPa");
  EXPECT_EQ(displayUnit(0.99996, "N").text, "N");
  EXPECT_EQ(displayUnit(1000, "kg/m³").text, "kg/m³");
  EXPECT_EQ(displayUnit(2e-4, "kg·m²"), (DisplayUnit{"kg·cm²", 1e-4}));
  EXPECT_EQ(displayUnit(0.2, "kg·m²").text, "kg·m²");
  EXPECT_EQ(displayUnit(2e-10, "m⁴").text, "mm⁴");
  EXPECT_EQ(displayUnit(2e-6, "m³").text, "cm³");
  EXPECT_EQ(displayUnit(0.02, "kg").text, "g");
  EXPECT_EQ(displayUnit(0, "m").text, "m");
  EXPECT_EQ(displayUnit(1, "rad").text, "°");
  EXPECT_EQ(displayUnit(100, "1/s").text, "1/s");
  EXPECT_EQ(displayUnit(0.8, "N·m·s/rad").text, "mN·m·s/rad");
  EXPECT_EQ(displayUnit(3, "–").text, "");
}

TEST(Units, numbersOfFields) {
  EXPECT_EQ(fieldNumber(-9.81), "−9.81");
  EXPECT_EQ(fieldNumber(250), "250");
  EXPECT_EQ(fieldNumber(0.125), "0.125");
  EXPECT_EQ(fieldNumber(254.4963), "254.5");
  EXPECT_EQ(fieldNumber(2.54437e-5), "2.544·10⁻⁵");
  EXPECT_EQ(fieldNumber(1e6), "1·10⁶");
  EXPECT_EQ(fieldNumber(-0.0), "0");
  EXPECT_EQ(fieldQuantity(0.014, "m"), "14\u2009mm");
  EXPECT_EQ(fieldQuantity(kPi / 2, "rad"), "90°");
}

TEST(Units, exactNumbersAreShort) {
  EXPECT_EQ(exactNumber(0.0143, "mm"), "14.3");
  EXPECT_EQ(exactNumber(kPi / 2, "°"), "90");
  EXPECT_EQ(exactNumber(0.1), "0.1");
  EXPECT_EQ(exactNumber(-1e-7), "−1e−7");
  EXPECT_EQ(exactNumber(0.3, "°").substr(0, 6), "17.188");
}

TEST(Units, whatIsShownForEditingReadsBackExactly) {
  EXPECT_TRUE(rc::check([] {
    const double mantissa = *rc::gen::arbitrary<double>();
    const int exponent = *rc::gen::inRange(-12, 12);
    const double number = std::remainder(mantissa, 1000.0) * std::pow(10.0, exponent);
    RC_PRE(std::isfinite(number));
    for (const char* unit : {"m", "Pa", "kg/m³", "N·m·s/rad", "", "kg"}) {
      const DisplayUnit in = displayUnit(number, unit);
      const QuantityInput back = parseQuantity(exactNumber(number, in.text), unit, in.text);
      RC_ASSERT(back.ok());
      RC_ASSERT(back.value == number);
    }
  }));
}

TEST(Units, whatIsShownReadsBackToFourDigits) {
  EXPECT_TRUE(rc::check([] {
    const double number = *rc::gen::inRange(-1'000'000, 1'000'000) * std::pow(10.0, *rc::gen::inRange(-14, 6));
    for (const char* unit : {"m", "Pa", "kg/m³", "rad", "1/s", "s", "m⁴"}) {
      const QuantityInput back = parseQuantity(fieldQuantity(number, unit), unit);
      RC_ASSERT(back.ok());
      RC_ASSERT(std::abs(back.value - number) <= 0.5001e-3 * std::abs(number));
    }
  }));
}

TEST(Units, arbitraryTextsNeverThrow) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    for (const char* unit : {"m", "", "N·m/rad, N/m", "nonsense"}) {
      const QuantityInput input = parseQuantity(text, unit);
      RC_ASSERT(!input.ok() || std::isfinite(input.value));
    }
  }));
}

}  // namespace
}  // namespace tendril
