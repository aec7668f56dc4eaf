// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/actuator_facts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/description/references.hpp"

namespace tendril {
namespace {

namespace desc = description;

const desc::Link* linkOf(const Description& d, const desc::LinkRef& reference) {
  const int i = indexOf(d.links, reference.id);
  return i < 0 ? nullptr : &d.links[static_cast<std::size_t>(i)];
}

int countOf(const Description& d, const desc::JointActuator& motor) {
  const desc::Link* link = linkOf(d, motor.link);
  return link ? link->joint.type->velocities() * std::max(1, motorsPerCoordinate(link->joint)) : 0;
}
int countOf(const Description& d, const desc::PropellersActuator& propellers) {
  if (!propellers.arms) return static_cast<int>(propellers.rotors.size());
  double arms = propellers.arms->value;
  if (!propellers.arms->expression.empty()) {
    std::vector<Problem> reported;
    arms = Evaluator(d, reported).number(*propellers.arms, {});
  }
  return std::isfinite(arms) && arms > 0 ? static_cast<int>(arms) : 0;
}
template <class Other>
int countOf(const Description&, const Other&) {
  return 1;
}

/// Index of the link at the root of the tree that a link is in; −1: there is none.
int rootOf(const Description& d, const desc::LinkRef& reference) {
  int at = indexOf(d.links, reference.id);
  for (std::size_t steps = 0; at >= 0 && steps < d.links.size(); ++steps) {
    const int parent = indexOf(d.links, d.links[static_cast<std::size_t>(at)].parent.id);
    if (parent < 0) return at;
    at = parent;
  }
  return -1;
}

}  // namespace

int motorsPerCoordinate(const desc::Joint& joint) {
  if (!joint.drive || joint.type->velocities() == 0) return 0;
  if (std::holds_alternative<desc::ElasticDrive>(*joint.drive)) return 1;
  return std::holds_alternative<desc::VariableStiffnessDrive>(*joint.drive) ? 2 : 0;
}

bool hasMotors(const Description& description) {
  return std::any_of(description.links.begin(), description.links.end(),
                     [](const desc::Link& link) { return motorsPerCoordinate(link.joint) > 0; });
}

int inputCount(const Description& description, const desc::Actuator& actuator) {
  return std::visit([&](const auto& type) { return countOf(description, type); }, actuator.type);
}

std::vector<desc::Rotor> rotorsOf(const desc::PropellersActuator& propellers, Evaluator& evaluator,
                                  const std::string& path) {
  if (!propellers.arms) return propellers.rotors;
  const auto number = [&](const desc::Number& value) { return evaluator.number(value, path); };
  const int arms = static_cast<int>(number(*propellers.arms));
  const double radius = number(propellers.radius), height = number(propellers.height);
  std::vector<desc::Rotor> out;
  for (int k = 0; k < arms; ++k) {
    const double angle = number(propellers.phase) + 2 * std::numbers::pi * k / arms, sign = k % 2 ? -1 : 1;
    desc::Rotor rotor;
    rotor.position = {radius * std::cos(angle), radius * std::sin(angle), height};
    rotor.tilt = {sign * number(propellers.alpha), number(propellers.beta)};
    rotor.spin = sign;
    rotor.thrust = number(propellers.thrust);
    rotor.drag = number(propellers.drag);
    out.push_back(std::move(rotor));
  }
  return out;
}

int drivenBase(const Description& description, const desc::Actuator& actuator) {
  int base = -1;
  const auto* joint = std::get_if<desc::JointActuator>(&actuator.type);
  if (joint && joint->mode == desc::JointActuatorMode::kForce) base = indexOf(description.links, joint->link.id);
  if (const auto* propellers = std::get_if<desc::PropellersActuator>(&actuator.type))
    base = rootOf(description, propellers->link);
  if (base < 0) return -1;
  const desc::Link& link = description.links[static_cast<std::size_t>(base)];
  const bool onWorld = indexOf(description.links, link.parent.id) < 0;
  return onWorld && link.joint.type == JointType::kFree ? base : -1;
}

}  // namespace tendril
