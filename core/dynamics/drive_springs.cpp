// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/drive_springs.hpp"

namespace tendril {
namespace {

double deflection(const DriveSpring& spring, const VecXRef& q) {
  return q[spring.motorQ] - q[spring.jointQ];
}

}  // namespace

double driveSpringEnergy(const Model& model, const VecXRef& q) {
  double sum = 0;
  for (const DriveSpring& spring : model.driveSprings) sum += spring.law->energy(deflection(spring, q));
  return sum;
}

void addDriveSpringForces(const Model& model, const VecXRef& q, VecXMut force) {
  for (const DriveSpring& spring : model.driveSprings) {
    const double torque = spring.law->evaluate(deflection(spring, q)).torque;
    force[spring.motorV] += torque;
    force[spring.jointV] -= torque;
  }
}

void addDriveSpringStiffness(const Model& model, const VecXRef& q, MatXMut stiffness) {
  for (const DriveSpring& spring : model.driveSprings) {
    const double k = spring.law->evaluate(deflection(spring, q)).stiffness;
    stiffness(spring.motorV, spring.motorV) += k;
    stiffness(spring.jointV, spring.jointV) += k;
    stiffness(spring.motorV, spring.jointV) -= k;
    stiffness(spring.jointV, spring.motorV) -= k;
  }
}

}  // namespace tendril
