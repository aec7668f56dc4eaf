// SPDX-License-Identifier: GPL-3.0-or-later
// What `tendril statics` finds besides one equilibrium, for people, as JSON and as a table; a file each.
#pragma once

#include "studio/cli/commands.hpp"

namespace tendril::cli {

/// Follows the branch from the equilibrium of options.inputs to that of options.to and writes it. Error (a run that
/// failed) if it does not reach its end; what was found is written before.
void followSweep(const StaticsOptions& options, const Streams& streams);

/// Inputs for the targets of options.targets, each from the equilibrium of the one before, and writes them. Error (a
/// run that failed) if one is neither reached nor as near as can be; what was found is written before.
void findTargets(const StaticsOptions& options, const Streams& streams);

/// Where a point of the robot can be: samples options.workspace equilibria over the ranges of the inputs. Error (a run
/// that failed) if there is none, (wrong command line) for a frame that there is not.
void findWorkspace(const StaticsOptions& options, const Streams& streams);

}  // namespace tendril::cli
