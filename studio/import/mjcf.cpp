// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/mjcf.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/description/file_paths.hpp"
#include "core/text/number_text.hpp"
#include "studio/import/mjcf_contact.hpp"
#include "studio/import/mjcf_document.hpp"
#include "studio/import/mjcf_geometry.hpp"
#include "studio/import/parts/robot_parts.hpp"

namespace tendril {
namespace {

namespace desc = description;
using Node = pugi::xml_node;

/// Where a body or a site is: a link and a pose in its frame.
struct Frame {
  std::string link;
  Pose pose;
};

/// A shape of a body.
struct Shape {
  desc::Visual visual;
  bool seen;     ///< in a group that is seen unless somebody asks for more
  bool touches;  ///< MuJoCo lets others touch it
};

constexpr int kLastSeen = 2;  // group of geoms

class MjcfReader {
 public:
  MjcfReader(XmlFile& xml, const std::filesystem::path& file, const ImportOptions& options, Description& description)
      : xml_(xml), file_(file), options_(options), description_(description), assembly_(description) {}

  void read() {
    const Node mujoco = xml_.root();
    if (!spliceIncludes(xml_, file_)) return;
    applyDefaults(mujoco);
    description_.name = mujoco.attribute("model").value();
    readCompiler(mujoco);
    xml_.noteUnknown(mujoco, {},
                     {"compiler", "option", "default", "asset", "worldbody", "actuator", "tendon", "equality", "size",
                      "visual", "statistic", "include"});
    for (const Node& option : mujoco.children("option")) readOption(option);
    for (const Node& assets : mujoco.children("asset")) readAssets(assets);
    for (const Node& world : mujoco.children("worldbody")) {
      frames_["world"] = {std::string(desc::kWorldName), Pose{}};
      readSites(world, frames_["world"], "links");
      for (const Node& geom : world.children("geom")) readWorldGeom(geom);
      for (const Node& body : world.children("body")) readBody(body, frames_["world"]);
    }
    if (description_.links.empty())
      return xml_.error(mujoco, {}, "there is no <body>", "name a file that holds a robot");
    for (const Node& list : mujoco.children("tendon"))
      for (const Node& tendon : list.children()) readTendon(tendon);
    for (const Node& list : mujoco.children("actuator"))
      for (const Node& actuator : list.children()) readActuator(actuator);
    for (const Node& list : mujoco.children("equality"))
      for (const Node& equality : list.children()) readEquality(equality);
    addPulls();
    scaleMasses();
    addGrounds(xml_, planes_, touching_, assembly_);
    assembly_.fitGrounds(xml_, options_.directory);
    assembly_.fitStops();
  }

 private:
  // ---- what the file says of all
  void readCompiler(const Node& mujoco) {
    for (const Node& compiler : mujoco.children("compiler")) {
      if (std::string_view(compiler.attribute("angle").value()) == "radian") units_.angle = 1;
      if (const auto sequence = compiler.attribute("eulerseq")) units_.sequence = sequence.value();
      if (const auto folder = compiler.attribute("meshdir")) meshFolder_ = folder.value();
      if (const auto folder = compiler.attribute("assetdir"); folder && meshFolder_.empty())
        meshFolder_ = folder.value();
      fromGeoms_ = compiler.attribute("inertiafromgeom").as_string(fromGeoms_.c_str());
      totalMass_ = xml_.number(compiler, "settotalmass", totalMass_, {});
      autoLimits_ = compiler.attribute("autolimits").as_bool(autoLimits_);
    }
    const bool good = units_.sequence.size() == 3 && units_.sequence.find_first_not_of("xyzXYZ") == std::string::npos;
    if (good) return;
    xml_.error(mujoco.child("compiler"), {}, "eulerseq=\"" + units_.sequence + "\" is no sequence of axes",
               "write three of x, y, z");
    units_.sequence = "xyz";
  }

