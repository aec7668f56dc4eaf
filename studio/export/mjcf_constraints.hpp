// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pugixml.hpp>

#include "studio/export/rigid_robot.hpp"

namespace tendril {

/// Whether all loops are closed where the bodies are drawn like this.
bool areClosed(const RigidRobot& robot, const std::vector<Pose>& poses);
/// Closed loops of a robot as elements of <equality>. MuJoCo ties bodies as the file draws them, at `poses` (base
/// frames in the world); loops that are open there, and those of joints that it has no word for, are noted.
void addClosures(const RigidRobot& robot, const std::vector<Pose>& poses, pugi::xml_node equality, ExportNotes& notes);

}  // namespace tendril
