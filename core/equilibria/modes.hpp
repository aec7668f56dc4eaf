// SPDX-License-Identifier: BSD-3-Clause
// Small oscillations about an equilibrium: frequencies, damping ratios, shapes.
//
// About an equilibrium δ(t) = φ exp(iωt), in velocity coordinates (right perturbations of q, so quaternions need no
// care), obeys K φ = ω² M φ with K = ∂r/∂q, the tangent of all forces, gravity, inputs, loads and forces of loops
// included. Machines with loops move in the null space Z of their rows: Zᵀ K Z, Zᵀ M Z. rods.md §11, §12
#pragma once

#include <string>

#include "core/equilibria/statics.hpp"

namespace tendril {

struct Modes {
  VecX q;            ///< nq: the configuration about which they are
  VecX eigenvalues;  ///< k: ω², 1/s², ascending; negative: moves away from the equilibrium
  VecX frequencies;  ///< k: Hz, undamped, ascending; 0 for unstable and rigid-body modes
  VecX damping;      ///< k: φᵀ D φ / (2ω), 1 = critical; 0 where the frequency is 0
  MatX shapes;       ///< nv × k: φ, φᵀ M φ = 1, the entry that moves most mass is positive

  int count() const { return static_cast<int>(eigenvalues.size()); }
  bool unstable(int mode) const { return eigenvalues[mode] < 0; }
  bool rigid(int mode) const { return eigenvalues[mode] == 0; }

  double residual = 0;                    ///< of the equilibrium, as StaticsResult::residual
  bool stable = false;                    ///< all eigenvalues are positive and nothing flutters
  int unstableModes = 0, rigidModes = 0;  ///< among all modes, not only the first k
  /// ‖K − Kᵀ‖ / ‖K‖. Larger than rounding: some force has no potential (it follows a link), frequencies and shapes are
  /// those of the symmetric part, and `growth` says whether the machine flutters.
  double asymmetry = 0;
  double growth = 0;  ///< 1/s: largest real part of the damped eigenvalues where K is not symmetric, else 0

  std::string failure;  ///< why there are none: what and what to do. Empty otherwise
};

/// The first `count` modes (0: all) about problem.q, which must be an equilibrium of `problem` (residual up to 1e-6 of
/// the load; loops closed): see solveStatics. Rigid-body modes have eigenvalue and frequency 0 exactly, and stand, like
/// all, in the order of their eigenvalues. Deterministic. `data` is overwritten.
/// What has stiffness but no inertia follows the rest and has no mode of its own.
/// Sizes that do not fit: std::invalid_argument. No equilibrium, coordinates with neither inertia nor stiffness,
/// numbers that are not finite: a failure in the result.
Modes modalAnalysis(const Model& model, Data& data, const StaticsProblem& problem, int count = 0);

/// Largest speed of any frame's origin and of any tip (m/s) where the machine has the velocities v (nv) at q: what to
/// divide an amplitude in metres by to show a shape.
double largestSpeed(const Model& model, Data& data, const VecXRef& q, const VecXRef& v);

}  // namespace tendril
