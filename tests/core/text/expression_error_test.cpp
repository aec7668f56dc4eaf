// SPDX-License-Identifier: BSD-3-Clause
// GCC 12 warns of overlapping copies inside its own operator+(const char*, std::string) (GCC bug 105651).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"
#endif
#include <gtest/gtest.h>

#include "core/text/expression.hpp"

namespace tendril {
namespace {

using Names = std::vector<std::string>;
using Functions = std::vector<ExpressionFunction>;

/// Parses what must fail.
ExpressionError failure(std::string_view text, const Names& names = {"x", "tip_radius", "arm.q[3]"},
                        const Functions& functions = {}) {
  try {
    Expression::parse(text, names, {}, functions);
  } catch (const ExpressionError& error) {
    return error;
  }
  ADD_FAILURE() << "no error for: " << text.substr(0, 100);
  return {"none", 0, 0};
}

struct Case {
  const char* text;
  const char* message;
  std::size_t position, length;
  const char* nearest = "";
};

TEST(ExpressionErrors, sayWhatAndWhere) {
  const std::vector<Case> cases{
      {"", "the expression is empty", 0, 0},
      {"  ", "the expression is empty", 0, 2},
      {"1 +", "expected a number, a name or '(', the expression ends", 3, 0},
      {"1 + * 2", "expected a number, a name or '(', found '*'", 4, 1},
      {"2 ** 3", "powers are written with ^, not **", 2, 1},
      {"(1 + 2", "')' is missing for the '(' at character 1, the expression ends", 6, 0},
      {"1 + 2)", "')' without '('", 5, 1},
      {"2x", "an operator is missing before 'x' (products are written with *)", 1, 1},
      {"x 2", "an operator is missing before '2' (products are written with *)", 2, 1},
      {"(x)(x)", "an operator is missing before '(' (products are written with *)", 3, 1},
      {"1, 2", "',' outside of a function's arguments", 1, 1},
      {"x = 2", "'=' is not an operator; equality is written ==", 2, 1},
      {"1 < x < 2", "comparisons cannot be chained; write if(a < b, b < c, 0)", 6, 1},
      {"x + tip_radus", "unknown name 'tip_radus'", 4, 9, "tip_radius"},
      {"arm.q[4]", "unknown name 'arm.q[4]'", 0, 8, "arm.q[3]"},
      {"X", "unknown name 'X'", 0, 1, "x"},
      {"inf", "unknown name 'inf'", 0, 3},
      {"nan", "unknown name 'nan'", 0, 3},
      {"sine(x)", "unknown function 'sine'", 0, 4, "sin"},
      {"sin", "'sin' is a function: write sin(…)", 0, 3},
      {"x(2)", "'x' is not a function (products are written with *)", 0, 1},
      {"sin()", "sin takes 1 argument, not 0", 0, 5},
      {"1 + atan2(x)", "atan2 takes 2 arguments, not 1", 4, 8},
      {"max(x)", "max takes 2 or more arguments, not 1", 0, 6},
      {"if(x, 1)", "if takes 3 arguments, not 2", 0, 8},
      {"sin(x", "expected ',' or ')' in the arguments of sin, the expression ends", 5, 0},
      {"max(x,)", "expected a number, a name or '(', found ')'", 6, 1},
      {"1e400", "the number 1e400 is beyond what a double can hold (about 1e-308 to 1e308)", 0, 5},
      {"x + 1e-400", "the number 1e-400 is beyond what a double can hold (about 1e-308 to 1e308)", 4, 6},
      {"'tendon 1", "the quote is not closed", 0, 9},
      {"''", "the name between the quotes is empty", 0, 2},
      {"arm.", "a name is missing after '.'", 4, 0},
      {"arm.q[", "expected a whole number and ']' after '['", 5, 1},
      {"arm.q[x]", "expected a whole number and ']' after '['", 5, 2},
      {"arm.q[-1]", "expected a whole number and ']' after '['", 5, 2},
      {"x & 1", "expected an operator, found '&'", 2, 1},
      {"x \xE2\x88\x92 1", "expected an operator, found '\xE2\x88\x92'", 2, 3},
      {"\xCF\x80", "expected a number, a name or '(', found '\xCF\x80'", 0, 2},
      {"x + \x01", "expected a number, a name or '(', found the byte 1", 4, 1},
      {"x + \xFF", "expected a number, a name or '(', found the byte 255", 4, 1},
      {".", "expected a number, a name or '(', found '.'", 0, 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    const ExpressionError error = failure(c.text);
    EXPECT_EQ(error.message, c.message);
    EXPECT_EQ(error.position, c.position);
    EXPECT_EQ(error.length, c.length);
    EXPECT_EQ(error.nearest, c.nearest);
  }
}

TEST(ExpressionErrors, whatIsOneCompleteLine) {
  EXPECT_STREQ(failure("x + tip_radus").what(), "unknown name 'tip_radus', at character 5; did you mean 'tip_radius'?");
}

TEST(ExpressionErrors, embeddedZeroBytes) {
  const ExpressionError error = failure(std::string_view("x + \0", 5));
  EXPECT_EQ(error.message, "expected a number, a name or '(', found the byte 0");
}

std::string repeat(std::string_view part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

TEST(ExpressionErrors, nestingIsLimited) {
  const Names names{"x"};
  EXPECT_EQ(Expression::parse(repeat("(", 200) + "x" + repeat(")", 200), names).evaluate(std::vector<double>{3.0}), 3);
  EXPECT_EQ(Expression::parse(repeat("-", 200) + "x", names).evaluate(std::vector<double>{3.0}), 3);
  for (const std::string& text :
       {repeat("(", 201) + "x" + repeat(")", 201), repeat("-", 5000) + "x", repeat("sin(", 2000) + "x",
        repeat("(", 9999), repeat("x^", 4000) + "x", repeat("-(", 4000) + "x"}) {
    EXPECT_EQ(failure(text).message, "nested more than 200 levels deep") << text.substr(0, 20);
  }
}

TEST(ExpressionErrors, lengthIsLimited) {
  EXPECT_EQ(Expression::parse(repeat("x+", 4999) + "x ", Names{"x"}).evaluate(std::vector<double>{1.0}), 5000);
  EXPECT_EQ(failure(repeat("x+", 5000) + "x").message,
            "the expression is 10001 characters long; at most 10000 are allowed");
  EXPECT_EQ(failure(std::string(1000000, 'x')).position, Expression::kMaxText);
  // a long unknown name is cut in the message
  EXPECT_LE(failure(std::string(9000, 'y')).message.size(), 100u);
  EXPECT_EQ(failure("'" + std::string(9000, 'y') + "'").length, 9002u);
}

TEST(ExpressionErrors, functionsOfFunctionsDoNotExplode) {
  // f_k(x) = f_{k-1}(x) * f_{k-1}(x + k) doubles with each k
  Functions functions;
  std::string message;
  for (int k = 0; k < 40 && message.empty(); ++k) {
    const std::string before = "f" + std::to_string(k - 1);
    const std::string text = k == 0 ? "sin(x)" : before + "(x)*" + before + "(x*" + std::to_string(k) + ".1)";
    try {
      const auto body = std::make_shared<const Expression>(Expression::parse(text, Names{"x"}, {}, functions));
      functions.push_back({"f" + std::to_string(k), body});
    } catch (const ExpressionError& error) {
      message = error.message;
    }
  }
  EXPECT_EQ(message, "more than 20000 operations with the functions written out");
}

TEST(ExpressionErrors, tooManyIntermediateValues) {
  // sums of products of everything with everything keep thousands of values alive
  Functions functions;
  std::string first = "0", text = "0";
  Names names;
  for (int i = 0; i < 1100; ++i) {
    names.push_back("v" + std::to_string(i));
    (i % 2 == 0 ? first : text) += "+s(" + names.back() + ")";
  }
  const auto s = std::make_shared<const Expression>(Expression::parse("x*x", Names{"x"}));
  functions.push_back({"s", s});
  EXPECT_LE(first.size(), Expression::kMaxText);
  const Expression e = Expression::parse(first, names, {}, functions);
  EXPECT_EQ(e.evaluate(std::vector<double>(1100, 2.0)), 550 * 4);
}

}  // namespace
}  // namespace tendril
