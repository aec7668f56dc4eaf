// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/measured_formulas.hpp"
#include "core/control/tracking.hpp"

namespace tendril {

/// What follows a reference instead of actuation coordinates: a formula per output.
struct FollowedSignals {
  std::shared_ptr<const MeasuredFormulas> formulas;  ///< null: actuation coordinates follow
  double derivativeTime = 0.01;                      ///< s, of those whose rate is not known
};

/// u = K_P e + K_D ė + K_I ∫e with e = y_d − y in the actuation coordinates of its outputs: joint angles, shortening of
/// tendons, volumes of chambers. Where an output is at the end of its range, the integral of what would drive it
/// further stands still. Without an integral it needs no samples. The reference has one entry per output.
///
/// With `followed` y are measured signals, and it is sampled. Their rates are those of the engine where it knows them,
/// else differences that a filter of first order smooths: x ← x + h d with d = (y − x)(1 − exp(−h/T))/h, which is the
/// rate of a ramp without error; x is remembered. At its first sample d is 0.
std::shared_ptr<Controller> makePid(std::string name, std::vector<int> outputs, const Model& plant,
                                    std::shared_ptr<const Reference> reference, FeedbackGains gains,
                                    FollowedSignals followed = {});

}  // namespace tendril
