// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/session/program.hpp"
#include "studio/cli/commands.hpp"

namespace tendril::cli {

/// The state that `--from` names: "S.json" (t, q, v), "run.h5@1.5", "run.csv@1.5", or a run alone: where it ended. A
/// recording is resumed exactly: from its last full state at or before the time asked for, computed up to there. Of the
/// others nothing is known but t, q and v, and a note says what begins anew. Error (bad file) where there is no such
/// state, or it is of another robot.
State startingState(const std::string& from, Program& program, const Streams& streams);

}  // namespace tendril::cli
