// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/tracking.hpp"

namespace tendril {

/// u = K_P e + K_D ė + K_I ∫e with e = y_d − y in the actuation coordinates of its outputs: joint angles, shortening of
/// tendons, volumes of chambers. Where an output is at the end of its range, the integral of what would drive it
/// further stands still. Without an integral it needs no samples. The reference has one entry per output.
std::shared_ptr<Controller> makePid(std::string name, std::vector<int> outputs, const Model& plant,
                                    std::shared_ptr<const Reference> reference, FeedbackGains gains);

}  // namespace tendril
