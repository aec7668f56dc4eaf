// SPDX-License-Identifier: BSD-3-Clause
// What outputs depend on at one state.
#pragma once

#include "core/equilibria/linearization.hpp"

namespace tendril {

/// Rows of the robot's own coordinates: y = byPosition δq + byVelocity δv + byAcceleration δv̇ + byInput δu.
struct OutputRows {
  OutputRows(Eigen::Index count, const Model& model)
      : byPosition(MatX::Zero(count, model.nv)),
        byVelocity(byPosition),
        byAcceleration(byPosition),
        byInput(MatX::Zero(count, model.nu)) {}
  MatX byPosition, byVelocity, byAcceleration, byInput;
};

/// The rows of all outputs at (q, v), quaternions by their entries. Overwrites the kinematics of `data`.
/// std::invalid_argument names an output that the model does not have.
OutputRows outputRows(const Model& model, Data& data, const VecX& q, const VecX& v,
                      const std::vector<LinearOutput>& outputs);

}  // namespace tendril
