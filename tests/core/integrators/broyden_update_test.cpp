// SPDX-License-Identifier: BSD-3-Clause
// Broyden's method where its moves are known in closed form, and against the corrections that it improves.
#include "core/integrators/broyden_update.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

namespace tendril {
namespace {

/// Steps until A x = b holds to 1e-12 with the approximate inverse H; 100: never.
int steps(const MatX& A, const MatX& H, const VecX& b, const VecX& weights, bool improved) {
  BroydenUpdate secants;
  secants.resize(static_cast<int>(b.size()), static_cast<int>(weights.size()), 30);
  VecX x = VecX::Zero(b.size());
  for (int k = 0; k < 100; ++k) {
    if ((A * x - b).norm() <= 1e-12 * b.norm()) return k;
    VecX move = -(H * (A * x - b));
    if (improved) secants.improve(weights, move);
    x += move;
  }
  return 100;
}

const VecX kRight = (VecX(4) << 1, -2, 3, 0.5).finished();
const VecX kWeights = (VecX(4) << 1, 10, 0.1, 3).finished();

TEST(BroydenUpdate, HitAfterTwoMovesWhereTheMatrixIsWrongByAFactor) {
  const MatX A = MatX::Identity(4, 4) * 3 + MatX::Constant(4, 4, 0.7), inverse = A.inverse();
  for (const double factor : {0.3, 0.6, 1.4, 2.5, 1e3}) {
    EXPECT_EQ(steps(A, factor * inverse, kRight, kWeights, true), 2) << factor;
    EXPECT_EQ(steps(A, factor * inverse, kRight, kWeights.head(2), true), 2) << factor;  // some entries do not count
  }
}

TEST(BroydenUpdate, EndLinearEquationsWhereOldMatricesDoNot) {
  const MatX A = (MatX(4, 4) << 4, 1, 0, 2, 0, 3, 1, 0, 1, 0, 5, 1, 0, 1, 1, 2).finished();
  MatX old = A;
  old(0, 0) = 1.5, old(3, 1) = -2, old(2, 3) = 3;
  const MatX H = old.inverse();
  EXPECT_EQ(steps(A, H, kRight, VecX::Ones(4), false), 100);
  EXPECT_LE(steps(A, H, kRight, VecX::Ones(4), true), 12);
}

TEST(BroydenUpdate, LeaveMovesOfNoLengthAlone) {
  BroydenUpdate secants;
  secants.resize(2, 2, 3);
  const VecX weights = VecX::Ones(2);
  for (int k = 0; k < 5; ++k) {  // also beyond what is kept
    VecX move = VecX::Zero(2);
    secants.improve(weights, move);
    EXPECT_EQ(move, VecX::Zero(2));
  }
  secants.clear();
  VecX move = VecX::Ones(2);
  secants.improve(weights, move);
  EXPECT_EQ(move, VecX::Ones(2));
}

}  // namespace
}  // namespace tendril
