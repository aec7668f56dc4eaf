// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/primitives/composed_plugin.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tendril {

double PluginMap::evaluate(int degree, const Place& at, std::span<double> out) const {
  double margin = 0;
  // A number that is not finite comes from elsewhere: the plugin is not to blame.
  for (const double value : at)
    if (!std::isfinite(value)) return std::ranges::fill(out, std::nan("")), std::nan("");
  const std::string why = primitive_->evaluate(degree, at, out, margin);
  if (why.empty()) return margin;
  std::ranges::fill(out, std::nan(""));
  char where[160];
  std::snprintf(where, sizeof where, " (m = %.4g, M = %.4g, x = %.4g m, y = %.4g m, z = %.4g m)", at[3], at[4], at[0],
                at[1], at[2]);
  failure_.write("the primitive " + primitive_->name() + " of the plugin " + primitive_->plugin() + ' ' + why + where);
  return std::nan("");
}

}  // namespace tendril
