// SPDX-License-Identifier: BSD-3-Clause
// Riccati equations: closed forms, residuals, and the poles of the Hamiltonian matrix.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/control/linear/riccati.hpp"
#include "core/control/linear/zero_order_hold.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

MatX randomMatrix(Random& random, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return uniform(random); });
}

MatX randomWeight(Random& random, int n) {
  const MatX root = randomMatrix(random, n, n);
  return root * root.transpose() + 0.1 * MatX::Identity(n, n);
}

MatX one(double value) {
  return MatX::Constant(1, 1, value);
}

TEST(ContinuousRiccati, OfOneState) {
  for (const double a : {-3.0, 0.0, 2.0}) {
    const double b = 0.7, q = 1.3, r = 0.4;
    const RiccatiSolution found = solveContinuousRiccati(one(a), one(b), one(q), one(r));
    ASSERT_TRUE(found.found);
    EXPECT_NEAR(found.X(0, 0), (a + std::sqrt(a * a + q * b * b / r)) * r / (b * b), 1e-13);
    EXPECT_NEAR(found.K(0, 0), found.X(0, 0) * b / r, 1e-13);
  }
}

/// x'' = u with Q = diag(1, 0), R = 1: X = [√2 1; 1 √2], K = [1 √2].
TEST(ContinuousRiccati, OfADoubleIntegrator) {
  MatX A = MatX::Zero(2, 2), Q = A, B(2, 1);
  A(0, 1) = 1, Q(0, 0) = 1, B << 0, 1;
  const RiccatiSolution found = solveContinuousRiccati(A, B, Q, one(1));
  ASSERT_TRUE(found.found);
  const double root = std::sqrt(2.0);
  EXPECT_LE((found.X - (MatX(2, 2) << root, 1, 1, root).finished()).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LE((found.K - (MatX(1, 2) << 1, root).finished()).cwiseAbs().maxCoeff(), 1e-14);
}

/// The residual by the terms of the equation, and the closed loop has the stable poles of the Hamiltonian. Of large
/// ones that one input stabilises the poles tell nothing: |X| is 1e9, and SciPy's differ by 1e-2, too.
TEST(ContinuousRiccati, OfRandomSystems) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const int n = 1 + static_cast<int>(seed) % 20, m = 1 + static_cast<int>(seed) % 3;
    const MatX A = 3 * randomMatrix(random, n, n), B = randomMatrix(random, n, m);
    const MatX Q = randomWeight(random, n), R = randomWeight(random, m);
    const RiccatiSolution found = solveContinuousRiccati(A, B, Q, R);
    ASSERT_TRUE(found.found) << seed;
    const MatX AX = A.transpose() * found.X, held = found.K.transpose() * R * found.K;
    const MatX left = AX + AX.transpose() - held + Q;
    EXPECT_LE(left.norm() / (2 * AX.norm() + held.norm() + Q.norm()), 1e-9) << seed;
    MatX H(2 * n, 2 * n);
    H << A, -B * R.inverse() * B.transpose(), -Q, -A.transpose();
    Eigen::VectorXcd all = Eigen::EigenSolver<MatX>(H, false).eigenvalues();
    for (const std::complex<double>& pole :
         Eigen::VectorXcd(Eigen::EigenSolver<MatX>(A - B * found.K, false).eigenvalues())) {
      EXPECT_LT(pole.real(), 0);
      if (n > 8) continue;
      EXPECT_LE((all.array() - pole).abs().minCoeff(), 1e-6 * (1 + std::abs(pole))) << seed;
    }
  }
}

/// Masses on springs from soft to stiff: poles over five powers of ten.
TEST(ContinuousRiccati, OfAStiffSystem) {
  const int n = 12;
  MatX A = MatX::Zero(2 * n, 2 * n), B = MatX::Zero(2 * n, 1);
  A.topRightCorner(n, n).setIdentity();
  for (int i = 0; i < n; ++i) {
    const double omega = std::pow(10.0, 5.0 * i / (n - 1));
    A(i, i + n) = omega, A(i + n, i) = i == 0 ? omega : -omega, A(i + n, i + n) = -0.01 * omega;  // balanced
    B(i + n, 0) = 1;
  }
  const RiccatiSolution found = solveContinuousRiccati(A, B, MatX::Identity(2 * n, 2 * n), one(1));
  ASSERT_TRUE(found.found);
  EXPECT_LE(found.residual, 1e-12);
}

TEST(ContinuousRiccati, FindsNothingWhereThereIsNothing) {
  MatX A = MatX::Identity(2, 2), B(2, 1);
  B << 1, 0;
  EXPECT_FALSE(solveContinuousRiccati(A, B, MatX::Identity(2, 2), one(1)).found);
}

