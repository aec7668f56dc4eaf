// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/session/snapshot.hpp"
#include "studio/document/document.hpp"
#include "widgets/pose/pose_entries.hpp"

namespace tendril {

/// The coordinates of a link's soft body in the robot that runs; none if it has no such link.
std::vector<PoseEntry> softEntries(const Snapshot& snapshot, ObjectId link);

}  // namespace tendril
