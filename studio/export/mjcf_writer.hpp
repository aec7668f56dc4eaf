// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/export/rigid_robot.hpp"
#include "studio/export/staged_files.hpp"

namespace tendril {

/// Writes a robot as MJCF, with its meshes beside it. What MuJoCo has no word for is noted.
void writeMjcf(const RigidRobot& robot, const StagedFiles& files, ExportNotes& notes);

}  // namespace tendril
