// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/urdf_writer.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/joint/joint_kind.hpp"
#include "studio/export/joint_parts.hpp"
#include "studio/export/xml_writing.hpp"

namespace tendril {
namespace {

using Node = pugi::xml_node;
using Kind = JointPart::Kind;
constexpr double kNoLimit = 1e9;  // where readers want a number: rad, m, N, N·m, and per second

class UrdfWriter {
 public:
  UrdfWriter(const RigidRobot& robot, const StagedFiles& files, ExportNotes& notes)
      : robot_(robot), notes_(notes), meshes_(files, notes) {}

  void write(const std::filesystem::path& file) {
    root_ = document_.append_child("robot");
    put(root_, "name", robot_.name.empty() ? file.stem().string() : robot_.name);
    put(root_.append_child("link"), "name", "world");
    for (std::size_t i = 0; i < robot_.links.size(); ++i) addLink(i);
    noteTheRest();
    saveXml(document_, file);
  }

 private:
  // ---- links
  void addLink(std::size_t index) {
    const LinkSpec& link = robot_.links[index];
    Node node = root_.append_child("link");
    put(node, "name", link.name);
    if (link.rigid.mass > 0) addInertia(node, link.rigid);
    for (const Visual& visual : link.visuals) addShapes(node, link, visual, "visual");
    for (const Visual& shape : link.contactShapes()) addShapes(node, link, shape, "collision");
    if (link.visuals.empty() && link.rigid.mass > 0)
      notes_.add("links without a shape of their own", link.name, "they have no picture there");
    addJoint(index);
  }

  static void addOrigin(Node at, const Pose& pose) {
    Node origin = at.append_child("origin");
    put(origin, "xyz", pose.p);
    put(origin, "rpy", rollPitchYaw(pose.R));
  }

  static void addInertia(Node link, const RigidInertia& rigid) {
    Node inertial = link.append_child("inertial");
    Pose at;
    at.p = rigid.com;
    addOrigin(inertial, at);
    put(inertial.append_child("mass"), "value", rigid.mass);
    Node tensor = inertial.append_child("inertia");
    const Mat3& I = rigid.inertia;
    put(tensor, "ixx", I(0, 0)), put(tensor, "ixy", I(0, 1)), put(tensor, "ixz", I(0, 2));
    put(tensor, "iyy", I(1, 1)), put(tensor, "iyz", I(1, 2)), put(tensor, "izz", I(2, 2));
  }

  /// `use`: visual or collision.
  void addShapes(Node node, const LinkSpec& link, const Visual& visual, const char* use) {
    const Vec3& s = visual.size;
    switch (visual.shape) {
      case Visual::Shape::kBox:
        return addShape(node, link, visual.pose, use, "box", [&](Node shape) { put(shape, "size", s); });
      case Visual::Shape::kSphere:
        return addShape(node, link, visual.pose, use, "sphere", [&](Node shape) { put(shape, "radius", s[0]); });
      case Visual::Shape::kCylinder:
        return addCylinder(node, link, visual, use);
      case Visual::Shape::kCapsule:
        addCylinder(node, link, visual, use);
        for (const double side : {-0.5, 0.5}) {
          Pose end = visual.pose;
          end.p += side * s[1] * visual.pose.R.col(0);
          addShape(node, link, end, use, "sphere", [&](Node shape) { put(shape, "radius", s[0]); });
        }
        return notes_.add("capsules of links", link.name, "a cylinder with a ball at either end stands for them");
      case Visual::Shape::kMesh:
        if (const std::string file = meshes_.nameOf(visual, link.name); !file.empty())
          addShape(node, link, visual.pose, use, "mesh", [&](Node shape) { put(shape, "filename", file); });
        return;
    }
  }

  void addCylinder(Node node, const LinkSpec& link, const Visual& visual, const char* use) {
    addShape(node, link, roundAlongZPose(visual.pose), use, "cylinder", [&](Node shape) {
      put(shape, "radius", visual.size[0]);
      put(shape, "length", visual.size[1]);
    });
  }

