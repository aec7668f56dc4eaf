// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of values along a body: what is read of them, what is said of broken ones, and the formulas they become.
#include "studio/document/tables/profile_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/text/expression.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class ProfileTableTest : public testing::Test {
 protected:
  ProfileTable read(const std::string& text) {
    const auto file = folder.path() / "profile.csv";
    std::ofstream(file, std::ios::binary) << text;
    return readProfile(file);
  }
  std::string complaint(const std::string& text) {
    try {
      read(text);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "nothing was said";
  }
  TemporaryFolder folder;
};

TEST_F(ProfileTableTest, ReadsWhatProgramsWrite) {
  const std::string texts[] = {
      "X,radius (mm)\n0,12\n0.5,10\n1,8\n", "\xEF\xBB\xBFX;radius [mm]\r\n0;12\r\n0,5;10,0\r\n1;8\r\n",
      "# measured\nX\tradius_mm\n0\t12\n0,5\t10\n1\t8\n", "X (%)  radius/mm\n  0   12\n 50   10\n100    8\n"};
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const ProfileTable table = read(text);
    EXPECT_THAT(table.places, ElementsAre(0, 0.5, 1));
    ASSERT_EQ(table.columns.size(), 1u);
    EXPECT_EQ(table.columns[0].name, "radius");
    EXPECT_EQ(table.columns[0].unit, "mm");
    EXPECT_THAT(table.columns[0].values, ElementsAre(12, 10, 8));
    EXPECT_FALSE(table.lengths);
  }
}

TEST_F(ProfileTableTest, LengthsEndAtTheTip) {
  for (const char* text : {"0 1\n150 2\n300 3\n", "x (mm),r\n0,1\n150,2\n300,3\n", "x (m),r\n0,1\n0.15,2\n0.3,3\n"}) {
    SCOPED_TRACE(text);
    const ProfileTable table = read(text);
    EXPECT_TRUE(table.lengths);
    EXPECT_THAT(table.places, ElementsAre(0, testing::DoubleEq(0.5), 1));
  }
}

TEST_F(ProfileTableTest, SaysWhereATableIsBroken) {
  EXPECT_THAT(complaint(""), HasSubstr("has no rows"));
  EXPECT_THAT(complaint("X,r\n0,1\n"), HasSubstr("less than two rows"));
  EXPECT_THAT(complaint("0\n1\n"), HasSubstr("has one column"));
  EXPECT_THAT(complaint("X,r\n0,1\n0.5,\n1,2\n"),
              AllOf(HasSubstr("line 3"), HasSubstr("column 2 is empty"), HasSubstr("fill the gap")));
  EXPECT_THAT(complaint("X,r\n0,1\n0.5,nan\n1,2\n"),
              AllOf(HasSubstr("line 3"), HasSubstr("\"nan\" in column 2 is no number")));
  EXPECT_THAT(complaint("X,r\n0,1\n0.5,1e999\n1,2\n"), HasSubstr("is no number"));
  EXPECT_THAT(complaint("X,r\n0,1\n0.5\n1,2\n"),
              AllOf(HasSubstr("line 3"), HasSubstr("has 1 column and other rows have 2")));
  EXPECT_THAT(complaint("X,r\n0,1\n0.5;2\n1,2\n"), HasSubstr("line 3"));
  EXPECT_THAT(complaint("X,r\n0,1\n0.7,2\n0.5,2\n"), AllOf(HasSubstr("line 4"), HasSubstr("must ascend")));
  EXPECT_THAT(complaint("0,0,1\n0,5,2\n1,0,3\n"), HasSubstr("decimal commas")) << "commas of decimals and of columns";
  EXPECT_THAT(complaint("-1,1\n0,2\n"), HasSubstr("begin below 0"));
  EXPECT_THAT(complaint("x (kg),r\n0,1\n1,2\n"), HasSubstr("no unit of lengths"));
  EXPECT_THAT(complaint("X (%),r\n0,1\n120,2\n"), HasSubstr("beyond 100 %"));
  EXPECT_THAT(complaint(std::string("0,1\n\0,2\n", 8)), HasSubstr("no line of a table"));
  EXPECT_THROW(readProfile(folder.path() / "not there.csv"), std::runtime_error);
  EXPECT_THROW(readProfile(folder.path()), std::runtime_error) << "a folder";
}

double at(const std::string& formula, double X) {
  static const std::vector<std::string> kNames = {"X"};
  return Expression::parse(formula, kNames).evaluate({&X, 1});
}

/// Straight lines through the rows, constant beyond them, beside interpolation of our own.
TEST_F(ProfileTableTest, TheFormulaGoesThroughTheRows) {
  const std::vector<double> places = {0.2, 0.3, 0.55, 0.9}, values = {3, -1, 4, 4};
  const ProfileFormula formula = profileFormula(places, values);
  EXPECT_EQ(formula.kept, 4u);
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_NEAR(at(formula.text, places[i]), values[i], 1e-7);
  EXPECT_NEAR(at(formula.text, 0.25), 1, 1e-7);
  EXPECT_NEAR(at(formula.text, 0), 3, 1e-7);
  EXPECT_NEAR(at(formula.text, 1), 4, 1e-7);
  EXPECT_EQ(profileFormula({0, 1}, {2, 2}).text, "2");
  EXPECT_EQ(profileFormula({0, 1}, {2, 1}).text, "2 - 1*X");
}

TEST_F(ProfileTableTest, ManyRowsAreKeptByFew) {
  std::vector<double> places, values;
  for (int k = 0; k <= 5000; ++k) {
    places.push_back(k / 5000.0);
    values.push_back(0.012 - 0.004 * places.back() + 0.001 * std::sin(9 * places.back()));
  }
  const ProfileFormula formula = profileFormula(places, values);
  EXPECT_LE(formula.kept, 120u);
  EXPECT_LT(formula.text.size(), Expression::kMaxText);
  double worst = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    worst = std::max(worst, std::abs(at(formula.text, places[i]) - values[i]));
  EXPECT_NEAR(worst, formula.error, 1e-9);
  EXPECT_LT(worst, 0.0005 * 0.005);
}

}  // namespace
}  // namespace tendril
