// SPDX-License-Identifier: BSD-3-Clause
// How far soft bodies are from folding.
#pragma once

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// The least margin to folding of all soft bodies at the configuration of `data` (after kinematics): 1 where nothing is
/// bent, 0 where a body folds. Of bodies that are lines with sections 1 − κ r, κ the curvature of the line and r the
/// radius of its section: what is left of fibres on the inside of the bend. Of bodies with a mesh the least ratio of
/// volumes det F at its nodes (primitives.md §1). 1 where the robot has no soft bodies. Allocates.
double foldingMargin(const Model& model, Data& data);

}  // namespace tendril
