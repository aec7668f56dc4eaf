// SPDX-License-Identifier: BSD-3-Clause
// Springs, dampers and soft stops of joints, on the left side of the equation of motion. The spring of a rotation R is
// ½ Σ k_i (log R)_i², that of a pose adds ½ Σ k_i p_i² in the joint frame.
#pragma once

#include <type_traits>

#include "core/model/joint/joint.hpp"

namespace tendril {

// q and v of the joint alone; forces have nv entries.
double jointElasticEnergy(const Joint& joint, const double* q);
/// T: double, or series of time (Jet<3>, <7>, <11>, <15>). A stop acts where the coordinate is beyond it at t = 0.
template <class T>
void addJointElasticForce(const Joint& joint, const T* q, std::type_identity_t<Eigen::Ref<VecXT<T>>> force);
void addJointStiffness(const Joint& joint, const double* q, MatXMut stiffness);
template <class T>
void addJointDampingForce(const Joint& joint, const T* q, const T* v, std::type_identity_t<Eigen::Ref<VecXT<T>>> force);
void addJointDampingDerivative(const Joint& joint, const double* q, MatXMut damping);

}  // namespace tendril
