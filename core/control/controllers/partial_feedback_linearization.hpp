// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/tracking.hpp"

namespace tendril {

/// Collocated partial feedback linearisation in the actuation coordinates y of its outputs, [kane] with the correction
/// of primitives.md §7: u such that ÿ = ÿ_d + K_D (ẏ_d − ẏ) + K_P (y_d − y) on the model it computes with (null: the
/// plant), whatever the other coordinates and the other inputs (Measurement::u) do:
///   u = (Aᵀ M⁻¹ A)⁻¹ (ÿ − (Aᵀv)'|_{a=0} + Aᵀ M⁻¹ h)
/// with A the columns of its outputs, h with the forces of all other inputs and, in machines with loops, M⁻¹ the
/// mobility that they leave. The reference has one entry per output. Without samples where the robot has no loops, nor
/// joints that turn in space: then it holds bodies whose damping is stiff, too, of which inputs that are held between
/// samples lose sight (a mode of the rate d after 1/d).
std::shared_ptr<Controller> makePartialFeedbackLinearization(std::string name, std::vector<int> outputs,
                                                             const Model& plant, std::shared_ptr<const Model> model,
                                                             std::shared_ptr<const Reference> reference,
                                                             FeedbackGains gains);

}  // namespace tendril
