// SPDX-License-Identifier: GPL-3.0-or-later
// Makers of handles, one function per kind of thing.
#pragma once

#include "studio/app/view/handles/handle_maker.hpp"

namespace tendril {

/// Joint frame, and of a soft parent the place where the link is attached.
void addJointFrame(HandleMaker& maker, const description::Link& link);
/// Axes and stops.
void addJointHandles(HandleMaker& maker, const description::Link& link);
/// Measures of a body or of the shape that is drawn.
void addSizes(HandleMaker& maker, const description::Link& link);
/// Tip frame and centre of mass of a rigid body.
void addRigidFrames(HandleMaker& maker, const description::Link& link);
void addObjectHandles(HandleMaker& maker, const description::FreeObject& object);
/// Frames of both sides, axes of its joint.
void addLoopHandles(HandleMaker& maker, const description::Loop& loop);
void addActuatorHandles(HandleMaker& maker, const description::Actuator& actuator);
void addLoadHandles(HandleMaker& maker, const description::Load& load, const ArrowLengths& arrows);
/// The frame that a controller leads, and its target where that is a place that stays.
void addControllerHandles(HandleMaker& maker, const description::Controller& controller);

}  // namespace tendril
