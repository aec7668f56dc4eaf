// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/mjcf_writer.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>

#include "core/dynamics/dynamics.hpp"
#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"
#include "core/text/number_text.hpp"
#include "studio/export/joint_parts.hpp"
#include "studio/export/mjcf_constraints.hpp"
#include "studio/export/xml_writing.hpp"

namespace tendril {
namespace {

using Node = pugi::xml_node;
using Kind = JointPart::Kind;
constexpr double kLeast = 1e-12;                      // kg, kg·m²: MuJoCo refuses bodies that move without any
constexpr double kServo = 2 * std::numbers::pi * 10;  // rad/s of a joint that follows positions
constexpr double kSite = 0.002;                       // m
constexpr double kStepShare = 0.5;                    // of 1/ω of the fastest spring
constexpr int kPowers = 60;
constexpr int kUnseen = 3;    // first group of geoms that are seen when somebody asks for them
constexpr int kDeepest = 95;  // bodies in one another: the parser of MuJoCo has an end

/// A part of a joint with the pose of its frame in the body that has it.
struct PlacedPart {
  JointPart part;
  std::string name;
  Pose at;
  VecX q0;
};

class MjcfWriter {
 public:
  MjcfWriter(const RigidRobot& robot, const StagedFiles& files, ExportNotes& notes)
      : robot_(robot), notes_(notes), meshes_(files, notes) {}

  void write(const std::filesystem::path& file) {
    root_ = document_.append_child("mujoco");
    put(root_, "model", robot_.name.empty() ? file.stem().string() : robot_.name);
    Node compiler = root_.append_child("compiler");
    put(compiler, "angle", "radian");
    put(compiler, "inertiafromgeom", "false");
    Node option = root_.append_child("option");
    put(option, "gravity", robot_.gravity);
    put(option, "timestep", step());
    assets_ = root_.append_child("asset");
    collect();
    atStart_ = !areClosed(robot_, basePoses(robot_, false)) && canStandAtStart();
    Node world = root_.append_child("worldbody");
    for (std::size_t i = 0; i < robot_.links.size(); ++i)
      if (robot_.links[i].parent < 0) addBody(world, i, {}, {});
    addEqualities();
    addTendons();
    addActuators();
    if (!key_.empty()) {
      Node key = root_.append_child("keyframe").append_child("key");
      put(key, "name", "start");
      put(key, "qpos", Eigen::Map<const VecX>(key_.data(), static_cast<Eigen::Index>(key_.size())));
    }
    if (!assets_.first_child()) root_.remove_child(assets_);
    saveXml(document_, file);
  }

 private:
  void collect() {
    children_.resize(robot_.links.size());
    for (std::size_t i = 0; i < robot_.links.size(); ++i)
      if (robot_.links[i].parent >= 0) children_[static_cast<std::size_t>(robot_.links[i].parent)].push_back(i);
    for (const auto& each : robot_.closures) named_.insert({each.a.link, each.b.link});
    for (const auto& each : robot_.thrusts) named_.insert(each.link);
    for (const RigidRobot::Cable& cable : robot_.cables)
      for (const auto& line : cable.lines)
        for (const LinkPoint& point : line) {
          named_.insert(point.link);
          const std::string name = cable.name + ' ' + std::to_string(++siteCount_[cable.name]);
          sites_[point.link].push_back({name, point.position});
        }
  }

  // ---- bodies
  /// Bodies can be drawn where they are at the start: their joints are one hinge or slide each, or free, or at zero.
  bool canStandAtStart() const {
    for (std::size_t i = 0; i < robot_.links.size(); ++i) {
      const LinkSpec& link = robot_.links[i];
      const bool single = link.joint.type == JointType::kRevolute || link.joint.type == JointType::kPrismatic;
      const bool free = link.joint.type == JointType::kFree && link.parent < 0;
      const bool zero = link.jointQ0 == link.joint.type->neutral();
      if (!zero && !free && (!single || isBetween(i))) return false;
    }
    return true;
  }

