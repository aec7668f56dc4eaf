// SPDX-License-Identifier: GPL-3.0-or-later
// What a drag of a joint's frame does to the robot in the view, until the robot that has it is built.
#pragma once

#include <optional>

#include "core/description/description.hpp"
#include "core/session/snapshot.hpp"

namespace tendril {

/// The motion of the world that takes a link from where the snapshot's model has it to where the project wants it, its
/// parent and its coordinates as they are; nothing where both agree within 1e-12, or where the model lacks the link or
/// its place, or has it on another parent.
std::optional<Pose> motionAhead(const Description& description, const Snapshot& snapshot, description::ObjectId link);

/// Moves a link and all that hangs on it by a motion of the world: exactly what a robot with the frame there shows at
/// the same coordinates. Loops, contacts and what controllers lead stay as they were; a tendon of which it is not known
/// where its lines belong stays, too.
void moveSubtree(const Description& description, description::ObjectId link, const Pose& motion, Snapshot& snapshot);

}  // namespace tendril
