// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/equilibria/statics_stages.hpp"

namespace tendril::statics {
namespace {

constexpr double kContraction = 0.25;     // corrections that shrink less may lead to another branch
constexpr double kLoopContraction = 1;    // the same where loops are to be kept: their first corrections are long
constexpr double kOnPath = 1e-7;          // relative residual that suffices before λ = 1
constexpr double kRounding = 1e-9;        // relative residual at which Newton's method may stall by rounding
constexpr double kShortest = 1.0 / 4096;  // step of λ
constexpr int kCorrections = 12, kQuick = 4;

}  // namespace

/// r_λ and its tangent from the last evaluation.
void Path::equations(double lambda) {
  if (kind_ == Kind::kLoad) {
    residual_ = eq_.elastic + lambda * (eq_.residual - eq_.elastic);
    tangent_ = eq_.elasticStiffness + lambda * (eq_.tangent - eq_.elasticStiffness);
  } else {
    residual_ = eq_.residual - (1 - lambda) * start_;
    tangent_ = eq_.tangent;
  }
}

/// Newton's method at λ from q, a guess that is `reach` (in the metric of size()) away from the last point. False if it
/// does not contract.
bool Path::correct(VecX& q, double lambda, double reach, int& used) {
  const double wanted = lambda < 1 ? kOnPath : tolerance_;
  const double contraction = eq_.model.nl > 0 ? kLoopContraction : kContraction;
  double last = reach;
  VecX p;
  bool polished = lambda < 1;
  for (used = 0; used < kCorrections && !eq_.finished(); ++used) {
    eq_.evaluateTangent(q);
    equations(lambda);
    const double left = eq_.relative(residual_);
    if (!std::isfinite(left)) return false;
    if (left <= wanted && (polished || left == 0)) return true;
    polished = left <= wanted;
    if (!eq_.solve(tangent_, -residual_, p)) return polished;
    const double size = eq_.size(p);
    if (size > contraction * last) return left <= kRounding;
    last = size;
    eq_.move(q, p, q);
  }
  return false;
}

/// dq/dλ at the last evaluation.
bool Path::predict() {
  const VecX rate = kind_ == Kind::kLoad ? VecX(eq_.residual - eq_.elastic) : start_;
  return eq_.solve(tangent_, -rate, slope_);
}

/// Brings q to the path's beginning.
bool Path::begin(VecX& q) {
  if (kind_ == Kind::kGuess) {
    eq_.evaluateTangent(q);
    start_ = eq_.residual;
    equations(0);
    return start_.allFinite();
  }
  int used = 0;
  return correct(q, 0, std::numeric_limits<double>::infinity(), used);
}

bool Path::follow(VecX& q) {
  VecX at = q;
  if (!begin(at) || !predict()) return false;
  q = at;
  double lambda = 0, step = 1;
  VecX move;
  while (lambda < 1) {
    if (step < kShortest || eq_.finished()) return false;
    const double target = std::min(1.0, lambda + step);
    move = (target - lambda) * slope_;
    eq_.move(q, move, at);
    int used = 0;
    if (!correct(at, target, eq_.size(move), used)) {
      step = (target - lambda) / (step == 1 ? 4 : 2);
      continue;
    }
    q = at, lambda = target, ++steps_;
    if (used <= kQuick) step *= 2;
    if (lambda < 1 && !predict()) return false;
  }
  return true;
}

}  // namespace tendril::statics
