// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/task.hpp"
#include "core/control/tracking.hpp"

namespace tendril {

struct TaskSpaceSettings {
  Task task;
  double damping = 0.1;         ///< TaskLeastSquares; sampled, at least √(‖ẏ‖ period)
  double postureStiffness = 0;  ///< 1/s²: towards the actuation coordinates of the model's start
  double postureDamping = 20;   ///< 1/s
};

/// Leads a frame of a robot whose outputs drive all of its coordinates: of all inputs in their ranges, those whose
/// acceleration of the frame comes nearest to ẍ_ref + K_D ė + K_P e. What the task leaves free, the null space, is
/// spent on the posture: ÿ = −k (y − y₀) − d ẏ in actuation coordinates, in the metric of the kinetic energy [Khatib
/// 1987]. Soft arms answer with waves before their tips follow: inverse_statics.hpp leads those. `gains` are of the
/// size of the task. `model`: what it computes with, null: the plant. std::invalid_argument says what does not fit.
std::shared_ptr<Controller> makeTaskSpace(std::string name, std::vector<int> outputs, const Model& plant,
                                          std::shared_ptr<const Model> model, PoseReference reference,
                                          FeedbackGains gains, const TaskSpaceSettings& settings);

}  // namespace tendril
