// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/recording/step_ring.hpp"

#include <algorithm>
#include <limits>

namespace tendril {

void StepRing::start(int nq, int nv, int nu) {
  q_.resize(nq, kSteps), v_.resize(nv, kSteps), u_.resize(nu, kSteps), t_.resize(kSteps);
  next_ = count_ = 0;
}

void StepRing::push(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u) {
  t_[next_] = t;
  q_.col(next_) = q, v_.col(next_) = v, u_.col(next_) = u;
  next_ = (next_ + 1) % kSteps;
  count_ = std::min(count_ + 1, kSteps);
}

std::shared_ptr<const History> StepRing::history(std::uint64_t generation) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  auto out = std::make_shared<History>(generation, static_cast<int>(q_.rows()), static_cast<int>(v_.rows()),
                                       static_cast<int>(u_.rows()), 0);
  static_assert(kSteps <= 256, "one chunk of a history");
  for (int k = 0; k < count_; ++k) {
    const int i = (next_ - count_ + k + kSteps) % kSteps;
    out->append(t_[i], q_.col(i), v_.col(i), u_.col(i), {kNone, kNone, kNone}, kNone);
  }
  return out;
}

}  // namespace tendril
