// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/rod/basis/basis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/model/quadrature/quadrature.hpp"

namespace tendril {
namespace {

using Values = std::vector<double>;

Values values(const char* name, int order, double s) {
  const StrainBasisPtr basis = makeStrainBasis(name, order);
  Values all;
  for (int k = 0; k < basis->count(); ++k) all.push_back(basis->value(k, s));
  return all;
}

void expectValues(const Values& actual, const Values& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-15) << i;
}

TEST(StrainBasis, ClosedFormsOfGlobalFunctions) {
  const double s = 0.3, x = 2 * s - 1;
  expectValues(values("constant", 7, s), {1});
  expectValues(values("monomial", 3, s), {1, s, s * s, s * s * s});
  expectValues(values("monomial", 0, 0), {1});
  expectValues(values("legendre", 3, s), {1, x, (3 * x * x - 1) / 2, (5 * x * x * x - 3 * x) / 2});
  expectValues(values("chebyshev", 3, s), {1, x, 2 * x * x - 1, 4 * x * x * x - 3 * x});
  const double w = 2 * std::numbers::pi * s;
  expectValues(values("fourier", 2, s), {1, std::cos(w), std::sin(w), std::cos(2 * w), std::sin(2 * w)});
}

TEST(StrainBasis, RadialFunctionsAreOneAtTheirCentreAndHalfAtHalfSpacing) {
  for (const char* name : {"gaussian", "inverse_multiquadric"}) {
    const StrainBasisPtr basis = makeStrainBasis(name, 4);
    ASSERT_EQ(basis->count(), 5);
    for (int k = 0; k < 5; ++k) {
      EXPECT_EQ(basis->value(k, k / 4.0), 1);
      EXPECT_NEAR(basis->value(k, k / 4.0 + 0.125), 0.5, 1e-15);
      EXPECT_NEAR(basis->value(k, k / 4.0 - 0.125), 0.5, 1e-15);
    }
    EXPECT_EQ(values(name, 0, 0.7), Values{1});
  }
}

TEST(StrainBasis, LagrangeElementsAreNodal) {
  const std::pair<const char*, int> families[] = {{"fem_linear", 1}, {"fem_quadratic", 2}, {"fem_cubic", 3}};
  for (const auto& [name, degree] : families) {
    const int elements = 3;
    const StrainBasisPtr basis = makeStrainBasis(name, elements);
    ASSERT_EQ(basis->count(), degree * elements + 1);
    for (int node = 0; node < basis->count(); ++node)
      for (int k = 0; k < basis->count(); ++k)
        EXPECT_NEAR(basis->value(k, static_cast<double>(node) / (degree * elements)), k == node, 2e-15) << name;
    for (double s : {0.0, 0.1, 0.4, 0.9, 1.0}) {  // they add up to one
      double sum = 0;
      for (int k = 0; k < basis->count(); ++k) sum += basis->value(k, s);
      EXPECT_NEAR(sum, 1, 1e-14);
    }
  }
}

TEST(StrainBasis, HermiteHoldsValuesAndElementSlopes) {
  const int elements = 2;
  const StrainBasisPtr basis = makeStrainBasis("hermite", elements);
  ASSERT_EQ(basis->count(), 6);
  // Coefficients of a cubic: its nodal values, its nodal slopes in the element's own x = 2 s.
  const auto cubic = [](double s) { return 1 + s * (2 + s * (-3 + 4 * s)); };
  const auto slope = [](double s) { return (2 - 6 * s + 12 * s * s) / elements; };
  for (double s : {0.0, 0.2, 0.5, 0.77, 1.0}) {
    double sum = 0;
    for (int node = 0; node < 3; ++node)
      sum += basis->value(2 * node, s) * cubic(node / 2.0) + basis->value(2 * node + 1, s) * slope(node / 2.0);
    EXPECT_NEAR(sum, cubic(s), 1e-14);
  }
}

TEST(StrainBasis, QuadratureWanted) {
  EXPECT_EQ(makeStrainBasis("legendre", 2)->gaussPoints(), 5);
  EXPECT_EQ(makeStrainBasis("legendre", 8)->gaussPoints(), 9);
  EXPECT_EQ(makeStrainBasis("fourier", 3)->gaussPoints(), 12);
  EXPECT_EQ(makeStrainBasis("fem_linear", 1)->gaussPoints(), 5);
  EXPECT_EQ(makeStrainBasis("fem_linear", 2)->gaussPoints(), 3);
  EXPECT_EQ(makeStrainBasis("fem_linear", 9)->gaussPoints(), 2);
  EXPECT_EQ(makeStrainBasis("fem_quadratic", 9)->gaussPoints(), 3);
  EXPECT_EQ(makeStrainBasis("gaussian", 9)->gaussPoints(), 3);
  EXPECT_EQ(makeStrainBasis("hermite", 9)->gaussPoints(), 4);
  EXPECT_EQ(makeStrainBasis("fem_cubic", 4)->breakpoints(), (Values{0.25, 0.5, 0.75}));
  EXPECT_TRUE(makeStrainBasis("legendre", 4)->breakpoints().empty());
}

TEST(StrainBasis, WrongNamesAndOrdersAreExplained) {
  EXPECT_THROW(makeStrainBasis("fem_linear", 0), std::invalid_argument);
  EXPECT_THROW(makeStrainBasis("monomial", -1), std::invalid_argument);
  try {
    makeStrainBasis("legender", 2);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("legendre"), std::string::npos);
  }
  for (const std::string& name : strainBasisNames()) EXPECT_GT(makeStrainBasis(name, 2)->count(), 0);
}

TEST(StrainBasis, Custom) {
  const StrainBasisPtr basis = makeCustomBasis({[](double s) { return std::exp(s); }, [](double) { return 2.0; }});
  EXPECT_EQ(basis->count(), 2);
  EXPECT_EQ(basis->value(0, 0.5), std::exp(0.5));
  EXPECT_EQ(basis->value(1, 0.5), 2);
}

TEST(Quadrature, GaussLegendreIsExactForPolynomials) {
  for (int n : {1, 2, 3, 5, 16, 64, 200}) {
    const auto rule = gaussLegendre(n);
    for (int power : {0, 1, 2 * n - 1}) {
      double sum = 0;
      for (const QuadraturePoint& p : rule) sum += p.weight * std::pow(p.s, power);
      EXPECT_NEAR(sum * (power + 1), 1, 1e-13) << n << " points, power " << power;
    }
    for (std::size_t i = 1; i < rule.size(); ++i) EXPECT_LT(rule[i - 1].s, rule[i].s);
  }
}

TEST(Quadrature, UnionOfElements) {
  const auto merged = mergeBreakpoints({1.0 / 3, 2.0 / 3}, std::vector<double>{0.5, 2.0 / 3 + 1e-16});
  ASSERT_EQ(merged.size(), 3u);
  EXPECT_EQ(merged[1], 0.5);
  const auto points = divisionPoints(merged, 2);
  ASSERT_EQ(points.size(), 13u);
  double sum = 0;
  for (const QuadraturePoint& p : points) sum += p.weight;
  EXPECT_NEAR(sum, 1, 1e-15);
  EXPECT_EQ(points[3].s, 1.0 / 3);
  EXPECT_EQ(points[3].weight, 0);
  EXPECT_EQ(points.back().s, 1);
}

}  // namespace
}  // namespace tendril
