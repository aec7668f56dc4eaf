// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/tracking.hpp"

namespace tendril {

/// What of a frame is to follow the reference.
enum class TaskKind {
  kPosition,     ///< of its origin, world, m: 3 entries
  kOrientation,  ///< rotation vector from the world's axes, rad: 3 entries
  kPose          ///< position, then orientation: 6 entries
};

/// Number of entries of a reference for it.
int taskSize(TaskKind task);

/// The frame that is led, and how.
struct TaskSpaceSettings {
  int link = 0, station = 0;  ///< Model::place
  TaskKind task = TaskKind::kPosition;
  /// Of the largest motion that the outputs can give to the frame: what is harder to move is left (damped least
  /// squares), so that nothing grows where the frame cannot go on.
  double damping = 0.01;
  double postureStiffness = 0;  ///< 1/s²: towards the actuation coordinates of the model's start
  double postureDamping = 5;    ///< 1/s
};

/// Leads a frame of the robot: of all inputs in their ranges, those whose acceleration of the frame comes nearest to
/// ẍ_ref + K_D ė + K_P e; errors of orientation are rotation vectors in world axes. What the task leaves free, the null
/// space, is spent on the posture: ÿ = −k (y − y₀) − d ẏ in actuation coordinates, in the metric of the kinetic energy
/// [Khatib 1987]. `gains` are of the size of the task. `model`: what it computes with, null: the plant.
/// std::invalid_argument says what does not fit.
std::shared_ptr<Controller> makeTaskSpace(std::string name, std::vector<int> outputs, const Model& plant,
                                          std::shared_ptr<const Model> model,
                                          std::shared_ptr<const Reference> reference, FeedbackGains gains,
                                          const TaskSpaceSettings& settings);

}  // namespace tendril
