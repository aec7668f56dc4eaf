// SPDX-License-Identifier: GPL-3.0-or-later
// What a new regulator (LQR) holds, and weights that suit the robot.
#pragma once

#include <vector>

#include "studio/document/controllers/controller_design.hpp"

namespace tendril {

/// `inputs`: of its outputs, indices into u. It holds the initial configuration where its outputs can, else the
/// equilibrium next to it; tendons that only pull are tightened, so that they can yield. Weights of inputs make an
/// input cost as much as the deviations that it causes, at the rate at which the robot falls; those of positions are 1.
/// `out.problem` says why there is none. Work of the engine.
void designRegulator(const Model& model, const std::vector<int>& inputs, ControllerDesign& out);

}  // namespace tendril
