// SPDX-License-Identifier: BSD-3-Clause
// References: every derivative against differences of the one below it, ends, knots, known points, what is refused.
#include "core/control/reference/references.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;

MatX at(const Reference& reference, double t) {
  MatX out(reference.size(), Reference::kMostDerivatives + 1);
  reference.evaluate(t, Reference::kMostDerivatives, out);
  return out;
}

/// Largest departure of the derivatives at t from differences over ±2h of the one below, relative to their sizes.
double departure(const Reference& reference, double t, double h, int most = Reference::kUsualDerivatives) {
  const MatX a = at(reference, t - 2 * h), b = at(reference, t - h), c = at(reference, t + h),
             d = at(reference, t + 2 * h);
  const MatX here = at(reference, t);
  double worst = 0;
  for (int k = 1; k <= most; ++k) {
    const VecX rate = (a.col(k - 1) - 8 * b.col(k - 1) + 8 * c.col(k - 1) - d.col(k - 1)) / (12 * h);
    const double scale = 1e-3 + here.col(k).cwiseAbs().maxCoeff() + here.col(k - 1).cwiseAbs().maxCoeff();
    worst = std::max(worst, (rate - here.col(k)).cwiseAbs().maxCoeff() / scale);
  }
  return worst;
}

VecX vector(std::initializer_list<double> values) {
  return Eigen::Map<const VecX>(values.begin(), static_cast<Eigen::Index>(values.size()));
}

TEST(References, TransitionsGoFromRestToRest) {
  const VecX from = vector({1, -2}), to = vector({3, 0.5});
  for (const int degree : {0, 3, 5, 7}) {
    const ReferencePtr reference =
        degree == 0 ? makeHalfCosineReference(from, to, 0.5, 2) : makePolynomialReference(from, to, 0.5, 2, degree);
    EXPECT_EQ(at(*reference, 0.2).col(0), from);
    EXPECT_EQ(at(*reference, 2.5).col(0), to);
    EXPECT_TRUE(at(*reference, 9).rightCols(4).isZero(0));
    EXPECT_LE((at(*reference, 1.5).col(0) - 0.5 * (from + to)).norm(), 1e-15) << "symmetric";
    for (const double t : {0.7, 1.1, 1.5, 2.3})
      EXPECT_LE(departure(*reference, t, 1e-3), 1e-8) << degree << " at " << t;
    const int continuous = degree == 0 ? 1 : (degree - 1) / 2;
    for (const double end : {0.5, 2.5 - 1e-12})
      for (int k = 1; k <= continuous; ++k) EXPECT_LE(at(*reference, end).col(k).norm(), 1e-8) << degree << ' ' << k;
    EXPECT_GT(at(*reference, 0.5 + 1e-9).col(continuous + 1).norm(), 1) << "not smoother than it says";
  }
}

/// The derivative of the polynomial of degree 2m + 1 is (2m+1)!/(m!)² xᵐ (1−x)ᵐ.
TEST(References, PolynomialsHaveSoManyContinuousDerivatives) {
  for (int m = 1; m <= (kMostPolynomialDegree - 1) / 2; ++m) {
    SCOPED_TRACE(m);
    const ReferencePtr reference = makePolynomialReference(vector({0}), vector({1}), 0, 1, 2 * m + 1);
    const double factor = std::tgamma(2 * m + 2) / std::pow(std::tgamma(m + 1), 2);
    for (const double x : {0.0, 1e-3, 0.2, 0.5, 0.7, 0.999}) {
      EXPECT_NEAR(at(*reference, x)(0, 1), factor * std::pow(x * (1 - x), m), 1e-12 * factor * std::pow(0.25, m)) << x;
      EXPECT_NEAR(at(*reference, x)(0, 0) + at(*reference, 1 - x)(0, 0), 1, 1e-14) << x;
    }
    const MatX start = at(*reference, 0), end = at(*reference, std::nextafter(1.0, 0.0));
    for (int k = 1; k <= m; ++k) EXPECT_LE(std::abs(start(0, k)) + std::abs(end(0, k)), 1e-6) << k;
    const double jump = factor * std::tgamma(m + 1);
    EXPECT_NEAR(start(0, m + 1), jump, 1e-12 * jump);
    EXPECT_NEAR(end(0, m + 1), m % 2 == 0 ? jump : -jump, 1e-8 * jump);
    EXPECT_TRUE(reference->breaks(m, -1, 2).empty());
    EXPECT_EQ(reference->breaks(m + 2, -1, 2).size(), 2);
  }
}

