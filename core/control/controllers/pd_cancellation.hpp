// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/tracking.hpp"

namespace tendril {

/// Proportional–derivative control with gravity and elasticity cancelled, u = K_P e + K_D ė + B⁺ (g(q) + k(q)), e in
/// the actuation coordinates of its outputs. With `links` the error is that of their coordinates, which must be
/// vectors: u = B⁺ (K_P e + K_D ė + g + k) in their rows alone. [kane] simulation 2. B⁺ is the pseudo-inverse: what the
/// outputs cannot hold against stays as it is. `model`: what it computes with, null: the plant. std::invalid_argument
/// says what does not fit.
std::shared_ptr<Controller> makePdCancellation(std::string name, std::vector<int> outputs, const Model& plant,
                                               std::shared_ptr<const Model> model,
                                               std::shared_ptr<const Reference> reference, FeedbackGains gains,
                                               const std::vector<int>& links = {});

}  // namespace tendril
