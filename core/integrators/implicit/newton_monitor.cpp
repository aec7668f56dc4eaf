// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/implicit/newton_monitor.hpp"

#include <cmath>

namespace tendril {

NewtonMonitor::Verdict NewtonMonitor::judge(double size, bool fresh) {
  if (!std::isfinite(size)) return Verdict::kDiverged;
  old_ = old_ && !fresh;
  const double tolerance = old_ ? kLeft * tolerance_ : tolerance_;
  if (size <= tolerance) return Verdict::kConverged;
  const double contraction = iterations_ > 0 ? size / last_ : 1.0;
  const bool first = iterations_++ == 0;
  last_ = size;
  if (first) {
    // A small first correction promises fast convergence with the same matrix; a large one turned the robot far.
    wantsMatrix_ = size > (fresh ? 1e-2 : 1e-1);
    return Verdict::kContinue;
  }
  if (contraction < 1 && size * contraction / (1 - contraction) <= tolerance) return Verdict::kConverged;
  if (contraction >= 1 && fresh && ++growths_ > 3) return Verdict::kDiverged;
  if (iterations_ >= kMaxIterations) return Verdict::kDiverged;
  wantsMatrix_ = contraction > kWorthReusing;
  return Verdict::kContinue;
}

}  // namespace tendril
