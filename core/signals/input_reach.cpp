// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/input_reach.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tendril {

double inputReach(const Model& model, int input) {
  constexpr int kLooks = 256;
  double reach = 0;
  for (const InputSignal& signal : model.signals) {
    if (signal.input != input) continue;
    for (int look = 0; look <= kLooks; ++look) {
      // Fractions of the golden ratio: evenly spread, and in step with no period.
      const double along = std::fmod(look / std::numbers::phi, 1.0);
      const double value = std::abs(signal.value(along * model.simulation.duration));
      if (std::isfinite(value)) reach = std::max(reach, value);
    }
  }
  return reach;
}

}  // namespace tendril
