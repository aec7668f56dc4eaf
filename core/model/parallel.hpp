// SPDX-License-Identifier: BSD-3-Clause
// Work on deformable bodies, split over threads where it pays.
#pragma once

#include <tbb/parallel_for.h>

#include "core/model/model.hpp"

namespace tendril {

/// What derivatives of a body's motion or forces cost, in evaluations of its motion.
inline constexpr double kDerivativeShare = 4;

/// Calls f(link index) for every deformable body. Bodies write only to their own data, so the result does not depend on
/// the number of threads. Waking a worker costs as much as a rod: below this estimate everything stays on the caller's
/// thread. `share`: how much more than one evaluation of the motion it is to call f.
template <class F>
void forEachBody(const Model& model, F&& f, double share = 1) {
  constexpr double kWorthWaking = 50;  // µs
  const int count = static_cast<int>(model.deformable.size());
  if (count < 2 || model.parallelWork * share < kWorthWaking) {
    for (int i : model.deformable) f(i);
    return;
  }
  tbb::parallel_for(0, count, [&](int k) { f(model.deformable[k]); });
}

}  // namespace tendril
