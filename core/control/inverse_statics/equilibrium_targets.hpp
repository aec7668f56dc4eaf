// SPDX-License-Identifier: BSD-3-Clause
// Inverse statics: inputs within their ranges at whose equilibrium frames of the robot are where they are wanted.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/control/task.hpp"

namespace tendril {

struct EquilibriumTarget {
  Task task;
  VecX wanted;  ///< taskSize(): position (world, m), rotation vector (rad)
};

struct EquilibriumTargetsProblem {
  std::vector<EquilibriumTarget> targets;
  std::vector<int> inputs;  ///< indices into u that may change, without repetition; the others stay as in `u`
  VecX q, u;                ///< nq, nu: an equilibrium to begin with, u within the ranges
  double t = 0;             ///< s, for loads of time
};

struct EquilibriumTargetsOptions {
  double tolerance = 1e-9;  ///< m, rad: misses below are none
  /// How much of what the targets leave free is spent on small inputs, 0…1 a step; 0: stays near the beginning.
  double relaxation = 0.5;
  int maxIterations = 300;
  const std::atomic<bool>* cancel = nullptr;
};

struct EquilibriumTargetsResult {
  VecX q, u;               ///< the equilibrium and its inputs
  VecX misses;             ///< wanted less actual, targets one after the other, m and rad
  bool reached = false;    ///< no miss is above the tolerance
  bool nearest = false;    ///< not reached, and inputs within their ranges come no nearer from here
  double left = 0;         ///< m, rad: how far one more step would move the frames, at the least of misses 0
  double residual = 0;     ///< of the forces, relative to the largest
  std::vector<int> ended;  ///< inputs that stand at an end of their range
  int iterations = 0;
  std::string failure;  ///< neither reached nor nearest: what, where, what to do
};

/// Gauss–Newton over equilibria: each step solves for the inputs by the derivative of equilibria, J K⁻¹ ∂f/∂u, within
/// the ranges (BoxQuadratic) and for the configuration by Newton's method; it is taken in part where the whole does not
/// come nearer. `data` is overwritten. Deterministic. What does not fit in the problem: std::invalid_argument.
EquilibriumTargetsResult reachTargets(const Model& model, Data& data, const EquilibriumTargetsProblem& problem,
                                      const EquilibriumTargetsOptions& options = {});

}  // namespace tendril
