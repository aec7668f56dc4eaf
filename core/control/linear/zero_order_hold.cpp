// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/linear/zero_order_hold.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kSmallStep = 0.25;  // ‖F‖ h of the series
constexpr int kTerms = 24;

/// Powers of 2 in which inputs are counted so that no column of B is larger than A: else the steps of the series would
/// be so short that slow poles drown in rounding.
VecX inputUnits(const MatX& A, const MatX& B, double h) {
  const double largest = std::max(A.size() ? A.norm() : 0, h > 0 ? 1 / h : 1);
  VecX units = VecX::Ones(B.cols());
  for (Eigen::Index i = 0; i < B.cols(); ++i)
    if (const double size = B.col(i).norm(); size > largest)
      units[i] = std::exp2(std::floor(std::log2(largest / size)));
  return units;
}

}  // namespace

HeldSystem holdInputs(const MatX& A, const MatX& B, const MatX& Q, const MatX& R, double h) {
  const Eigen::Index n = A.rows(), m = B.cols(), all = n + m;
  const VecX unit = inputUnits(A, B, h), count = unit.cwiseInverse();
  MatX F = MatX::Zero(all, all), W = F;  // of [x; u], u' = 0
  F.topLeftCorner(n, n) = A, F.topRightCorner(n, m) = B * unit.asDiagonal();
  W.topLeftCorner(n, n) = Q, W.bottomRightCorner(m, m) = unit.asDiagonal() * R * unit.asDiagonal();
  const double size = F.norm() * h;
  const int halvings = size > kSmallStep ? static_cast<int>(std::ceil(std::log2(size / kSmallStep))) : 0;
  const double step = std::ldexp(h, -halvings);
  // e^{Fs} − 1, which keeps what slow poles add to fast ones, and ∫ e^{Fᵀs} W e^{Fs} ds over the step
  MatX rise = MatX::Zero(all, all), flow = MatX::Identity(all, all), term = flow, cost = step * W, change = cost;
  for (int k = 1; k <= kTerms; ++k) {
    term = step / k * (term * F);
    rise += term;
    change = step / (k + 1) * (F.transpose() * change + change * F);
    cost += change;
  }
  for (int k = 0; k < halvings; ++k) {
    flow.setIdentity();
    flow += rise;
    cost += flow.transpose() * cost * flow;
    rise = (2 * rise + rise * rise).eval();
  }
  flow.setIdentity();
  flow += rise;
  const MatX even = 0.5 * (cost + cost.transpose());
  return {flow.topLeftCorner(n, n), flow.topRightCorner(n, m) * count.asDiagonal(), even.topLeftCorner(n, n),
          count.asDiagonal() * even.bottomRightCorner(m, m) * count.asDiagonal(),
          even.topRightCorner(n, m) * count.asDiagonal()};
}

}  // namespace tendril
