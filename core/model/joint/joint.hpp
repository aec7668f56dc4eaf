// SPDX-License-Identifier: BSD-3-Clause
// A joint of a model: its type and what the builder gives for it.
#pragma once

#include <span>
#include <vector>

#include "core/math/types.hpp"
#include "core/model/joint/motor.hpp"

namespace tendril {

class JointKind;

/// The type of a joint: a handle of what knows it (joint_kind.hpp). A new one is a file beside this one, its line here
/// and one in all().
class JointType {
 public:
  static const JointType kFixed, kRevolute, kPrismatic, kHelical, kCylindrical, kUniversal, kPlanar, kSpherical, kFree;
  /// Those of project files, in the order in which people are offered them.
  static std::span<const JointType> all();

  JointType() : JointType(kFixed) {}
  /// `kind` outlives all that uses it.
  constexpr explicit JointType(const JointKind& kind) : kind_(&kind) {}
  constexpr const JointKind* operator->() const { return kind_; }
  friend constexpr bool operator==(JointType, JointType) = default;

 private:
  const JointKind* kind_;
};

/// One joint, from the joint frame to the link's base frame B. Axes are unit vectors in the joint frame.
struct Joint {
  JointType type = JointType::kFixed;
  Vec3 axis = Vec3::UnitZ();
  Vec3 axis2 = Vec3::UnitY();  ///< universal only, orthogonal to axis
  double pitch = 0;            ///< helical only, m/rad
  // Per velocity coordinate; empty or size nv.
  VecX stiffness, damping;
  VecX lower, upper;  ///< soft stops per coordinate (1-DoF and cylindrical), ±inf where open; empty: none
  double stopStiffness = 1e4, stopDamping = 10;
  VecX driveInertia, driveFriction;  ///< direct drive, reflected; empty where there is none
  /// Motors behind springs, those of the first velocity coordinate first: none, one for each coordinate (elastic) or
  /// two (variable stiffness). In models that move them (Model::driveSprings) they are links of their own.
  std::vector<Motor> motors;
  int motorsPerCoordinate = 0;
};

}  // namespace tendril
