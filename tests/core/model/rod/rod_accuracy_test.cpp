// SPDX-License-Identifier: BSD-3-Clause
// What Gauss points resolve of strain functions, and what they cost.
#include "core/model/rod/rod_accuracy.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

RodDivisionSpec bentDivision(StrainBasisPtr basis, int quadrature = 0) {
  RodDivisionSpec division;
  division.length = 0.5;
  division.section = SectionLaw::shape("circle", {[](double) { return 0.01; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.5;
  division.strain[1] = std::move(basis);
  division.quadrature = quadrature;
  return division;
}

RodTables tables(const RodDivisionSpec& division) {
  return buildRodTables({{division}});
}

TEST(RodAccuracy, defaultPointsResolveEveryFamily) {
  for (const std::string& family : strainBasisNames())
    for (int order = family.find('_') != family.npos || family == "hermite" ? 1 : 0; order < 9; ++order)
      EXPECT_FALSE(unresolvedStrain(tables(bentDivision(makeStrainBasis(family, order))).divisions[0]))
          << family << ' ' << order;
}

TEST(RodAccuracy, tooFewPointsAreFoundWithTheSmallestNumberThatServes) {
  struct Case {
    const char* family;
    int order, quadrature, rank, smallest;
  };
  for (const Case& c : {Case{"legendre", 4, 3, 3, 5}, Case{"monomial", 9, 9, 9, 10}, Case{"fourier", 2, 4, 4, 5},
                        Case{"fem_linear", 4, 1, 4, 2}, Case{"fem_cubic", 3, 3, 9, 4}, Case{"hermite", 4, 2, 8, 3}}) {
    const auto found =
        unresolvedStrain(tables(bentDivision(makeStrainBasis(c.family, c.order), c.quadrature)).divisions[0]);
    ASSERT_TRUE(found) << c.family;
    EXPECT_EQ(found->strain, 1);
    EXPECT_EQ(found->resolved, c.rank) << c.family;
    EXPECT_EQ(found->smallest, c.smallest) << c.family;
    EXPECT_FALSE(unresolvedStrain(tables(bentDivision(makeStrainBasis(c.family, c.order), c.smallest)).divisions[0]));
  }
}

TEST(RodAccuracy, pointsOfAllElementsCount) {
  RodDivisionSpec division = bentDivision(makeStrainBasis("legendre", 4), 2);
  EXPECT_TRUE(unresolvedStrain(tables(division).divisions[0]));
  division.strain[3] = makeStrainBasis("fem_linear", 3);  // its boundaries give both strains six points
  EXPECT_FALSE(unresolvedStrain(tables(division).divisions[0]));
}

TEST(RodAccuracy, functionsThatImplyEachOtherAreTold) {
  const auto functions = makeCustomBasis(
      {[](double) { return 1.0; }, [](double s) { return std::sin(s); }, [](double s) { return 2 - std::sin(s); }});
  const auto found = unresolvedStrain(tables(bentDivision(functions)).divisions[0]);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->resolved, 2);
  EXPECT_EQ(found->smallest, 0);
}

/// Tip of a rod with κ(s) = Σ q_k P_k, |q_k| ~ 0.4^k.
Vec3 tipOf(int order, int quadrature) {
  const Rod rod({{bentDivision(makeStrainBasis("legendre", order), quadrature)}});
  VecX q(rod.size());
  for (Eigen::Index k = 0; k < q.size(); ++k) q[k] = 1.5 * std::pow(-0.4, static_cast<double>(k));
  const VecX zero = VecX::Zero(q.size());
  const auto at = [](const VecX& x) { return Eigen::Map<const VecX>(x.data(), x.size()); };
  const auto data = rod.makeData();
  rod.kinematics(*data, {at(q), at(zero), at(zero)});
  return data->stations[0].X.p;
}

TEST(RodAccuracy, estimateIsTheErrorOfSmoothShapes) {
  for (const int order : {8, 20}) {
    const RodAccuracy estimate = rodAccuracy(tables(bentDivision(makeStrainBasis("legendre", order))).divisions[0], 4);
    const Vec3 exact = tipOf(order, 200);
    const double now = (tipOf(order, 0) - exact).norm() / 0.5,
                 then = (tipOf(order, estimate.offered) - exact).norm() / 0.5;
    EXPECT_GT(estimate.points, now / 5) << order;
    EXPECT_LT(estimate.points, now * 5) << order;
    ASSERT_GT(estimate.offered, order + 1);
    EXPECT_LT(estimate.then, 1.1e-8) << order;
    EXPECT_LT(then, 5e-8) << order;
    EXPECT_LT(then, now / 50) << order;
  }
}

TEST(RodAccuracy, roughFunctionsNeedNoMorePoints) {
  EXPECT_EQ(rodAccuracy(tables(bentDivision(makeStrainBasis("legendre", 1))).divisions[0], 4).offered, 0);
  EXPECT_EQ(rodAccuracy(tables(bentDivision(makeStrainBasis("piecewise_constant", 8))).divisions[0], 4).offered, 0);
}

}  // namespace
}  // namespace tendril
