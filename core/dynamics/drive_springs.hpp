// SPDX-License-Identifier: BSD-3-Clause
// Springs between motors and joints (Model::driveSprings), on the left side of the equation of motion.
#pragma once

#include "core/model/model.hpp"

namespace tendril {

/// J
double driveSpringEnergy(const Model& model, const VecXRef& q);
/// force (nv) += what the springs resist with.
void addDriveSpringForces(const Model& model, const VecXRef& q, VecXMut force);
/// stiffness (nv × nv) += its derivative by q.
void addDriveSpringStiffness(const Model& model, const VecXRef& q, MatXMut stiffness);

}  // namespace tendril
