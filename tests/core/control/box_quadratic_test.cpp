// SPDX-License-Identifier: BSD-3-Clause
// Quadratic programs over boxes against the conditions of Karush, Kuhn and Tucker, and against closed forms.
#include "core/control/box_quadratic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

namespace tendril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Problem {
  MatX H;
  VecX wanted, lower, upper;
};

VecX solve(const Problem& problem) {
  BoxQuadratic program(static_cast<int>(problem.wanted.size()));
  VecX x(problem.wanted.size());
  program.solve(problem.H, problem.wanted, problem.lower, problem.upper, x);
  return x;
}

/// What the gradient leaves where the bounds do not stop it, relative to its terms.
double conditionsLeft(const Problem& problem, const VecX& x) {
  const VecX move = x - problem.wanted, gradient = problem.H * move;
  const VecX terms = problem.H.cwiseAbs() * move.cwiseAbs();
  double worst = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    EXPECT_GE(x[i], problem.lower[i]);
    EXPECT_LE(x[i], problem.upper[i]);
    const double left = x[i] == problem.lower[i] && x[i] == problem.upper[i] ? 0
                        : x[i] == problem.lower[i]                           ? std::max(0.0, -gradient[i])
                        : x[i] == problem.upper[i]                           ? std::max(0.0, gradient[i])
                                                                             : std::abs(gradient[i]);
    worst = std::max(worst, left / std::max(1.0, terms[i]));
  }
  return worst;
}

/// Condition up to `condition`; of rank half of n before it is made definite where `deficient`.
Problem randomProblem(std::mt19937& random, int n, double condition, bool deficient) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  MatX A(n, deficient ? (n + 1) / 2 : n);
  for (double& a : A.reshaped()) a = normal(random);
  Problem out{A * A.transpose() + MatX::Identity(n, n) / condition, VecX(n), VecX(n), VecX(n)};
  for (int i = 0; i < n; ++i) {
    out.wanted[i] = 3 * normal(random);
    out.lower[i] = uniform(random) < 0.7 ? 0 : -kInfinity;
    out.upper[i] = uniform(random) < 0.5 ? 1.5 * uniform(random) : kInfinity;
  }
  return out;
}

TEST(BoxQuadratic, MeetsTheConditionsOfKarushKuhnAndTucker) {
  std::mt19937 random(5);
  double worst = 0;
  for (int k = 0; k < 3000; ++k) {
    const Problem problem = randomProblem(random, 1 + k % 14, std::pow(10, k % 11), k % 3 == 0);
    worst = std::max(worst, conditionsLeft(problem, solve(problem)));
  }
  EXPECT_LE(worst, 1e-13);
}

TEST(BoxQuadratic, ADiagonalFormIsCutEntryByEntry) {
  const Problem problem{Vec4(1, 5, 1e-8, 1e8).asDiagonal(), Vec4(-1, 2, 3, 0.5), Vec4::Zero(), Vec4(1, 1, 9, 1)};
  EXPECT_EQ(solve(problem), VecX(Vec4(0, 1, 3, 0.5)));
}

TEST(BoxQuadratic, ABoundMovesTheOthersToo) {
  // min ½ (x + 1)² + ½ (y − 1)² + 0.5 (x + 1)(y − 1), x ≥ 0: y = 1 − 0.5.
  const Problem problem{(Eigen::Matrix2d() << 1, 0.5, 0.5, 1).finished(), Eigen::Vector2d(-1, 1),
                        Eigen::Vector2d(0, -kInfinity), Eigen::Vector2d(kInfinity, kInfinity)};
  const VecX x = solve(problem);
  EXPECT_EQ(x[0], 0);
  EXPECT_NEAR(x[1], 0.5, 1e-15);
}

TEST(BoxQuadratic, AnEmptyWidthHoldsAnEntry) {
  const Problem problem{MatX::Identity(2, 2), Eigen::Vector2d(3, 3), Eigen::Vector2d(1, 0), Eigen::Vector2d(1, 9)};
  EXPECT_EQ(solve(problem), VecX(Eigen::Vector2d(1, 3)));
}

/// Two solutions whose entries at bounds are the same differ by the derivative times the step: both are linear then.
TEST(BoxQuadratic, DerivativesEqualDifferencesWhileTheSameBoundsHold) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  int compared = 0, bounded = 0;
  for (int k = 0; k < 500; ++k) {
    Problem problem = randomProblem(random, 1 + k % 9, 100, false);
    const auto n = static_cast<int>(problem.wanted.size());
    BoxQuadratic program(n);
    VecX x(n), moved(n);
    MatX change(n, 2);
    for (double& c : change.reshaped()) c = 1e-4 * normal(random);
    program.solve(problem.H, problem.wanted, problem.lower, problem.upper, x);
    MatX derivatives = change;
    program.differentiate(problem.H, derivatives);
    for (int column = 0; column < 2; ++column) {
      problem.wanted += change.col(column);
      moved = solve(problem);
      problem.wanted -= change.col(column);
      const auto atLower = [&](const VecX& at) { return VecX((at.array() == problem.lower.array()).cast<double>()); };
      const auto atUpper = [&](const VecX& at) { return VecX((at.array() == problem.upper.array()).cast<double>()); };
      if (atLower(x) != atLower(moved) || atUpper(x) != atUpper(moved)) continue;
      ++compared, bounded += (atLower(x) + atUpper(x)).sum() > 0;
      EXPECT_LE((moved - x - derivatives.col(column)).norm(), 1e-11 * (1 + x.norm()));
    }
  }
  EXPECT_GT(compared, 900);
  EXPECT_GT(bounded, 600);
}

TEST(BoxQuadratic, RefusesWhatIsNotDefinite) {
  const Problem problem{-MatX::Identity(2, 2), Eigen::Vector2d(-3, 3), Eigen::Vector2d(0, 0), Eigen::Vector2d(9, 9)};
  EXPECT_THROW(solve(problem), std::runtime_error);
}

}  // namespace
}  // namespace tendril
