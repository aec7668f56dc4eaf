// SPDX-License-Identifier: BSD-3-Clause
// Equilibria: configurations at rest in which all forces balance.
//
// 0 = elastic_force + gravity_force − actuation_matrix · u − tau − external_force at v = a = 0, rods.md §11 (13).
// Newton's method with the analytic tangent. Where it does not contract at once, the load grows from zero (from rest)
// or from what the guess balances (from a guess), in steps of its own choice. Where that path ends (a fold, something
// that hangs by weight alone) the gradient flow M q' = −r takes over, with implicit steps that grow into Newton's: it
// leads to a stable equilibrium, as a robot in honey would move.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// What acts, and where to look.
struct StaticsProblem {
  double t = 0;  ///< s, for loads of time
  VecX u;  ///< nu, within the ranges of the actuators (Model::clipInputs); positions (Model::prescribedJoints) are held
           ///< there. Empty: forces are zero, positions those of the signals at t
  VecX tau;                                    ///< nv; empty: zero
  bool loads = true;                           ///< the model's loads act
  const Perturbation* perturbation = nullptr;  ///< of this model; null: nothing holds the robot
  VecX q;  ///< nq, where to begin: an equilibrium near it is wanted. Empty: the initial q of the model, and
           ///< the equilibrium that is reached while the load grows from zero
};

struct StaticsOptions {
  double tolerance = 1e-12;  ///< of the residual, relative to the load
  int maxIterations = 2000;  ///< evaluations of the tangent, all stages together
  /// Leave an equilibrium that is not stable for one that is, if there is one to fall into.
  bool preferStable = true;
  bool analyticTangent = true;                ///< false: from differences of the forces
  const std::atomic<bool>* cancel = nullptr;  ///< true: stop; the result is not converged
};

struct StaticsResult {
  VecX q;               ///< nq: the equilibrium, or the last configuration tried
  double residual = 0;  ///< largest entry of the residual / largest entry of the load (or of the elastic forces)
  int iterations = 0;   ///< Newton iterations of all stages
  int loadSteps = 0;    ///< steps in which the load was put on; 1: at once
  bool stable = false;  ///< the symmetric part of the tangent is positive definite
  bool converged = false;
  /// Links that can move at no cost in an equilibrium that is neither stable nor unstable (a base that floats without
  /// weight, a joint that turns about the vertical).
  std::vector<std::string> neutral;

  std::string failure;  ///< if not converged: what, where, what to do. Empty otherwise
  int link = -1;        ///< link that the failure names, −1: none
};

/// An equilibrium. `data` is overwritten. Deterministic. Sizes of u, tau, q that do not fit: std::invalid_argument;
/// numbers that are not finite, robots that nothing holds, loads without an equilibrium, and equilibria with a
/// coordinate beyond DivergenceWatch::kFarthest that did not begin there: a failure in the result.
StaticsResult solveStatics(const Model& model, Data& data, const StaticsProblem& problem = {},
                           const StaticsOptions& options = {});

}  // namespace tendril
