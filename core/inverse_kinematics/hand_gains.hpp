// SPDX-License-Identifier: BSD-3-Clause
// How strong a hand is: soft on a soft robot, strong on a heavy one.
#pragma once

#include "core/model/data.hpp"

namespace tendril {

/// Sets stiffness and damping of the hand of `model` (nothing if it has none) for the configuration q (nq). A pull over
/// a third of the robot's size then gives a force comparable with what deforms or lifts the robot at that point; the
/// damping is 0.7 of critical for the mass that is felt there. `data` is overwritten. May be called on any thread
/// before the model runs.
void tuneHand(const Model& model, Data& data, const VecXRef& q);

/// Diagonal of the box around all frames, m; after kinematics.
double robotSize(const Model& model, const Data& data);

}  // namespace tendril
