// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/description/simulation.hpp"

namespace tendril {

/// Methods whose step is simulation.step; others choose it by the error.
inline bool hasGivenStep(description::Integrator integrator) {
  return integrator == description::Integrator::kGeneralizedAlpha || integrator == description::Integrator::kNewmark ||
         integrator == description::Integrator::kRungeKutta4;
}

}  // namespace tendril
