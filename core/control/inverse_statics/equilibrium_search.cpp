// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/inverse_statics/equilibrium_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/control/singular_parts.hpp"

namespace tendril {
namespace {

constexpr double kDamping = 1e-3;   // TaskLeastSquares: below, a direction counts as singular
constexpr double kSlack = 1e-3;     // of the distance to go: misses that moves towards small inputs may make
constexpr double kRelaxed = 1e-7;   // of the largest input: smaller moves are none
constexpr double kShortest = 1e-6;  // share of a step below which none comes nearer
constexpr double kNearest = 1e-4;   // of the misses: what a step from the nearest equilibrium may still promise
constexpr double kNoGain = 0.5 * kNearest * kNearest;  // of the misses: how much nearer such a step leads
constexpr double kSmallMetric = 1e-9;  // of the mean of the metric: inputs that do nothing are left alone

double largest(const VecX& x) {
  return x.size() ? x.cwiseAbs().maxCoeff() : 0;
}

}  // namespace

EquilibriumSearch::EquilibriumSearch(const Model& model, EquilibriumMap& map, EquilibriumAim& aim,
                                     EquilibriumSearchSettings settings)
    : map_(map),
      aim_(aim),
      settings_(settings),
      ranges_(outputRanges(model, map.inputs())),
      squares_(static_cast<int>(aim.misses.size()), inputNames(model, map.inputs())),
      program_(static_cast<int>(map.inputs().size())) {}

void EquilibriumSearch::begin() {
  aim_.evaluate(map_.q);
  slack_ = kSlack * aim_.misses.norm();
  relaxation_ = settings_.relaxation;
  share_ = 1;
  left_ = 0, steps_ = 0;
}

bool EquilibriumSearch::step() {
  prepare();
  left_ = (D_ * program(1)).norm();
  const bool moves = relaxation_ > 0 && largest(du_) > kRelaxed * (1 + largest(map_.u));
  const bool there = reached() || left_ <= 0.01 * settings_.tolerance;
  if ((there && !moves) || !advance()) {
    if (relaxation_ == 0) return false;
    relaxation_ = 0, share_ = 1;  // inputs are as small as they become: now exactly
    return true;
  }
  ++steps_;
  return true;
}

bool EquilibriumSearch::reached() const {
  return largest(aim_.misses) <= settings_.tolerance;
}

bool EquilibriumSearch::nearest() const {
  return !reached() && left_ <= kNearest * aim_.misses.norm();
}

std::vector<int> EquilibriumSearch::ended() const {
  std::vector<int> out;
  for (std::size_t k = 0; k < map_.inputs().size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const double now = map_.u[map_.inputs()[k]];
    if (now <= ranges_.lower[i] || now >= ranges_.upper[i]) out.push_back(map_.inputs()[k]);
  }
  return out;
}

/// D_, what the step is measured by and what relaxes, at an equilibrium.
void EquilibriumSearch::prepare() {
  const MatX& columns = map_.columns();
  metric_.noalias() = columns.transpose() * (map_.massMatrix() * columns);
  metric_ = (0.5 * (metric_ + metric_.transpose())).eval();
  const double mean = metric_.trace() / static_cast<double>(metric_.rows());
  metric_.diagonal().array() += kSmallMetric * mean;
  aim_.project(map_.q, columns, D_);
  posture_.noalias() = -relaxation_ * (metric_ * map_.u(map_.inputs()));
}

/// The best step of the inputs for a share of the misses.
const VecX& EquilibriumSearch::program(double share) {
  squares_.solve(D_, share * aim_.misses, metric_, share * posture_, kDamping);
  const VecX now = map_.u(map_.inputs());
  du_.resize(now.size());
  program_.solve(squares_.quadratic, squares_.best, ranges_.lower - now, ranges_.upper - now, du_);
  return du_;
}

/// Far from targets out of reach, where the way bends more than it gets nearer, parts of steps lead on faster.
void EquilibriumSearch::adapt(double gained) {
  if (gained > 0.75) share_ = std::min(1.0, 2 * share_);
  if (gained < 0.4) share_ = std::max(kShortest, 0.5 * share_);
}

/// Whether the equilibrium at the present inputs comes nearer than `misses` of size `before`, by about `wanted`.
bool EquilibriumSearch::isNearer(const VecX& misses, double before, double wanted) {
  if (!map_.balance()) return false;
  aim_.evaluate(map_.q);
  const double after = aim_.misses.norm();
  const bool nearer = after <= before - 1e-3 * wanted;
  if (!nearer && !(relaxation_ > 0 && after <= slack_)) {
    aim_.misses = misses;
    return false;
  }
  if (after > slack_) adapt((before - after) / std::max(wanted, 1e-300));
  return true;
}

/// A step that comes nearer, in part if need be; false if there is none.
bool EquilibriumSearch::advance() {
  const VecX q = map_.q, u = map_.u, lambda = map_.lambda;
  const VecX misses = aim_.misses;
  const double before = misses.norm();
  bool tried = false;
  for (; share_ >= kShortest; share_ /= 4) {
    const VecX step = program(share_);
    const double promised = before - (misses - D_ * step).norm();
    if (promised <= kNoGain * share_ * before && before > slack_) break;  // not worth an equilibrium
    map_.u(map_.inputs()) = (u(map_.inputs()) + step).cwiseMax(ranges_.lower).cwiseMin(ranges_.upper);
    map_.predict(step);
    tried = true;
    if (isNearer(misses, before, promised)) return true;
    map_.q = q, map_.u = u, map_.lambda = lambda;
  }
  aim_.misses = misses;
  if (tried) map_.balance();
  return false;
}

}  // namespace tendril
