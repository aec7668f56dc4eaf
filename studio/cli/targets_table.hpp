// SPDX-License-Identifier: GPL-3.0-or-later
// Inverse statics for people, as JSON and as a table.
#pragma once

#include "studio/cli/commands.hpp"

namespace tendril::cli {

/// Inputs for the targets of options.targets, each from the equilibrium of the one before, and writes them. Error (a
/// run that failed) if one is neither reached nor as near as can be; what was found is written before.
void findTargets(const StaticsOptions& options, const Streams& streams);

}  // namespace tendril::cli
