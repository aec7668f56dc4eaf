// SPDX-License-Identifier: BSD-3-Clause
// Motions that are partly prescribed, and the forces that a prescribed motion of a closed machine needs. [lie] §2.3, §3
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// Accelerations and forces of the whole equation of motion (loops included) where the coordinates `prescribed`
/// (velocity indices) have the accelerations a and the others the forces inputs.tau. Results: data.acceleration (nv),
/// data.tau (nv: what is needed at the prescribed ones, inputs.tau elsewhere), data.lambda.
/// Throws SingularMassMatrix, OverconstrainedMotion.
void hybridDynamics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                    std::span<const int> prescribed, const Inputs& inputs = {});

/// ∂ of hybridDynamics' results at its arguments: `aq`, `av` (nv × nv, rows of prescribed coordinates zero) and `tauq`,
/// `tauv` (rows of free coordinates zero). Without loops. The fast route: from ∂ID, trees.md §4.
struct HybridDerivatives {
  MatX aq, av, tauq, tauv;
};
void hybridDynamicsDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                               std::span<const int> prescribed, const Inputs& inputs, HybridDerivatives& out);

/// How one link changes in a direction.
struct LinkDirection {
  int link = 0;
  Mat6 inertia = Mat6::Zero();  ///< of its inertia about the origin of its base frame, [ω; v] (mass, centre, inertia)
  Vec6 pose = Vec6::Zero();     ///< of the pose its joint sits at: jointPose exp(pose)
};

/// A direction in which everything that hybrid dynamics depends on may change; nv entries each, zero at first.
struct HybridDirection {
  explicit HybridDirection(int nv);
  VecX q, v;  ///< spherical and free joints: right perturbations
  VecX a;     ///< read where prescribed
  VecX tau;   ///< read where free
  std::vector<LinkDirection> links;
};

/// Derivative of hybridDynamics' results along `direction` (nv each): accelerations, and forces where prescribed (of
/// free coordinates: direction.tau). [lie] Table 7, trees.md §4: one O(N) recursion over trees of rigid links with any
/// joints, loads, springs, fluid. std::invalid_argument that names what else there is: soft bodies, loops, contacts,
/// spools. Throws SingularMassMatrix. Allocates.
void hybridDynamicsDirection(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                             std::span<const int> prescribed, const Inputs& inputs, const HybridDirection& direction,
                             VecX& acceleration, VecX& tau);
/// hybridDynamicsDerivatives by 2 nv of these recursions: O(N²), and independent of the fast route. [lie] Table 7
void hybridDynamicsDerivativesByRecursion(const Model& model, Data& data, const VecXRef& q, const VecXRef& v,
                                          const VecXRef& a, std::span<const int> prescribed, const Inputs& inputs,
                                          HybridDerivatives& out);

/// How the forces of a closed machine are chosen where the motion leaves a choice.
enum class ForceCriterion {
  kUnique,    ///< there is none: passive joints and rows are as many
  kMinForce,  ///< least norm of the loops' wrenches, in the frames of their sides b
  kMinTorque  ///< least norm of the actuated forces
};

/// Why no forces were found, in words for people; empty if they were.
struct ConstrainedForces {
  VecX tau;     ///< nv: all forces, the passive ones as given
  VecX lambda;  ///< one per row of the loops, also of rows that depend on others: loops in order, kept rows first
  std::string failure;
};

/// Forces that move a closed machine with q, v, a: actuated coordinates get what is missing, the others have
/// inputs.tau. [lie] §3.3, trees.md §3
ConstrainedForces constrainedInverseDynamics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v,
                                             const VecXRef& a, std::span<const int> actuated, ForceCriterion criterion,
                                             const Inputs& inputs = {});

}  // namespace tendril
