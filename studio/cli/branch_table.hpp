// SPDX-License-Identifier: GPL-3.0-or-later
// A branch of equilibria for people, as JSON and as a table.
#pragma once

#include "core/equilibria/branch.hpp"
#include "studio/cli/commands.hpp"

namespace tendril::cli {

/// Follows the branch from the equilibrium of options.inputs to that of options.to and writes it. Error (a run that
/// failed) if it does not reach its end; what was found is written before.
void followSweep(const StaticsOptions& options, const Streams& streams);

}  // namespace tendril::cli
