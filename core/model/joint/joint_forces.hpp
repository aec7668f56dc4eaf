// SPDX-License-Identifier: BSD-3-Clause
// Springs, dampers and soft stops of joints, on the left side of the equation of motion. The spring of a rotation R is
// ½ Σ k_i (log R)_i², that of a pose adds ½ Σ k_i p_i² in the joint frame.
#pragma once

#include "core/model/joint/joint.hpp"

namespace tendril {

// q and v of the joint alone; forces have nv entries.
double jointElasticEnergy(const Joint& joint, const double* q);
void addJointElasticForce(const Joint& joint, const double* q, VecXMut force);
void addJointStiffness(const Joint& joint, const double* q, MatXMut stiffness);
void addJointDampingForce(const Joint& joint, const double* q, const double* v, VecXMut force);
void addJointDampingDerivative(const Joint& joint, const double* q, MatXMut damping);

}  // namespace tendril
