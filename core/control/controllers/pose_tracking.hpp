// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/controllers/pose_error.hpp"
#include "core/control/tracking.hpp"

namespace tendril {

struct PoseTrackingSettings {
  int link = 0;  ///< the floating base: its free joint hangs on the world
  ErrorAxes axes = ErrorAxes::kWorld;
};

/// How many of the six directions of its acceleration outputs give a link with a free joint (index) where the plant
/// starts, 0…6.
int drivenDirections(const Model& plant, const std::vector<int>& outputs, int link);

/// Moves a floating base on SE(3), whatever it carries does. Its six outputs u are such that the error of the base pose
/// (pose_error.hpp) obeys ë + K_D ė + K_P e = 0 on the model it computes with (null: the plant):
///   u = (S M⁻¹ A)⁻¹ (V̇ − S q̈₀)
/// with S the rows of the base, A the columns of the outputs, q̈₀ what the robot does with all other inputs as they are
/// (Measurement::u) and these at zero: arms on the base may be driven by other controllers, or not at all. That is
/// partial feedback linearisation [kane] with the pose of the base for output; the base moves as in [higher].
///
/// The error of orientation is a rotation vector: the base turns the shortest way, about one axis where it starts at
/// rest and the gains are alike, from every orientation. Half a turn away there are two such ways; the law takes one,
/// and its torque jumps where an error is pushed across. Gains are 6 × 6, position before orientation. Without samples
/// where the robot has no loops. std::invalid_argument says what does not fit, also where the outputs do not drive the
/// base at the start of the plant.
std::shared_ptr<Controller> makePoseTracking(std::string name, std::vector<int> outputs, const Model& plant,
                                             std::shared_ptr<const Model> model, PoseReference reference,
                                             FeedbackGains gains, const PoseTrackingSettings& settings);

}  // namespace tendril
