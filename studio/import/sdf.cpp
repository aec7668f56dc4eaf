// SPDX-License-Identifier: GPL-3.0-or-later
// SDF: what libsdformat finds, as a tree of links with loops.
#include "studio/import/sdf.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/description/file_paths.hpp"
#include "core/text/number_text.hpp"
#include "studio/import/parts/robot_parts.hpp"
#include "studio/import/sdf_document.hpp"

namespace tendril {
namespace {

namespace desc = description;
using Node = pugi::xml_node;

constexpr double kOpen = 1e15;  // what the format calls a limit that is none

/// Where a link is in the project: its joint's frame is the link's there.
struct Placed {
  std::string link;
  Pose frame;    ///< of the project's link, in the world
  Pose content;  ///< of the file's link in that frame
};

class SdfReader {
 public:
  SdfReader(XmlFile& xml, const std::filesystem::path& file, const ImportOptions& options, Description& description)
      : xml_(xml), file_(file), options_(options), description_(description), assembly_(description) {}

  void read() {
    noteOthers(xml_.root());
    if (!loadSdf(file_, xml_, document_)) return;
    description_.name = document_.name;
    description_.gravity = describedVector(document_.gravity);
    placed_["world"] = {std::string(desc::kWorldName), Pose{}, Pose{}};
    for (const SdfLink& link : document_.links) isChild_[link.name] = false;
    for (const SdfJoint& joint : document_.joints) isChild_[joint.child] = true;
    growFrom("world");
    for (const SdfLink& link : document_.links)
      if (!isChild_.at(link.name)) addRoot(link);
    for (const SdfLink& link : document_.links) addRoot(link);  // of circles that nothing holds
    for (const SdfJoint& joint : document_.joints)
      if (!used_.contains(&joint)) addLoop(joint);
    addGrounds();
    assembly_.fitStops();
    if (floating_ > 0)
      xml_.note(xml_.root(), {},
                "nothing holds " + std::to_string(floating_) + " links, and their models are not static",
                "they float, as the format has it; make their joints fixed to hold them");
  }

 private:
  /// What libsdformat passes over in silence, or what has no meaning here.
  void noteOthers(const Node& at) {
    static const std::map<std::string_view, std::vector<std::string_view>> kKnown = {
        {"sdf", {"model", "world"}},
        {"world",
         {"model", "include", "gravity", "frame", "physics", "light", "scene", "gui", "atmosphere", "joint",
          "magnetic_field", "wind", "audio", "spherical_coordinates"}},
        {"model",
         {"link", "joint", "model", "include", "pose", "frame", "static", "allow_auto_disable", "self_collide",
          "enable_wind"}},
        {"link",
         {"pose", "inertial", "visual", "collision", "gravity", "self_collide", "kinematic", "enable_wind",
          "must_be_base_link", "velocity_decay"}},
        {"joint", {"pose", "parent", "child", "axis", "axis2", "physics"}}};
    const auto known = kKnown.find(at.name());
    if (known == kKnown.end()) return;
    for (const Node& child : at.children()) {
      const std::string_view name = child.name();
      if (child.type() != pugi::node_element) continue;
      if (std::find(known->second.begin(), known->second.end(), name) == known->second.end())
        xml_.note(child, {}, '<' + std::string(name) + "> of a <" + at.name() + '>', "it was left out");
      noteOthers(child);
    }
  }

  const SdfLink* linkNamed(const std::string& name) const {
    const auto found = std::find_if(document_.links.begin(), document_.links.end(),
                                    [&](const SdfLink& each) { return each.name == name; });
    return found == document_.links.end() ? nullptr : &*found;
  }

  // ---- the tree
  void addRoot(const SdfLink& link) {
    if (placed_.contains(link.name)) return;
    add(link, std::string(desc::kWorldName), link.pose, link.pose);
    desc::Link& added = description_.links.back();
    if (link.floating || options_.floating) added.joint.type = JointType::kFree, ++floating_;
    readLink(link);
    growFrom(link.name);
  }

