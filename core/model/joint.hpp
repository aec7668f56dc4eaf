// Joints: motion, motion subspace and its derivatives (trees.md §1, conventions.md).
#pragma once

#include <string_view>

#include "core/math/pose.hpp"

namespace tendril {

enum class JointType { kFixed, kRevolute, kPrismatic, kHelical, kCylindrical, kUniversal, kPlanar, kSpherical, kFree };

/// One joint, from the joint frame to the link's base frame B. Axes are unit vectors in the joint frame.
struct Joint {
  JointType type = JointType::kFixed;
  Vec3 axis = Vec3::UnitZ();
  Vec3 axis2 = Vec3::UnitY();  ///< universal only, orthogonal to axis
  double pitch = 0;            ///< helical only, m/rad
  // Per velocity coordinate; sizes nv. Springs act on q (spherical: ½k‖log R‖², free: none on position? see joint.cpp).
  VecX stiffness, damping;
  bool hasLimits = false;
  VecX lower, upper;  ///< soft stops, per coordinate (1-DoF and cylindrical); ±inf where open
  double stopStiffness = 1e4, stopDamping = 10;
  VecX driveInertia, driveFriction;  ///< direct drive, reflected; zero where there is none
};

int jointPositions(JointType type);   ///< number of entries in q
int jointVelocities(JointType type);  ///< number of entries in v
std::string_view jointName(JointType type);

}  // namespace tendril
