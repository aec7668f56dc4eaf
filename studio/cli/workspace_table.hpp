// SPDX-License-Identifier: GPL-3.0-or-later
// Where a point of the robot can be, for people, as JSON and as a table.
#pragma once

#include "studio/cli/commands.hpp"

namespace tendril::cli {

/// Samples options.workspace equilibria over the ranges of the inputs. Error (a run that failed) if there is none,
/// (wrong command line) for a frame that there is not.
void findWorkspace(const StaticsOptions& options, const Streams& streams);

}  // namespace tendril::cli
