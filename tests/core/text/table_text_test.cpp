// SPDX-License-Identifier: BSD-3-Clause
// Tables as other programs write them: separators, quotes, gaps, headings with units.
#include "core/text/table_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace tendril {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> cells(std::string_view line, char separator) {
  std::vector<std::string> out = {"of", "a", "line", "before"};
  splitTableLine(line, separator, out);
  return out;
}

TEST(TableText, LinesHaveNoMarks) {
  EXPECT_EQ(tableLine("\xEF\xBB\xBFt,x\r", true), "t,x");
  EXPECT_EQ(tableLine("\xEF\xBB\xBFt", false), "\xEF\xBB\xBFt") << "only a file begins with it";
  EXPECT_EQ(tableLine("", true), "");
}

TEST(TableText, CellsAreWhatStandsBetweenSeparators) {
  EXPECT_THAT(cells("a, b ,c", ','), ElementsAre("a", "b", "c"));
  EXPECT_THAT(cells("1,,", ','), ElementsAre("1", "", ""));
  EXPECT_THAT(cells("", ','), ElementsAre(""));
  EXPECT_THAT(cells("\t2\t", '\t'), ElementsAre("", "2", ""));
  EXPECT_THAT(cells("  0 \t 12 ", ' '), ElementsAre("0", "12"));
  EXPECT_THAT(cells("", ' '), ElementsAre());
}

TEST(TableText, QuotedCellsHoldSeparatorsAndQuotes) {
  EXPECT_THAT(cells(R"-(t, "max(a, b)" ,"say ""x""","")-", ','), ElementsAre("t", "max(a, b)", "say \"x\"", ""));
  EXPECT_THAT(cells("'arm 1'.q[0];5\" pipe", ';'), ElementsAre("'arm 1'.q[0]", "5\" pipe"));
  EXPECT_THAT(cells("\"never closed, it", ','), ElementsAre("never closed, it"));
}

TEST(TableText, TheSeparatorDividesHeadingAndRowAlike) {
  EXPECT_EQ(tableSeparator("t,x", "0,1"), ',');
  EXPECT_EQ(tableSeparator("t;x", "0;1"), ';');
  EXPECT_EQ(tableSeparator("t\tx", "0\t1"), '\t');
  EXPECT_EQ(tableSeparator("t;x", "0,5;1,25"), ';');
  EXPECT_EQ(tableSeparator("t,'a;b'.q[0]", "0,1"), ',') << "a name may hold another one";
  EXPECT_EQ(tableSeparator("t,\"a;b;c\"", "0,1"), ',');
  EXPECT_EQ(tableSeparator("x", "1"), ',');
}

TEST(TableText, GapsAreNoNumbersAndTextsAreRefused) {
  EXPECT_EQ(tableNumber(" -2.5e-3 "), -2.5e-3);
  EXPECT_EQ(tableNumber("+4"), 4);
  EXPECT_EQ(tableNumber("\u22121.5"), -1.5) << "a true minus";
  EXPECT_EQ(tableNumber("-inf"), -std::numeric_limits<double>::infinity());
  for (const char* gap : {"", "  ", "nan", "NaN", "-nan"}) {
    const std::optional<double> number = tableNumber(gap);
    ASSERT_TRUE(number) << gap;
    EXPECT_TRUE(std::isnan(*number)) << gap;
  }
  for (const char* text : {"x", "1 2", "1.5m", "--1", "+-1", "0,5", "1e999"}) EXPECT_FALSE(tableNumber(text)) << text;
  EXPECT_THAT(tableNumberProblem("0,5"), HasSubstr("decimal comma; write decimal points: 0.5"));
  EXPECT_EQ(tableNumberProblem("1,000.5"), "\"1,000.5\" is not a number");
  EXPECT_EQ(tableNumberProblem("off"), "\"off\" is not a number");
}

TEST(TableText, UnitsOfHeadingsBecomeSI) {
  struct Case {
    const char *cell, *name, *unit;
    double factor;
  };
  for (const Case& c : {Case{"t [s]", "t", "s", 1},
                        {"time [ms]", "time", "s", 1e-3},
                        {"arm.q[0] [deg]", "arm.q[0]", "rad", std::numbers::pi / 180},
                        {"x (mm)", "x", "m", 1e-3},
                        {"pull [kN]", "pull", "N", 1e3},
                        {"torque [Nmm]", "torque", "N·m", 1e-3},
                        {"speed [rpm]", "speed", "rad/s", std::numbers::pi / 30},
                        {"volume [cm³]", "volume", "m³", 1e-6},
                        {"balance [%]", "balance", "%", 1},
                        {"flow [sccm]", "flow", "sccm", 1},
                        {"arm.q[0]", "arm.q[0]", "", 1},
                        {"max(a, b)", "max(a, b)", "", 1},
                        {"norm (arm.tip)", "norm (arm.tip)", "", 1},
                        {"[s]", "[s]", "", 1}}) {
    const TableHeading heading = tableHeading(c.cell);
    EXPECT_EQ(heading.name, c.name) << c.cell;
    EXPECT_EQ(heading.unit, c.unit) << c.cell;
    EXPECT_NEAR(heading.factor, c.factor, 1e-15 * c.factor) << c.cell;
  }
}

}  // namespace
}  // namespace tendril