TEST(References, HarmonicsHaveTheirDerivatives) {
  const auto lissajous =
      makeLissajousReference(vector({1, 0, -1}), vector({2, 1, 0.5}), vector({0.5, 1, 2}), vector({0, kPi / 2, 1}));
  EXPECT_NEAR(at(*lissajous, 0.5)(0, 0), 3, 1e-14);
  EXPECT_NEAR(at(*lissajous, 0)(1, 0), 1, 1e-14);
  EXPECT_NEAR(at(*lissajous, 0)(0, 1), 2 * kPi, 1e-13);
  for (const double t : {-1.0, 0.3, 4.0}) EXPECT_LE(departure(*lissajous, t, 1e-3), 1e-8);
}

TEST(References, CirclesTurnLeftAroundTheirNormal) {
  const Vec3 center(0.1, 0.2, 0.3), normal(0, 0, 2);
  const auto circle = makeHelixReference(center, 0.5, normal, 4, 0);
  EXPECT_LE((at(*circle, 0).col(0) - (center + Vec3(0.5, 0, 0))).norm(), 1e-15);
  EXPECT_LE((at(*circle, 1).col(0) - (center + Vec3(0, 0.5, 0))).norm(), 1e-15);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int k = 0; k < 50; ++k) {
    const Vec3 axis(any(random), any(random), k % 7 == 0 ? 0 : any(random));
    const double radius = 0.1 + std::abs(any(random)), period = (k % 2 ? 1 : -1) * (0.5 + std::abs(any(random)));
    const double pitch = any(random), t = 3 * any(random);
    const auto helix = makeHelixReference(center, radius, axis, period, any(random), pitch);
    const Vec3 n = axis.normalized(), arm = at(*helix, t).col(0) - center;
    EXPECT_NEAR((arm - n * n.dot(arm)).norm(), radius, 1e-12);
    EXPECT_NEAR(n.dot(arm), pitch * t / std::abs(period), 1e-12);
    const Vec3 rate = at(*helix, t).col(1);
    EXPECT_NEAR(n.dot(arm.cross(rate)), radius * radius * 2 * kPi / period, 1e-9) << "speed and sense";
    EXPECT_LE(departure(*helix, t, 1e-3), 1e-6);
  }
  const auto sideways = makeHelixReference(Vec3::Zero(), 1, Vec3::UnitX(), 1, 0);
  EXPECT_LE((at(*sideways, 0).col(0) - Vec3::UnitY()).norm(), 1e-15);
}

TEST(References, SplinesPassTheirPointsWithFourContinuousDerivatives) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int trial = 0; trial < 30; ++trial) {
    const SplineEnd ends = static_cast<SplineEnd>(trial % 3);
    const int n = 2 + trial % 9;
    std::vector<double> times = {any(random)};
    for (int i = 1; i < n; ++i) times.push_back(times.back() + 0.05 + std::abs(any(random)));
    MatX points = MatX::NullaryExpr(3, n, [&](Eigen::Index, Eigen::Index) { return any(random); });
    if (ends == SplineEnd::kPeriodic) points.col(n - 1) = points.col(0);
    const auto spline = makeSplineReference(times, points, ends);
    for (int i = 0; i < n; ++i) {
      const double t = times[static_cast<std::size_t>(i)];
      EXPECT_LE((at(*spline, t).col(0) - points.col(i)).norm(), 1e-11);
      if (i == 0 || i + 1 == n) continue;
      const MatX before = at(*spline, t - 1e-9), behind = at(*spline, t + 1e-9);
      for (int k = 0; k <= 4; ++k)
        EXPECT_LE((before.col(k) - behind.col(k)).norm(), 1e-4 * (1 + behind.norm())) << "derivative " << k;
    }
    const double middle = times[0] + 0.37 * (times[1] - times[0]);
    EXPECT_LE(departure(*spline, middle, 1e-3 * (times[1] - times[0])), 1e-5);
    if (ends == SplineEnd::kRest) {
      EXPECT_LE(at(*spline, times.front()).middleCols(1, 2).norm(), 1e-9);
      EXPECT_LE(at(*spline, times.back() - 1e-12).middleCols(1, 2).norm(), 1e-6);
    }
    if (ends == SplineEnd::kPeriodic) {
      const double period = times.back() - times.front();
      EXPECT_LE((at(*spline, middle) - at(*spline, middle + 3 * period)).norm(),
                1e-8 * (1 + at(*spline, middle).norm()));
      // The fifth derivative of a spline of degree 5 jumps at its knots.
      EXPECT_LE((at(*spline, times[0] + 1e-9) - at(*spline, times[0] - 1e-9)).leftCols(5).norm(),
                1e-4 * (1 + at(*spline, times[0]).leftCols(5).norm()));
    } else {
      EXPECT_EQ(at(*spline, times.back() + 5).col(0), at(*spline, times.back()).col(0));
      EXPECT_TRUE(at(*spline, times.front() - 5).rightCols(4).isZero(0)) << "held";
    }
  }
}

