// SPDX-License-Identifier: GPL-3.0-or-later
// URDF: links with inertias and shapes, joints that connect them.
#include "studio/import/urdf.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/description/file_paths.hpp"
#include "core/text/number_text.hpp"
#include "studio/import/parts/robot_parts.hpp"

namespace tendril {
namespace {

namespace desc = description;
using Node = pugi::xml_node;

/// One joint element, read.
struct UrdfJoint {
  Node node;
  std::string name, type, parent, child;
};

class UrdfReader {
 public:
  UrdfReader(XmlFile& xml, const std::filesystem::path& file, const ImportOptions& options, Description& description)
      : xml_(xml), file_(file), options_(options), description_(description), assembly_(description) {}

  bool read() {
    const Node robot = xml_.root();
    description_.name = robot.attribute("name").value();
    xml_.noteUnknown(robot, {}, {"link", "joint", "material"});
    readColors(robot);
    if (!collectLinks(robot) || !collectJoints(robot)) return false;
    const std::string root = findRoot();
    if (root.empty()) return false;
    addTree(root);
    addCouplings();
    assembly_.fitStops();
    if (velocityLimits_ > 0)
      xml_.note(robot, {}, "limits of velocity of " + std::to_string(velocityLimits_) + " joints",
                "they are not kept: motions may be faster");
    return true;
  }

 private:
  // ---- what the file holds
  void readColors(const Node& robot) {
    for (const Node& material : robot.children("material"))
      if (const auto color = colorOf(material)) colors_[material.attribute("name").value()] = *color;
  }

  /// Of a material that says its colour itself, or of one of the robot's.
  std::optional<Vec3> colorOf(const Node& material) {
    if (const Node color = material.child("color")) {
      const auto rgba = xml_.numbers(color, "rgba", 4, {});
      return rgba ? std::optional(Vec3((*rgba)[0], (*rgba)[1], (*rgba)[2])) : std::nullopt;
    }
    const auto known = colors_.find(material.attribute("name").value());
    return known == colors_.end() ? std::nullopt : std::optional(known->second);
  }

  bool collectLinks(const Node& robot) {
    bool good = true;
    for (const Node& link : robot.children("link")) {
      const std::string name = link.attribute("name").value();
      if (name.empty()) {
        xml_.error(link, {}, "a <link> has no name", "give it one: <link name=\"…\">");
        good = false;
      } else if (!links_.emplace(name, link).second) {
        xml_.error(link, {}, "the link " + inQuotes(name) + " is given twice", "rename one of them");
        good = false;
      }
    }
    if (links_.empty()) {
      xml_.error(robot, {}, "there is no <link>", "name a file that holds a robot");
      good = false;
    }
    return good;
  }

  bool collectJoints(const Node& robot) {
    bool good = true;
    const auto bad = [&](const Node& at, const std::string& message, const std::string& cure) {
      xml_.error(at, {}, message, cure);
      good = false;
    };
    for (const Node& node : robot.children("joint")) {
      UrdfJoint joint{node, node.attribute("name").value(), node.attribute("type").value(),
                      node.child("parent").attribute("link").value(), node.child("child").attribute("link").value()};
      const std::string what = "the joint " + inQuotes(joint.name);
      for (const std::string& link : {joint.parent, joint.child})
        if (!links_.contains(link))
          bad(node, what + (link.empty() ? " lacks its <parent> or <child>" : " names no link: " + inQuotes(link)),
              "name two links of the file");
      if (const auto other = jointOf_.find(joint.child); other != jointOf_.end())
        bad(node,
            "the link " + inQuotes(joint.child) + " hangs on two joints, " + inQuotes(joints_[other->second].name) +
                " and " + inQuotes(joint.name),
            "a tree is wanted; close loops in Tendril");
      jointOf_.emplace(joint.child, joints_.size());
      joints_.push_back(std::move(joint));
    }
    return good;
  }

