// SPDX-License-Identifier: BSD-3-Clause
// Coefficients of the methods that implicit.hpp serves.
#include <algorithm>

#include "core/integrators/implicit/implicit.hpp"

namespace tendril {

/// Numerical damping set by ρ∞, the spectral radius at infinite frequency (Chung & Hulbert 1993; on Lie groups Arnold &
/// Brüls 2007). ρ∞ = 1: average acceleration, no damping; 0: highest modes vanish in one step.
std::unique_ptr<Integrator> makeGeneralizedAlpha(const SimulationSettings& settings) {
  const double rho = std::clamp(settings.rhoInf, 0.0, 1.0);
  ImplicitScheme scheme;
  scheme.alphaM = (2 * rho - 1) / (rho + 1);
  scheme.alphaF = rho / (rho + 1);
  scheme.gamma = 0.5 - scheme.alphaM + scheme.alphaF;
  scheme.beta = 0.25 * (1 - scheme.alphaM + scheme.alphaF) * (1 - scheme.alphaM + scheme.alphaF);
  return makeImplicit(scheme, settings);
}

/// β, γ of the settings; inputs are sampled at the start of a step and held over it. [gvs] (10)–(12)
std::unique_ptr<Integrator> makeNewmark(const SimulationSettings& settings) {
  ImplicitScheme scheme;
  scheme.beta = settings.beta;
  scheme.gamma = settings.gamma;
  scheme.holdInputs = true;
  return makeImplicit(scheme, settings);
}

}  // namespace tendril
