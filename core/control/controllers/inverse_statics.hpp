// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/task.hpp"
#include "core/control/tracking.hpp"

namespace tendril {

struct InverseStaticsSettings {
  Task task;
  double damping = 0.02;  ///< TaskLeastSquares, in the metric of the elastic energy
  double relaxation = 1;  ///< 1/s: how fast inputs that the task does not need go down
};

/// Leads a frame of a robot that springs hold, such as a soft arm, through equilibria. It remembers inputs u and the
/// configuration q in which they balance all forces; each sample moves u within the ranges so that q moves the frame by
/// dx = ẋ_ref dt + K_P dt e, by the derivative J K⁻¹A of equilibria (K the stiffness of all forces), and q by a step of
/// Newton's method. What the task leaves free takes inputs down, so that no tendons pull against each other for
/// nothing. Of the measured motion it takes the start alone: it neither feeds vibrations nor mends what `model` has
/// wrong. `gains.proportional` (1/s) is of the size of the task; others are not used. `model`: what it computes with,
/// null: the plant. std::invalid_argument says what does not fit.
std::shared_ptr<Controller> makeInverseStatics(std::string name, std::vector<int> outputs, const Model& plant,
                                               std::shared_ptr<const Model> model, PoseReference reference,
                                               FeedbackGains gains, const InverseStaticsSettings& settings);

}  // namespace tendril
