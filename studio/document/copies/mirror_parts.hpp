// SPDX-License-Identifier: GPL-3.0-or-later
// Mirror images of the objects of a part. Those that can fail return false and say why.
#pragma once

#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril::edits {

/// Joint, body, picture; not the pose on its parent.
bool mirrorLink(const Description& part, description::Link& link, std::vector<Problem>& problems);
bool mirrorActuator(const Description& part, description::Actuator& actuator, std::vector<Problem>& problems);
void mirrorLoad(description::Load& load);
bool mirrorLoop(description::Loop& loop, std::vector<Problem>& problems);
/// Axis, second axis and pitch of a joint that turns, or slides.
void mirrorAxes(JointType type, description::Number3& axis, description::Number3& axis2, description::Number& pitch);

}  // namespace tendril::edits
