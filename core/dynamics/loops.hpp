// SPDX-License-Identifier: BSD-3-Clause
// Closed loops: their rows at one state, the forces in them, and the derivatives of both. rods.md §12, [lie] §3
#pragma once

#include "core/dynamics/dynamics.hpp"
#include "core/model/loop_kinematics.hpp"

namespace tendril {

/// data.loopJacobian = A, data.loopError = e (the gap) and data.loopErrorJacobian = ∂e/∂q (A where all loops are
/// closed); after kinematics.
void loopErrors(const Model& model, Data& data);

/// data.loopJacobian = A, data.loopError = e and data.loopResidual = A a + Ȧ v + (2/T) A v + e/T², T the loop's
/// stabilisation, at data's q, v, a; after accelerations. rods.md (48)
void loopConstraints(const Model& model, Data& data, LoopMeasure measure = LoopMeasure::kGap);

/// data.loopRowsQ, loopRowsV = ∂/∂q, ∂/∂v of data.loopResidual; after motionColumns.
void loopConstraintDerivatives(const Model& model, Data& data, LoopMeasure measure = LoopMeasure::kGap);

/// Wrenches of the loops on their frames, to be subtracted from data.wrenches; after kinematics.
void subtractLoopWrenches(const Model& model, Data& data, const VecX& lambda);
/// The same for composites. What they cannot hold is added by addLoopCoupling once data.dIDdq is there.
void subtractLoopComposites(const Model& model, Data& data, const VecX& lambda);
void addLoopCoupling(const Model& model, Data& data, const VecX& lambda);

/// After loopConstraints, factorize and a solve: data.loopY = M⁻¹ Aᵀ, data.loopSquare = A M⁻¹ Aᵀ, data.lambda, and what
/// λ adds to data.acceleration, which holds the change of acceleration against that of data.loopResidual. [lie] §3.1
void addLoopForces(const Model& model, Data& data);

/// λ with (A M⁻¹ Aᵀ) λ = rhs from data.loopSquare: by Cholesky, or with least |λ| where rows depend on each other at
/// this configuration. rhs: nl × any, replaced.
void solveLoopSquare(const Data& data, MatXMut rhs);

}  // namespace tendril
