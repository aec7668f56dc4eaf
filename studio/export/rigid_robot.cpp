// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/rigid_robot.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/model/joint/joint_kind.hpp"
#include "core/model/kinematics.hpp"

namespace tendril {
namespace {

namespace desc = description;
constexpr double kSame = 1e-9;  // m: points closer than this are one

class RigidRobotMaker {
 public:
  RigidRobotMaker(const Description& description, const Model& model, ExportNotes& notes)
      : description_(description), model_(model), notes_(notes), data_(model) {
    kinematics(model, data_, model.undeformed(), VecX::Zero(model.nv));
  }

  RigidRobot make(const SoftLinks& soft, std::vector<ChainError>& errors) {
    out_.name = model_.name;
    out_.gravity = model_.gravity, out_.step = model_.simulation.step;
    refuseSoft(soft.count);
    for (std::size_t i = 0; i < model_.robotLinks().size(); ++i) addLink(i, soft.count);
    measure(soft.count, errors);
    for (const Loop& loop : model_.loops)
      out_.closures.push_back(
          {loop.name, loop.joint, placeOf(loop.frameA, loop.offsetA), placeOf(loop.frameB, loop.offsetB)});
    for (const auto& actuator : model_.actuators) addActuator(*actuator);
    noteTheRest();
    return std::move(out_);
  }

 private:
  void refuseSoft(int count) const {
    std::string refused, never;
    for (const Link& link : model_.robotLinks()) {
      if (!link.body || link.body->size() == 0) continue;
      const bool possible = softChain(*link.body, 1).has_value();
      std::string& list = possible ? refused : never;
      if (!possible || count == 0) list += (list.empty() ? "" : ", ") + link.name;
    }
    if (!never.empty())
      throw std::runtime_error("soft bodies that have no sections along a line cannot become chains of rigid links: " +
                               never + "; write their shape instead (.stl, .obj, .glb, .vtu), or take them out");
    if (!refused.empty())
      throw std::runtime_error("this format has no soft bodies: " + refused +
                               "; ask for chains of rigid links, such as --soft-links 10, or write their shape (.stl, "
                               ".obj, .glb, .vtu)");
  }

  void addLink(std::size_t index, int count) {
    const Link& link = model_.links[index];
    const Place parent = placeOf(link.parentFrame, link.jointPose);
    LinkSpec out;
    out.name = link.name, out.parent = parent.link, out.station = kBaseStation, out.pose = parent.pose;
    out.joint = link.joint, out.color = link.color;
    out.visuals = link.visuals, out.collisions = link.collisions;
    out.rigid = link.rigid;
    out.jointQ0 = model_.q0.segment(link.qJoint, link.nqJoint);
    if (!link.joint.motors.empty())
      notes_.add("motors behind springs", link.name, "they were left out; their inputs act on the joints themselves");
    if (link.fluid || isWet(link))
      notes_.add("fluid around links", link.name, "added mass, buoyancy and drag were left out");
    base_.push_back(static_cast<int>(out_.links.size()));
    parts_.emplace_back();
    chains_.emplace_back();
    if (link.body) {
      chains_.back() = softChain(*link.body, link.body->size() == 0 ? 1 : count);
      out.rigid = chains_.back()->parts.front().rigid, out.visuals = chains_.back()->parts.front().visuals;
    }
    out_.links.push_back(std::move(out));
    if (link.body) addParts(link);
    out_.origins.resize(out_.links.size(), link.name);
  }

  void addParts(const Link& link) {
    parts_.back() = appendChain(*chains_.back(), base_.back(), out_.links);
    for (LinkSpec& part : out_.links)
      if (part.jointQ0.size() == 0) part.jointQ0 = part.joint.type->neutral();
    if (!model_.q0.segment(link.qBody, link.nBody).isZero(0))
      notes_.add("initial shapes of soft links", link.name, "their chains begin undeformed");
    if (chains_.back()->coupled)
      notes_.add("sections whose origin is not their centroid", link.name,
                 "the coupling of stretch and bending was left out of the chain");
  }

  bool isWet(const Link& link) const {
    return link.body && std::any_of(description_.loads.begin(), description_.loads.end(), [](const desc::Load& load) {
             return std::holds_alternative<desc::FluidLoad>(load.type);
           });
  }

  void measure(int count, std::vector<ChainError>& errors) {
    if (count == 0) return;
    Data start(model_);
    kinematics(model_, start, model_.q0, VecX::Zero(model_.nv));
    for (std::size_t i = 0; i < base_.size(); ++i) {
      const Link& link = model_.links[i];
      if (link.body && link.body->size() > 0)
        errors.push_back(chainError(link, *chains_[i], worldPose(start, static_cast<int>(1 + i)).R, model_.gravity));
    }
  }

  using Place = RigidRobot::Place;
  /// A pose in a frame of the model, on the link that it belongs to.
  Place placeOf(int frame, const Pose& offset) const {
    const int link = model_.frameLink(frame);
    if (link < 0) return {-1, offset};
    const Pose inBase = worldPose(data_, 1 + link).inverse() * worldPose(data_, frame) * offset;
    const bool atBase = frame == 1 + link;
    return onPart(static_cast<std::size_t>(link), atBase ? offset : inBase, atBase);
  }
  Place onPart(std::size_t link, const Pose& inBase, bool base = false) const {
    if (!chains_[link] || base) return {base_[link], inBase};
    const std::size_t part = chains_[link]->partOf(inBase.p);
    return {parts_[link][part], chains_[link]->parts[part].rest.inverse() * inBase};
  }

