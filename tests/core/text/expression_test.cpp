// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "tests/core/math/scalar_functions.hpp"

namespace tendril {
namespace {

using Names = std::vector<std::string>;
using Constants = std::vector<std::pair<std::string, double>>;

double value(std::string_view text, const Names& names = {}, const std::vector<double>& values = {}) {
  return Expression::parse(text, names).evaluate(values);
}

TEST(Expression, precedence) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("2 ^ 3 ^ 2"), 512);
  EXPECT_EQ(value("-2 ^ 2"), -4);
  EXPECT_EQ(value("(-2) ^ 2"), 4);
  EXPECT_EQ(value("2 ^ -1"), 0.5);
  EXPECT_EQ(value("2 * -3"), -6);
  EXPECT_EQ(value("8 / 4 / 2"), 1);
  EXPECT_EQ(value("8 - 4 - 2"), 2);
  EXPECT_EQ(value("- - 3"), 3);
  EXPECT_EQ(value("+3 - +1"), 2);
  EXPECT_EQ(value("1 + 1 < 3"), 1);
  EXPECT_EQ(value("2*3 >= 7"), 0);
  EXPECT_EQ(value("(1 < 2) + (2 <= 2) + (3 == 3) + (3 != 3) + (2 > 1)"), 4);
  EXPECT_EQ(value(" \t2\n*\r3 "), 6);
}

TEST(Expression, numbers) {
  EXPECT_EQ(value("1e3"), 1000);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("5."), 5);
  EXPECT_EQ(value("2.5E-3"), 0.0025);
  EXPECT_EQ(value("1e308"), 1e308);
  EXPECT_EQ(value("0.1"), 0.1);
  EXPECT_DOUBLE_EQ(value("pi"), std::acos(-1.0));
}

TEST(Expression, precedenceHoldsWithVariablesToo) {
  const Names names{"a", "b", "c"};
  const std::vector<double> v{2, 3, 4};
  EXPECT_EQ(value("a + b * c", names, v), 14);
  EXPECT_EQ(value("a ^ b ^ 2", names, v), 512);
  EXPECT_EQ(value("-a ^ 2", names, v), -4);
  EXPECT_EQ(value("10 - a", names, v), 8);
  EXPECT_EQ(value("a - 10", names, v), -8);
  EXPECT_EQ(value("12 / b", names, v), 4);
  EXPECT_EQ(value("b / 12", names, v), 0.25);
  EXPECT_EQ(value("a ^ 4 + a ^ 3 + a ^ 5 + a ^ 1 + a ^ 0", names, v), 16 + 8 + 32 + 2 + 1);
  EXPECT_EQ(value("2 ^ a", names, v), 4);
  EXPECT_EQ(value("c - -a", names, v), 6);
  EXPECT_EQ(value("a", names, v), 2);
}

TEST(Expression, everyFunction) {
  const Names names{"x", "y"};
  const std::vector<double> v{0.6, -1.7};
  const auto is = [&](std::string_view text, double expected) {
    EXPECT_DOUBLE_EQ(value(text, names, v), expected) << text;
  };
  is("sin(x)", std::sin(0.6));
  is("cos(x)", std::cos(0.6));
  is("tan(x)", std::tan(0.6));
  is("asin(x)", std::asin(0.6));
  is("acos(x)", std::acos(0.6));
  is("atan(x)", std::atan(0.6));
  is("atan2(y, x)", std::atan2(-1.7, 0.6));
  is("sinh(x)", std::sinh(0.6));
  is("cosh(x)", std::cosh(0.6));
  is("tanh(x)", std::tanh(0.6));
  is("exp(x)", std::exp(0.6));
  is("log(x)", std::log(0.6));
  is("ln(x)", std::log(0.6));
  is("log10(x)", std::log10(0.6));
  is("sqrt(x)", std::sqrt(0.6));
  is("abs(y)", 1.7);
  is("sign(y)", -1);
  is("sign(0*x)", 0);
  is("floor(y)", -2);
  is("ceil(y)", -1);
  is("step(y)", 0);
  is("step(0)", 1);
  is("mod(y, 1)", -1.7 - std::floor(-1.7));
  is("mod(7 + 0*x, -4)", -1);
  is("pow(x, y)", std::pow(0.6, -1.7));
  is("min(x, y)", -1.7);
  is("min(3, x, y, 0)", -1.7);
  is("max(x, y, 7, 2)", 7);
  is("hypot(3, 4)", 5);
  is("norm(2, 3*x/x, 6)", 7);
  is("clamp(y, -1, 1)", -1);
  is("clamp(x, -1, 1)", 0.6);
  is("smoothstep(0, 2, 1)", 0.5);
  is("smoothstep(0, 2, y)", 0);
  is("smoothstep(0, 0.5, x)", 1);
  is("if(x > y, x, y)", 0.6);
  is("if(x < y, 1/0, y)", -1.7);
}