  template <class Fill>
  void addShape(Node link, const LinkSpec& spec, const Pose& pose, const char* use, const char* kind,
                const Fill& fill) {
    Node node = link.append_child(use);
    addOrigin(node, pose);
    fill(node.append_child("geometry").append_child(kind));
    if (std::string_view(use) != "visual" || !spec.color) return;
    Node material = node.append_child("material");
    put(material, "name", spec.name + " color");
    put(material.append_child("color"), "rgba", colorOf(spec));
  }

  // ---- joints
  void addJoint(std::size_t index) {
    const LinkSpec& link = robot_.links[index];
    const std::string parent = link.parent < 0 ? "world" : robot_.links[static_cast<std::size_t>(link.parent)].name;
    std::vector<JointPart> parts = jointParts(link.joint);
    const bool planar = link.joint.type == JointType::kPlanar;
    if (parts.empty()) return (void)addNode(link.name, "fixed", parent, link.name, link.pose);
    if (parts.front().kind == Kind::kFree) return (void)addNode(link.name, "floating", parent, link.name, link.pose);
    if (planar) return addPlanar(index, parts, parent);
    if (parts.front().kind == Kind::kBall) parts = hingesOfBall(link, parts.front());
    if (parts.size() > 1 && link.joint.type != JointType::kSpherical)
      notes_.add("joints that URDF has no word for", link.name,
                 "they became chains of simple joints, with links without mass between them");
    noteForces(index);
    std::string from = parent;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const bool last = k + 1 == parts.size();
      const std::string name = parts.size() == 1 ? link.name : link.name + parts[k].suffix;
      const std::string child = last ? link.name : name;
      if (!last) put(root_.append_child("link"), "name", child);
      addPart(index, parts[k], name, addNode(name, typeOf(parts[k]), from, child, k == 0 ? link.pose : Pose{}));
      if (parts[k].follows != 0) follow(link, parts[k], link.name + parts[k - 1].suffix);
      from = child;
    }
  }

  /// It has the three coordinates of URDF's joint in its plane, whose axis is the normal.
  void addPlanar(std::size_t index, const std::vector<JointPart>& parts, const std::string& parent) {
    const LinkSpec& link = robot_.links[index];
    Node node = addNode(link.name, "planar", parent, link.name, link.pose);
    put(node.append_child("axis"), "xyz", Vec3::UnitZ());
    if (parts[0].damping > 0) put(node.append_child("dynamics"), "damping", parts[0].damping);
    if (differs(link.joint.damping))
      notes_.add("dampers that differ along the coordinates of joints", link.name, "that of the first stands for all");
    noteForces(index);
  }

  std::vector<JointPart> hingesOfBall(const LinkSpec& link, const JointPart& ball) {
    std::vector<JointPart> out;
    constexpr const char* kSuffixes[] = {" x", " y", " z"};
    for (int k = 0; k < 3; ++k) {
      JointPart hinge = ball;
      hinge.kind = Kind::kHinge, hinge.axis = Vec3::Unit(k), hinge.suffix = kSuffixes[k];
      hinge.position = -1, hinge.velocity = k;
      if (link.joint.damping.size() == 3) hinge.damping = link.joint.damping[k];
      out.push_back(hinge);
    }
    notes_.add(
        "ball joints", link.name,
        "three hinges about x, y and z stand for them: the same motions, in angles that fail where the second is "
        "a right angle");
    return out;
  }

  Node addNode(const std::string& name, const char* type, const std::string& parent, const std::string& child,
               const Pose& pose) {
    Node node = root_.append_child("joint");
    put(node, "name", name);
    put(node, "type", type);
    addOrigin(node, pose);
    put(node.append_child("parent"), "link", parent);
    put(node.append_child("child"), "link", child);
    last_ = node;
    return node;
  }

  static const char* typeOf(const JointPart& part) {
    if (part.kind == Kind::kSlide) return "prismatic";
    return std::isfinite(part.lower) || std::isfinite(part.upper) ? "revolute" : "continuous";
  }

