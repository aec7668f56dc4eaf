// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pugixml.hpp>

#include "studio/export/rigid_robot.hpp"

namespace tendril {

/// Closed loops of a robot as elements of <equality>. MuJoCo ties bodies as they stand where all joints are at zero;
/// loops that are open there, and those of joints that it has no word for, are noted.
void addClosures(const RigidRobot& robot, pugi::xml_node equality, ExportNotes& notes);

}  // namespace tendril