TEST(Expression, namesAndPaths) {
  const Names names{"tip_radius", "arm.q[3]", "'tendon 1'.tension", "'finger'.tip", "my name", "u[0][1]"};
  const std::vector<double> v{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(value("tip_radius*10", names, v), 10);
  EXPECT_EQ(value("arm.q[3]", names, v), 2);
  EXPECT_EQ(value("'arm'.q[3]", names, v), 2);
  EXPECT_EQ(value("-'tendon 1'.tension^2", names, v), -9);
  EXPECT_EQ(value("finger.tip + 'finger'.tip", names, v), 8);
  EXPECT_EQ(value("'my name'", names, v), 5);
  EXPECT_EQ(value("u[0][1]", names, v), 6);
}

TEST(Expression, constantsAndTheirPriority) {
  const Constants constants{{"L", 0.5}, {"x", 100}};
  const Expression e = Expression::parse("L * x", Names{"x"}, constants);
  EXPECT_EQ(e.evaluate(std::vector<double>{4.0}), 2);
  EXPECT_TRUE(Expression::parse("2*L + sin(pi*L)", Names{"x"}, constants).isConstant());
  EXPECT_EQ(Expression::parse("2*L + sin(pi*L)", Names{"x"}, constants).operations(), 1u);
  EXPECT_EQ(Expression::parse("pi", Names{}, Constants{{"pi", 3}}).evaluate(std::vector<double>{}), 3);
}

TEST(Expression, ownFunctionsAreWrittenOut) {
  const auto r = std::make_shared<const Expression>(Expression::parse("0.03 - 0.015*X + 0*X^2", Names{"X"}));
  const auto two = std::make_shared<const Expression>(2.0);
  const std::vector<ExpressionFunction> functions{{"r", r}, {"two", two}};
  const Expression e = Expression::parse("-sqrt(3)/2*r(X)^2 + r(r(2*X)) + two(X)", Names{"t", "X"}, {}, functions);
  const double X = 0.3;
  const auto f = [](double x) { return 0.03 - 0.015 * x; };
  EXPECT_NEAR(e.evaluate(std::vector<double>{9.0, X}), -std::sqrt(3.0) / 2 * f(X) * f(X) + f(f(2 * X)) + 2, 1e-15);
  EXPECT_TRUE(e.uses(1));
  EXPECT_FALSE(e.uses(0));
  EXPECT_EQ(Expression::parse("two(1)", Names{}, {}, functions).text(), "two(1)");
}

TEST(Expression, knowsWhatItUses) {
  const Expression e = Expression::parse("a + if(1, c, b) + 0", Names{"a", "b", "c", "d"});
  EXPECT_TRUE(e.uses(0));
  EXPECT_FALSE(e.uses(1));
  EXPECT_TRUE(e.uses(2));
  EXPECT_FALSE(e.uses(3));
  EXPECT_FALSE(e.uses(-1));
  EXPECT_EQ(e.variablesRead(), 3);
  EXPECT_FALSE(e.isConstant());
  EXPECT_THROW(e.evaluate(std::vector<double>{1.0, 2.0}), std::invalid_argument);
}

TEST(Expression, commonPartsAreComputedOnce) {
  const Expression e = Expression::parse("sin(4*pi*X)^2 + sin(4*pi*X)*cos(4*pi*X)", Names{"X"});
  EXPECT_EQ(e.operations(), 6u);  // 4π X, sin, sin², cos, product, sum
}

TEST(Expression, plainNumberExpressions) {
  EXPECT_EQ(Expression().evaluate(std::vector<double>{}), 0);
  const Expression half(0.5);
  EXPECT_EQ(half.text(), "0.5");
  EXPECT_TRUE(half.isConstant());
  EXPECT_EQ(half.evaluate<Dual<2>>(std::span<const Dual<2>>()).value, 0.5);
}

TEST(Expression, derivativesOfEveryFunctionByDualsAndJets) {
  const std::vector<std::string> texts{"sin(x)*y",
                                       "cos(x)/y",
                                       "tan(x*y)",
                                       "asin(x)*acos(y/3)",
                                       "atan(x)+atan2(y, x)",
                                       "sinh(x)*cosh(y)",
                                       "tanh(x-y)",
                                       "exp(x*y)",
                                       "log(x)*ln(x+2)*log10(x)",
                                       "sqrt(x)-abs(y)",
                                       "x^y",
                                       "y^3",
                                       "y^-2",
                                       "2^x",
                                       "3/x - 2*y + y/4 - 1 + (7 - x)",
                                       "mod(y, x)",
                                       "min(x, y, 2)*max(x, y)",
                                       "hypot(x, y, 1)",
                                       "clamp(x*x, 0, 1)",
                                       "smoothstep(0, 1, x)",
                                       "if(x > y, x*x*y, y)",
                                       "(x < y) + floor(x)*y + ceil(y)*x",
                                       "-x^4 + x^5"};
  const double x = 0.6, y = -1.7, h = 1e-4;
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    std::string safe = text;
    const Names names{"x", "y"};
    const bool positive = text == "x^y";
    const Expression e = Expression::parse(safe, names);
    const double sy = positive ? 1.7 : y;
    const std::vector<Dual<2>> duals{Dual<2>::variable(x, 0), Dual<2>::variable(sy, 1)};
    const Dual<2> result = e.evaluate<Dual<2>>(duals);
    const auto at = [&](double dx, double dy) { return e.evaluate(std::vector<double>{x + dx, sy + dy}); };
    EXPECT_NEAR(result.value, at(0, 0), 1e-15 * (1 + std::abs(at(0, 0))));
    const double fx = (8 * (at(h, 0) - at(-h, 0)) - (at(2 * h, 0) - at(-2 * h, 0))) / (12 * h);
    const double fy = (8 * (at(0, h) - at(0, -h)) - (at(0, 2 * h) - at(0, -2 * h))) / (12 * h);
    EXPECT_NEAR(result.partial(0), fx, 1e-9 * (1 + std::abs(fx)));
    EXPECT_NEAR(result.partial(1), fy, 1e-9 * (1 + std::abs(fy)));
    // along (x, y)(t) = (x + t, sy + 2t)
    const std::vector<Jet<3>> jets{Jet<3>::parameter(x), Jet<3>::parameter(0) * 2.0 + sy};
    const Jet<3> series = e.evaluate<Jet<3>>(jets);
    EXPECT_NEAR(series[0], result.value, 1e-15 * (1 + std::abs(result.value)));
    EXPECT_NEAR(series[1], result.partial(0) + 2 * result.partial(1), 1e-13 * (1 + std::abs(series[1])));
    const double s = 1e-3, ahead = at(s, 2 * s), sum = series[0] + s * (series[1] + s * (series[2] + s * series[3]));
    EXPECT_NEAR(sum, ahead, 1e-9 * (1 + std::abs(ahead)));
  }
}

