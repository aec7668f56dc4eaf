// SPDX-License-Identifier: BSD-3-Clause
// A joint that the program does not have, to prove that one file is all that a joint takes: a ball in a slot slides
// along the axis and turns as it likes. Property tests run on it beside the program's own.
#pragma once

#include <vector>

#include "core/model/joint/joint_kind.hpp"

namespace tendril::tests {

JointType ballInSlot();

/// Those of the program and the ball in a slot.
std::vector<JointType> allJoints();

}  // namespace tendril::tests
