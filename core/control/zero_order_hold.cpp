// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/zero_order_hold.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kSmallStep = 0.25;  // ‖F‖ h of the series
constexpr int kTerms = 24;

}  // namespace

HeldSystem holdInputs(const MatX& A, const MatX& B, const MatX& Q, const MatX& R, double h) {
  const Eigen::Index n = A.rows(), m = B.cols(), all = n + m;
  MatX F = MatX::Zero(all, all), W = F;  // of [x; u], u' = 0
  F.topLeftCorner(n, n) = A, F.topRightCorner(n, m) = B;
  W.topLeftCorner(n, n) = Q, W.bottomRightCorner(m, m) = R;
  const double size = F.norm() * h;
  const int halvings = size > kSmallStep ? static_cast<int>(std::ceil(std::log2(size / kSmallStep))) : 0;
  const double step = std::ldexp(h, -halvings);
  // e^{Fs} and ∫ e^{Fᵀs} W e^{Fs} ds over the step
  MatX flow = MatX::Identity(all, all), term = flow, cost = step * W, change = cost;
  for (int k = 1; k <= kTerms; ++k) {
    term = step / k * (term * F);
    flow += term;
    change = step / (k + 1) * (F.transpose() * change + change * F);
    cost += change;
  }
  for (int k = 0; k < halvings; ++k) {
    cost += flow.transpose() * cost * flow;
    flow = flow * flow;
  }
  const MatX even = 0.5 * (cost + cost.transpose());
  return {flow.topLeftCorner(n, n), flow.topRightCorner(n, m), even.topLeftCorner(n, n), even.bottomRightCorner(m, m),
          even.topRightCorner(n, m)};
}

}  // namespace tendril
