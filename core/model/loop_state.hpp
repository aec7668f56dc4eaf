// SPDX-License-Identifier: BSD-3-Clause
// What people ask of a closed loop: how far it is open, and what it holds together with. rods.md §12
#pragma once

#include <string>

#include "core/model/loop_kinematics.hpp"

namespace tendril {

/// How far the sides of a loop are apart in the directions that its joint does not free.
struct LoopOpening {
  double distance = 0;  ///< m
  double angle = 0;     ///< rad
};

/// Over all rows of the loop, also those that others imply; after kinematics.
LoopOpening loopOpening(const Data& data, const Loop& loop);

/// Largest |e| (m, rad) over the rows of all loops that are kept (Loop::rows) or dropped (Loop::dropped); after
/// kinematics. NaN counts as infinite.
double widestGap(const Model& model, const Data& data, std::vector<ConstraintRow> Loop::*rows);

/// All rows, kept and dropped, of the loops that are open by more than `tolerance` (m, rad): "hinge: vx 0.15 m, vy 0 m,
/// wx 0 rad (implied)". "(implied)": a row that was dropped because others imply it where the robot starts. Empty if
/// all are closed. After kinematics.
std::string openRows(const Model& model, const Data& data, double tolerance);

/// [torque; force] (N·m, N) that side b exerts on side a: at the origin of frame b, in its axes. lambda: nl forces of
/// the rows of the model. After kinematics.
Vec6 loopWrench(const Data& data, const Loop& loop, const VecXRef& lambda);

}  // namespace tendril
