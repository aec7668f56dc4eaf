// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/field.hpp"

namespace tendril::description {

/// Integrators that the file format names; the solvers say which of them exist.
enum class Integrator { kGeneralizedAlpha, kNewmark, kBdf, kAdams, kIda, kRungeKutta4 };
constexpr std::array<std::string_view, 6> enumNames(Integrator) {
  return {"generalized_alpha", "newmark", "bdf", "adams", "ida", "runge_kutta_4"};
}

enum class JacobianMode { kAnalytic, kDifference };
constexpr std::array<std::string_view, 2> enumNames(JacobianMode) {
  return {"analytic", "difference"};
}

/// How the motion is computed.
struct Simulation {
  static constexpr std::string_view kMeaning = "How the motion is computed";
  static constexpr std::string_view kGuide = "formulas.md#integrators";

  Number duration = 10;
  Integrator integrator = Integrator::kGeneralizedAlpha;
  Number step = 0.002;
  bool adaptive = false;
  Number rhoInf = 0.8;
  Number beta = 0.25;
  Number gamma = 0.5;
  Number newtonTolerance = 1e-8;
  JacobianMode jacobian = JacobianMode::kAnalytic;
  Number rtol = 1e-3;
  Number atol = 1e-6;
  Number threads;
  Number recordRate = 100;
  Number seed;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.duration, {.key = "duration",
                            .meaning = "Simulated time",
                            .unit = "s",
                            .minimum = 0,
                            .maximum = 1e9,
                            .guide = "running.md#the-numbers-of-the-simulation"});
    v.field(self.integrator, {.key = "integrator", .meaning = "Time integrator", .source = "engine.md §4"});
    v.field(self.step, {.key = "step",
                        .meaning = "Step of the fixed-step integrators",
                        .symbol = "h",
                        .unit = "s",
                        .minimum = 0,
                        .exclusive = true,
                        .source = "rods.md §13",
                        .typical = "0.5…5 ms"});
    v.field(self.adaptive,
            {.key = "adaptive",
             .meaning = "Steps of its own choice, as long as rtol and atol allow; states are given every `step`",
             .when = self.integrator == Integrator::kGeneralizedAlpha || self.integrator == Integrator::kNewmark,
             .harmless = true,
             .condition = "only for generalized_alpha and newmark; bdf, adams and ida always do, runge_kutta_4 never",
             .source = "engine.md §4",
             .label = "Step control"});
    v.field(self.rhoInf, {.key = "rho_inf",
                          .meaning = "Spectral radius at infinite frequency (generalized_alpha)",
                          .symbol = "ρ∞",
                          .minimum = 0,
                          .maximum = 1,
                          .source = "engine.md §4",
                          .label = "Spectral radius",
                          .typical = "0.6…0.95",
                          .depth = Depth::kNumerics});
    v.field(self.beta, {.key = "beta",
                        .meaning = "Newmark β",
                        .symbol = "β",
                        .minimum = 0,
                        .exclusive = true,
                        .source = "[gvs] (10), rods.md §13",
                        .label = "Newmark β",
                        .depth = Depth::kNumerics});
    v.field(self.gamma, {.key = "gamma",
                         .meaning = "Newmark γ",
                         .symbol = "γ",
                         .minimum = 0,
                         .exclusive = true,
                         .source = "[gvs] (10), rods.md §13",
                         .label = "Newmark γ",
                         .depth = Depth::kNumerics});
    v.field(self.newtonTolerance, {.key = "newton_tolerance",
                                   .meaning = "Bound on the scaled Newton residual",
                                   .minimum = 0,
                                   .exclusive = true,
                                   .label = "Newton tolerance",
                                   .typical = "1e-10…1e-6",
                                   .depth = Depth::kNumerics});
    v.field(self.jacobian, {.key = "jacobian",
                            .meaning = "Where the iteration matrix comes from",
                            .label = "Iteration matrix",
                            .depth = Depth::kNumerics});
    v.field(self.rtol, {.key = "rtol",
                        .meaning = "Relative tolerance (adaptive integrators)",
                        .minimum = 0,
                        .exclusive = true,
                        .source = "rods.md §13",
                        .label = "Relative tolerance",
                        .typical = "1e-6…1e-3",
                        .depth = Depth::kNumerics});
    v.field(self.atol, {.key = "atol",
                        .meaning = "Absolute tolerance (adaptive integrators)",
                        .minimum = 0,
                        .exclusive = true,
                        .source = "rods.md §13",
                        .label = "Absolute tolerance",
                        .typical = "1e-9…1e-5",
                        .depth = Depth::kNumerics});
    v.field(self.threads, {.key = "threads",
                           .meaning = "Threads; 0: all but one",
                           .minimum = 0,
                           .maximum = 1024,
                           .integer = true,
                           .guide = "running.md#the-numbers-of-the-simulation",
                           .depth = Depth::kNumerics});
    v.field(self.recordRate, {.key = "record_rate",
                              .meaning = "Recorded states per simulated second",
                              .unit = "1/s",
                              .minimum = 0,
                              .exclusive = true,
                              .guide = "running.md#the-numbers-of-the-simulation",
                              .depth = Depth::kAll});
    v.field(self.seed, {.key = "seed",
                        .meaning = "Seed of everything random",
                        .minimum = 0,
                        .maximum = 9007199254740992.0,
                        .integer = true,
                        .guide = "running.md#the-numbers-of-the-simulation",
                        .depth = Depth::kNumerics});
  }
};

}  // namespace tendril::description