  /// All that hangs on a link, one after the other.
  void growFrom(const std::string& root) {
    std::vector<std::string> open = {root};
    while (!open.empty()) {
      const std::string at = open.back();
      open.pop_back();
      for (const SdfJoint& joint : document_.joints) {
        const SdfLink* child = joint.parent == at ? linkNamed(joint.child) : nullptr;
        if (!child || placed_.contains(child->name) || used_.contains(&joint)) continue;
        used_[&joint] = true;
        const Placed& parent = placed_.at(at);
        add(*child, parent.link, parent.frame.inverse() * joint.pose, joint.pose);
        readJoint(joint);
        readLink(*child);
        open.push_back(child->name);
      }
    }
  }

  void add(const SdfLink& link, const std::string& parent, const Pose& pose, const Pose& inWorld) {
    std::string wish = link.name;
    if (const std::size_t last = wish.rfind("::"); last != std::string::npos) wish = wish.substr(last + 2);
    const std::string name = assembly_.freeName(allowedName(wish));
    assembly_.addLink(name, parent, pose);
    placed_[link.name] = {name, inWorld, inWorld.inverse() * link.pose};
  }

  // ---- joints
  bool kindOf(const SdfJoint& joint, JointType& kind) {
    switch (joint.joint->Type()) {
      case sdf::JointType::FIXED:
        return kind = JointType::kFixed, true;
      case sdf::JointType::REVOLUTE:
      case sdf::JointType::CONTINUOUS:
        return kind = JointType::kRevolute, joint.axes[0].has_value();
      case sdf::JointType::PRISMATIC:
        return kind = JointType::kPrismatic, joint.axes[0].has_value();
      case sdf::JointType::BALL:
        return kind = JointType::kSpherical, true;
      case sdf::JointType::UNIVERSAL:
      case sdf::JointType::REVOLUTE2:
        return kind = JointType::kUniversal, joint.axes[0].has_value() && joint.axes[1].has_value();
      default:
        return false;
    }
  }

  void readJoint(const SdfJoint& joint) {
    desc::Link& link = description_.links.back();
    const std::string path = "links." + link.name + ".joint";
    if (!kindOf(joint, link.joint.type)) {
      link.joint.type = JointType::kFixed;
      return xml_.note(0, path, "a joint that is a screw or a gearbox, or lacks its axis", "it is fixed");
    }
    if (joint.axes[0] && link.joint.type != JointType::kSpherical) link.joint.axis = describedVector(*joint.axes[0]);
    if (link.joint.type == JointType::kUniversal) link.joint.axis2 = describedVector(*joint.axes[1]);
    const sdf::JointAxis* axis = joint.joint->Axis(0);
    if (!axis || link.joint.type == JointType::kFixed || link.joint.type == JointType::kSpherical) return;
    link.joint.damping = desc::OneOrMany<desc::Number>(std::max(axis->Damping(), 0.0));
    link.joint.stiffness = desc::OneOrMany<desc::Number>(std::max(axis->SpringStiffness(), 0.0));
    if (axis->SpringReference() != 0) xml_.note(0, path, "spring_reference of a joint", "its spring has its rest at 0");
    if (axis->Friction() != 0) xml_.note(0, path, "dry friction of a joint", "it was left out");
    if (link.joint.type == JointType::kUniversal)
      return xml_.note(0, path, "limits and effort of a universal joint", "they were left out");
    readLimits(*axis, joint, link);
  }

  void readLimits(const sdf::JointAxis& axis, const SdfJoint& joint, desc::Link& link) {
    const double low = axis.Lower(), high = axis.Upper();
    const auto side = [](double limit) {
      return std::abs(limit) < kOpen ? std::optional(desc::Number(limit)) : std::nullopt;
    };
    if (low < high && (side(low) || side(high)) && joint.joint->Type() != sdf::JointType::CONTINUOUS) {
      link.joint.limits = {{side(low), side(high)}};
      if (low > 0 || high < 0) link.joint.q0 = {desc::Number(std::clamp(0.0, low, high))};
    }
    const double effort = axis.Effort();
    if (effort == 0) return;  // it has no motor
    const bool limited = effort > 0 && effort < kOpen;
    assembly_.addMotor(allowedName(joint.joint->Name()) + " motor", link.name,
                       limited ? std::optional(std::array{-effort, effort}) : std::nullopt);
  }

