// SPDX-License-Identifier: BSD-3-Clause
// Control of links, and of the stiffness of joints, through motors behind springs. trees.md §9, [vsa] §III-C
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/control/reference/references.hpp"
#include "core/model/controller.hpp"
#include "core/model/model.hpp"

namespace tendril {

struct DriveControlSettings {
  bool feedback = true;                ///< false: what the reference needs alone
  std::array<VecX, 4> gains;           ///< K₀ … K₃, one number per coordinate of the links
  std::array<VecX, 2> stiffnessGains;  ///< K_σ0, K_σ1, one number per joint of two motors
};

/// With feedback, v_q = q_d⁗ + K₃ e‴ + K₂ ë + K₁ ė + K₀ e and v_σ = σ_d̈ + K_σ1 σ̇_e + K_σ0 σ_e are made to be q⁗ and σ̈
/// by the motors' torques, where e‴ and ë follow from the measured deflections; on the model both errors obey their
/// linear equations. Without, the motors do what the reference needs. Runs without samples unless it is
/// given some. Where no torque does, that of the last sample is held and feasible[k] of the joint is 0; without samples
/// that is an error. Samples must be so short that T ω²/2 is small against K₃, with ω the swing of the links against
/// their motors, which the law compensates.
///
/// `linkSide`: the robot that it computes with, without its motors (BuildOptions::motors); every coordinate of it must
/// be behind springs, and the outputs must be the torques of all motors. `stiffness`: one number per joint of two
/// motors; null where there is none. std::invalid_argument says what does not fit.
std::shared_ptr<Controller> makeDriveControl(std::string name, std::vector<int> outputs, const Model& plant,
                                             std::shared_ptr<const Model> linkSide, ReferencePtr reference,
                                             ReferencePtr stiffness, DriveControlSettings settings);

}  // namespace tendril
