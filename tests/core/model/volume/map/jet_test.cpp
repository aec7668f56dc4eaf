// SPDX-License-Identifier: BSD-3-Clause
// The jets of plugins against closed forms and against the order that the interface promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "plugins/sdk/tendril_plugin.hpp"

namespace tendril::plugin {
namespace {

/// The monomial as letters: "xxm".
std::string letters(int term) {
  const auto& terms = Monomials<5, 4>::instance();
  std::string out;
  for (int v = 0; v < 5; ++v) out += std::string(static_cast<std::size_t>(terms.exponent(term, v)), "xyzmM"[v]);
  return out;
}

TEST(Monomials, StandByDegreeThenByLetter) {
  const char* first[] = {"",   "x",  "y",  "z",  "m",  "M",  "xx", "xy", "xz", "xm", "xM",
                         "yy", "yz", "ym", "yM", "zz", "zm", "zM", "mm", "mM", "MM", "xxx"};
  for (int k = 0; k < 22; ++k) EXPECT_EQ(letters(k), first[k]) << k;
  EXPECT_EQ(letters(55), "MMM");
  EXPECT_EQ(letters(56), "xxxx");
  EXPECT_EQ(letters(125), "MMMM");
  const int counts[] = {1, 6, 21, 56, 126};
  for (int degree = 0; degree <= 4; ++degree) EXPECT_EQ(termCount(5, degree), counts[degree]);
}

TEST(Monomials, MultiplyAsLettersDo) {
  const auto& terms = Monomials<5, 4>::instance();
  for (int a = 0; a < terms.kCount; ++a)
    for (int v = 0; v < 5; ++v) {
      const int next = terms.next(a, v);
      if (terms.degree(a) == 4) {
        EXPECT_EQ(next, -1);
        continue;
      }
      std::string expected = letters(a) + "xyzmM"[v];
      std::sort(expected.begin(), expected.end(),
                [](char p, char q) { return std::string("xyzmM").find(p) < std::string("xyzmM").find(q); });
      EXPECT_EQ(letters(next), expected);
    }
}

using J = Jet<1, 4>;

void expectSeries(const J& jet, const std::array<double, 5>& expected) {
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_NEAR(jet.c[k], expected[k], 2e-15 * std::max(1.0, std::abs(expected[k]))) << k;
}

TEST(Jets, OfOneVariableAreTaylorSeries) {
  const double a = 0.7;
  const J x = J::variable(a, 0);
  const double e = std::exp(a), s = std::sin(a), c = std::cos(a);
  expectSeries(exp(x), {e, e, e / 2, e / 6, e / 24});
  expectSeries(sin(x), {s, c, -s / 2, -c / 6, s / 24});
  expectSeries(cos(x), {c, -s, -c / 2, s / 6, c / 24});
  expectSeries(log(x), {std::log(a), 1 / a, -1 / (2 * a * a), 1 / (3 * a * a * a), -1 / (4 * a * a * a * a)});
  expectSeries(1.0 / x, {1 / a, -1 / (a * a), 1 / (a * a * a), -1 / (a * a * a * a), 1 / (a * a * a * a * a)});
  expectSeries(pow(x, 2), {a * a, 2 * a, 1, 0, 0});
  expectSeries(sqrt(x) * sqrt(x), {a, 1, 0, 0, 0});
  expectSeries(sin(x) / cos(x) - tan(x), {});
  expectSeries(cosh(x) * cosh(x) - sinh(x) * sinh(x), {1, 0, 0, 0, 0});
  expectSeries(log(exp(x)), {a, 1, 0, 0, 0});
  expectSeries(tanh(J::variable(0, 0)), {0, 1, 0, -1.0 / 3, 0});
}

TEST(Jets, OfSeveralVariablesMultiplyOut) {
  using K = Jet<5, 4>;
  const K x = K::variable(2, 0), m = K::variable(-3, 3);
  const K p = x * x * m;  // (2 + dx)² (dm − 3)
  const auto at = [&](const std::string& name) {
    for (int k = 0; k < 126; ++k)
      if (letters(k) == name) return p.c[static_cast<std::size_t>(k)];
    return std::nan("");
  };
  EXPECT_EQ(at(""), -12);
  EXPECT_EQ(at("x"), -12);
  EXPECT_EQ(at("m"), 4);
  EXPECT_EQ(at("xx"), -3);
  EXPECT_EQ(at("xm"), 4);
  EXPECT_EQ(at("xxm"), 1);
  EXPECT_EQ(at("xxx"), 0);
}

}  // namespace
}  // namespace tendril::plugin
