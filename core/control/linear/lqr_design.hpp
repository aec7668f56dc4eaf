// SPDX-License-Identifier: BSD-3-Clause
// Gains of a linear-quadratic regulator from the engine's own linearisation.
#pragma once

#include <vector>

#include "core/equilibria/linearization.hpp"

namespace tendril {

/// What a regulator holds and what it weighs. Weights: symmetric, those of the inputs positive definite, the others not
/// negative; the builder has checked that.
struct LqrSettings {
  /// About the initial configuration, with the inputs that balance it, instead of about an equilibrium next to it.
  bool initial = false;
  VecX inputs;                            ///< of the outputs at the equilibrium; unused about the initial configuration
  MatX positionWeights, velocityWeights;  ///< nv × nv, on δq and v of the robot's coordinates
  MatX stateWeights;                      ///< 2nv × 2nv, on both together, added to those
  MatX inputWeights;                      ///< m × m, on δu of the outputs
};

struct LqrDesign {
  Linearization about;  ///< its inputs are all of the model; B below those that it gives
  VecX u;               ///< nu: inputs in the equilibrium
  MatX B;               ///< 2n × m
  MatX K;               ///< m × 2n: δu = −K x
  MatX X;               ///< 2n × 2n: xᵀ X x is the cost that is left
  double residual = 0;  ///< of the Riccati equation
};

/// What it holds, without weights, K and X: the equilibrium, the inputs in it, the linear model there.
/// std::runtime_error says why there is none.
LqrDesign lqrEquilibrium(const Model& plant, const std::vector<int>& outputs, const LqrSettings& settings);

/// `outputs`: indices into u. period (s) > 0: inputs are held between samples, and the gains are those that minimise
/// the same integral. Other inputs are those of the signals at t = 0. std::runtime_error says why there is none: no
/// equilibrium, a pole that does not decay and that these outputs do not move or these weights do not see.
LqrDesign designLqr(const Model& plant, const std::vector<int>& outputs, const LqrSettings& settings, double period);

}  // namespace tendril
