// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of a linkage's links and of what drives them share.
#pragma once

#include <string>
#include <vector>

#include "studio/import/parts/robot_parts.hpp"
#include "studio/import/sorosim/mat_file.hpp"

namespace tendril {

struct SorosimParts {
  const MatFile& file;
  ImportNotes& notes;
  Description& description;
  RobotAssembly assembly;
  // Of each link:
  std::vector<std::string> names;                   ///< in the project
  std::vector<const MatRecord*> kinds;              ///< its SorosimLink
  std::vector<std::vector<const MatRecord*>> rods;  ///< its joint, then its divisions
};

/// Loops, motors, cables and wrenches of a linkage whose links are there.
void readSorosimDrives(const MatRecord& linkage, SorosimParts& parts);

}  // namespace tendril