  void readOption(const Node& option) {
    if (option.attribute("gravity"))
      description_.gravity = describedVector(xml_.vector(option, "gravity", Vec3::Zero(), "gravity"));
    if (std::string_view(option.child("flag").attribute("gravity").value()) == "disable")
      description_.gravity = describedVector(Vec3::Zero());
    if (std::string_view(option.child("flag").attribute("contact").value()) == "disable") touches_ = false;
  }

  void readWorldGeom(const Node& geom) {
    if (isPlane(geom)) return readPlane(geom, frames_["world"], {});
    xml_.note(geom, {}, "surfaces of the world that are no planes",
              "they were left out; add contacts with surfaces in Tendril");
  }

  static bool isPlane(const Node& geom) { return std::string_view(geom.attribute("type").value()) == "plane"; }

  void readPlane(const Node& geom, const Frame& at, const std::string& path) {
    if (assembly_.moves(at.link)) return xml_.note(geom, path, "a plane on a body that moves", "it was left out");
    if (!touches_) return xml_.note(geom, path, "a plane where contacts are disabled", "it was left out");
    const Pose pose = assembly_.worldPose(at.link) * at.pose * mjcfPose(xml_, geom, units_, path);
    planes_.push_back(
        {allowedName(geom.attribute("name").as_string("floor")), pose, mjcfTouch(xml_, geom, path), geom});
  }

  void readAssets(const Node& assets) {
    for (const Node& mesh : assets.children("mesh")) {
      const std::string file = mesh.attribute("file").value();
      const std::string name = mesh.attribute("name").as_string(std::filesystem::path(file).stem().c_str());
      meshes_[name] = mesh;
    }
    for (const Node& material : assets.children("material"))
      if (const auto rgba = xml_.numbers(material, "rgba", 4, {}))
        colors_[material.attribute("name").value()] = Vec3((*rgba)[0], (*rgba)[1], (*rgba)[2]);
  }

  // ---- bodies
  void readBody(const Node& body, const Frame& parent) {
    const std::string wish = allowedName(body.attribute("name").as_string("body"));
    const Pose at = parent.pose * mjcfPose(xml_, body, units_, "links." + wish);
    xml_.noteUnknown(body, "links." + wish,
                     {"joint", "freejoint", "inertial", "geom", "site", "body", "camera", "light"});
    const Frame frame = addJoints(body, wish, parent.link, at);
    if (const auto name = body.attribute("name")) frames_[name.value()] = frame;
    const std::string path = "links." + frame.link;
    readMass(body, frame, path);
    readSites(body, frame, path);
    for (const Node& child : body.children("body")) readBody(child, frame);
  }

  /// A link per joint, at its anchor; the last one carries the body. `at`: of the body in the parent link's frame.
  Frame addJoints(const Node& body, const std::string& wish, const std::string& parent, const Pose& at) {
    std::vector<Node> joints;
    for (const Node& joint : body.children("joint")) joints.push_back(joint);
    const bool free = body.child("freejoint") ||
                      (joints.size() == 1 && std::string_view(joints[0].attribute("type").value()) == "free");
    if (joints.empty() || free) {
      desc::Link& link = assembly_.addLink(assembly_.freeName(wish), parent, at);
      const bool first = description_.links.size() == 1;
      if (free || (first && options_.floating)) link.joint.type = JointType::kFree;
      return {link.name, Pose{}};
    }
    std::string hangsOn = parent;
    Vec3 before = Vec3::Zero();
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const Vec3 anchor = xml_.vector(joints[k], "pos", Vec3::Zero(), "links." + wish + ".joint");
      Pose pose = k == 0 ? at : Pose{};
      pose.p += pose.R * Vec3(k == 0 ? anchor : Vec3(anchor - before));
      const bool last = k + 1 == joints.size();
      const std::string joint = allowedName(joints[k].attribute("name").as_string((wish + " joint").c_str()));
      const std::string name = assembly_.freeName(last ? wish : wish + ' ' + joint);
      readJoint(joints[k], assembly_.addLink(name, hangsOn, pose));
      hangsOn = name, before = anchor;
    }
    Pose content;
    content.p = -before;
    return {hangsOn, content};
  }

