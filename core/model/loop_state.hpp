// SPDX-License-Identifier: BSD-3-Clause
// What people ask of a closed loop: how far it is open, and what it holds together with. rods.md §12
#pragma once

#include "core/model/loop_kinematics.hpp"

namespace tendril {

/// How far the sides of a loop are apart in the directions that its joint does not free.
struct LoopOpening {
  double distance = 0;  ///< m
  double angle = 0;     ///< rad
};

/// Over all rows of the loop, also those that others imply; after kinematics.
LoopOpening loopOpening(const Data& data, const Loop& loop);

/// [torque; force] (N·m, N) that side b exerts on side a: at the origin of frame b, in its axes. lambda: nl forces of
/// the rows of the model. After kinematics.
Vec6 loopWrench(const Data& data, const Loop& loop, const VecXRef& lambda);

}  // namespace tendril