TEST(Expression, untakenBranchesLeaveNoNanBehind) {
  const Expression e = Expression::parse("if(x > 0, sqrt(x)*log(x), 0*x)", Names{"x"});
  const std::vector<Dual<1>> v{Dual<1>::variable(-1, 0)};
  EXPECT_EQ(e.evaluate<Dual<1>>(v).partial(0), 0);
  EXPECT_EQ(e.evaluate(std::vector<double>{-1.0}), 0);
}

TEST(Expression, nanAndInfinityPassThrough) {
  EXPECT_TRUE(std::isnan(value("x*0", {"x"}, {std::nan("")})));
  EXPECT_TRUE(std::isinf(value("1/x", {"x"}, {0.0})));
  EXPECT_TRUE(std::isnan(value("sqrt(x)", {"x"}, {-1.0})));
  EXPECT_TRUE(std::isnan(value("sign(x)", {"x"}, {std::nan("")})));
  EXPECT_TRUE(std::isinf(value("1e308*10")));
}

TEST(Expression, oneExpressionInManyThreads) {
  const Expression e = Expression::parse("sin(4*pi*X)*cos(X)^3 + max(X, 0.2)^1.5", Names{"X"});
  std::vector<double> sums(4, 0.0);
  std::vector<std::thread> threads;
  for (double& sum : sums) {
    threads.emplace_back([&e, &sum] {
      for (int i = 0; i < 2000; ++i) sum += e.evaluate(std::array<double, 1>{i / 2000.0});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const double sum : sums) EXPECT_EQ(sum, sums[0]);
}

TEST(Expression, theTableIsReadable) {
  for (const auto& info : expression::kFunctionInfo) {
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.meaning.empty());
    EXPECT_TRUE(info.arguments >= 1 && info.arguments <= 3) << info.name;
    EXPECT_TRUE(!info.foldable || info.arguments == 2) << info.name;
  }
}

}  // namespace
}  // namespace tendril
