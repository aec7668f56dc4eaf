// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/inverse/motion_plan.hpp"

namespace tendril {

/// What the joints of a robot follow by its own project: references of controllers whose outputs drive joints, poses of
/// floating bases, and inputs that are positions. The others rest. std::invalid_argument where nothing moves any, or
/// with the first problem of a reference. `model`: of the link side (BuildOptions::motors).
MotionPlan controlledMotion(const Description& project, const std::filesystem::path& directory, const Model& model);

}  // namespace tendril