TEST(References, TwoPointsWithFreeEndsAreALine) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const double start = any(random), length = 0.05 + std::abs(any(random));
    const MatX points = MatX::NullaryExpr(3, 2, [&](Eigen::Index, Eigen::Index) { return any(random); });
    const auto spline = makeSplineReference({start, start + length}, points, SplineEnd::kFree);
    const Vec3 rate = (points.col(1) - points.col(0)) / length;
    for (const double s : {0.1, 0.5, 0.9}) {
      const MatX there = at(*spline, start + s * length);
      EXPECT_LE((there.col(0) - points.col(0) - s * length * rate).norm(), 1e-13);
      EXPECT_LE((there.col(1) - rate).norm(), 1e-12 * (1 + rate.norm()));
      EXPECT_LE(there.col(2).norm(), 1e-10 * (1 + rate.norm()) / length);
    }
  }
}

TEST(References, SplinesWithFreeEndsReproduceParabolas) {
  // Their third and fourth derivatives vanish at the ends, as those of the spline.
  const std::vector<double> times = {0, 0.5, 1.3, 2};
  MatX points(1, 4);
  for (int i = 0; i < 4; ++i)
    points(0, i) = 1 - 2 * times[static_cast<std::size_t>(i)] +
                   3 * times[static_cast<std::size_t>(i)] * times[static_cast<std::size_t>(i)];
  const auto spline = makeSplineReference(times, points, SplineEnd::kFree);
  EXPECT_NEAR(at(*spline, 1)(0, 0), 2, 1e-12);
  EXPECT_NEAR(at(*spline, 1)(0, 1), 4, 1e-11);
  EXPECT_NEAR(at(*spline, 1)(0, 2), 6, 1e-10);
}

TEST(References, FormulasAreDifferentiated) {
  const std::vector<std::string> variables = {"t"};
  std::vector<Expression> formulas;
  formulas.push_back(Expression::parse("sin(3*t)*exp(-0.2*t)", variables));
  formulas.push_back(Expression::parse("t^5 - 2*t^2", variables));
  const auto reference = makeExpressionReference(formulas);
  for (const double t : {-0.5, 0.4, 2.0}) {
    EXPECT_LE(departure(*reference, t, 1e-3), 1e-8);
    EXPECT_NEAR(at(*reference, t)(1, 4), 120 * t, 1e-11);
  }
}

TEST(References, WhatCannotBeIsRefused) {
  const VecX one = vector({1}), two = vector({1, 2});
  EXPECT_THROW(makePolynomialReference(one, two, 0, 1, 5), std::invalid_argument);
  EXPECT_THROW(makePolynomialReference(one, one, 0, 1, 4), std::invalid_argument);
  for (const int degree : {-1, 1, 8, 17})
    EXPECT_THROW(makePolynomialReference(one, one, 0, 1, degree), std::invalid_argument);
  EXPECT_THROW(makePolynomialReference(one, one, 0, 0, 5), std::invalid_argument);
  EXPECT_THROW(makeHelixReference(Vec3::Zero(), 0, Vec3::UnitZ(), 1, 0), std::invalid_argument);
  EXPECT_THROW(makeHelixReference(Vec3::Zero(), 1, Vec3::Zero(), 1, 0), std::invalid_argument);
  EXPECT_THROW(makeHelixReference(Vec3::Zero(), 1, Vec3::UnitZ(), 0, 0), std::invalid_argument);
  EXPECT_THROW(makeSplineReference({0}, MatX::Zero(1, 1), SplineEnd::kFree), std::invalid_argument);
  EXPECT_THROW(makeSplineReference({0, 1, 1}, MatX::Zero(1, 3), SplineEnd::kFree), std::invalid_argument);
  EXPECT_THROW(makeSplineReference({0, 1}, MatX::Zero(1, 3), SplineEnd::kFree), std::invalid_argument);
  EXPECT_THROW(makeSplineReference({0, 1}, MatX::Identity(2, 2), SplineEnd::kPeriodic), std::invalid_argument);
}