  /// A link without mass that carries one other is no body there: its joints are those of what it carries.
  bool isBetween(std::size_t index) const {
    const LinkSpec& link = robot_.links[index];
    const auto parts = jointParts(link.joint);
    const auto simple = [](const std::vector<JointPart>& all) {
      return std::all_of(all.begin(), all.end(),
                         [](const JointPart& part) { return part.kind == Kind::kHinge || part.kind == Kind::kSlide; });
    };
    if (link.rigid.mass > 0 || !link.contactShapes().empty() || named_.contains(static_cast<int>(index))) return false;
    if (children_[index].size() != 1 || parts.empty()) return false;
    const auto next = jointParts(robot_.links[children_[index].front()].joint);
    return simple(parts) && simple(next) && !next.empty();
  }

  void addBody(Node parent, std::size_t index, std::vector<PlacedPart> carried, const Pose& before, int depth = 1) {
    const LinkSpec& link = robot_.links[index];
    if (depth == kDeepest)
      notes_.add("links that hang on more than 95 others, one after the other", link.name,
                 "MuJoCo 2 reads no file that is so deep; take shorter chains");
    const Pose pose = before * (atStart_ ? link.pose * startOf(link) : link.pose);
    for (PlacedPart& part : carried) part.at = link.pose.inverse() * part.at;
    for (const JointPart& part : partsOf(link)) {
      const VecX q0 = link.jointQ0.segment(part.position, part.kind == Kind::kFree   ? 7
                                                          : part.kind == Kind::kBall ? 4
                                                                                     : 1);
      carried.push_back({part, nameOf(link, part), {}, q0});
    }
    if (isBetween(index)) return addBody(parent, children_[index].front(), std::move(carried), pose, depth);
    Node body = parent.append_child("body");
    put(body, "name", link.name);
    put(body, "pos", pose.p);
    putTurn(body, pose.R);
    for (const PlacedPart& part : carried) addJoint(body, part, before * link.pose);
    addInertia(body, link, !carried.empty());
    for (const Visual& visual : link.visuals) addGeom(body, link, visual, 0);
    for (const Visual& shape : link.collisions) addGeom(body, link, shape, kUnseen);
    for (const auto& [name, at] : sites_[static_cast<int>(index)]) addSite(body, name, at);
    addRotorSites(body, static_cast<int>(index));
    addFrame(body, static_cast<int>(index));
    for (const std::size_t child : children_[index]) addBody(body, child, {}, {}, depth + 1);
  }

  /// As jointParts(), but for a free joint that does not hang on the world, which MuJoCo has not.
  std::vector<JointPart> partsOf(const LinkSpec& link) {
    std::vector<JointPart> parts = jointParts(link.joint);
    if (parts.empty()) return parts;
    noteForces(link, parts.front());
    if (parts.front().kind != Kind::kFree || link.parent < 0) return parts;
    notes_.add("free joints that hang on links", link.name,
               "three slides and a ball stand for them: the same motions, with velocities along the parent's axes");
    const JointPart free = parts.front();
    parts.clear();
    constexpr const char* kSuffixes[] = {" x", " y", " z"};
    for (int k = 0; k < 3; ++k) {
      JointPart slide = free;
      slide.kind = Kind::kSlide, slide.axis = Vec3::Unit(k), slide.position = k, slide.suffix = kSuffixes[k];
      parts.push_back(slide);
    }
    JointPart ball = free;
    ball.kind = Kind::kBall, ball.position = 3, ball.suffix = " turn";
    parts.push_back(ball);
    return parts;
  }

  static std::string nameOf(const LinkSpec& link, const JointPart& part) { return link.name + part.suffix; }

  void noteForces(const LinkSpec& link, const JointPart& first) {
    const bool ball = first.kind == Kind::kBall || first.kind == Kind::kFree;
    if (ball && (differs(link.joint.stiffness) || differs(link.joint.damping)))
      notes_.add("springs and dampers that differ along the coordinates of joints", link.name,
                 "those of the first coordinate stand for all");
    if (first.kind == Kind::kFree && first.stiffness > 0)
      notes_.add("springs of free joints", link.name, "MuJoCo has none; they were left out");
    if (std::isfinite(first.lower) || std::isfinite(first.upper))
      notes_.add("soft stops of joints", link.name, "they are as stiff as MuJoCo's usual ones");
  }

  static void putTurn(Node node, const Mat3& R) {
    if (!R.isIdentity(0)) put(node, "quat", quaternionFromRotation<double>(R));
  }

