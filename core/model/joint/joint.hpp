// SPDX-License-Identifier: BSD-3-Clause
// Joints: motion, motion subspace and its derivatives (trees.md §1, conventions.md).
#pragma once

#include <string_view>

#include "core/math/pose.hpp"

namespace tendril {

enum class JointType { kFixed, kRevolute, kPrismatic, kHelical, kCylindrical, kUniversal, kPlanar, kSpherical, kFree };

/// One joint, from the joint frame to the link's base frame B. Axes are unit vectors in the joint frame.
struct Joint {
  JointType type = JointType::kFixed;
  Vec3 axis = Vec3::UnitZ();
  Vec3 axis2 = Vec3::UnitY();  ///< universal only, orthogonal to axis
  double pitch = 0;            ///< helical only, m/rad
  // Per velocity coordinate; empty or size nv.
  VecX stiffness, damping;
  VecX lower, upper;  ///< soft stops per coordinate (1-DoF and cylindrical), ±inf where open; empty: none
  double stopStiffness = 1e4, stopDamping = 10;
  VecX driveInertia, driveFriction;  ///< direct drive, reflected; empty where there is none
};

int jointPositions(JointType type);   ///< number of entries in q
int jointVelocities(JointType type);  ///< number of entries in v
std::string_view jointName(JointType type);

using JointColumns = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
using JointSquare = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

/// Motion of a joint: pose of B in the joint frame and S with [J⁻¹J'] = S v, in B. trees.md §1
void jointMotion(const Joint& joint, const double* q, Pose& X, JointColumns& S);

/// How S changes with q, all in B. Zero for every joint but universal and planar. trees.md §1, §4
struct JointVariation {
  Vec6 bias = Vec6::Zero();       ///< S' v
  JointColumns dSv, dSa;          ///< columns k: (∂S/∂q_k) v, (∂S/∂q_k) a
  JointColumns dBias, dBiasRate;  ///< columns k: ∂(S' v)/∂q_k, ∂(S' v)/∂v_k
};
/// True for joints whose S depends on q.
bool jointSubspaceVaries(JointType type);
void jointVariation(const Joint& joint, const double* q, const double* v, const double* a, JointVariation& out);
/// G(i, k) = (∂S_i/∂q_k)ᵀ F for a wrench F in B.
void jointForceVariation(const Joint& joint, const double* q, const Vec6& F, JointSquare& G);

/// Initial q of a joint without a given one: zero, unit quaternion.
void neutralJoint(JointType type, double* q);

// Springs, dampers and soft stops, on the left side of the equation of motion. A spherical spring is ½ Σ k_i (log
// R)_i², a free one adds ½ Σ k_i p_i² in the joint frame.
double jointElasticEnergy(const Joint& joint, const double* q);
void addJointElasticForce(const Joint& joint, const double* q, VecXMut force);
void addJointStiffness(const Joint& joint, const double* q, MatXMut stiffness);
void addJointDampingForce(const Joint& joint, const double* q, const double* v, VecXMut force);
void addJointDampingDerivative(const Joint& joint, const double* q, MatXMut damping);

}  // namespace tendril
