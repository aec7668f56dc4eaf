// SPDX-License-Identifier: BSD-3-Clause
// Every integrator, and the one-step methods with step control, as parameters of tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/integrators/integrator.hpp"

namespace tendril::tests {

struct Method {
  const char* name;
  double step;
  bool adaptive = false;

  bool isExplicit() const { return std::string_view(name) == "runge_kutta_4"; }
};

inline SimulationSettings settingsOf(const Method& method) {
  SimulationSettings out;
  out.integrator = method.name;
  out.step = method.step;
  out.rhoInf = 0.8;
  out.adaptive = method.adaptive;
  out.rtol = 1e-5, out.atol = 1e-8;
  return out;
}

inline std::string methodName(const ::testing::TestParamInfo<Method>& info) {
  return std::string(info.param.name) + (info.param.adaptive ? "_adaptive" : "");
}

inline auto everyMethod() {
  return ::testing::Values(Method{"generalized_alpha", 2e-3}, Method{"newmark", 2e-3}, Method{"bdf", 2e-3},
                           Method{"adams", 2e-3}, Method{"ida", 2e-3}, Method{"runge_kutta_4", 1e-3},
                           Method{"generalized_alpha", 2e-3, true}, Method{"newmark", 2e-3, true});
}

}  // namespace tendril::tests
