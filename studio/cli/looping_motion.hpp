// SPDX-License-Identifier: GPL-3.0-or-later
// A stretch of a robot's motion that can be repeated without a jump, for moving thumbnails.
#pragma once

#include <vector>

#include "core/session/program.hpp"
#include "studio/cli/quantities/quantities.hpp"

namespace tendril::cli {

struct LoopingMotion {
  std::vector<StateValues> frames;  ///< evenly spread over [start, start + duration), the end left out
  double start = 0, duration = 0;   ///< s
  double jump = 0;                  ///< from the end to the start, in units of the mean motion between two frames
};

/// Simulates the project and picks, after `warmUp` s, the stretch of about `duration` s (up to a quarter more or less)
/// whose end looks and moves most like its start, measured by what happens in between. Error (a run that failed).
LoopingMotion loopingMotion(Program& program, int frames, double duration, double warmUp);

}  // namespace tendril::cli
