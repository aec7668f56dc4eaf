// SPDX-License-Identifier: BSD-3-Clause
// Motors of joints: what a drive says of them.
#include "core/builder/builders.hpp"
#include "core/builder/parts/formula_spring.hpp"
#include "core/model/motor_links.hpp"

namespace tendril {
namespace {

namespace desc = description;

const std::vector<std::string> kDeflection = {"phi"};

double entry(const desc::OneOrMany<desc::Number>& given, std::size_t i, BuildContext& context) {
  return given.values.empty() ? 0 : context.number(given.values[std::min(i, given.values.size() - 1)]);
}

template <class D>
Motor motorOf(const D& drive, std::size_t i, std::shared_ptr<const SpringLaw> spring, BuildContext& context) {
  return {std::move(spring), entry(drive.motorInertia, i, context), entry(drive.motorFriction, i, context),
          entry(drive.deflection, i, context)};
}

std::shared_ptr<const SpringLaw> springOf(const desc::VariableStiffnessDrive& drive, BuildContext& context,
                                          const std::string& path) {
  if (drive.torque)
    return std::make_shared<FormulaSpring>(context.evaluator.formula(*drive.torque, kDeflection, path + ".torque"));
  return std::make_shared<CubicSpring>(context.number(drive.spring->linear), context.number(drive.spring->cubic));
}

}  // namespace

void buildDrive(const desc::DirectDrive& drive, int nv, const std::string&, BuildContext& context, Joint& joint) {
  joint.driveInertia = context.perCoordinate(drive.inertia, nv);
  joint.driveFriction = context.perCoordinate(drive.friction, nv);
}

void buildDrive(const desc::ElasticDrive& drive, int nv, const std::string&, BuildContext& context, Joint& joint) {
  joint.motorsPerCoordinate = 1;
  for (std::size_t k = 0; k < static_cast<std::size_t>(nv); ++k)
    joint.motors.push_back(
        motorOf(drive, k, std::make_shared<CubicSpring>(entry(drive.stiffness, k, context)), context));
}

void buildDrive(const desc::VariableStiffnessDrive& drive, int, const std::string& path, BuildContext& context,
                Joint& joint) {
  joint.motorsPerCoordinate = 2;
  const std::shared_ptr<const SpringLaw> spring = springOf(drive, context, path);
  for (std::size_t k = 0; k < 2; ++k) joint.motors.push_back(motorOf(drive, k, spring, context));
}

void buildMotors(BuildContext& context) {
  if (!context.options.motors) return;
  appendMotors(context.spec);
  context.bodies.resize(context.spec.links.size());
}

}  // namespace tendril