/// Sixteen derivatives against closed forms; a formula has those of the reference that it says.
TEST(References, HaveDerivativesOfHighOrder) {
  const double w = 1.7, t = 0.37;
  const auto lissajous = makeLissajousReference(vector({0.2}), vector({2}), vector({w / (2 * kPi)}), vector({0.3}));
  const std::vector<std::string> names = {"t"};
  const auto formula = makeExpressionReference({Expression::parse("0.2 + 2*sin(1.7*t + 0.3)", names)});
  const auto cosine = makeHalfCosineReference(vector({-1}), vector({3}), 0, kPi / w);
  const auto polynomial = makePolynomialReference(vector({0}), vector({1}), 0, 1, 7);
  for (int k = 0; k <= Reference::kMostDerivatives; ++k) {
    const double scale = std::pow(w, k);
    const double sine = 2 * scale * std::sin(w * t + 0.3 + k * kPi / 2) + (k == 0 ? 0.2 : 0);
    EXPECT_NEAR(at(*lissajous, t)(0, k), sine, 1e-13 * scale);
    EXPECT_NEAR(at(*formula, t)(0, k), sine, 1e-10 * scale);
    const double turned = -2 * scale * std::cos(w * t + k * kPi / 2) + (k == 0 ? 1 : 0);
    EXPECT_NEAR(at(*cosine, t)(0, k), turned, 1e-13 * scale);
    EXPECT_EQ(at(*polynomial, t)(0, k) == 0, k > 7) << k;
  }
  EXPECT_EQ(at(*polynomial, t)(0, 7), -20 * 5040);
}

using Times = std::vector<double>;

/// Where a derivative does not exist: where one further below is continuous, and the next one jumps.
TEST(References, SayWhereADerivativeIsNone) {
  const auto breaks = [](const ReferencePtr& reference, int order, double from, double to) {
    return reference->breaks(order, from, to);
  };
  const auto seventh = makePolynomialReference(vector({0}), vector({1}), 1, 2, 7);
  EXPECT_EQ(breaks(seventh, 4, 0, 9), Times());
  EXPECT_EQ(breaks(seventh, 5, 0, 9), (Times{1, 3}));
  EXPECT_EQ(breaks(seventh, 16, 1, 3), Times()) << "between its ends it has all";
  EXPECT_EQ(breaks(makeHalfCosineReference(vector({0}), vector({1}), 1, 2), 3, 0, 2), Times{1});
  const MatX points = (MatX(1, 4) << 0, 1, -1, 0).finished();
  const Times times = {0, 1, 2, 4};
  EXPECT_EQ(breaks(makeSplineReference(times, points, SplineEnd::kRest), 5, -1, 5), (Times{0, 4}));
  EXPECT_EQ(breaks(makeSplineReference(times, points, SplineEnd::kRest), 6, 0, 5), (Times{1, 2, 4}));
  EXPECT_EQ(breaks(makeSplineReference(times, points, SplineEnd::kFree), 2, -1, 5), (Times{0, 4}));
  const auto round = makeSplineReference(times, points, SplineEnd::kPeriodic);
  EXPECT_EQ(breaks(round, 5, -10, 10), Times());
  EXPECT_EQ(breaks(round, 6, -2.5, 5.5), (Times{-2, 0, 1, 2, 4, 5}));
  const auto table = makeFunctionReference({[](double t) { return Vec4(t, 1, 0, 0); }});
  EXPECT_EQ(table->knownDerivatives(), 3);
  EXPECT_EQ(seventh->knownDerivatives(), Reference::kMostDerivatives);
}

}  // namespace
}  // namespace tendril