  /// `neutral`: of the body in its parent with its joint at zero.
  void addJoint(Node body, const PlacedPart& placed, const Pose& neutral) {
    const JointPart& part = placed.part;
    Node node = body.append_child(part.kind == Kind::kFree ? "freejoint" : "joint");
    put(node, "name", placed.name);
    addStart(placed, neutral);
    if (part.kind == Kind::kFree) return;
    const bool ball = part.kind == Kind::kBall;
    put(node, "type", ball ? "ball" : part.kind == Kind::kHinge ? "hinge" : "slide");
    put(node, "pos", placed.at.p);
    if (!ball) put(node, "axis", Vec3(placed.at.R * part.axis));
    if (atStart_ && !ball && placed.q0[0] != 0) put(node, "ref", placed.q0[0]);
    if (part.stiffness > 0) put(node, "stiffness", part.stiffness);
    if (part.damping > 0) put(node, "damping", part.damping);
    if (part.inertia > 0) put(node, "armature", part.inertia);
    if (ball || (!std::isfinite(part.lower) && !std::isfinite(part.upper))) return;
    constexpr double kOpen = 1e9;
    put(node, "limited", "true");
    put(node, "range", Eigen::Vector2d(std::max(part.lower, -kOpen), std::min(part.upper, kOpen)));
  }