  /// The only link that hangs on none; empty with an error.
  std::string findRoot() {
    std::vector<std::string> roots;
    for (const Node& link : xml_.root().children("link"))
      if (const std::string name = link.attribute("name").value(); !jointOf_.contains(name)) roots.push_back(name);
    if (roots.empty()) {
      xml_.error(xml_.root(), {}, "the joints form a circle: every link hangs on another", "take out a joint");
      return {};
    }
    if (roots.size() > 1) {
      std::string all;
      for (const std::string& root : roots) all += (all.empty() ? "" : ", ") + inQuotes(root);
      xml_.error(xml_.root(), {}, "several links hang on none: " + all, "connect them with joints, or take them out");
      return {};
    }
    return findCircle(roots.front()) ? std::string() : roots.front();
  }

  bool findCircle(const std::string& root) {
    for (const UrdfJoint& joint : joints_) {
      std::string at = joint.child;
      std::size_t steps = 0;
      while (at != root && steps <= joints_.size()) at = joints_[jointOf_.at(at)].parent, ++steps;
      if (at == root) continue;
      xml_.error(joint.node, {}, "the joint " + inQuotes(joint.name) + " is part of a circle that nothing holds",
                 "hang one of its links on " + inQuotes(root));
      return true;
    }
    return false;
  }

  // ---- the tree
  void addTree(const std::string& root) {
    std::map<std::string, std::vector<std::size_t>> children;
    for (std::size_t k = 0; k < joints_.size(); ++k) children[joints_[k].parent].push_back(k);
    const bool world = root == "world" && !links_.at(root).child("inertial") && !links_.at(root).child("visual");
    if (world) {
      names_[root] = std::string(desc::kWorldName);
    } else {
      desc::Link& base = addLink(root, std::string(desc::kWorldName), Pose{});
      if (options_.floating) base.joint.type = JointType::kFree;
      readLink(root);
    }
    std::vector<std::size_t> open(children[root].rbegin(), children[root].rend());
    while (!open.empty()) {  // in depth, as the tree is read by people
      const UrdfJoint& joint = joints_[open.back()];
      open.pop_back();
      addLink(joint.child, names_.at(joint.parent), poseOf(joint.node, jointPath(joint)));
      readJoint(joint);
      readLink(joint.child);
      const std::vector<std::size_t>& next = children[joint.child];
      open.insert(open.end(), next.rbegin(), next.rend());
    }
  }

  std::string pathOf(const std::string& link) const { return "links." + names_.at(link); }
  std::string jointPath(const UrdfJoint& joint) const { return "links." + allowedName(joint.child) + ".joint"; }

  desc::Link& addLink(const std::string& link, const std::string& parent, const Pose& pose) {
    const std::string name = assembly_.freeName(allowedName(link));
    names_[link] = name;
    if (name != link)
      xml_.note(links_.at(link), "links." + name, "the name " + inQuotes(link) + " is not possible here",
                "it became " + inQuotes(name));
    return assembly_.addLink(name, parent, pose);
  }

  Pose poseOf(const Node& of, const std::string& path) {
    const Node origin = of.child("origin");
    Pose pose;
    pose.p = xml_.vector(origin, "xyz", Vec3::Zero(), path);
    if (const auto w = xml_.numbers(origin, "quat_xyzw", 4, path))
      pose.R = Eigen::Quaterniond((*w)[3], (*w)[0], (*w)[1], (*w)[2]).normalized().toRotationMatrix();
    else
      pose.R = rotationOf(xml_.vector(origin, "rpy", Vec3::Zero(), path));
    return pose;
  }

