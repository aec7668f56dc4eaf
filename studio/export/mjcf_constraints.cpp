// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/mjcf_constraints.hpp"

#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"
#include "studio/export/xml_writing.hpp"

namespace tendril {
namespace {

using Node = pugi::xml_node;
constexpr double kClosed = 1e-6;  // m, and m over a lever of a metre
constexpr double kLever = 0.1;    // m between the two points that hold an axis

class Closures {
 public:
  Closures(const RigidRobot& robot, Node equality, ExportNotes& notes)
      : robot_(robot), equality_(equality), notes_(notes), poses_(neutralPoses(robot)) {}

  void add(const RigidRobot::Closure& loop) {
    const JointType type = loop.joint.type;
    if (loop.a.link < 0 && loop.b.link < 0) return;
    if (type == JointType::kFixed) return addWeld(loop);
    const bool ball = type == JointType::kSpherical;
    if (!ball && type != JointType::kRevolute)
      return notes_.add("closed loops of joints that MuJoCo ties no bodies with", loop.name, "they were left out");
    std::vector<Vec3> anchors = {Vec3::Zero()};
    if (!ball) anchors.push_back(kLever * loop.joint.axis);
    for (const Vec3& anchor : anchors)
      if ((worldOf(loop.a) * anchor - worldOf(loop.b) * anchor).norm() > kClosed)
        return notes_.add("closed loops that are open with all joints at zero", loop.name,
                          "they were left out: MuJoCo ties bodies as they stand there");
    for (const Vec3& anchor : anchors) addConnect(loop, anchor);
    notes_.add("closed loops", loop.name, "they are held softly there, as all that MuJoCo ties");
  }

 private:
  Pose worldOf(const RigidRobot::Place& place) const {
    return place.link < 0 ? place.pose : poses_[static_cast<std::size_t>(place.link)] * place.pose;
  }
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
  Node equality_;
  ExportNotes& notes_;
  std::vector<Pose> poses_;
};

}  // namespace

void addClosures(const RigidRobot& robot, Node equality, ExportNotes& notes) {
  Closures closures(robot, equality, notes);
  for (const RigidRobot::Closure& loop : robot.closures) closures.add(loop);
}

}  // namespace tendril