  void addLoop(const SdfJoint& joint) {
    desc::Loop loop;
    const auto parent = placed_.find(joint.parent), child = placed_.find(joint.child);
    if (parent == placed_.end() || child == placed_.end()) return;
    if (!kindOf(joint, loop.type))
      return xml_.note(0, {}, "a joint that closes a circle and is a screw or a gearbox, or lacks its axis",
                       "it was left out");
    loop.name = assembly_.freeName(allowedName(joint.joint->Name()));
    if (joint.axes[0]) loop.axis = describedVector(*joint.axes[0]);
    if (loop.type == JointType::kUniversal) loop.axis2 = describedVector(*joint.axes[1]);
    const auto set = [&](const Placed& at, desc::LoopSide& side) {
      side.link = desc::LinkRef(at.link);
      side.at.place = desc::Attachment::Place::kBase;
      side.pose = describedPose(at.frame.inverse() * joint.pose);
    };
    set(parent->second, loop.a);
    set(child->second, loop.b);
    description_.loops.push_back(std::move(loop));
  }

  // ---- links
  void readLink(const SdfLink& link) {
    const Placed& at = placed_.at(link.name);
    const std::size_t index = assembly_.indexOf(at.link);
    const std::string path = "links." + at.link;
    const auto& inertial = link.link->Inertial();
    const auto moments = inertial.Moi();
    Mat3 inertia;
    for (unsigned row = 0; row < 3; ++row)
      for (unsigned column = 0; column < 3; ++column)
        inertia(static_cast<int>(row), static_cast<int>(column)) = moments(row, column);
    desc::RigidBody body;
    body.mass = inertial.MassMatrix().Mass();
    body.com = describedVector(at.content * sdfPose(inertial.Pose()).p);
    makePossible(xml_, 0, path + ".body.inertia", inertia);
    body.inertia = describedInertia(at.content.R * inertia * at.content.R.transpose());
    if (link.link->Element() && !link.link->Element()->HasElement("inertial"))
      xml_.note(0, path, "a link without <inertial>", "it has 1 kg and 1 kg·m², as the format has it");
    description_.links[index].body = std::move(body);
    readShapes(link, at, index, path);
  }

  void readShapes(const SdfLink& link, const Placed& at, std::size_t index, const std::string& path) {
    std::vector<desc::Visual> pictures, collisions;
    std::optional<Vec3> color;
    const auto take = [&](const auto& drawn, std::vector<desc::Visual>& shapes) {
      if (drawn.Geom()->PlaneShape()) return;  // drawn as what touches it finds it
      if (auto shape = shapeOf(*drawn.Geom(), path))
        shapes.push_back(describedShape(std::move(*shape), at.content * poseOf(drawn, link)));
    };
    for (std::uint64_t i = 0; i < link.link->VisualCount(); ++i) {
      const sdf::Visual& visual = *link.link->VisualByIndex(i);
      take(visual, pictures);
      if (const sdf::Material* material = visual.Material(); material && !color)
        color = Vec3(material->Diffuse().R(), material->Diffuse().G(), material->Diffuse().B());
    }
    for (std::uint64_t i = 0; i < link.link->CollisionCount(); ++i) {
      const sdf::Collision& collision = *link.link->CollisionByIndex(i);
      if (collision.Geom()->PlaneShape()) {
        readPlane(link, collision, path);
        continue;
      }
      const std::size_t before = collisions.size();
      take(collision, collisions);
      if (collisions.size() > before) touching_.push_back({at.link, bitsOf(collision), frictionOf(collision, path)});
    }
    assembly_.addShapes(index, std::move(pictures), std::move(collisions), color);
  }

  // ---- grounds
  /// A shape that touches.
  struct Touching {
    std::string link;
    unsigned bits;  ///< it touches those that have one of them, too
    double friction;
  };
  struct Plane {
    std::string link;
    Pose pose;  ///< in the world, z is the normal
    unsigned bits;
    double friction;
  };

  static unsigned bitsOf(const sdf::Collision& collision) {
    constexpr unsigned kAll = 0xffff;
    return collision.Surface() && collision.Surface()->Contact() ? collision.Surface()->Contact()->CollideBitmask()
                                                                 : kAll;
  }

