// SPDX-License-Identifier: BSD-3-Clause
// Sections that bulge along y and thin along z, and rubber whose chains end (README.md beside this file).
#include "plugins/sdk/tendril_plugin.hpp"

namespace {

using tendril::plugin::Moved;

const TendrilPrimitive kPrimitives[] = {tendril::plugin::primitive(
    "bulge", "Sections grow by e^m along y and shrink by e^m along z", "its bulge flattens sections to nothing", 0.5,
    0.05, [](const auto& x, const auto& y, const auto& z, const auto& m, const auto&) {
      return Moved{x, y * exp(m), z * exp(-m), 1.0 - m * m / 9.0};  // beyond e³ : 1 no mesh means anything
    })};

const TendrilCoefficient kGent[] = {
    {.name = "mu", .unit = "Pa", .meaning = "Shear modulus", .standard = 1e5, .minimum = 1e-3, .maximum = 1e15},
    {.name = "jm",
     .unit = "",
     .meaning = "I1 − 3 at which chains are straight",
     .standard = 50,
     .minimum = 0.1,
     .maximum = 1e9}};

const TendrilLaw kLaws[] = {tendril::plugin::law(
    "gent", "Incompressible Gent: −μ Jm/2 · ln(1 − (I1 − 3)/Jm)", kGent,
    [](const auto& I1, const auto&, const double* c) { return -0.5 * c[0] * c[1] * log(1.0 - (I1 - 3.0) / c[1]); })};

const TendrilPlugin kPlugin = {.major = TENDRIL_PLUGIN_MAJOR,
                               .minor = TENDRIL_PLUGIN_MINOR,
                               .name = "Bulge",
                               .version = "1.0",
                               .author = "Tendril",
                               .description = "A primitive that bulges sections, and the Gent law of rubber",
                               .basis_count = 0,
                               .bases = nullptr,
                               .primitive_count = 1,
                               .primitives = kPrimitives,
                               .law_count = 1,
                               .laws = kLaws,
                               .last_error = tendril::plugin::lastError,
                               .controller_count = 0,
                               .controllers = nullptr};

}  // namespace

const TendrilPlugin* tendril_plugin(void) {
  return &kPlugin;
}
