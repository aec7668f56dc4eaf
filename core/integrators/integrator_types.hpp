// SPDX-License-Identifier: BSD-3-Clause
// The list of integrators. Adding one: a file that defines makeXxx, one line here, and its name in the enumeration of
// core/description/simulation.hpp, which depends on no engine.
#pragma once

// TENDRIL_INTEGRATOR(name in files, function that makes it from SimulationSettings)
#define TENDRIL_INTEGRATORS(TENDRIL_INTEGRATOR)               \
  TENDRIL_INTEGRATOR(generalized_alpha, makeGeneralizedAlpha) \
  TENDRIL_INTEGRATOR(newmark, makeNewmark)                    \
  TENDRIL_INTEGRATOR(bdf, makeBdf)                            \
  TENDRIL_INTEGRATOR(adams, makeAdams)                        \
  TENDRIL_INTEGRATOR(ida, makeIda)                            \
  TENDRIL_INTEGRATOR(runge_kutta_4, makeRungeKutta4)
