// SPDX-License-Identifier: BSD-3-Clause
// Along a step p of the flow the force −r·p must still push forward, or nearly vanish, at its end: then a potential,
// if there is one, has fallen. The same test works for forces without a potential.
#include <cmath>

#include "core/equilibria/statics_stages.hpp"

namespace tendril::statics {
namespace {

constexpr double kOvershoot = 0.5;  // of the force at the start: what may push back at the end of a step
constexpr double kGood = 0.25;      // of the force at the start: what may remain of it after a good step
constexpr double kLargestTurn = 1;  // rad, of any frame in one step
constexpr double kConstant = 1e-7;  // change of the force along a step that counts as none
constexpr int kRunaway = 4;         // steps in a row under a constant force
constexpr int kShrinks = 60;        // of one step
constexpr int kSaddles = 20;        // equilibria that are left because they are not stable
constexpr double kNudge = 1e-3;     // of a coordinate, off a saddle
constexpr int kSteps = 400;

}  // namespace

/// One accepted step from the point of the last evaluateTangent; false if none is small enough.
bool Flow::step(VecX& q) {
  const double least = eq_.smallShift();
  for (int k = 0; k < kShrinks; ++k) {
    if (!eq_.solveShifted(shift_, p_)) {
      shift_ = std::max(4 * shift_, least > 0 ? least : 1.0);
      continue;
    }
    const double turn = eq_.turn(q, p_);
    if (turn > kLargestTurn) p_ *= kLargestTurn / turn;
    eq_.move(q, p_, next_);
    const VecX before = eq_.residual;
    eq_.evaluate(next_);
    const double from = eq_.work(before, p_), to = eq_.work(eq_.residual, p_);
    if (std::isfinite(to) && to <= kOvershoot * std::abs(from)) {
      const bool same = std::abs(to - from) <= kConstant * std::abs(from);
      constant_ = same ? constant_ + 1 : 0;
      if (same) force_ = before.cwiseProduct(p_).head(eq_.model.nv);
      if (turn <= kLargestTurn) shift_ /= std::abs(to) <= kGood * std::abs(from) ? 10 : same ? 100 : 2;
      if (shift_ < 1e-3 * least) shift_ = 0;
      q = next_;
      return true;
    }
    eq_.residual = before;
    shift_ = std::max(4 * shift_, least > 0 ? least : 1.0);
  }
  return false;
}

/// Judges an equilibrium; leaves it along its weakest direction if it is not stable.
bool Flow::arrived(VecX& q, End& end) {
  const Equations::Stability stability = eq_.stability();
  if (!stability.unstable || ++stays_ > kSaddles) {
    end = stability.definite ? End::kStable : stability.unstable ? End::kLost : End::kNeutral;
    return true;
  }
  const double sign = eq_.work(eq_.residual, stability.direction) > 0 ? -1 : 1;
  next_ = q;
  eq_.move(next_, sign * kNudge * stability.direction, q);
  return false;
}

Flow::End Flow::follow(VecX& q) {
  next_ = q;
  double last = HUGE_VAL;
  for (int k = 0; k < kSteps && !eq_.finished(); ++k) {
    eq_.evaluateTangent(q);
    const double left = eq_.relativeResidual();
    if (!std::isfinite(left)) return End::kLost;
    const bool stalled = shift_ == 0 && left >= 0.5 * last && left < 1e-9;
    last = left;
    End end = End::kLost;
    if (left <= tolerance_ || stalled) {
      if (arrived(q, end)) return end;
      last = HUGE_VAL;
      continue;
    }
    if (!step(q)) return End::kLost;
    if (constant_ >= kRunaway) {
      force_.cwiseAbs().maxCoeff(&unheld_);
      return End::kUnheld;
    }
  }
  return End::kLost;
}

}  // namespace tendril::statics
