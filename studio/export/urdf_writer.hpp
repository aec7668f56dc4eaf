// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/export/rigid_robot.hpp"
#include "studio/export/staged_files.hpp"

namespace tendril {

/// Writes a robot as URDF, with its meshes beside it. What URDF has no word for is noted.
void writeUrdf(const RigidRobot& robot, const StagedFiles& files, ExportNotes& notes);

}  // namespace tendril
