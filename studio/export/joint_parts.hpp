// SPDX-License-Identifier: GPL-3.0-or-later
// Joints as chains of the few kinds that other programs know.
#pragma once

#include <string_view>
#include <vector>

#include "core/model/joint/joint.hpp"

namespace tendril {

/// One elementary motion of a joint. Its frame is that of the joint (of what the parts before it have moved).
struct JointPart {
  enum class Kind { kHinge, kSlide, kBall, kFree };
  Kind kind = Kind::kHinge;
  Vec3 axis = Vec3::UnitZ();          ///< unit; of hinges and slides
  int position = 0, velocity = 0;     ///< its first coordinate in q and v of the joint
  double stiffness = 0, damping = 0;  ///< SI; of balls those of its first coordinate; dampers of drives included
  double inertia = 0;                 ///< of the rotor, reflected
  double lower, upper;                ///< rad, m; ±inf: open
  /// It is no coordinate but follows the part before it: so many m per rad (helical joints).
  double follows = 0;
  const char* suffix = "";  ///< what its name has behind the joint's where a joint has several parts
};

/// From the parent outwards; none for a fixed joint. Together they move as the joint does, at all q, and their
/// coordinates are its own, but for the quaternions of balls and free joints. std::runtime_error that names the type of
/// a joint for which nobody has said what stands for it.
std::vector<JointPart> jointParts(const Joint& joint);

/// std::runtime_error that names link and type where jointParts() would end so: to be asked before anything is written.
void checkJointParts(const Joint& joint, std::string_view link);

/// Whether the springs (or dampers) of a part with several coordinates differ from each other.
bool differs(const VecX& perCoordinate);

}  // namespace tendril
