// SPDX-License-Identifier: BSD-3-Clause
// How far frames are apart in what a joint does not free, whatever it has freed.
//
// X = δX · X_J(q*): q* are the joint's coordinates nearest to X, δX is what is left. Only δX is measured, so that an
// error near zero is one at any turn of the joint, and its rate is the velocity across the joint. Of log(X) that holds
// near X = 1 only: its rows turn against those of the velocity by half the joint's angle and grow, and a stabilisation
// by e'' + (2/T) e' + e/T² = 0 with the one in place of the other is unstable beyond 145°.
#pragma once

#include "core/model/joint/joint_kind.hpp"

namespace tendril {

/// δX as [ω; v]: rotation vector (rad) and displacement (m), both in frame b.
struct LoopGap {
  Vec6 value;
  Mat6 rate;  ///< value' = rate · d, d the twist of a relative to b in frame b. Rows that the joint frees do not count
};

/// q*: its turn is the twist of X about the axis, its slide the way of frame a along it, a helical joint's the turn
/// (one of many) that fits the advance best. A joint with an axis is undefined where X turns it right round, by π;
/// rotations of joints with more than one axis do not count. X: pose of frame a in frame b.
LoopGap loopGap(const JointFreedom& joint, const Pose& X);

}  // namespace tendril
