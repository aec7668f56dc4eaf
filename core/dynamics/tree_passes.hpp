// SPDX-License-Identifier: BSD-3-Clause
// Steps that the algorithms over the tree share.
#pragma once

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// What a link's joint does to A on the way from its parent: A_B = A_P + J q̈ + ad_V(J q̇) + S' q̇ (tree frame).
void jointAcceleration(const Link& link, Data& data, int index);
/// A of all frames from data.v, data.a; after kinematics. Second half of phase F.
void accelerations(const Model& model, Data& data);
/// Columns L, R, J, Y of every coordinate (data.columns, columnsV) and the forces of every deformable body alone; after
/// accelerations. Of points that only contacts use, the columns of those that touch.
void motionColumns(const Model& model, Data& data);
/// Motion of a deformable body's base in its own frame.
BaseMotion baseMotion(const Data& data, const Frame& frame);
/// Where load `k` acts, after kinematics, at time t (s).
StationState loadStation(const Model& model, const Data& data, int k, double t);
/// Wrench of load `k` in the tree frame.
Vec6 loadForce(const Model& model, const Data& data, int k, double t);
/// Wrench of load `k` in the tree frame with its change K J + N R (without the rigid turn), to subtract from a
/// composite.
void loadComposite(const Model& model, const Data& data, int k, double t, Composite& out);

/// inverseDynamics and residual for data.a; after kinematics.
void inverseDynamicsAtCurrent(const Model& model, Data& data, const Inputs& inputs);
void residualAtCurrent(const Model& model, Data& data, const Inputs& inputs);
/// forwardDynamics; after kinematics, whose q and v it is for.
void forwardDynamicsAtCurrent(const Model& model, Data& data, const Inputs& inputs);

/// data.massMatrix; after kinematics.
void massMatrixAtCurrent(const Model& model, Data& data);

/// data.B, and ∂(B u)/∂q of efforts u added to `out`, after kinematics.
void actuationMatrixAtCurrent(const Model& model, Data& data);
void addActuationDerivative(const Model& model, const Data& data, const VecX& u, MatXMut out);
/// row (nv) += ∂(alongᵀ B u)/∂q likewise. `scratch` (nv×nv) is overwritten.
void addActuationProductDerivative(const Model& model, const Data& data, const VecX& u, const VecXRef& along,
                                   MatXMut scratch, VecXMut row);
/// The part of ∂(B u)/∂q that comes from forces at points of links while they keep their direction. Overwrites the
/// kinematics and the derivative matrices of `data`.
void addPointForceDerivative(const Model& model, Data& data, const VecXRef& q, const VecX& u, MatXMut out);
/// data.effort and its derivatives for the inputs u, after actuationMatrixAtCurrent.
void evaluateEfforts(const Model& model, Data& data, const VecX& u);
/// data.effort and data.effortRows at q, v. Overwrites the kinematics and derivative matrices of `data`.
void prepareEffortDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecX& u);
/// ∂(B e)/∂q, /∂v by what the efforts depend on is taken from dq and dv (those of a residual); after
/// prepareEffortDerivatives, at the same state.
void addEffortDerivatives(const Model& model, const Data& data, MatXMut dq, MatXMut dv);
/// Elastic energy (J) in tendons driven by length; after kinematics.
double storedByActuators(const Model& model, Data& data, const VecX& u);
/// ∂(elastic force)/∂q, and ∂(damping force)/∂q, /∂v added to the matrices.
void addStiffness(const Model& model, const VecXRef& q, MatXMut out);
void addDampingDerivatives(const Model& model, const VecXRef& q, const VecXRef& v, MatXMut dq, MatXMut dv);

/// X as a change of frame of 6×6 blocks that map twists to wrenches: to the outer frame, Ad⁻ᵀ M Ad⁻¹.
Mat6 blockToOuter(const Pose& X, const Mat6& M);
/// To the inner frame: Adᵀ M Ad.
Mat6 blockToInner(const Pose& X, const Mat6& M);
Composite compositeToOuter(const Pose& X, const Composite& c);
Composite compositeToInner(const Pose& X, const Composite& c);

}  // namespace tendril
