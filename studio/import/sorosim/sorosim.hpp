// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/description/description.hpp"
#include "studio/import/sorosim/mat_file.hpp"

namespace tendril {

/// Reads a SorosimLinkage: links with their joints, rods and rigid bodies, strain bases, cables, closed loops, point
/// wrenches, gravity. What is wrong or not understood goes to `notes`.
void readSorosim(const MatFile& file, ImportNotes& notes, Description& description);

}  // namespace tendril