  void addActuator(const Actuator& actuator) {
    if (const auto* tendon = dynamic_cast<const Tendon*>(&actuator)) return addCable(*tendon);
    if (const auto* rotors = dynamic_cast<const Propellers*>(&actuator)) return addThrusts(*rotors);
    const auto* force = dynamic_cast<const JointActuator*>(&actuator);
    const bool position = dynamic_cast<const JointPosition*>(&actuator) != nullptr;
    if (!force && !position)
      return notes_.add("actuators that push inside soft bodies", actuator.name, "they were left out");
    for (int k = 0; k < actuator.inputs(); ++k) {
      const int v = force ? force->target(k).v : actuator.drivenVelocity(k);
      const auto link = std::find_if(model_.links.begin(), model_.links.end(), [v](const Link& each) {
        return v >= each.vJoint && v < each.vJoint + each.nvJoint;
      });
      if (link == model_.links.end()) continue;
      const MotorPlace at =
          link->motorOf.value_or(MotorPlace{static_cast<int>(link - model_.links.begin()), v - link->vJoint, 0});
      const std::string name = actuator.inputs() == 1 ? actuator.name : actuator.name + ' ' + std::to_string(k + 1);
      out_.motors.push_back({name, base_[static_cast<std::size_t>(at.link)], at.coordinate,
                             actuator.ranges[static_cast<std::size_t>(k)], position});
    }
  }

  void addThrusts(const Propellers& rotors) {
    for (std::size_t k = 0; k < rotors.rotors().size(); ++k)
      out_.thrusts.push_back({rotors.name + ' ' + std::to_string(k + 1), base_[static_cast<std::size_t>(rotors.link())],
                              rotors.rotors()[k], rotors.ranges[k]});
  }

  void addCable(const Tendon& tendon) {
    RigidRobot::Cable cable{tendon.name, {}, tendon.ranges.front(), tendon.hasEffortLaw()};
    const std::optional<ActuatorPull> pull = tendon.pull();
    std::vector<std::vector<Vec3>> lines;
    tendon.paths(data_, lines);  // those in soft bodies first
    for (std::size_t k = 0; k < pull->pieces.size(); ++k) {
      const auto link = static_cast<std::size_t>(pull->pieces[k].link);
      const Pose base = worldPose(data_, static_cast<int>(1 + link));
      std::vector<LinkPoint> line;
      for (const Vec3& point : lines[k]) {
        Pose at;
        at.p = base.inverse() * point;
        const Place place = onPart(link, at);
        // Of the points on one part the first and the last: between them it is straight.
        const bool third =
            line.size() >= 2 && line.back().link == place.link && line[line.size() - 2].link == place.link;
        if (third) line.pop_back();
        line.push_back({place.link, place.pose.p});
      }
      cable.lines.push_back(std::move(line));
    }
    for (const WaySegment& segment : pull->segments) {
      const LinkPoint a{base_[static_cast<std::size_t>(segment.a.link)], segment.a.position};
      const LinkPoint b{base_[static_cast<std::size_t>(segment.b.link)], segment.b.position};
      const bool goesOn = !cable.lines.empty() && cable.lines.back().back().link == a.link &&
                          (cable.lines.back().back().position - a.position).norm() < kSame;
      if (goesOn)
        cable.lines.back().push_back(b);
      else
        cable.lines.push_back({a, b});
    }
    out_.cables.push_back(std::move(cable));
  }

  void noteTheRest() {
    constexpr const char* kLeft = "they were left out";
    for (const desc::Load& load : description_.loads) {
      const bool contact = std::holds_alternative<desc::Contact>(load.type);
      if (std::holds_alternative<desc::FluidLoad>(load.type)) continue;
      notes_.add(contact ? "contacts" : "loads", load.name, contact ? "nothing touches; add pairs there" : kLeft);
    }
    for (const desc::Controller& controller : description_.controllers)
      notes_.add("controllers", controller.name, kLeft);
  }

  const Description& description_;
  const Model& model_;
  ExportNotes& notes_;
  Data data_;  ///< at the undeformed configuration
  RigidRobot out_;
  std::vector<int> base_;                ///< per link of the model: the (first) link here
  std::vector<std::vector<int>> parts_;  ///< likewise: links of its chain
  std::vector<std::optional<SoftChain>> chains_;
};

}  // namespace

RigidRobot rigidRobot(const Description& description, const Model& model, const SoftLinks& soft, ExportNotes& notes,
                      std::vector<ChainError>& errors) {
  return RigidRobotMaker(description, model, notes).make(soft, errors);
}

Pose startOf(const LinkSpec& link) {
  Pose out;
  JointColumns S;
  jointMotion(link.joint, link.jointQ0.data(), out, S);
  return out;
}

std::vector<Pose> basePoses(const RigidRobot& robot, bool atStart) {
  std::vector<Pose> out;
  for (const LinkSpec& link : robot.links) {
    const Pose local = atStart ? link.pose * startOf(link) : link.pose;
    out.push_back(link.parent < 0 ? local : out[static_cast<std::size_t>(link.parent)] * local);
  }
  return out;
}

}  // namespace tendril
