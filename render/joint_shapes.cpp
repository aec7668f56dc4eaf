// SPDX-License-Identifier: BSD-3-Clause
#include "render/joint_shapes.hpp"

namespace tendril {
namespace {

/// A short drum with a light ring at each face.
void addHinge(ShapeMesh& mesh, const Vec3& axis, double radius, const JointColors& colors) {
  addCylinder(mesh, poseAlong(Vec3::Zero(), axis), radius, 2.2 * radius, 0.14 * radius, colors.housing);
  for (double side : {-1.0, 1.0}) {
    const Pose face = poseAlong(side * 1.1 * radius * axis, axis);
    addCylinder(mesh, face, 0.62 * radius, 0.08 * radius, 0.04 * radius, colors.ring);
    addCylinder(mesh, face, 0.34 * radius, 0.16 * radius, 0.04 * radius, colors.housing);
  }
}

void addBall(ShapeMesh& mesh, double radius, const JointColors& colors) {
  addSphere(mesh, Pose{}, 1.12 * radius, colors.housing);
  addTorus(mesh, poseAlong(Vec3::Zero(), Vec3::UnitX()), 1.12 * radius, 0.16 * radius, colors.ring);
}

/// A carriage on a rail.
void addSlide(ShapeMesh& mesh, const Vec3& axis, double radius, const JointColors& colors) {
  addBox(mesh, poseAlong(Vec3::Zero(), axis), Vec3(2.6, 1.7, 1.7) * radius, 0.2 * radius, colors.housing);
  addCylinder(mesh, poseAlong(Vec3::Zero(), axis), 0.4 * radius, 3.2 * radius, 0.05 * radius, colors.ring);
}

void addScrew(ShapeMesh& mesh, const Vec3& axis, double radius, const JointColors& colors) {
  addCylinder(mesh, poseAlong(Vec3::Zero(), axis), 0.75 * radius, 3 * radius, 0.1 * radius, colors.housing);
  for (int k = -2; k <= 2; ++k)
    addTorus(mesh, poseAlong(0.55 * k * radius * axis, axis), 0.75 * radius, 0.22 * radius, colors.ring);
}

void addSleeve(ShapeMesh& mesh, const Vec3& axis, double radius, const JointColors& colors) {
  addCylinder(mesh, poseAlong(Vec3::Zero(), axis), radius, 2.2 * radius, 0.14 * radius, colors.housing);
  addCylinder(mesh, poseAlong(Vec3::Zero(), axis), 0.45 * radius, 3.4 * radius, 0.08 * radius, colors.ring);
}

void addCross(ShapeMesh& mesh, const Vec3& axis, const Vec3& axis2, double radius, const JointColors& colors) {
  for (const Vec3& a : {axis, axis2}) {
    addCylinder(mesh, poseAlong(Vec3::Zero(), a), 0.5 * radius, 2.4 * radius, 0.1 * radius, colors.housing);
    for (double side : {-1.0, 1.0})
      addCylinder(mesh, poseAlong(side * 1.2 * radius * a, a), 0.42 * radius, 0.1 * radius, 0.04 * radius, colors.ring);
  }
  addSphere(mesh, Pose{}, 0.72 * radius, colors.housing);
}

/// A puck that slides on its plane.
void addPuck(ShapeMesh& mesh, double radius, const JointColors& colors) {
  addCylinder(mesh, poseAlong(Vec3::Zero(), Vec3::UnitZ()), 1.3 * radius, 0.5 * radius, 0.12 * radius, colors.housing);
}

}  // namespace

void addJoint(ShapeMesh& mesh, const Joint& joint, double radius, const JointColors& colors) {
  switch (joint.type) {
    case JointType::kFixed:
    case JointType::kFree:
      return;
    case JointType::kRevolute:
      return addHinge(mesh, joint.axis, radius, colors);
    case JointType::kPrismatic:
      return addSlide(mesh, joint.axis, radius, colors);
    case JointType::kHelical:
      return addScrew(mesh, joint.axis, radius, colors);
    case JointType::kCylindrical:
      return addSleeve(mesh, joint.axis, radius, colors);
    case JointType::kUniversal:
      return addCross(mesh, joint.axis, joint.axis2, radius, colors);
    case JointType::kPlanar:
      return addPuck(mesh, radius, colors);
    case JointType::kSpherical:
      return addBall(mesh, radius, colors);
  }
}

void addLoopJoint(ShapeMesh& mesh, const Joint& joint, double radius) {
  const JointColors colors = {kLoopColor, kLoopRingColor};
  if (joint.type != JointType::kFixed && joint.type != JointType::kFree) return addJoint(mesh, joint, radius, colors);
  // A clamp: two blocks that hold each other, which nothing else looks like.
  if (joint.type == JointType::kFixed) addBox(mesh, Pose{}, Vec3::Constant(1.3 * radius), 0.2 * radius, colors.housing);
  addTorus(mesh, Pose{}, 1.02 * radius, 0.16 * radius, colors.ring);
}

}  // namespace tendril
