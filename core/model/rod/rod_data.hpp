// SPDX-License-Identifier: BSD-3-Clause
// The workspace of a rod. Tall matrices hold one 6-row block per node, spatial in B.
#pragma once

#include "core/model/body/body.hpp"
#include "core/model/rod/magnus.hpp"
#include "core/model/rod/rod_tables.hpp"

namespace tendril {

/// Generators of all steps, by strain: column r holds for each step 12 numbers, the 6-columns G1[:, r], G2[:, r].
using GeneratorTable = MatX;

using Mat63 = Eigen::Matrix<double, 6, 3>;

struct RodData : BodyData {
  RodData(const RodTables& tables, const std::vector<RodStation>& rodStations, bool wet);

  // kinematics
  std::vector<MagnusStep> steps;
  std::vector<MagnusStep> sideSteps;  ///< per station; unused where none is needed
  MagnusStep pointStep;               ///< of a point that is no station (BodyPoint), as sideSteps
  MatX xi, xid, xia;                  ///< 2 steps × 6: strains and rates at the collocation points
  std::vector<Vec6> velocity, bias;   ///< per node: J q̇ and J' q̇
  std::vector<Mat6> inertia;          ///< per node, about the origin of B; with added mass
  /// Per node of a rod in a fluid: inertia · A + buoyancyCoupling · γ where inertia · (A + γ) would be that of air.
  std::vector<Mat63> buoyancyCoupling;
  std::vector<Mat6> attachedN;                ///< per node of a rod in a fluid: N of the drag there
  Mat63 buoyancyCouplingSum = Mat63::Zero();  ///< of a rod without coordinates: all of `buoyancyCoupling`
  MatX J;                                     ///< 6 nodes × n
  // inertia
  MatX IJ;
  // motion
  std::vector<Vec6> V, A;  ///< per node; A with γ added to its linear part
  VecX forces;             ///< 6 nodes
  // columns
  std::vector<StepColumns> stepColumns;  ///< per step
  GeneratorTable generators;
  MatX R, L, Y;  ///< 6 nodes × n; L with γ
  // derivatives
  MatX W;                     ///< 6 nodes × (2n + 3, in a fluid 2n + 9): what Jᵀ is applied to
  std::vector<Vec6> FC;       ///< per node: wrench of everything from this node outwards
  MatX G;                     ///< 4 steps × 36: stepForceDerivative by pairs of strains
  MatX T;                     ///< 2 steps × functions of one strain
  MatX attachedJ, attachedW;  ///< 6 stations × n, × (3n + 18)
};

}  // namespace tendril
