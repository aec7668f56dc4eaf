// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/tracking.hpp"

namespace tendril {

/// u with B u = M(q) (q̈_d + K_D ė + K_P e) + h(q, v), e = q_d − q, h all forces of the model at a = 0: on the model the
/// error obeys ë + K_D ė + K_P e = 0. For robots whose coordinates are vectors and as many as its outputs, which must
/// drive them all. `model`: what it computes with, null: the plant. The reference has nv entries, in the order of v.
/// std::invalid_argument says what does not fit.
std::shared_ptr<Controller> makeComputedTorque(std::string name, std::vector<int> outputs, const Model& plant,
                                               std::shared_ptr<const Model> model,
                                               std::shared_ptr<const Reference> reference, FeedbackGains gains);

}  // namespace tendril
