// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/box_quadratic.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <stdexcept>

namespace tendril {
namespace {

constexpr int kMostSteps = 50;       // per entry; a few in all are usual
constexpr double kRounding = 1e-14;  // of the terms of a gradient

}  // namespace

BoxQuadratic::BoxQuadratic(int n)
    : places_(static_cast<std::size_t>(n)),
      gradient_(VecX::Zero(n)),
      step_(gradient_),
      scale_(gradient_),
      factor_(MatX::Zero(n, n)),
      tied_(static_cast<std::size_t>(n)) {
  free_.reserve(static_cast<std::size_t>(n));
}

void BoxQuadratic::solve(const MatX& H, const VecXRef& wanted, const VecXRef& lower, const VecXRef& upper, VecXMut x) {
  const auto n = static_cast<int>(places_.size());
  std::ranges::fill(tied_, 0);
  released_ = -1;
  for (int i = 0; i < n; ++i) {
    x[i] = std::clamp(wanted[i], lower[i], upper[i]);
    Place& place = places_[static_cast<std::size_t>(i)];
    place = x[i] == wanted[i] ? Place::kFree : x[i] == lower[i] ? Place::kLower : Place::kUpper;
  }
  for (int k = 0; k < kMostSteps * (n + 1); ++k) {
    step_ = x - wanted;
    gradient_.noalias() = H.lazyProduct(step_);
    scale_.noalias() = H.cwiseAbs().lazyProduct(step_.cwiseAbs());
    if (!moveFree(H, lower, upper, x)) continue;
    step_ = x - wanted;
    gradient_.noalias() = H.lazyProduct(step_);
    if (!release()) return;
  }
}

/// free_ ← the free entries, factor_ ← the Cholesky factor of their block of H. How many they are.
Eigen::Index BoxQuadratic::factorFree(const MatX& H) {
  free_.clear();
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (places_[i] == Place::kFree) free_.push_back(static_cast<int>(i));
  const auto m = static_cast<Eigen::Index>(free_.size());
  if (m == 0) return 0;
  auto block = factor_.topLeftCorner(m, m);
  for (Eigen::Index i = 0; i < m; ++i)
    for (Eigen::Index j = 0; j < m; ++j)
      block(i, j) = H(free_[static_cast<std::size_t>(i)], free_[static_cast<std::size_t>(j)]);
  const Eigen::LLT<Eigen::Ref<MatX>> solver(block);
  if (solver.info() != Eigen::Success) throw std::runtime_error("the quadratic form is not positive definite");
  return m;
}

/// Moves the free entries to their minimum with the others held, up to the first bound. True: it was reached.
bool BoxQuadratic::moveFree(const MatX& H, const VecXRef& lower, const VecXRef& upper, VecXMut x) {
  const Eigen::Index m = factorFree(H);
  if (m == 0) return true;
  auto step = step_.head(m);
  for (Eigen::Index i = 0; i < m; ++i) step[i] = -gradient_[free_[static_cast<std::size_t>(i)]];
  const auto factor = factor_.topLeftCorner(m, m);
  factor.triangularView<Eigen::Lower>().solveInPlace(step);
  factor.triangularView<Eigen::Lower>().transpose().solveInPlace(step);
  double share = 1;
  int blocking = -1;
  for (Eigen::Index k = 0; k < m; ++k) {
    const int i = free_[static_cast<std::size_t>(k)];
    const double bound = step[k] < 0 ? lower[i] : upper[i];
    if (const double next = x[i] + step[k]; step[k] < 0 ? next >= bound : next <= bound) continue;
    const double until = std::max(0.0, (bound - x[i]) / step[k]);
    if (blocking < 0 || until < share) share = until, blocking = static_cast<int>(k);
  }
  for (Eigen::Index k = 0; k < m; ++k) {
    const int i = free_[static_cast<std::size_t>(k)];
    x[i] = std::clamp(x[i] + share * step[k], lower[i], upper[i]);
  }
  if (blocking < 0) return true;
  const int i = free_[static_cast<std::size_t>(blocking)];
  const bool down = step[blocking] < 0;
  x[i] = down ? lower[i] : upper[i];
  places_[static_cast<std::size_t>(i)] = down ? Place::kLower : Place::kUpper;
  if (i == released_ && share == 0) tied_[static_cast<std::size_t>(i)] = 1;
  return false;
}

/// Frees the entry at a bound from which the gradient leads away most; false: there is none.
bool BoxQuadratic::release() {
  double most = 0;
  released_ = -1;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    if (places_[k] == Place::kFree || tied_[k]) continue;
    const double inwards = places_[k] == Place::kLower ? -gradient_[i] : gradient_[i];
    if (inwards > kRounding * scale_[i] && inwards > most) most = inwards, released_ = static_cast<int>(k);
  }
  if (released_ < 0) return false;
  places_[static_cast<std::size_t>(released_)] = Place::kFree;
  return true;
}

/// H_FF dx_F = H_FF dw_F + H_FB dw_B of the free entries F and those at bounds B.
void BoxQuadratic::differentiate(const MatX& H, MatXMut derivatives) {
  const Eigen::Index m = factorFree(H);
  const auto factor = factor_.topLeftCorner(m, m);
  auto step = step_.head(m);
  for (Eigen::Index column = 0; column < derivatives.cols(); ++column) {
    step.setZero();
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const auto bound = static_cast<Eigen::Index>(k);
      if (places_[k] == Place::kFree) continue;
      for (Eigen::Index i = 0; i < m; ++i)
        step[i] += H(free_[static_cast<std::size_t>(i)], bound) * derivatives(bound, column);
      derivatives(bound, column) = 0;
    }
    factor.triangularView<Eigen::Lower>().solveInPlace(step);
    factor.triangularView<Eigen::Lower>().transpose().solveInPlace(step);
    for (Eigen::Index i = 0; i < m; ++i) derivatives(free_[static_cast<std::size_t>(i)], column) += step[i];
  }
}

}  // namespace tendril