  /// Of what the format says of friction, the coefficient of ODE, which other engines take as theirs.
  double frictionOf(const sdf::Collision& collision, const std::string& path) {
    constexpr double kGiven = 1;  // where a file says nothing
    const sdf::ElementPtr element = collision.Element(), surface = element ? element->FindElement("surface") : nullptr;
    const sdf::ElementPtr friction = surface ? surface->FindElement("friction") : nullptr;
    if (!friction) return kGiven;
    if (friction->FindElement("torsional"))
      xml_.note(0, path, "friction against spinning (<torsional>)", "it was left out");
    const sdf::ElementPtr ode = friction->FindElement("ode");
    if (!ode) return kGiven;
    const double first = std::max(ode->Get<double>("mu", kGiven).first, 0.0);
    if (ode->Get<double>("mu2", first).first != first)
      xml_.note(0, path, "friction with another coefficient in a second direction (mu2)", "it is the first one in all");
    return first;
  }

  void readPlane(const SdfLink& link, const sdf::Collision& collision, const std::string& path) {
    const Placed& at = placed_.at(link.name);
    if (assembly_.moves(at.link)) return xml_.note(0, path, "a plane on a link that moves", "it was left out");
    const auto normal = collision.Geom()->PlaneShape()->Normal();
    Pose turned;
    turned.R =
        Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), Vec3(normal.X(), normal.Y(), normal.Z())).toRotationMatrix();
    planes_.push_back({at.link, at.frame * at.content * poseOf(collision, link) * turned, bitsOf(collision),
                       frictionOf(collision, path)});
  }

  /// Of a picture or a collision in its link.
  template <class Drawn>
  static Pose poseOf(const Drawn& drawn, const SdfLink& link) {
    ignition::math::Pose3d raw;
    if (!drawn.SemanticPose().Resolve(raw, link.link->Name()).empty()) raw = drawn.RawPose();
    return sdfPose(raw);
  }

  /// The smaller coefficient of two counts; of several shapes of a link the largest of these.
  void addGrounds() {
    for (const Plane& plane : planes_) {
      std::map<std::string, double> found;
      for (const Touching& each : touching_) {
        if ((each.bits & plane.bits) == 0 || !assembly_.moves(each.link)) continue;
        double& friction = found[each.link];
        friction = std::max(friction, std::min(each.friction, plane.friction));
      }
      for (const Touching& each : touching_)
        if (const auto touches = found.extract(each.link))
          assembly_.addGround(plane.link, each.link, plane.pose, {.sliding = touches.mapped()});
    }
    assembly_.fitGrounds(xml_, options_.directory);
  }

  std::optional<desc::Visual> shapeOf(const sdf::Geometry& geometry, const std::string& path) {
    desc::Visual shape;
    desc::RoundShape round;
    if (const sdf::Box* box = geometry.BoxShape()) {
      shape.box = describedVector(Vec3(box->Size().X(), box->Size().Y(), box->Size().Z()));
    } else if (const sdf::Sphere* sphere = geometry.SphereShape()) {
      shape.sphere = sphere->Radius();
    } else if (const sdf::Cylinder* cylinder = geometry.CylinderShape()) {
      round.radius = cylinder->Radius(), round.length = cylinder->Length();
      shape.cylinder = round;
    } else if (const sdf::Capsule* capsule = geometry.CapsuleShape()) {
      round.radius = capsule->Radius(), round.length = capsule->Length();
      shape.capsule = round;
    } else if (const sdf::Mesh* mesh = geometry.MeshShape()) {
      const Vec3 scale(mesh->Scale().X(), mesh->Scale().Y(), mesh->Scale().Z());
      if (!takeMesh(xml_, 0, path, mesh->Uri(), file_, options_.directory, scale, shape)) return std::nullopt;
    } else {
      xml_.note(0, path, "a shape that is an ellipsoid or a height map", "it was left out");
      return std::nullopt;
    }
    return shape;
  }

  XmlFile& xml_;
  const std::filesystem::path& file_;
  const ImportOptions& options_;
  Description& description_;
  RobotAssembly assembly_;
  SdfDocument document_;
  std::map<std::string, bool> isChild_;
  std::map<std::string, Placed> placed_;
  std::map<const SdfJoint*, bool> used_;
  std::vector<Plane> planes_;
  std::vector<Touching> touching_;
  int floating_ = 0;
};

}  // namespace

void readSdf(XmlFile& xml, const std::filesystem::path& file, const ImportOptions& options, Description& description) {
  SdfReader(xml, file, options, description).read();
}

}  // namespace tendril
