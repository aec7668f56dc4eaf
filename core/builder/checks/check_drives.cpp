// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "core/builder/checks/field_checker.hpp"
#include "core/builder/parts/formula_spring.hpp"
#include "core/text/number_text.hpp"

namespace tendril {

namespace desc = description;

void FieldChecker::checkDrive(const desc::DirectDrive& drive, const JointKind& joint, Path path) {
  checkCount(drive.inertia.values.size(), joint.velocities(), drive.inertia.list, path + ".inertia");
  checkCount(drive.friction.values.size(), joint.velocities(), drive.friction.list, path + ".friction");
}

void FieldChecker::checkDrive(const desc::ElasticDrive& drive, const JointKind& joint, Path path) {
  if (!joint.isVector())
    return error(path, "a " + std::string(joint.name()) + " joint has no angles that motors could turn through springs",
                 "build it of revolute and prismatic joints");
  const int nv = joint.velocities();
  checkCount(drive.stiffness.values.size(), nv, drive.stiffness.list, path + ".stiffness");
  checkCount(drive.motorInertia.values.size(), nv, drive.motorInertia.list, path + ".motor_inertia");
  checkCount(drive.motorFriction.values.size(), nv, drive.motorFriction.list, path + ".motor_friction");
  checkCount(drive.deflection.values.size(), nv, drive.deflection.list, path + ".deflection");
}

void FieldChecker::checkDrive(const desc::VariableStiffnessDrive& drive, const JointKind& joint, Path path) {
  if (!joint.isVector() || joint.velocities() != 1)
    return error(path, "a " + std::string(joint.name()) + " joint has no single coordinate for two motors to pull at",
                 "build it of revolute and prismatic joints");
  checkCount(drive.motorInertia.values.size(), 2, drive.motorInertia.list, path + ".motor_inertia");
  checkCount(drive.motorFriction.values.size(), 2, drive.motorFriction.list, path + ".motor_friction");
  checkCount(drive.deflection.values.size(), 2, drive.deflection.list, path + ".deflection");
  if (drive.spring.has_value() == drive.torque.has_value())
    return error(path, drive.spring ? "has spring and torque" : "says nothing of its springs",
                 "give one of them: spring, such as {\"linear\": 400, \"cubic\": 2000}, or torque, a formula of phi");
  if (!drive.torque) return;
  static const std::vector<std::string> kVariables = {"phi"};
  const FormulaSpring spring(quiet_.formula(*drive.torque, kVariables, {}));
  for (const desc::Number& number : drive.deflection.values) {
    const double phi = value(number);
    if (!std::isfinite(phi)) continue;
    const SpringTorque at = spring.evaluate(phi);
    if (!std::isfinite(at.torque) || !std::isfinite(at.stiffness))
      return error(path + ".torque", "is no number, or has no slope, at phi = " + numberText(phi),
                   "choose another law");
    if (!(at.stiffness > 0))
      return error(path + ".torque", "does not grow with phi at phi = " + numberText(phi),
                   "a spring pulls more the more it is deflected");
  }
}

}  // namespace tendril
