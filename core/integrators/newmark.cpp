// SPDX-License-Identifier: BSD-3-Clause
// Newmark's method with β, γ of the settings; inputs are sampled at the start of a step and held over it.
// [gvs] (10)–(12)
#include "core/integrators/implicit.hpp"

namespace tendril {

std::unique_ptr<Integrator> makeNewmark(const SimulationSettings& settings) {
  ImplicitScheme scheme;
  scheme.beta = settings.beta;
  scheme.gamma = settings.gamma;
  scheme.holdInputs = true;
  return makeImplicit(scheme, settings);
}

}  // namespace tendril