  void readJoint(const Node& node, desc::Link& link) {
    const std::string type = node.attribute("type").as_string("hinge"), path = "links." + link.name + ".joint";
    if (const auto name = node.attribute("name")) joints_[name.value()] = link.name;
    static const std::map<std::string, JointType> kTypes = {
        {"hinge", JointType::kRevolute}, {"slide", JointType::kPrismatic}, {"ball", JointType::kSpherical}};
    const auto known = kTypes.find(type);
    if (known == kTypes.end())
      return xml_.error(node, path, "a joint is of no known type here: \"" + type + '"',
                        "hinge, slide, ball, and free as the only one of its body are known");
    link.joint.type = known->second;
    const bool turns = type == "hinge";
    if (type != "ball") {
      const Vec3 axis = xml_.vector(node, "axis", Vec3::UnitZ(), path + ".axis");
      if (axis.norm() < 1e-9)
        return xml_.error(node, path + ".axis", "the axis has no length", "write a direction such as \"0 0 1\"");
      link.joint.axis = describedVector(axis);
      const auto range = xml_.numbers(node, "range", 2, path);
      const std::string limited = node.attribute("limited").as_string(autoLimits_ ? "auto" : "false");
      if (range && limited != "false" && (*range)[0] < (*range)[1]) {
        const double unit = turns ? units_.angle : 1;
        const double low = unit * (*range)[0], high = unit * (*range)[1];
        link.joint.limits = {{desc::Number(low), desc::Number(high)}};
        if (low > 0 || high < 0) link.joint.q0 = {desc::Number(std::clamp(0.0, low, high))};
      }
    }
    link.joint.damping = desc::OneOrMany<desc::Number>(xml_.number(node, "damping", 0, path));
    link.joint.stiffness = desc::OneOrMany<desc::Number>(xml_.number(node, "stiffness", 0, path));
    const auto without = [&](const char* attribute, const std::string& instead) {
      if (xml_.number(node, attribute, 0, path) != 0)
        xml_.note(node, path, std::string(attribute) + " of a joint", instead);
    };
    if (const double rotor = xml_.number(node, "armature", 0, path); rotor > 0) {
      desc::DirectDrive drive;
      drive.inertia = desc::OneOrMany<desc::Number>(rotor);
      link.joint.drive = drive;
    }
    without("frictionloss", "dry friction was left out");
    without("springref", "its spring has its rest at 0");
    without("ref", "its zero is that of the bodies as the file draws them");
  }

  void readMass(const Node& body, const Frame& frame, const std::string& path) {
    const std::size_t index = assembly_.indexOf(frame.link);
    MjcfInertia mass;
    std::vector<Shape> shapes;
    MjcfTouching touching{frame.link, {}};
    std::optional<Vec3> color;
    const Node inertial = body.child("inertial");
    const bool own = inertial && fromGeoms_ != "true";
    for (const Node& node : body.children("geom")) {
      if (isPlane(node)) {
        readPlane(node, frame, path);
        continue;
      }
      MjcfGeom geom = mjcfGeom(xml_, node, units_, path);
      desc::Visual shape = geom.shape;
      const bool found = geom.drawn && (geom.mesh.empty() || findMesh(node, path, own, geom, shape));
      if (geom.inertia.mass > 0) mass.add(geom.inertia);
      if (!found) continue;
      if (!color) color = colorOf(node);
      const MjcfTouch touch = mjcfTouch(xml_, node, path);
      if (touch.touches()) touching.geoms.push_back(touch);
      shapes.push_back({describedShape(std::move(shape), frame.pose * geom.pose),
                        node.attribute("group").as_int(0) <= kLastSeen, touch.touches()});
    }
    if (!touching.geoms.empty()) touching_.push_back(std::move(touching));
    if (own)
      mass = inertiaOf(inertial, path);
    else if (mass.mass == 0 && !shapes.empty())
      xml_.note(body, path, "a body without <inertial> whose shapes weigh nothing", "it has no mass; give it one");
    setMass(mass, frame, index, body, path);
    addShapes(index, shapes, color);
  }

