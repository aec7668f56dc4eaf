// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/mjcf_constraints.hpp"

#include <algorithm>

#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"
#include "studio/export/xml_writing.hpp"

namespace tendril {
namespace {

using Node = pugi::xml_node;
constexpr double kClosed = 1e-6;  // m
constexpr double kLever = 0.1;    // m between the two points that hold an axis

/// Points of side a that side b holds, in the frame of the sides; empty where MuJoCo has no word for the joint.
std::vector<Vec3> anchorsOf(const Joint& joint) {
  if (joint.type == JointType::kSpherical) return {Vec3::Zero()};
  if (joint.type == JointType::kRevolute) return {Vec3::Zero(), kLever * joint.axis};
  return {};
}

Pose worldOf(const RigidRobot::Place& place, const std::vector<Pose>& poses) {
  return place.link < 0 ? place.pose : poses[static_cast<std::size_t>(place.link)] * place.pose;
}

bool isClosed(const RigidRobot::Closure& loop, const std::vector<Pose>& poses) {
  const std::vector<Vec3> anchors = anchorsOf(loop.joint);
  const Pose a = worldOf(loop.a, poses), b = worldOf(loop.b, poses);
  return std::all_of(anchors.begin(), anchors.end(),
                     [&](const Vec3& anchor) { return (a * anchor - b * anchor).norm() < kClosed; });
}

class Closures {
 public:
  Closures(const RigidRobot& robot, const std::vector<Pose>& poses, Node equality, ExportNotes& notes)
      : robot_(robot), poses_(poses), equality_(equality), notes_(notes) {}

  void add(const RigidRobot::Closure& loop) {
    if (loop.a.link < 0 && loop.b.link < 0) return;
    const bool weld = loop.joint.type == JointType::kFixed;
    const std::vector<Vec3> anchors = anchorsOf(loop.joint);
    if (!weld && anchors.empty())
      return notes_.add("closed loops of joints that MuJoCo ties no bodies with", loop.name, "they were left out");
    if (!isClosed(loop, poses_))
      return notes_.add("closed loops that are open where the file draws the bodies", loop.name,
                        "they were left out: MuJoCo ties bodies as they stand there");
    if (weld) addWeld(loop);
    for (const Vec3& anchor : anchors) addConnect(loop, anchor);
    notes_.add("closed loops", loop.name, "they are held softly there, as all that MuJoCo ties");
  }

 private:
  /// The side that is a body first: the other one may be the world.
  static std::pair<RigidRobot::Place, RigidRobot::Place> sides(const RigidRobot::Closure& loop) {
    return loop.a.link < 0 ? std::pair(loop.b, loop.a) : std::pair(loop.a, loop.b);
  }
  void putBodies(Node node, const RigidRobot::Place& first, const RigidRobot::Place& second) const {
    put(node, "body1", robot_.links[static_cast<std::size_t>(first.link)].name);
    if (second.link >= 0) put(node, "body2", robot_.links[static_cast<std::size_t>(second.link)].name);
  }
  void addConnect(const RigidRobot::Closure& loop, const Vec3& anchor) {
    const auto [first, second] = sides(loop);
    Node node = equality_.append_child("connect");
    putBodies(node, first, second);
    put(node, "anchor", first.pose * anchor);
  }
  void addWeld(const RigidRobot::Closure& loop) {
    const auto [first, second] = sides(loop);
    Node node = equality_.append_child("weld");
    putBodies(node, first, second);
    const Pose relative = first.pose * second.pose.inverse();  // of the second body in the first
    VecX numbers(7);
    numbers << relative.p, quaternionFromRotation<double>(relative.R);
    put(node, "relpose", numbers);
  }

  const RigidRobot& robot_;
  const std::vector<Pose>& poses_;
  Node equality_;
  ExportNotes& notes_;
};

}  // namespace

bool areClosed(const RigidRobot& robot, const std::vector<Pose>& poses) {
  return std::all_of(robot.closures.begin(), robot.closures.end(),
                     [&](const RigidRobot::Closure& loop) { return isClosed(loop, poses); });
}

void addClosures(const RigidRobot& robot, const std::vector<Pose>& poses, Node equality, ExportNotes& notes) {
  Closures closures(robot, poses, equality, notes);
  for (const RigidRobot::Closure& loop : robot.closures) closures.add(loop);
}

}  // namespace tendril
