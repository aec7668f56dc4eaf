// SPDX-License-Identifier: BSD-3-Clause
// Strains that are constant on pieces: arcs in a row.
#include <gtest/gtest.h>

#include <cmath>

#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

RodSpec planarRod(int pieces, double length) {
  RodDivisionSpec division;
  division.length = length;
  division.section = SectionLaw::shape("circle", {[](double) { return 0.01; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.5;
  division.strain[2] = makeStrainBasis("piecewise_constant", pieces);
  return {{division}, 4};
}

TEST(PiecewiseConstant, EachFunctionIsOneOnItsPiece) {
  const StrainBasisPtr basis = makeStrainBasis("piecewise_constant", 4);
  ASSERT_EQ(basis->count(), 4);
  for (const double s : {0.0, 0.1, 0.26, 0.49, 0.51, 0.74, 0.76, 1.0}) {
    const int piece = std::min(3, static_cast<int>(s * 4));
    for (int k = 0; k < 4; ++k) EXPECT_EQ(basis->value(k, s), k == piece ? 1 : 0) << s;
  }
  EXPECT_EQ(basis->breakpoints(), (std::vector<double>{0.25, 0.5, 0.75}));
  EXPECT_THROW(makeStrainBasis("piecewise_constant", 0), std::invalid_argument);
}

TEST(PiecewiseConstant, TheTipIsAtTheEndOfThreeArcs) {
  constexpr double kLength = 0.3;
  Rod rod(planarRod(3, kLength));
  VecX q(3);
  q << 1.2, -0.7, 2.1;  // turns if the whole length bent like this
  const auto data = rod.makeData();
  const VecX rest = VecX::Zero(3);
  rod.kinematics(*data, {{q.data(), 3}, {rest.data(), 3}, {rest.data(), 3}});
  double x = 0, y = 0, turned = 0;
  for (int k = 0; k < 3; ++k) {
    const double angle = q[k] / 3, piece = kLength / 3;  // chord of an arc, by hand
    const double chord = piece * std::sin(angle / 2) / (angle / 2);
    x += chord * std::cos(turned + angle / 2), y += chord * std::sin(turned + angle / 2);
    turned += angle;
  }
  const Pose& tip = data->stations.front().X;
  EXPECT_NEAR(tip.p.x(), x, 1e-12);
  EXPECT_NEAR(tip.p.y(), y, 1e-12);
  EXPECT_NEAR(std::atan2(tip.R(1, 0), tip.R(0, 0)), turned, 1e-12);
}

}  // namespace
}  // namespace tendril