  MjcfInertia inertiaOf(const Node& inertial, const std::string& path) {
    MjcfInertia out;
    out.mass = xml_.number(inertial, "mass", 0, path + ".body.mass");
    if (out.mass < 0)
      xml_.error(inertial, path + ".body.mass", "the mass is negative: " + numberText(out.mass), "give it 0 or more");
    const Pose at = mjcfPose(xml_, inertial, units_, path);
    out.com = at.p;
    if (const auto f = xml_.numbers(inertial, "fullinertia", 6, path)) {
      const std::vector<double>& v = *f;
      out.inertia << v[0], v[3], v[4], v[3], v[1], v[5], v[4], v[5], v[2];
    } else {
      out.inertia = xml_.vector(inertial, "diaginertia", Vec3::Zero(), path).asDiagonal();
    }
    out.inertia = Mat3(at.R * out.inertia * at.R.transpose());
    return out;
  }

  void setMass(MjcfInertia mass, const Frame& frame, std::size_t index, const Node& at, const std::string& path) {
    if (mass.mass == 0 && mass.inertia.isZero()) return;
    if (mass.mass < 0) return;
    makePossible(xml_, xml_.line(at), path + ".body.inertia", mass.inertia);
    desc::RigidBody body;
    body.mass = mass.mass;
    body.com = describedVector(frame.pose * mass.com);
    body.inertia = describedInertia(mass.inertia);
    description_.links[index].body = std::move(body);
  }

  void scaleMasses() {
    if (!(totalMass_ > 0)) return;
    double sum = 0;
    for (const desc::Link& link : description_.links)
      if (link.body) sum += std::get<desc::RigidBody>(*link.body).mass.value;
    for (desc::Link& link : description_.links) {
      if (!link.body || !(sum > 0)) continue;
      auto& body = std::get<desc::RigidBody>(*link.body);
      body.mass.value *= totalMass_ / sum;
      for (desc::Number& entry : body.inertia) entry.value *= totalMass_ / sum;
    }
  }

  /// What touches; of bodies of which nothing does, what is in the groups that are not seen.
  void addShapes(std::size_t index, const std::vector<Shape>& all, const std::optional<Vec3>& color) {
    const bool any = std::ranges::any_of(all, &Shape::touches);
    std::vector<desc::Visual> pictures, collisions;
    for (const Shape& each : all) {
      if (each.seen) pictures.push_back(each.visual);
      if (any ? each.touches : !each.seen) collisions.push_back(each.visual);
    }
    assembly_.addShapes(index, std::move(pictures), std::move(collisions), color);
  }

  std::optional<Vec3> colorOf(const Node& geom) {
    if (const auto rgba = xml_.numbers(geom, "rgba", 4, {})) return Vec3((*rgba)[0], (*rgba)[1], (*rgba)[2]);
    const auto known = colors_.find(geom.attribute("material").value());
    return known == colors_.end() ? std::nullopt : std::optional(known->second);
  }