  // ---- joints
  void readJoint(const UrdfJoint& urdf) {
    desc::Link& link = description_.links[assembly_.indexOf(names_.at(urdf.child))];
    const std::string path = pathOf(urdf.child) + ".joint";
    const Node node = urdf.node;
    static const std::map<std::string, JointType> kTypes = {
        {"revolute", JointType::kRevolute}, {"continuous", JointType::kRevolute}, {"prismatic", JointType::kPrismatic},
        {"fixed", JointType::kFixed},       {"floating", JointType::kFree},       {"planar", JointType::kPlanar}};
    const auto type = kTypes.find(urdf.type);
    if (type == kTypes.end())
      return xml_.error(node, path, "the joint " + inQuotes(urdf.name) + " is of no known type: " + inQuotes(urdf.type),
                        "revolute, continuous, prismatic, fixed, floating and planar are known");
    link.joint.type = type->second;
    xml_.noteUnknown(node, path, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"});
    if (link.joint.type == JointType::kFixed || link.joint.type == JointType::kFree) return;
    const Vec3 axis = xml_.vector(node.child("axis"), "xyz", Vec3::UnitX(), path + ".axis");
    if (axis.norm() < 1e-9)
      return xml_.error(node, path + ".axis", "the axis of the joint " + inQuotes(urdf.name) + " has no length",
                        "write a direction such as \"0 0 1\"");
    link.joint.axis = describedVector(axis);
    const Node dynamics = node.child("dynamics");
    link.joint.damping = desc::OneOrMany<desc::Number>(xml_.number(dynamics, "damping", 0, path + ".damping"));
    if (const double friction = xml_.number(dynamics, "friction", 0, path); friction != 0)
      xml_.note(dynamics, path, "dry friction of " + numberText(friction) + " in the joint " + inQuotes(urdf.name),
                "it was left out");
    if (link.joint.type != JointType::kPlanar) readLimits(urdf, link, path);
  }

  void readLimits(const UrdfJoint& urdf, desc::Link& link, const std::string& path) {
    const Node limit = urdf.node.child("limit");
    if (limit.attribute("velocity")) ++velocityLimits_;
    const double lower = xml_.number(limit, "lower", 0, path), upper = xml_.number(limit, "upper", 0, path);
    if (urdf.type != "continuous" && limit) {
      if (lower > upper)
        xml_.error(limit, path, "the limits of the joint " + inQuotes(urdf.name) + " are the wrong way round",
                   "write the lower one first");
      else if (lower < upper)
        link.joint.limits = {{desc::Number(lower), desc::Number(upper)}};
      // The initial position must not lie beyond a stop.
      if (lower < upper && (lower > 0 || upper < 0)) link.joint.q0 = {desc::Number(std::clamp(0.0, lower, upper))};
    }
    if (urdf.node.child("mimic")) return;
    const double effort = xml_.number(limit, "effort", -1, path);
    if (effort == 0) return;  // it has no motor
    const std::string name = allowedName(urdf.name) + " motor";
    assembly_.addMotor(name, link.name, effort > 0 ? std::optional(std::array{-effort, effort}) : std::nullopt);
  }

  void addCouplings() {
    for (const UrdfJoint& joint : joints_) {
      const Node mimic = joint.node.child("mimic");
      if (!mimic || joint.type == "fixed") continue;
      const std::string master = mimic.attribute("joint").value(), path = pathOf(joint.child) + ".joint";
      const auto found =
          std::find_if(joints_.begin(), joints_.end(), [&](const UrdfJoint& each) { return each.name == master; });
      if (found == joints_.end() || found->type == "fixed") {
        xml_.error(mimic, path, "the joint " + inQuotes(joint.name) + " follows none: " + inQuotes(master),
                   "name another joint that moves");
        continue;
      }
      const double stiffness =
          assembly_.addCoupling(allowedName(joint.name) + " motor", names_.at(joint.child), names_.at(found->child),
                                xml_.number(mimic, "multiplier", 1, path), xml_.number(mimic, "offset", 0, path));
      xml_.note(mimic, path, "the joint " + inQuotes(joint.name) + " mimics " + inQuotes(master),
                "a controller makes it follow, as a spring of " + messageNumber(stiffness, 3) + " would");
    }
  }

  // ---- links
  void readLink(const std::string& name) {
    const Node node = links_.at(name);
    const std::size_t index = assembly_.indexOf(names_.at(name));
    const std::string path = pathOf(name);
    xml_.noteUnknown(node, path, {"inertial", "visual", "collision"});
    if (const Node inertial = node.child("inertial")) readInertia(inertial, index, path + ".body");
    std::vector<desc::Visual> pictures;
    std::optional<Vec3> color;
    for (const Node& visual : node.children("visual")) {
      if (auto shape = shapeOf(visual, path)) pictures.push_back(std::move(*shape));
      if (!color) color = colorOf(visual.child("material"));
    }
    std::vector<desc::Visual> collisions;
    for (const Node& collision : node.children("collision"))
      if (auto shape = shapeOf(collision, path)) collisions.push_back(std::move(*shape));
    assembly_.addShapes(index, std::move(pictures), std::move(collisions), color);
  }

  void readInertia(const Node& inertial, std::size_t index, const std::string& path) {
    const Pose at = poseOf(inertial, path);
    const double mass = xml_.number(inertial.child("mass"), "value", 0, path + ".mass");
    const Node tensor = inertial.child("inertia");
    const auto entry = [&](const char* name) { return xml_.number(tensor, name, 0, path + ".inertia"); };
    const double xy = entry("ixy"), xz = entry("ixz"), yz = entry("iyz");
    Mat3 inertia;
    inertia << entry("ixx"), xy, xz, xy, entry("iyy"), yz, xz, yz, entry("izz");
    if (mass < 0)
      return xml_.error(inertial, path + ".mass", "the mass is negative: " + numberText(mass), "give it 0 or more");
    if (mass == 0 && inertia.isZero()) return;
    desc::RigidBody body;
    body.mass = mass;
    body.com = describedVector(at.p);
    makePossible(xml_, xml_.line(tensor), path + ".inertia", inertia);
    body.inertia = describedInertia(at.R * inertia * at.R.transpose());
    description_.links[index].body = std::move(body);
  }

  std::optional<desc::Visual> shapeOf(const Node& of, const std::string& path) {
    const Pose at = poseOf(of, path);
    const Node geometry = of.child("geometry");
    desc::Visual shape;
    if (const Node box = geometry.child("box")) {
      shape.box = describedVector(xml_.vector(box, "size", Vec3::Zero(), path));
    } else if (const Node sphere = geometry.child("sphere")) {
      shape.sphere = xml_.number(sphere, "radius", 0, path);
    } else if (const Node round = geometry.child("cylinder")) {
      shape.cylinder = roundOf(round, path);
    } else if (const Node capsule = geometry.child("capsule")) {
      shape.capsule = roundOf(capsule, path);
    } else if (const Node mesh = geometry.child("mesh")) {
      if (!readMesh(mesh, path, shape)) return std::nullopt;
    } else {
      xml_.noteUnknown(geometry, path, {});
      return std::nullopt;
    }
    return describedShape(std::move(shape), at);
  }
  desc::RoundShape roundOf(const Node& of, const std::string& path) {
    desc::RoundShape shape;
    shape.radius = xml_.number(of, "radius", 0, path);
    shape.length = xml_.number(of, "length", 0, path);
    return shape;
  }

  bool readMesh(const Node& mesh, const std::string& path, desc::Visual& shape) {
    const std::string name = mesh.attribute("filename").value();
    const Vec3 scale = xml_.vector(mesh, "scale", Vec3::Ones(), path);
    return takeMesh(xml_, xml_.line(mesh), path, name, file_, options_.directory, scale, shape);
  }

  XmlFile& xml_;
  const std::filesystem::path& file_;
  const ImportOptions& options_;
  Description& description_;
  RobotAssembly assembly_;
  std::map<std::string, Vec3> colors_;
  std::map<std::string, Node> links_;
  std::vector<UrdfJoint> joints_;
  std::map<std::string, std::size_t> jointOf_;  ///< by child
  std::map<std::string, std::string> names_;    ///< of links in the project, by those in the file
  int velocityLimits_ = 0;
};

}  // namespace

void readUrdf(XmlFile& xml, const std::filesystem::path& file, const ImportOptions& options, Description& description) {
  UrdfReader(xml, file, options, description).read();
}

}  // namespace tendril
