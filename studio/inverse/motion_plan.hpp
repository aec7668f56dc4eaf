// SPDX-License-Identifier: GPL-3.0-or-later
// What joints follow, for inverse runs.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/builder/checks/check.hpp"
#include "core/control/motion_reference.hpp"
#include "core/description/description.hpp"

namespace tendril {

struct MotionPlan {
  std::vector<JointReference> joints;
  std::vector<ReferencePtr> stiffness;   ///< per joint with a pair of motors, in the order of v; empty: none are given
  double from = 0, to = 0, step = 0.01;  ///< s
};

/// How to build a robot without its motors behind springs; without such motors it is built whole.
BuildOptions linkSideOptions(const Description& project, const std::filesystem::path& directory);
/// The robot without its motors behind springs, for InverseRun. std::invalid_argument with the first error.
/// `directory`: where relative paths start.
std::shared_ptr<const Model> buildLinkSide(const Description& project, const std::filesystem::path& directory);

/// Reads {"joints": {"shoulder": {"type": "polynomial", …}, "base": {"type": "pose", …}}, "from": 0, "to": 4,
/// "step": 0.01}; references are those of controllers, one per link whose joint moves; "bodies" has
/// them for soft bodies, a number per coordinate. "stiffness" has one per link
/// whose joint is of variable stiffness, N·m/rad: {"elbow": {"type": "constant", "value": 900}}. `from` is 0 where it
/// is absent, `to` the project's duration, `step` one hundredth of a second. std::invalid_argument with the first
/// problem.
MotionPlan readMotionPlan(const std::filesystem::path& file, const Description& project,
                          const std::filesystem::path& directory, const Model& model);

}  // namespace tendril
