// SPDX-License-Identifier: BSD-3-Clause
// The algorithms over a tree of links: free functions on an immutable Model and a Data. None allocates.
//
// mass_matrix · a + bias + gravity_force + elastic_force + damping_force = actuation_matrix · u + tau + external_force
// with the content of each term as in conventions.md; of a tendon driven by its length, u stands for the tension that
// it has (Actuator::effort). q has nq entries (unit quaternions w x y z), v, a, tau nv, u nu.
// Derivatives with respect to q of spherical and free joints are right perturbations (conventions.md).
#pragma once

#include "core/dynamics/engine_error.hpp"
#include "core/model/kinematics.hpp"
#include "core/model/perturbation.hpp"

namespace tendril {

/// What acts on the robot besides itself, at one instant.
struct Inputs {
  double t = 0;                  ///< s, for loads of time
  const VecX* u = nullptr;       ///< nu, null: zero. Must be within the ranges (Model::clipInputs)
  const VecX* tau = nullptr;     ///< nv, null: zero
  bool loads = true;             ///< the model's loads act
  const VecX* lambda = nullptr;  ///< nl, forces of the loops' rows: external_force gets Aᵀλ. Null: zero
  const VecX* motion = nullptr;  ///< nv, accelerations of Model::prescribedJoints for forwardDynamics. Null: zero
  LoopMeasure measure = LoopMeasure::kGap;     ///< of what loops are open: what forwardDynamics stabilises
  const Perturbation* perturbation = nullptr;  ///< of this model, part of external_force. Null: none
};

// ---- configuration space
/// q ⊕ exp(Δ): q where v = q̇, right multiplication by exp for spherical and free joints (SE(3)). Δ: nv; out may be q.
void integrate(const Model& model, const VecXRef& q, const VecXRef& delta, VecXMut out);
/// Δ with integrate(q0, Δ) = q1.
void difference(const Model& model, const VecXRef& q0, const VecXRef& q1, VecXMut delta);
/// The block T_r(Δ) of d(q ⊕ exp Δ) = T_r(Δ) dΔ is the identity but for spherical (3×3) and free (6×6) joints:
/// matrix (nv × nv) ← matrix · T_r(Δ), column blocks of those joints only.
void multiplyByTangent(const Model& model, const VecXRef& delta, MatXMut matrix);
/// Makes quaternions of q unit again.
void normalize(const Model& model, VecXMut q);

// ---- inverse dynamics
/// data.tau = mass_matrix·a + bias + gravity_force − external_force. [kane] Alg. 1–2, [lie] Table 2
void inverseDynamics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                     const Inputs& inputs = {});
/// inverseDynamics, and data.massMatrix from the same sweep over the bodies. [kane] MID
void inverseDynamicsWithMass(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                             const Inputs& inputs = {});
/// data.tau = inverseDynamics + elastic + damping − B e − tau with the efforts e of the inputs: zero for a motion that
/// obeys the equation of motion.
void residual(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
              const Inputs& inputs);

// ---- separate terms
void massMatrix(const Model& model, Data& data, const VecXRef& q);    ///< data.massMatrix. [kane] Alg. 3
void elasticForce(const Model& model, Data& data, const VecXRef& q);  ///< data.elastic
void dampingForce(const Model& model, Data& data, const VecXRef& q, const VecXRef& v);  ///< data.damping
void actuationMatrix(const Model& model, Data& data, const VecXRef& q);                 ///< data.B
void actuationCoordinates(const Model& model, Data& data, const VecXRef& q, VecXMut y);
/// nv × nv matrices, overwritten.
void stiffnessMatrix(const Model& model, Data& data, const VecXRef& q, MatXMut out);
void dampingMatrix(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, MatXMut out);
void actuationDerivative(const Model& model, Data& data, const VecXRef& q, const VecXRef& u, MatXMut out);

/// C (nv × nv, overwritten) with C v = bias and ½M' − C skew, trees.md §8.
void coriolisMatrix(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, MatXMut out);

/// J. Kinetic energy counts the added mass of a fluid, that of gravity the buoyancy.
struct Energy {
  double kinetic = 0, gravity = 0, elastic = 0;
  double contact = 0;  ///< of what is pressed together, and of springs of friction
  double cables = 0;   ///< the part of `elastic` that tendons driven by length hold
  double total() const { return kinetic + gravity + elastic + contact; }
};
/// `u` (nu): what the spools of tendons have taken in; null: their cables are left out.
Energy energy(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecX* u = nullptr);
/// [angular; linear] about the world origin, world axes: of the bodies and of the fluid that moves with them (added
/// mass).
Vec6 momentum(const Model& model, Data& data, const VecXRef& q, const VecXRef& v);

// ---- forward dynamics, O(N) for any body
/// data.acceleration of the whole equation of motion. [lie] Table 3, [kane] §5
/// Prescribed coordinates (Model::prescribedJoints) have the accelerations inputs.motion; q and v must hold their
/// positions and rates. Throws SingularMassMatrix that names the link if a pivot is not positive, OverconstrainedMotion
/// if loops do not allow what is driven.
void forwardDynamics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs);

// ---- derivatives
/// data.dIDdq, data.dIDdv, data.massMatrix and data.tau of inverseDynamics (loads included).
void inverseDynamicsDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                                const Inputs& inputs = {});
/// The same for residual(): data.dIDdq = ∂r/∂q, data.dIDdv = ∂r/∂v, data.massMatrix = ∂r/∂a, data.tau = r.
void residualDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                         const Inputs& inputs);
/// data.acceleration, data.dFDdq, data.dFDdv = −M⁻¹ ∂r. [gvs] (7), (9). Rows of driven coordinates are zero.
void forwardDynamicsDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v,
                                const Inputs& inputs);

/// Forces (nu) that inputs which are positions exert, zero for the others: generalised forces conjugate to v.
/// Runs forwardDynamics. [gvs] (43)
void driveForces(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs, VecXMut out);

}  // namespace tendril
