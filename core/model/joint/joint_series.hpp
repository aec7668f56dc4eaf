// SPDX-License-Identifier: BSD-3-Clause
// The coordinates of a joint as series of time. trees.md §7
#pragma once

#include "core/math/series.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {

/// y with y(0) = start and ẏ = rate, whose last coefficient is not read.
template <int K>
Jet<K> integral(double start, const Jet<K>& rate) {
  Jet<K> y(start);
  for (int k = 1; k <= K; ++k) y[k] = rate[k - 1] / k;
  return y;
}

/// q (positions() series) of a joint that starts at q0 and moves with the velocities v (velocities() series):
/// coordinates by q̇ = v, quaternions by Q̇ = ½ Q ∘ (0, ω), positions of free joints by ṗ = R v. The last coefficient of
/// v is not read. K = 3, 7, 11, 15.
template <int K>
void jointPositions(const Joint& joint, const double* q0, const Jet<K>* v, Jet<K>* q);

}  // namespace tendril
