// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/joint_parts.hpp"

#include <limits>
#include <stdexcept>
#include <string>

#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

using Kind = JointPart::Kind;

double entry(const VecX& values, int k, double absent) {
  return k < values.size() ? values[k] : absent;
}

JointPart partOf(const Joint& joint, Kind kind, const Vec3& axis, int coordinate, const char* suffix) {
  constexpr double kOpen = std::numeric_limits<double>::infinity();
  JointPart part;
  part.kind = kind, part.axis = axis, part.suffix = suffix;
  part.position = part.velocity = coordinate;
  part.stiffness = entry(joint.stiffness, coordinate, 0);
  part.damping = entry(joint.damping, coordinate, 0) + entry(joint.driveFriction, coordinate, 0);
  part.inertia = entry(joint.driveInertia, coordinate, 0);
  part.lower = entry(joint.lower, coordinate, -kOpen);
  part.upper = entry(joint.upper, coordinate, kOpen);
  return part;
}

}  // namespace

std::vector<JointPart> jointParts(const Joint& joint) {
  const auto part = [&](Kind kind, const Vec3& axis, int coordinate, const char* suffix = "") {
    return partOf(joint, kind, axis, coordinate, suffix);
  };
  const JointType type = joint.type;
  if (type == JointType::kRevolute) return {part(Kind::kHinge, joint.axis, 0)};
  if (type == JointType::kPrismatic) return {part(Kind::kSlide, joint.axis, 0)};
  if (type == JointType::kHelical) {
    if (joint.pitch == 0) return {part(Kind::kHinge, joint.axis, 0)};
    JointPart slide;
    slide.kind = Kind::kSlide, slide.axis = joint.axis, slide.follows = joint.pitch, slide.suffix = " advance";
    slide.lower = -std::numeric_limits<double>::infinity(), slide.upper = -slide.lower;
    return {part(Kind::kHinge, joint.axis, 0, " turn"), slide};
  }
  if (type == JointType::kCylindrical)
    return {part(Kind::kHinge, joint.axis, 0, " turn"), part(Kind::kSlide, joint.axis, 1, " shift")};
  if (type == JointType::kUniversal)
    return {part(Kind::kHinge, joint.axis, 0, " first"), part(Kind::kHinge, joint.axis2, 1, " second")};
  if (type == JointType::kPlanar)
    return {part(Kind::kSlide, Vec3::UnitX(), 0, " x"), part(Kind::kSlide, Vec3::UnitY(), 1, " y"),
            part(Kind::kHinge, Vec3::UnitZ(), 2, " turn")};
  if (type == JointType::kSpherical) return {part(Kind::kBall, Vec3::UnitZ(), 0)};
  if (type == JointType::kFree) return {part(Kind::kFree, Vec3::UnitZ(), 0)};
  if (type->velocities() == 0) return {};
  throw std::runtime_error("neither URDF nor MJCF has joints of type \"" + std::string(type->name()) +
                           "\", and no others stand for it; take a joint of another type there");
}

void checkJointParts(const Joint& joint, std::string_view link) {
  try {
    jointParts(joint);
  } catch (const std::runtime_error& unknown) {
    throw std::runtime_error("links." + std::string(link) + ".joint: " + unknown.what());
  }
}

bool differs(const VecX& perCoordinate) {
  return perCoordinate.size() > 1 && perCoordinate.maxCoeff() != perCoordinate.minCoeff();
}

}  // namespace tendril
