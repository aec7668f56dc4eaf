// SPDX-License-Identifier: BSD-3-Clause
// How long the steps of an explicit method may be.
#pragma once

#include "core/integrators/integrator.hpp"

namespace tendril {

/// The longest step (s) with which runge_kutta_4 does not blow up small motions about the model's initial position at
/// rest: 2.78 / |λ| of the fastest. Infinity if nothing moves there; NaN if it cannot be told. Allocates; overwrites
/// `data`. [Hairer & Wanner, Solving ODEs II, IV.2]
double longestExplicitStep(const Model& model, Data& data);

/// Where a step of h that failed is longer than that, says so: kDiverged, with the step that serves. Else, and where
/// inputs or loads are to blame, leaves the failure as it is.
void explainExplicitStep(const Model& model, Data& data, double h, Failure& failure);

}  // namespace tendril
