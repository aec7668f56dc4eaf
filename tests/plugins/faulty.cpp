// SPDX-License-Identifier: BSD-3-Clause
// A plugin with one fault, TENDRIL_FAULT. `late` only fails where it is not looked at while it is loaded.
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "plugins/sdk/tendril_plugin.hpp"

namespace {

using tendril::plugin::Moved;

constexpr std::string_view kFault = TENDRIL_FAULT;

int countOf(int order) {
  return kFault == "basis_count" ? 0 : order + 1;
}

int gaussPointsOf(int order) {
  return order + 3;
}

int breakpointsOf(int, double* out, int) {
  if (kFault != "basis_breakpoints") return 0;
  out[0] = 0.5, out[1] = 0.25;
  return 2;
}

int basisValues(int order, int points, const double* s, double* values) {
  if (kFault == "basis_throws") throw std::runtime_error("no values today");
  if (kFault == "basis_throws_number") throw 42;
  if (kFault == "basis_status") return 7;
  for (int i = 0; i < points; ++i)
    for (int k = 0; k <= order; ++k) *values++ = kFault == "basis_nan" && s[i] > 0.5 ? std::nan("") : std::pow(s[i], k);
  return 0;
}

constexpr auto kMove = [](const auto& x, const auto& y, const auto& z, const auto& m, const auto&) {
  if (kFault == "late" && m.c[0] > 0.6) throw std::runtime_error("m is more than it can bear");
  if (kFault == "primitive_swells") return Moved{x, y * exp(m), z};
  if (kFault == "primitive_restless") return Moved{x + 1e-6, y * exp(m), z * exp(-m)};
  return Moved{x, y * exp(m), z * exp(-m)};
};

int primitiveValues(int degree, int points, const double* in, double* out, double* margin) {
  if (kFault == "primitive_silent") return 0;
  const int status = tendril::plugin::evaluatePrimitive<decltype(kMove)>(degree, points, in, out, margin);
  const int terms = tendril::plugin::termCount(tendril::plugin::kVariables, degree);
  if (kFault == "primitive_slope" && degree >= 2) out[terms + 13] *= 1.01;  // ∂²/∂y∂m of the second component
  if (kFault == "primitive_degrees" && degree == 1) out[terms + 2] *= 1.01;
  return status;
}

constexpr auto kEnergy = [](const auto& I1, const auto&, const double* c) {
  if (kFault == "late" && I1.c[0] > 3.3) throw std::runtime_error("I1 is more than it can bear");
  if (kFault == "law_energy") return c[0] * (I1 - 2.9);
  if (kFault == "law_soft") return -c[0] * (I1 - 3.0);
  return c[0] * (I1 - 3.0) * (1.0 + 0.1 * (I1 - 3.0));
};

int lawValues(const double* coefficients, int points, const double* I1, const double* I2, double* out) {
  const int status = tendril::plugin::evaluateLaw<decltype(kEnergy)>(coefficients, points, I1, I2, out);
  if (kFault == "law_slope") out[3] *= 1.01;
  if (kFault == "law_nan" && I1[0] > 3.01) out[5] = std::nan("");
  return status;
}

constexpr const char* kBasisName = kFault == "taken"         ? "legendre"
                                   : kFault == "badly_named" ? "My basis"
                                                             : TENDRIL_FAULT "_basis";

const TendrilBasis kBases[] = {{.name = kBasisName,
                                .meaning = "Powers of s",
                                .smallest_order = 0,
                                .largest_order = 3,
                                .count = kFault == "missing_function" ? nullptr : countOf,
                                .gauss_points = gaussPointsOf,
                                .breakpoints = breakpointsOf,
                                .evaluate = basisValues},
                               {.name = kBasisName,
                                .meaning = "Powers of s",
                                .smallest_order = 0,
                                .largest_order = 3,
                                .count = countOf,
                                .gauss_points = gaussPointsOf,
                                .breakpoints = nullptr,
                                .evaluate = basisValues}};

const TendrilPrimitive kPrimitives[] = {{.name = TENDRIL_FAULT "_primitive",
                                         .meaning = "As bulge",
                                         .limit = "it never ends",
                                         .mode_size = kFault == "primitive_size" ? 0.0 : 0.5,
                                         .integral_size = 0.05,
                                         .opens_axis = 0,
                                         .evaluate = primitiveValues}};

const TendrilCoefficient kCoefficients[] = {
    {.name = "c1", .unit = "Pa", .meaning = "Stiffness", .standard = 1e5, .minimum = 0, .maximum = 1e9}};

const TendrilLaw kLaws[] = {{.name = TENDRIL_FAULT "_law",
                             .meaning = "Two powers of I1 − 3",
                             .coefficient_count = 1,
                             .coefficients = kCoefficients,
                             .evaluate = lawValues}};

constexpr std::string_view kOfControllers = "controller_";

int controllerFits(int nq, int, int outputs) {
  return nq == 1 && outputs == 1 ? 0 : 1;
}

/// A spring that counts its samples.
int controllerDemand(const double* parameters, double t, double, int, const double* q, int, const double* v, int,
                     double* state, double* demand, double* signals) {
  static double asked = 0;
  if (kFault == "controller_throws") throw std::runtime_error("no demand today");
  if (kFault == "controller_status") return 3;
  if (kFault == "controller_silent") return 0;
  state[0] += 1;
  demand[0] = -parameters[0] * q[0] - v[0];
  signals[0] = state[0];
  if (kFault == "controller_nan" && q[0] > 0) demand[0] = std::nan("");
  if (kFault == "controller_signal") signals[0] = std::nan("");
  if (kFault == "controller_state") state[0] = std::nan("");
  if (kFault == "controller_forgets") demand[0] += 1e-9 * (asked += 1);
  if (kFault == "controller_outside") demand[1] = 0;
  if (kFault == "controller_changes") const_cast<double*>(q)[0] = 0;
  if (kFault == "late" && t > 0.5) demand[0] = std::nan("");
  return 0;
}

const TendrilCoefficient kParameters[] = {{.name = "stiffness",
                                           .unit = "N/m",
                                           .meaning = "Of the spring",
                                           .standard = 3,
                                           .minimum = 0,
                                           .maximum = kFault == "controller_standard" ? 2.0 : 100.0}};

const TendrilControllerSignal kSignals[] = {{.name = kFault == "controller_signal_name" ? "Samples!" : "samples",
                                             .unit = "",
                                             .meaning = "How many there were"}};

const TendrilController kControllers[] = {{.name = TENDRIL_FAULT "_controller",
                                           .meaning = "A spring",
                                           .parameter_count = 1,
                                           .parameters = kParameters,
                                           .state_count = 1,
                                           .states_per_output = 0,
                                           .signal_count = 1,
                                           .signals = kSignals,
                                           .fits = controllerFits,
                                           .evaluate = kFault == "controller_missing" ? nullptr : controllerDemand}};

constexpr bool kControls = kFault.starts_with(kOfControllers) || kFault == "late";
constexpr bool kEmpty = kFault == "nothing";

const TendrilPlugin kPlugin = {.major = kFault == "wrong_version" ? TENDRIL_PLUGIN_MAJOR + 1 : TENDRIL_PLUGIN_MAJOR,
                               .minor = TENDRIL_PLUGIN_MINOR,
                               .name = kFault == "no_name" ? "" : "Faulty " TENDRIL_FAULT,
                               .version = "0.1",
                               .author = "Tests",
                               .description = "One fault",
                               .basis_count = kEmpty ? 0 : (kFault == "twice" ? 2 : 1),
                               .bases = kBases,
                               .primitive_count = kEmpty ? 0 : 1,
                               .primitives = kPrimitives,
                               .law_count = kEmpty ? 0 : (kFault == "count" ? -5 : 1),
                               .laws = kLaws,
                               .last_error = tendril::plugin::lastError,
                               .controller_count = kFault == "controller_count" ? -1
                                                   : kControls                  ? 1
                                                                                : 0,
                               .controllers = kControllers};

}  // namespace

const TendrilPlugin* tendril_plugin(void) {
  if (kFault == "entry_throws") throw std::runtime_error("not now");
  return kFault == "no_table" ? nullptr : &kPlugin;
}
