// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that add objects. Sizes are those of a thing that stands on a desk; every result moves at once.
#include <cmath>
#include <numbers>

#include "core/description/bodies.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/edits/type_edits.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

constexpr double kMotorTorque = 100, kMotorForce = 1000;  // N·m, N: of a strong motor of an arm

/// Where the tip of a rigid link is, in its base frame.
desc::Number3 tipOf(const desc::Link& link) {
  const auto* rigid = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
  return rigid ? rigid->tip.position : desc::Number3{};
}

/// A share of a number that may be an expression.
desc::Number shareOf(const desc::Number& number, double share) {
  if (number.expression.empty()) return share * number.value;
  desc::Number out;
  out.expression = numberText(share) + "*(" + number.expression + ")";
  return out;
}

/// Piece through a link, beside its axis at an angle (rad). In rigid links it ends short of both ends: where links
/// meet, guides of both at one place would leave the pull without a direction.
desc::RoutePiece piece(const desc::Link& link, double angle) {
  desc::RoutePiece out;
  out.link = desc::LinkRef(link.name);
  const auto offset = [&](double direction) {
    const double rounded = std::abs(direction) < 1e-12 ? 0 : direction;
    if (rounded == 0) return desc::Formula(0);
    desc::Formula formula;
    formula.text = rounded == 1 ? "r(X)" : numberText(std::round(rounded * 1e4) / 1e4) + "*r(X)";
    return formula;
  };
  if (desc::isSoft(link)) {
    out.y = offset(std::cos(angle));
    out.z = offset(std::sin(angle));
    return out;
  }
  const double y = kArmRadius * std::cos(angle), z = kArmRadius * std::sin(angle);
  desc::Number3 tip = tipOf(link);
  if (tip[0].expression.empty()) tip[0] = tip[0].value != 0 ? tip[0].value : kArmLength / 2;
  out.points = {{shareOf(tip[0], 0.2), y, z}, {shareOf(tip[0], 0.8), y, z}};
  return out;
}

/// How many tendons run through a link.
int tendonsIn(const Description& description, ObjectId link) {
  int count = 0;
  for (const desc::Actuator& actuator : description.actuators)
    if (const auto* tendon = std::get_if<desc::TendonActuator>(&actuator.type))
      for (const desc::RoutePiece& part : tendon->route) count += part.link.id == link;
  return count;
}

}  // namespace

Edit addTendon(ObjectId link) {
  return {"Add tendon", [link](Description& description, std::vector<Problem>& problems) {
            const desc::Link* target = objectOf(description.links, link);
            if (!target) return noSuchLink(problems);
            const double angle = tendonsIn(description, link) * 2 * std::numbers::pi / 3;  // three go round
            desc::TendonActuator tendon;
            tendon.tensionOnly = true;
            const desc::Link* parent = objectOf(description.links, target->parent.id);
            if (!desc::isSoft(*target) && parent)
              tendon.route.push_back(piece(*parent, angle));  // alone it would do nothing
            tendon.route.push_back(piece(*target, angle));
            desc::Actuator actuator;
            actuator.name = freeName(description, "tendon 1");
            actuator.type = std::move(tendon);
            actuator.range = desc::Number2{0.0, 20.0};
            description.actuators.push_back(std::move(actuator));
            return true;
          }};
}

Edit addMotor(ObjectId link) {
  return {"Add motor", [link](Description& description, std::vector<Problem>& problems) {
            const desc::Link* target = objectOf(description.links, link);
            if (!target) return noSuchLink(problems);
            if (target->joint.type->velocities() == 0)
              return fail(problems, "links." + target->name + ".joint.type",
                          "the joint of “" + target->name + "” is fixed", "choose a joint that moves first");
            desc::JointActuator motor;
            motor.link = desc::LinkRef(target->name);
            desc::Actuator actuator;
            actuator.name = freeName(description, "motor " + target->name);
            actuator.type = motor;
            const double most = slides(target->joint.type) ? kMotorForce : kMotorTorque;
            actuator.range = desc::Number2{-most, most};
            description.actuators.push_back(std::move(actuator));
            return true;
          }};
}

Edit addLoad(ObjectId link) {
  return {"Add load", [link](Description& description, std::vector<Problem>& problems) {
            const desc::Link* target = objectOf(description.links, link);
            if (!target) return noSuchLink(problems);
            desc::PointWrench wrench;
            wrench.link = desc::LinkRef(target->name);
            wrench.wrench = {0.0, 0.0, 0.0, 0.0, 0.2, 0.0};
            desc::Load load;
            load.name = freeName(description, "push");
            load.type = wrench;
            description.loads.push_back(std::move(load));
            return true;
          }};
}

Edit addLoop(ObjectId a, ObjectId b) {
  return {"Add loop", [a, b](Description& description, std::vector<Problem>& problems) {
            const desc::Link *first = objectOf(description.links, a), *second = objectOf(description.links, b);
            if (!first || (b != 0 && !second)) return noSuchLink(problems);
            desc::Loop loop;
            loop.name = freeName(description, "loop");
            loop.type = JointType::kSpherical;
            loop.a.link = desc::LinkRef(first->name);
            loop.b.link = desc::LinkRef(second ? second->name : std::string(desc::kWorldName));
            description.loops.push_back(std::move(loop));
            return true;
          }};
}

Edit addSignal(ObjectId actuator) {
  return {"Add signal", [actuator](Description& description, std::vector<Problem>& problems) {
            const desc::Actuator* target = objectOf(description.actuators, actuator);
            if (!target) return fail(problems, "actuators", "there is no such actuator any more", "select another one");
            desc::SignalsController* signals = nullptr;
            for (desc::Controller& controller : description.controllers)
              if (!signals) signals = std::get_if<desc::SignalsController>(&controller.type);
            if (!signals) {
              desc::Controller controller;
              controller.name = freeName(description, "signals");
              description.controllers.push_back(std::move(controller));
              signals = &std::get<desc::SignalsController>(description.controllers.back().type);
            }
            signals->outputs.entries.emplace_back(desc::ActuatorRef(target->name), someSignal(description, *target));
            return true;
          }};
}

Edit addParameter(std::string name, double value) {
  std::string title = "Add parameter “" + name + "”";
  return {std::move(title), [name = std::move(name), value](Description& description, std::vector<Problem>&) {
            description.parameters.entries.emplace_back(name, desc::Number(value));
            return true;
          }};
}

}  // namespace tendril::edits
