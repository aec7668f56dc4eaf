// SPDX-License-Identifier: BSD-3-Clause
// The functions of θ² behind bodies of constant curvature against their defining integrals, and the closed forms of the
// planar toy body of [kane].
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "core/model/constant_curvature/arc_motion.hpp"

namespace tendril {
namespace {

using Real = long double;

/// Series of the integrands' parts in u: exact to long double for θ ≤ 7.
struct Parts {
  Real C = 0, S = 0, b = 0, d = 0, S1 = 0, b1 = 0;

  Parts(Real s, Real u) {
    Real power = 1, factorial = 1, before = 0;  // u^j, (2j)!, u^(j−1)
    for (int j = 0; j < 60; ++j) {
      const Real sign = j % 2 == 0 ? 1 : -1, r = static_cast<Real>(j), even = std::pow(s, 2 * r);
      const Real f1 = factorial * (2 * r + 1), f2 = f1 * (2 * r + 2), f3 = f2 * (2 * r + 3);
      C += sign * even / factorial * power;
      S += sign * even * s / f1 * power;
      b += sign * even * s * s / f2 * power;
      d += sign * even * s * s * s / f3 * power;
      S1 += sign * r * even * s / f1 * before;
      b1 += sign * r * even * s * s / f2 * before;
      before = j == 0 ? 1 : before * u;
      power *= u;
      factorial = f2;
    }
  }
};

std::array<Real, kArcFunctions> integrals(Real u) {
  std::array<Real, kArcFunctions> sum{};
  // five Gauss points on 40 pieces: exact to rounding
  constexpr int kPieces = 40;
  const Real r = std::sqrt(Real(10) / 7), a = std::sqrt(5 - 2 * r) / 3, c = std::sqrt(5 + 2 * r) / 3;
  const Real wa = (322 + 13 * std::sqrt(Real(70))) / 900, wc = (322 - 13 * std::sqrt(Real(70))) / 900;
  const Real nodes[] = {0, a, -a, c, -c}, weights[] = {Real(128) / 225, wa, wa, wc, wc};
  for (int piece = 0; piece < kPieces; ++piece) {
    for (int k = 0; k < 5; ++k) {
      const Real s = (piece + (nodes[k] + 1) / 2) / kPieces, w = weights[k] / (2 * kPieces);
      const Parts p(s, u);
      sum[0] += w * p.S, sum[1] += w * p.b, sum[2] += w * p.b * p.b, sum[3] += w * p.S * p.S, sum[4] += w * p.S * p.b;
      sum[5] += w * p.C * p.S, sum[6] += w * (p.S * p.b1 - p.b * p.S1);
      sum[7] += w * (p.S1 * p.S1 + u * p.b1 * p.b1 + p.b * p.b1), sum[8] += w * (p.d - p.S * p.b);
      // (s² − S²)/u = (s + S) d
      sum[9] += w * (2 * p.b * p.b - (s + p.S) * p.d);
    }
  }
  return sum;
}

TEST(ArcFunctions, AreTheirIntegralsAtEveryAngle) {
  std::array<Real, kArcFunctions> largest = integrals(0);
  for (const double theta : {0.0, 1e-9, 1e-3, 0.1, 0.5, 0.7, 0.71, 1.0, 2.0, 2.9, 2.999999, 3.0, 3.000001, 3.2, 4.5,
                             6.0, 2 * std::numbers::pi, 7.0}) {
    ArcTable table;
    const double u = theta * theta;
    evaluateArc(u, 4, table);
    const std::array<Real, kArcFunctions> exact = integrals(u);
    for (std::size_t f = 0; f < kArcFunctions; ++f) {
      const double scale = static_cast<double>(std::max(std::abs(exact[f]), std::abs(largest[f]) / 10));
      EXPECT_NEAR(table.c[0][f], static_cast<double>(exact[f]), 1e-14 * scale) << "f" << f << " at " << theta;
    }
  }
}

TEST(ArcFunctions, HaveTheirTaylorCoefficients) {
  for (const double theta : {0.0, 0.3, 0.7, 1.5, 2.9, 3.1, 5.0, 7.0, 20.0}) {
    ArcTable here, before, after;
    const double u = theta * theta, h = 1e-4 * std::max(1.0, u);
    evaluateArc(u, 4, here);
    evaluateArc(std::max(0.0, u - h), 4, before);
    evaluateArc(u + h, 4, after);
    const double width = u + h - std::max(0.0, u - h);
    if (u == 0) continue;  // no differences to the left
    for (std::size_t k = 0; k + 1 < ArcTable::kOrders; ++k) {
      for (std::size_t f = 0; f < kArcFunctions; ++f) {
        const double slope = (after.c[k][f] - before.c[k][f]) / width / static_cast<double>(k + 1);
        EXPECT_NEAR(here.c[k + 1][f], slope, 1e-5 * std::abs(slope) + 1e-5 * std::abs(here.c[k][f]) + 1e-10)
            << "f" << f << " order " << k + 1 << " at " << theta;
      }
    }
  }
}

TEST(ArcFunctions, AreTheSameWithFewerOrders) {
  for (const double u : {0.0, 0.2, 4.0, 30.0}) {
    ArcTable three, four;
    evaluateArc(u, 3, three), evaluateArc(u, 4, four);
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t f = 0; f < kArcFunctions; ++f) EXPECT_NEAR(three.c[k][f], four.c[k][f], 1e-16);
  }
}

// primitives.md §4: R = L = ρ = 1. The paper's body turns the other way; M and I_yy are even.
TEST(ArcInertia, IsThatOfTheToyBody) {
  constexpr double pi = std::numbers::pi;
  for (const double q : {1e-6, 0.5, 1.0, 2.0, pi, 5.0}) {
    ArcTable table;
    evaluateArc(q * q, 3, table);
    const Vec3 at(0, q, 1);
    ArcInertia<double> arc;
    arcInertia(ArcMotion<double>(at, Vec3::Zero(), Vec3::Zero()), table, {pi, 0.25}, arc);
    const double q2 = q * q;
    const double M =
        q < 1e-3 ? 2 * pi / 15
                 : pi * (1.0 / 12 + 1 / (3 * q2) + 2 * (1 + std::cos(q)) / (q2 * q2) - 4 * std::sin(q) / (q2 * q2 * q));
    EXPECT_NEAR(arc.M(1, 1), M, q < 1e-3 ? 1e-11 : 1e-13 / (q2 * q2) + 1e-13) << q;
    const double Izz = q < 1e-3 ? pi / 3 : pi * (0.25 + 1 / q2 + 2 * (std::cos(q) - 1) / (q2 * q2));
    const Vec3 c = arc.moment / pi;
    EXPECT_NEAR(arc.I(2, 2) - pi * c.squaredNorm(), Izz, q < 1e-3 ? 1e-11 : 1e-13 / (q2 * q2) + 1e-13) << q;
  }
}

}  // namespace
}  // namespace tendril
