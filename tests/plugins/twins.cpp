// SPDX-License-Identifier: BSD-3-Clause
// What is built in, once more as a plugin: both must give the same numbers.
#include "plugins/sdk/tendril_plugin.hpp"

namespace {

using tendril::plugin::Moved;
using tendril::plugin::primitive;

TendrilPrimitive opening(TendrilPrimitive table) {
  table.opens_axis = 1;
  return table;
}

const TendrilPrimitive kPrimitives[] = {
    primitive("twin_stretch", "As stretch", "it presses sections to nothing", 0.5, 0.05,
              [](const auto& x, const auto& y, const auto& z, const auto& m, const auto& M) {
                const auto scale = 1.0 / sqrt(1.0 + m);
                return Moved{x + M, y * scale, z * scale, 1.0 + m};
              }),
    primitive("twin_torsion", "As torsion", "it never ends", 20, 2,
              [](const auto& x, const auto& y, const auto& z, const auto&, const auto& M) {
                return Moved{x, cos(M) * y - sin(M) * z, sin(M) * y + cos(M) * z};
              }),
    opening(primitive("twin_source", "As source", "it closes the bore", 1e-5, 1e-6,
                      [](const auto& x, const auto& y, const auto& z, const auto& m, const auto&) {
                        const auto share = 1.0 + m / (y * y + z * z);
                        return Moved{x, y * sqrt(share), z * sqrt(share), share};
                      })),
    primitive("twin_shear", "As shear_y", "it never ends", 0.5, 0.05,
              [](const auto& x, const auto& y, const auto& z, const auto&, const auto& M) {
                return Moved{x, y + M, z};
              })};

const TendrilCoefficient kCoefficients[] = {
    {.name = "c1", .unit = "Pa", .meaning = "Of I1", .standard = 1e5, .minimum = 0, .maximum = 1e9},
    {.name = "c2", .unit = "Pa", .meaning = "Of I2", .standard = 2e4, .minimum = 0, .maximum = 1e9}};

const TendrilLaw kLaws[] = {tendril::plugin::law(
    "twin_mooney_rivlin", "c1 (I1 − 3) + c2 (I2 − 3)", kCoefficients,
    [](const auto& I1, const auto& I2, const double* c) { return c[0] * (I1 - 3.0) + c[1] * (I2 - 3.0); })};

const TendrilPlugin kPlugin = {.major = TENDRIL_PLUGIN_MAJOR,
                               .minor = TENDRIL_PLUGIN_MINOR,
                               .name = "Twins",
                               .version = "1.0",
                               .author = "Tests",
                               .description = "Built-in things once more",
                               .basis_count = 0,
                               .bases = nullptr,
                               .primitive_count = 4,
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
