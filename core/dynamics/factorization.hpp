// SPDX-License-Identifier: BSD-3-Clause
// M = (product of factors, tips first): one factorisation, any number of O(N) solves.
#pragma once

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// Inertia blocks of all bodies: data.articulated of base frames (rigid) and BodyData (deformable). After kinematics.
void bodyInertias(const Model& model, Data& data);
/// Inertia blocks of deformable link i with all that hangs on its stations, tree frame: M (n×n) and H (6×n) are
/// overwritten, I is added to data.articulated of its base frame. After bodyInertias, tips before roots.
void gatherBody(const Model& model, Data& data, int i, MatXMut M, Eigen::Ref<Mat6X> H);
/// Factors of the mass matrix in data.factors. After kinematics. Throws SingularMassMatrix.
void factorize(const Model& model, Data& data);
/// x (nv) ← M⁻¹ x. After factorize. Overwrites data.wrenches and A of the frames.
void solveFactorized(const Model& model, Data& data, VecXMut x);

/// a, b ← M⁻¹ a, M⁻¹ b by a dense Cholesky factorisation in `work`; M symmetric positive definite.
void solveDense(const MatX& M, MatX& work, MatX& a, MatX& b);

}  // namespace tendril
