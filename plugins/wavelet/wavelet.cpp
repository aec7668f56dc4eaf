// SPDX-License-Identifier: BSD-3-Clause
// Mexican hats at dyadic places (README.md beside this file).
#include <cmath>

#include "plugins/sdk/tendril_plugin.hpp"

namespace {

/// 1 and 2^level hats of width 2^-level on every level below `order`: 2^order functions.
constexpr auto kCount = [](int order) { return 1 << order; };

/// 4 for each of the narrowest hats, and 8: products of two functions are integrated to 5e-9.
constexpr auto kGauss = [](int order) { return order < 1 ? 3 : 8 + 4 * (1 << (order - 1)); };

constexpr auto kValues = [](int order, double s, double* out) {
  *out++ = 1;
  for (int level = 0; level < order; ++level) {
    const int places = 1 << level;
    for (int k = 0; k < places; ++k) {
      const double t = 2 * (places * s - k - 0.5);  // the hat crosses zero at t = ±1, the ends of its interval
      *out++ = (1 - t * t) * std::exp(-0.5 * t * t);
    }
  }
};

const TendrilBasis kBases[] = {
    tendril::plugin::basis("wavelet", "1 and Mexican hats on 1, 2, 4, … intervals; the order is the number of levels",
                           0, 4, kCount, kGauss, kValues)};

const TendrilPlugin kPlugin = {.major = TENDRIL_PLUGIN_MAJOR,
                               .minor = TENDRIL_PLUGIN_MINOR,
                               .name = "Wavelet",
                               .version = "1.0",
                               .author = "Tendril",
                               .description = "A strain basis of Mexican-hat wavelets",
                               .basis_count = 1,
                               .bases = kBases,
                               .primitive_count = 0,
                               .primitives = nullptr,
                               .law_count = 0,
                               .laws = nullptr,
                               .last_error = tendril::plugin::lastError,
                               .controller_count = 0,
                               .controllers = nullptr};

}  // namespace

const TendrilPlugin* tendril_plugin(void) {
  return &kPlugin;
}