  void addPart(std::size_t index, const JointPart& part, const std::string& name, Node node) {
    put(node.append_child("axis"), "xyz", part.axis);
    const bool bounded = std::isfinite(part.lower) || std::isfinite(part.upper), slide = part.kind == Kind::kSlide;
    const auto motor = std::find_if(robot_.motors.begin(), robot_.motors.end(), [&](const RigidRobot::Motor& each) {
      return each.link == static_cast<int>(index) && each.coordinate == part.velocity && part.follows == 0;
    });
    const bool driven = motor != robot_.motors.end();
    const double most = driven ? effortOf(*motor) : 0;
    if (bounded || slide || most < kNoLimit) {
      Node limit = node.append_child("limit");
      if (bounded || slide) {
        put(limit, "lower", std::isfinite(part.lower) ? part.lower : -kNoLimit);
        put(limit, "upper", std::isfinite(part.upper) ? part.upper : kNoLimit);
      }
      put(limit, "effort", most);
      put(limit, "velocity", kNoLimit);
    }
    if (bounded)
      notes_.add("soft stops of joints", name, "they are limits there; how stiff they are is not in the file");
    if (part.damping > 0) put(node.append_child("dynamics"), "damping", part.damping);
  }

  /// The largest force of a motor. kNoLimit: not limited.
  double effortOf(const RigidRobot::Motor& motor) {
    if (motor.position) {
      notes_.add("joints that follow given positions", motor.name, "they are driven by forces there");
      return kNoLimit;
    }
    const double most = std::max(std::abs(motor.range.lower), std::abs(motor.range.upper));
    if (motor.range.lower != -motor.range.upper)
      notes_.add("motors whose range is not the same both ways", motor.name, "the larger bound stands for both");
    return std::min(most, kNoLimit);
  }

  void follow(const LinkSpec& link, const JointPart& part, const std::string& master) {
    Node mimic = last_.append_child("mimic");
    put(mimic, "joint", master);
    put(mimic, "multiplier", part.follows);
    notes_.add("helical joints", link.name,
               "a slide that mimics a turn stands for them; readers that know no <mimic> "
               "take it as free");
  }

  void noteForces(std::size_t index) {
    const LinkSpec& link = robot_.links[index];
    if (link.joint.stiffness.size() > 0 && link.joint.stiffness.cwiseAbs().maxCoeff() > 0)
      notes_.add("springs of joints", robot_.origins[index], "URDF has none; they were left out");
    if (link.joint.driveInertia.size() > 0 && link.joint.driveInertia.maxCoeff() > 0)
      notes_.add("inertia of rotors", link.name, "URDF has none; it was left out");
  }

  void noteTheRest() {
    constexpr const char* kNone = "URDF has none; they were left out";
    for (const auto& each : robot_.closures) notes_.add("closed loops", each.name, kNone);
    for (const auto& each : robot_.cables) notes_.add("tendons", each.name, kNone);
    for (const auto& each : robot_.thrusts) notes_.add("propellers", each.name, kNone);
    for (const RigidRobot::Motor& motor : robot_.motors) {
      const JointType type = robot_.links[static_cast<std::size_t>(motor.link)].joint.type;
      if (type == JointType::kFree || type == JointType::kPlanar) notes_.add("motors of bases", motor.name, kNone);
    }
    for (const LinkSpec& link : robot_.links)
      if (link.joint.type->velocities() > 0 && link.jointQ0.size() > 0 && link.jointQ0 != link.joint.type->neutral())
        notes_.add("initial positions of joints", link.name, "URDF has none; at zero the robot stands as in the file");
    if (robot_.gravity != Vec3(0, 0, -9.81)) notes_.add("gravity", {}, "URDF has none; readers take 9.81 m/s² down z");
  }

  const RigidRobot& robot_;
  ExportNotes& notes_;
  MeshFiles meshes_;
  pugi::xml_document document_;
  Node root_, last_;
};

}  // namespace

void writeUrdf(const RigidRobot& robot, const StagedFiles& files, ExportNotes& notes) {
  UrdfWriter(robot, files, notes).write(files.file());
}

}  // namespace tendril