  /// `weighed`: the body has a mass of its own, so that the mesh needs none.
  bool findMesh(const Node& node, const std::string& path, bool weighed, MjcfGeom& geom, desc::Visual& shape) {
    const std::string& name = geom.mesh;
    const auto asset = meshes_.find(name);
    if (asset == meshes_.end()) {
      xml_.note(node, path, "there is no mesh \"" + name + '"', "it was left out");
      return false;
    }
    const std::string file = (std::filesystem::path(meshFolder_) / asset->second.attribute("file").value()).string();
    const std::filesystem::path found = findReferenced(file, file_);
    if (found.empty()) {
      xml_.note(node, path, "the mesh \"" + file + "\" is not found",
                "it was left out; put it beside the robot's file");
      return false;
    }
    const Vec3 scale = xml_.vector(asset->second, "scale", Vec3::Ones(), path);
    shape.mesh = filePathIn(options_.directory, found);
    shape.scale = evenScale(xml_, xml_.line(node), path, name, scale);
    if (!weighed) weighMesh(xml_, node, path, found, shape.scale.value, geom);
    return true;
  }

  void readSites(const Node& body, const Frame& frame, const std::string& path) {
    for (const Node& site : body.children("site"))
      if (const auto name = site.attribute("name"))
        sites_[name.value()] = {frame.link, frame.pose * mjcfPose(xml_, site, units_, path)};
  }

  // ---- what pulls
  void readTendon(const Node& node) {
    if (node.type() != pugi::node_element) return;
    const std::string name = node.attribute("name").value();
    if (std::string_view(node.name()) != "spatial") return left(node, "a tendon <" + std::string(node.name()) + '>');
    desc::TendonActuator tendon;
    for (const Node& step : node.children()) {
      const auto site = sites_.find(step.attribute("site").value());
      if (std::string_view(step.name()) != "site" || site == sites_.end() || site->second.link == desc::kWorldName) {
        xml_.note(step, {}, "the tendon \"" + name + "\" runs over more than sites of bodies",
                  "that part of its way was left out");
        continue;
      }
      if (tendon.route.empty() || tendon.route.back().link.name != site->second.link) {
        tendon.route.emplace_back();
        tendon.route.back().link = site->second.link;
      }
      tendon.route.back().points.push_back(describedVector(site->second.pose.p));
    }
    if (tendon.route.empty()) return left(node, "the tendon \"" + name + '"');
    tendons_[name] = tendon;
  }

  void readActuator(const Node& node) {
    if (node.type() != pugi::node_element) return;
    const std::string kind = node.name(), name = node.attribute("name").as_string(kind.c_str());
    const auto joint = joints_.find(node.attribute("joint").value());
    const auto tendon = tendons_.find(node.attribute("tendon").value());
    if (joint == joints_.end() && tendon == tendons_.end()) return left(node, "the actuator \"" + name + '"');
    if (kind != "motor")
      xml_.note(node, {}, "actuators of kind <" + kind + '>', "they became motors; add controllers for what they do");
    std::vector<double> gear = xml_.numbers(node, "gear", 0, {}).value_or(std::vector<double>{1});
    const double ratio = gear.empty() ? 1 : gear[0];
    std::optional<std::array<double, 2>> range;
    if (const auto force = xml_.numbers(node, "forcerange", 2, {}))
      range = {(*force)[0] * ratio, (*force)[1] * ratio};
    else if (const auto control = xml_.numbers(node, "ctrlrange", 2, {}); control && kind == "motor")
      range = {(*control)[0] * ratio, (*control)[1] * ratio};
    if (range && (*range)[0] > (*range)[1]) std::swap((*range)[0], (*range)[1]);
    if (joint != joints_.end()) {
      assembly_.addMotor(allowedName(name), joint->second, range);
      return;
    }
    if (range) range = {-(*range)[1], -(*range)[0]};  // there a force lengthens a tendon, here it pulls
    pulls_.push_back({allowedName(name), tendon->first, range});
  }

  void addPulls() {
    for (const auto& [name, tendon, range] : pulls_) {
      desc::Actuator actuator;
      actuator.name = assembly_.freeName(name);
      actuator.type = tendons_.at(tendon);
      if (range) actuator.range = desc::Number2{(*range)[0], (*range)[1]};
      description_.actuators.push_back(std::move(actuator));
    }
  }

