// SPDX-License-Identifier: BSD-3-Clause
// The last steps at full rate, so that what led to a divergence can be looked at.
#pragma once

#include <memory>

#include "core/session/recording/history.hpp"

namespace tendril {

class StepRing {
 public:
  static constexpr int kSteps = 200;

  void start(int nq, int nv, int nu);
  /// No allocation.
  void push(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u);
  bool empty() const { return count_ == 0; }
  /// In order of time. Energies and balance are not a number: they were not computed.
  std::shared_ptr<const History> history(std::uint64_t generation) const;

 private:
  MatX q_, v_, u_;  // a column per step
  VecX t_;
  int next_ = 0, count_ = 0;
};

}  // namespace tendril
