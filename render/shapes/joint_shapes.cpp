// SPDX-License-Identifier: BSD-3-Clause
#include "render/shapes/joint_shapes.hpp"

#include <cmath>

#include "core/model/joint/joint_kind.hpp"

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
void addPuck(ShapeMesh& mesh, const Vec3& normal, double radius, const JointColors& colors) {
  addCylinder(mesh, poseAlong(Vec3::Zero(), normal), 1.3 * radius, 0.5 * radius, 0.12 * radius, colors.housing);
}

}  // namespace

void addJoint(ShapeMesh& mesh, const Joint& joint, double radius, const JointColors& colors) {
  const JointFreedom free(joint);
  const Vec3 turn = free.turnAxes.col(0), slide = free.slideAxes.col(0);
  if (free.slides == 3 || free.turns + free.slides == 0) return;
  if (free.turns == 3) return addBall(mesh, radius, colors);
  if (free.turns == 2) return addCross(mesh, turn, free.turnAxes.col(1), radius, colors);
  if (free.slides == 2) return addPuck(mesh, slide.cross(free.slideAxes.col(1)), radius, colors);
  if (free.turns == 0) return addSlide(mesh, slide, radius, colors);
  if (free.screw) return addScrew(mesh, turn, radius, colors);
  if (free.slides == 0) return addHinge(mesh, turn, radius, colors);
  if (std::abs(turn.dot(slide)) > 0.99) return addSleeve(mesh, turn, radius, colors);
  addSlide(mesh, slide, radius, colors);
  addHinge(mesh, turn, radius, colors);
}

void addLoopJoint(ShapeMesh& mesh, const Joint& joint, double radius) {
  const JointColors colors = {kLoopColor, kLoopRingColor};
  const bool holds = joint.type->velocities() == 0;
  if (!holds && !joint.type->isFree()) return addJoint(mesh, joint, radius, colors);
  // A clamp: two blocks that hold each other, which nothing else looks like.
  if (holds) addBox(mesh, Pose{}, Vec3::Constant(1.3 * radius), 0.2 * radius, colors.housing);
  addTorus(mesh, Pose{}, 1.02 * radius, 0.16 * radius, colors.ring);
}

}  // namespace tendril