  // ---- what closes loops
  void readEquality(const Node& node) {
    if (node.type() != pugi::node_element) return;
    const std::string kind = node.name();
    const Frame* a = frameOf(node.attribute("body1").value());
    const auto second = node.attribute("body2");
    const Frame* b = second ? frameOf(second.value()) : &frames_["world"];
    if (kind == "joint") return readCoupling(node);
    if ((kind != "connect" && kind != "weld") || !a || !b) return left(node, "the equality <" + kind + '>');
    if (kind == "weld" && node.attribute("relpose"))
      xml_.note(node, {}, "relpose of <weld>", "bodies are welded as they stand");
    desc::Loop loop;
    loop.name = assembly_.freeName(allowedName(node.attribute("name").as_string(kind.c_str())));
    loop.type = kind == "connect" ? JointType::kSpherical : JointType::kFixed;
    const Vec3 anchor = xml_.vector(node, "anchor", Vec3::Zero(), {});
    Pose inA;
    inA.p = a->pose * anchor;
    setSide(loop.a, a->link, inA);
    setSide(loop.b, b->link, assembly_.worldPose(b->link).inverse() * assembly_.worldPose(a->link) * inA);
    description_.loops.push_back(std::move(loop));
  }
  static void setSide(desc::LoopSide& side, const std::string& link, const Pose& pose) {
    side.link = link;
    side.at.place = desc::Attachment::Place::kBase;
    side.pose = describedPose(pose);
  }
  void readCoupling(const Node& node) {
    const auto follower = joints_.find(node.attribute("joint1").value());
    const auto master = joints_.find(node.attribute("joint2").value());
    std::vector<double> c = xml_.numbers(node, "polycoef", 0, {}).value_or(std::vector<double>{0, 1});
    c.resize(5, 0);
    if (follower == joints_.end() || master == joints_.end()) return left(node, "the equality of one joint");
    if (c[2] != 0 || c[3] != 0 || c[4] != 0)
      xml_.note(node, {}, "a coupling of joints that is not linear", "its linear part was taken");
    const double stiffness =
        assembly_.addCoupling(follower->second + " motor", follower->second, master->second, c[1], c[0]);
    xml_.note(node, {}, "a coupling of joints",
              "a controller makes \"" + follower->second + "\" follow, as a spring of " + messageNumber(stiffness, 3) +
                  " would");
  }

  const Frame* frameOf(const std::string& body) const {
    const auto found = frames_.find(body);
    return found == frames_.end() ? nullptr : &found->second;
  }
  void left(const Node& node, const std::string& what) {
    xml_.note(node, {}, what + " is not understood", "it was left out");
  }

  struct Pull {
    std::string name, tendon;
    std::optional<std::array<double, 2>> range;
  };

  XmlFile& xml_;
  const std::filesystem::path& file_;
  const ImportOptions& options_;
  Description& description_;
  RobotAssembly assembly_;
  MjcfUnits units_;
  std::string meshFolder_, fromGeoms_ = "auto";
  bool autoLimits_ = true;
  double totalMass_ = -1;  ///< kg; negative: as the bodies say
  std::map<std::string, Node> meshes_;
  std::map<std::string, Vec3> colors_;
  std::map<std::string, Frame> frames_, sites_;  ///< of bodies, of sites
  std::map<std::string, std::string> joints_;    ///< link of a joint
  std::map<std::string, desc::TendonActuator> tendons_;
  std::vector<Pull> pulls_;
  bool touches_ = true;            ///< contacts are not disabled
  std::vector<MjcfPlane> planes_;  ///< of the world and of bodies that stay where they are
  std::vector<MjcfTouching> touching_;
};

}  // namespace

void readMjcf(XmlFile& xml, const std::filesystem::path& file, const ImportOptions& options, Description& description) {
  MjcfReader(xml, file, options, description).read();
}

}  // namespace tendril
