// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to the kind of a joint and of its drive.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/builder/parts/actuator_facts.hpp"
#include "studio/document/edits/emplace_named.hpp"
#include "studio/document/edits/type_edits.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

template <class T>
void fitCount(desc::OneOrMany<T>& values, int count) {
  if (!values.list || static_cast<int>(values.values.size()) == count) return;
  values = values.values.empty() ? desc::OneOrMany<T>(T{}) : desc::OneOrMany<T>(values.values.front());
}

void fitCount(std::vector<desc::Number>& values, int count) {
  if (static_cast<int>(values.size()) != count) values.clear();
}

bool isParallel(const desc::Number3& a, const desc::Number3& b) {
  double dot = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!a[i].expression.empty() || !b[i].expression.empty()) return false;
    dot += a[i].value * b[i].value;
  }
  return dot != 0;
}

/// A second axis at a right angle to the first.
desc::Number3 acrossAxis(const desc::Number3& axis) {
  const double x = axis[0].value, y = axis[1].value, z = axis[2].value;
  if (std::abs(x) < std::abs(y)) return {0.0, -z, y};
  return {z == 0 && x == 0 ? 1.0 : -z, 0.0, x};
}

/// Signals of the joint's motors, one each, or one per velocity. What has no positions is driven by forces.
void fitSignals(Description& description, const desc::Link& link) {
  const int count = link.joint.type->velocities() * std::max(1, motorsPerCoordinate(link.joint));
  const bool hasPositions = link.joint.type->isVector();
  for (desc::Actuator& actuator : description.actuators) {
    auto* motor = std::get_if<desc::JointActuator>(&actuator.type);
    if (!motor || motor->link.id != link.id) continue;
    if (!hasPositions) motor->mode = desc::JointActuatorMode::kForce, motor->signal.reset();
    if (motor->signal) {
      motor->signal->values.resize(static_cast<std::size_t>(count));
      motor->signal->list = count != 1;
    }
    for (desc::Controller& controller : description.controllers) {
      auto* signals = std::get_if<desc::SignalsController>(&controller.type);
      if (!signals) continue;
      for (auto& [output, source] : signals->outputs.entries) {
        auto* formulas = std::get_if<desc::OneOrMany<desc::Formula>>(&source.value);
        if (output.id != actuator.id || !formulas) continue;
        formulas->values.resize(static_cast<std::size_t>(count));
        formulas->list = count != 1;
      }
    }
  }
}

// ---- drives: entries fit the joint; false where it cannot have such a drive

bool fitDrive(desc::DirectDrive& drive, const JointKind& joint) {
  fitCount(drive.inertia, joint.velocities());
  fitCount(drive.friction, joint.velocities());
  return joint.velocities() > 0;
}
bool fitDrive(desc::ElasticDrive& drive, const JointKind& joint) {
  for (auto* each : {&drive.stiffness, &drive.motorInertia, &drive.motorFriction, &drive.deflection})
    fitCount(*each, joint.velocities());
  return joint.velocities() > 0 && joint.isVector();
}
bool fitDrive(desc::VariableStiffnessDrive&, const JointKind& joint) {
  return joint.velocities() == 1 && joint.isVector();
}

/// Inertia and friction of a motor, which another drive takes over.
using MotorNumbers = std::pair<desc::OneOrMany<desc::Number>, desc::OneOrMany<desc::Number>>;
MotorNumbers numbersOf(const desc::DirectDrive& drive) {
  return {drive.inertia, drive.friction};
}
template <class D>
MotorNumbers numbersOf(const D& drive) {
  return {drive.motorInertia, drive.motorFriction};
}

bool isPositive(const desc::OneOrMany<desc::Number>& numbers) {
  return !numbers.values.empty() && std::all_of(numbers.values.begin(), numbers.values.end(), [](const auto& number) {
    return !number.expression.empty() || number.value > 0;
  });
}

/// One number for all motors: drives have different numbers of them.
desc::OneOrMany<desc::Number> firstOf(const desc::OneOrMany<desc::Number>& numbers) {
  return numbers.values.empty() ? desc::Number(0) : numbers.values.front();
}

void take(desc::DirectDrive& drive, const MotorNumbers& from) {
  drive.inertia = firstOf(from.first), drive.friction = firstOf(from.second);
}
template <class D>
void take(D& drive, const MotorNumbers& from) {
  if (isPositive(from.first)) drive.motorInertia = firstOf(from.first);
  drive.motorFriction = firstOf(from.second);
}

}  // namespace

bool slides(JointType type) {
  const auto infos = type->velocityInfo();
  return !infos.empty() && infos[0].quantity == Quantity::kLength;
}

void fitJoint(Description& description, desc::Link& link) {
  desc::Joint& joint = link.joint;
  const int nq = joint.type->positions(), nv = joint.type->velocities();
  fitCount(joint.stiffness, nv);
  fitCount(joint.damping, nv);
  fitCount(joint.q0, nq);
  fitCount(joint.v0, nv);
  if (!joint.type->parameters().limits || static_cast<int>(joint.limits.size()) != nq) joint.limits.clear();
  if (joint.type->parameters().axis2 && isParallel(joint.axis, joint.axis2)) joint.axis2 = acrossAxis(joint.axis);
  if (joint.drive && !std::visit([&](auto& drive) { return fitDrive(drive, *joint.type.operator->()); }, *joint.drive))
    joint.drive.reset();
  fitSignals(description, link);
}

bool changeDrive(Description& description, desc::Link& link, std::string_view type) {
  const desc::Drive before = link.joint.drive.value_or(desc::DirectDrive{});
  desc::Drive made;
  if (!emplaceNamed(made, type)) return false;
  const MotorNumbers numbers = std::visit([](const auto& drive) { return numbersOf(drive); }, before);
  std::visit([&](auto& drive) { take(drive, numbers); }, made);
  if (auto* variable = std::get_if<desc::VariableStiffnessDrive>(&made)) variable->spring.emplace();
  link.joint.drive = std::move(made);
  fitJoint(description, link);
  return true;
}

}  // namespace tendril::edits