  /// Appends its part of the initial configuration, in the order of the file.
  void addStart(const PlacedPart& placed, const Pose& neutral) {
    VecX q = placed.q0;
    if (placed.part.follows != 0) q[0] = placed.part.follows * q[0];
    if (placed.part.kind == Kind::kFree) {
      Pose start;
      start.p = q.head<3>();
      start.R = Eigen::Quaterniond(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix();
      start = neutral * start;
      q << start.p, quaternionFromRotation<double>(start.R);
    }
    key_.insert(key_.end(), q.begin(), q.end());
  }

  void addInertia(Node body, const LinkSpec& link, bool moves) {
    RigidInertia rigid = link.rigid;
    if (!(rigid.mass > 0) && !moves) return;
    // MuJoCo would look for the principal axes itself, to eight digits.
    const Eigen::SelfAdjointEigenSolver<Mat3> principal(rigid.inertia);
    Mat3 axes = principal.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
    Vec3 moments = principal.eigenvalues();
    if (moves && (rigid.mass < kLeast || moments.minCoeff() < kLeast)) {
      notes_.add("links that move with hardly any mass or inertia", link.name,
                 "they have at least 1e-12 kg and kg·m² there, since MuJoCo refuses less");
      rigid.mass = std::max(rigid.mass, kLeast);
      moments = moments.cwiseMax(kLeast);
      moments[2] = std::min(moments[2], moments[0] + moments[1]);
    }
    Node inertial = body.append_child("inertial");
    put(inertial, "pos", rigid.com);
    putTurn(inertial, axes);
    put(inertial, "mass", rigid.mass);
    put(inertial, "diaginertia", moments);
  }

  void addGeom(Node body, const LinkSpec& link, const Visual& visual, int group) {
    const Vec3& s = visual.size;
    const bool round = visual.shape == Visual::Shape::kCylinder || visual.shape == Visual::Shape::kCapsule;
    const bool mesh = visual.shape == Visual::Shape::kMesh;
    const std::string file = mesh ? meshes_.nameOf(visual, link.name) : std::string();
    if (mesh && file.empty()) return;
    Node geom = body.append_child("geom");
    if (mesh) {
      put(geom, "type", "mesh");
      put(geom, "mesh", assetOf(file));
    } else if (round) {
      put(geom, "type", visual.shape == Visual::Shape::kCylinder ? "cylinder" : "capsule");
      put(geom, "size", Eigen::Vector2d(s[0], s[1] / 2));
    } else {
      const bool box = visual.shape == Visual::Shape::kBox;
      put(geom, "type", box ? "box" : "sphere");
      if (box) put(geom, "size", Vec3(s / 2));
      if (!box) put(geom, "size", s[0]);
    }
    const Pose pose = round ? roundAlongZPose(visual.pose) : visual.pose;
    put(geom, "pos", pose.p);
    putTurn(geom, pose.R);
    put(geom, "rgba", colorOf(link));
    if (group != 0) put(geom, "group", group);
    // Only what is declared touches here, everything there.
    put(geom, "contype", 0), put(geom, "conaffinity", 0);
  }

  std::string assetOf(const std::string& file) {
    const std::string name = std::filesystem::path(file).stem().string();
    if (!assets_.find_child_by_attribute("mesh", "name", name.c_str())) {
      Node asset = assets_.append_child("mesh");
      put(asset, "name", name);
      put(asset, "file", file);
    }
    return name;
  }

  static void addSite(Node body, const std::string& name, const Vec3& at) {
    Node site = body.append_child("site");
    put(site, "name", name);
    put(site, "pos", at);
    put(site, "size", kSite);
  }

  void addRotorSites(Node body, int index) const {
    for (const RigidRobot::Thrust& thrust : robot_.thrusts)
      if (thrust.link == index) addSite(body, thrust.name, thrust.rotor.position);
  }

  static std::string frameName(const LinkSpec& link) { return link.name + " frame"; }
  /// Where the motors of a free joint push: along its own axes, as here.
  void addFrame(Node body, int index) const {
    const LinkSpec& link = robot_.links[static_cast<std::size_t>(index)];
    const bool driven = std::any_of(robot_.motors.begin(), robot_.motors.end(),
                                    [index](const RigidRobot::Motor& motor) { return motor.link == index; });
    if (driven && link.joint.type == JointType::kFree && link.parent < 0) addSite(body, frameName(link), Vec3::Zero());
  }

  // ---- what closes, pulls and pushes
  void addEqualities() {
    Node equality = root_.append_child("equality");
    for (const LinkSpec& link : robot_.links) {
      const std::vector<JointPart> parts = jointParts(link.joint);
      if (parts.size() != 2 || parts[1].follows == 0) continue;
      Node node = equality.append_child("joint");
      put(node, "joint1", nameOf(link, parts[1]));
      put(node, "joint2", nameOf(link, parts[0]));
      put(node, "polycoef", (VecX(5) << 0, parts[1].follows, 0, 0, 0).finished());
      notes_.add("helical joints", link.name, "a slide that is tied to a turn stands for them, softly");
    }
    addClosures(robot_, basePoses(robot_, atStart_), equality, notes_);
    if (!equality.first_child()) root_.remove_child(equality);
  }

  void addTendons() {
    Node list = root_.append_child("tendon");
    for (const RigidRobot::Cable& cable : robot_.cables) {
      Node node = list.append_child("spatial");
      put(node, "name", cable.name);
      int site = 0;
      for (const auto& line : cable.lines) {
        if (site > 0) put(node.append_child("pulley"), "divisor", 1);  // no length between lines
        for (std::size_t k = 0; k < line.size(); ++k)
          put(node.append_child("site"), "site", cable.name + ' ' + std::to_string(++site));
      }
    }
    if (!list.first_child()) root_.remove_child(list);
  }

  void addActuators() {
    Node list = root_.append_child("actuator");
    addMotors(list);
    for (const RigidRobot::Cable& cable : robot_.cables) {
      if (cable.spool) {
        notes_.add("tendons driven by their length", cable.name, "their way is there, but nothing that takes them in");
        continue;
      }
      Node motor = list.append_child("motor");
      put(motor, "name", cable.name);
      put(motor, "tendon", cable.name);
      put(motor, "gear", -1);  // a tension shortens
      putRange(motor, "ctrl", cable.range);
    }
    for (const RigidRobot::Thrust& thrust : robot_.thrusts) {
      Node motor = list.append_child("motor");
      put(motor, "name", thrust.name);
      put(motor, "site", thrust.name);
      const Rotor& rotor = thrust.rotor;
      VecX gear(6);
      gear << rotor.axis, rotor.spin * rotor.drag / rotor.thrust * rotor.axis;
      put(motor, "gear", gear);
      putRange(motor, "ctrl", thrust.range);
    }
    if (!list.first_child()) root_.remove_child(list);
  }

  void addMotors(Node list) {
    for (const RigidRobot::Motor& motor : robot_.motors) {
      const LinkSpec& link = robot_.links[static_cast<std::size_t>(motor.link)];
      const std::vector<JointPart> parts = jointParts(link.joint);
      const bool ball = parts.front().kind == Kind::kBall || parts.front().kind == Kind::kFree;
      const auto part = std::find_if(parts.begin(), parts.end(), [&](const JointPart& each) {
        return ball || (each.velocity == motor.coordinate && each.follows == 0);
      });
      if (part->kind == Kind::kFree && link.parent >= 0) {
        notes_.add("motors of free joints that hang on links", motor.name, "they were left out");
        continue;
      }
      Node node = list.append_child(motor.position ? "position" : "motor");
      put(node, "name", motor.name);
      if (part->kind == Kind::kFree)
        put(node, "site", frameName(link));
      else
        put(node, "joint", nameOf(link, *part));
      if (ball) put(node, "gear", gearOf(part->kind, motor.coordinate));
      if (motor.position) follow(node, motor);
      putRange(node, "ctrl", motor.range);
    }
  }

  static VecX gearOf(Kind kind, int coordinate) {
    VecX gear = VecX::Zero(kind == Kind::kFree ? 6 : 3);
    gear[kind == Kind::kFree ? (coordinate + 3) % 6 : coordinate] = 1;
    return gear;
  }

  void follow(Node node, const RigidRobot::Motor& motor) {
    const Moving& moving = movingRobot();
    const int v = moving.firstVelocity[static_cast<std::size_t>(motor.link)] + motor.coordinate;
    put(node, "kp", kServo * kServo * moving.mass(v, v));
    notes_.add("joints that follow given positions", motor.name, "stiff servos stand for them");
  }

  /// Masses and springs of all joints at the start.
  struct Moving {
    MatX mass;
    VecX stiffness;
    std::vector<int> firstVelocity;  ///< per link
  };
  const Moving& movingRobot() {
    if (moving_) return *moving_;
    ModelSpec spec;
    spec.links = robot_.links;
    const Model model(std::move(spec));
    Data data(model);
    massMatrix(model, data, model.q0);
    moving_ = Moving{data.massMatrix, VecX::Zero(model.nv), {}};
    for (const Link& link : model.links) {
      moving_->firstVelocity.push_back(link.vJoint);
      if (link.joint.stiffness.size() == link.nvJoint)
        moving_->stiffness.segment(link.vJoint, link.nvJoint) = link.joint.stiffness;
    }
    return *moving_;
  }

  /// s. MuJoCo takes springs as they are at the beginning of a step, which has to be short beside the fastest of them.
  double step() {
    const Moving& moving = movingRobot();
    const Eigen::LLT<MatX> mass(moving.mass);
    if (moving.stiffness.isZero(0) || mass.info() != Eigen::Success) return robot_.step;
    VecX shape = VecX::LinSpaced(moving.stiffness.size(), 1, 2);
    double fastest = 0;  // ω², by the power method
    for (int k = 0; k < kPowers; ++k) {
      shape = mass.solve(moving.stiffness.cwiseProduct(shape)).eval();
      fastest = shape.norm();
      if (!(fastest > 0)) return robot_.step;
      shape /= fastest;
    }
    const double bound = kStepShare / std::sqrt(fastest);
    if (bound >= robot_.step) return robot_.step;
    const double out = std::stod(messageNumber(bound, 2));
    notes_.add("the step of " + messageNumber(robot_.step, 3) + " s", {},
               "it is " + messageNumber(out, 2) + " s there, since MuJoCo takes stiff springs by explicit steps");
    return out;
  }

  static void putRange(Node node, const std::string& what, const InputRange& range) {
    if (!std::isfinite(range.lower) && !std::isfinite(range.upper)) return;
    constexpr double kOpen = 1e9;
    put(node, (what + "limited").c_str(), "true");
    put(node, (what + "range").c_str(), Eigen::Vector2d(std::max(range.lower, -kOpen), std::min(range.upper, kOpen)));
  }

  const RigidRobot& robot_;
  ExportNotes& notes_;
  MeshFiles meshes_;
  pugi::xml_document document_;
  Node root_, assets_;
  /// Bodies are drawn where they are at the start, so that loops that are closed there are in the file, too.
  bool atStart_ = false;
  std::vector<std::vector<std::size_t>> children_;
  std::set<int> named_;  ///< links that others speak of: they stay bodies
  std::map<std::string, int> siteCount_;
  std::map<int, std::vector<std::pair<std::string, Vec3>>> sites_;
  std::vector<double> key_;
  std::optional<Moving> moving_;
};

}  // namespace

void writeMjcf(const RigidRobot& robot, const StagedFiles& files, ExportNotes& notes) {
  MjcfWriter(robot, files, notes).write(files.file());
}

}  // namespace tendril