TEST(DiscreteRiccati, OfOneState) {
  const double a = 1.2, b = 0.5, q = 0.8, r = 0.3;
  const RiccatiSolution found = solveDiscreteRiccati(one(a), one(b), one(q), one(r), one(0));
  ASSERT_TRUE(found.found);
  const double c = r - a * a * r - q * b * b;  // b² x² + c x − q r = 0
  EXPECT_NEAR(found.X(0, 0), (-c + std::sqrt(c * c + 4 * b * b * q * r)) / (2 * b * b), 1e-13);
}

TEST(DiscreteRiccati, OfRandomSystems) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const int n = 1 + static_cast<int>(seed) % 15, m = 1 + static_cast<int>(seed) % 3;
    const MatX A = 1.5 * randomMatrix(random, n, n), B = randomMatrix(random, n, m);
    const MatX all = randomWeight(random, n + m);
    const MatX Q = all.topLeftCorner(n, n), R = all.bottomRightCorner(m, m), N = all.topRightCorner(n, m);
    const RiccatiSolution found = solveDiscreteRiccati(A, B, Q, R, N);
    ASSERT_TRUE(found.found) << seed;
    const MatX closed = A - B * found.K;
    EXPECT_LT(Eigen::EigenSolver<MatX>(closed, false).eigenvalues().cwiseAbs().maxCoeff(), 1);
    // The cost that is left obeys Bellman's equation for these gains.
    const MatX cross = N * found.K, next = closed.transpose() * found.X * closed;
    const MatX right = Q - cross - cross.transpose() + found.K.transpose() * R * found.K + next;
    EXPECT_LE((found.X - right).norm() / found.X.norm(), 1e-10) << seed;
  }
}

/// Held inputs against many small steps of the system and its cost.
TEST(ZeroOrderHold, IsWhatSmallStepsAddUpTo) {
  Random random(2);
  const int n = 4, m = 2;
  const MatX A = 2 * randomMatrix(random, n, n), B = randomMatrix(random, n, m);
  const MatX Q = randomWeight(random, n), R = randomWeight(random, m);
  const double h = 0.7;
  const HeldSystem held = holdInputs(A, B, Q, R, h);
  const VecX start = randomVector(random, n), u = randomVector(random, m);
  VecX x = start;
  double cost = 0;
  const int steps = 2000;
  const double d = h / steps;
  const auto rate = [&](const VecX& at) { return VecX(A * at + B * u); };
  const auto density = [&](const VecX& at) { return at.dot(Q * at) + u.dot(R * u); };
  for (int k = 0; k < steps; ++k) {  // Runge and Kutta, Simpson
    const VecX k1 = rate(x), k2 = rate(x + d / 2 * k1), k3 = rate(x + d / 2 * k2), k4 = rate(x + d * k3);
    const VecX next = x + d / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    const VecX middle = 0.5 * (x + next) + d / 8 * (rate(x) - rate(next));
    cost += d / 6 * (density(x) + 4 * density(middle) + density(next));
    x = next;
  }
  EXPECT_LE((held.Phi * start + held.Gamma * u - x).norm(), 1e-11 * x.norm());
  const double sampled = start.dot(held.Q * start) + 2 * start.dot(held.N * u) + u.dot(held.R * u);
  EXPECT_NEAR(sampled / cost, 1, 1e-11);
}

/// What decays a million times within the period overflows nowhere.
TEST(ZeroOrderHold, OfAStiffSystem) {
  MatX A(2, 2), B(2, 1);
  A << -1e6, 0, 0, -1;
  B << 1e6, 1;
  const HeldSystem held = holdInputs(A, B, MatX::Identity(2, 2), one(1), 1);
  EXPECT_NEAR(held.Gamma(0, 0), 1, 1e-9);
  EXPECT_NEAR(held.Phi(1, 1), std::exp(-1.0), 1e-9);
  EXPECT_NEAR(held.Phi(0, 0), 0, 1e-12);
  EXPECT_TRUE(held.Q.allFinite());
}

/// The shorter the period, the nearer are the gains to those without samples.
TEST(ZeroOrderHold, GainsBecomeThoseWithoutSamples) {
  Random random(6);
  const MatX A = randomMatrix(random, 4, 4), B = randomMatrix(random, 4, 1), Q = randomWeight(random, 4);
  const MatX wanted = solveContinuousRiccati(A, B, Q, one(1)).K;
  double last = 0;
  for (const double h : {1e-2, 1e-3, 1e-4}) {
    const HeldSystem held = holdInputs(A, B, Q, one(1), h);
    const double away = (solveDiscreteRiccati(held.Phi, held.Gamma, held.Q, held.R, held.N).K - wanted).norm();
    if (last > 0) {
      EXPECT_NEAR(last / away, 10, 1.5) << h;
    }
    last = away;
  }
}

}  // namespace
}  // namespace tendril
