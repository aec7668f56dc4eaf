// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/plugin_coefficients.hpp"

#include <algorithm>

namespace tendril {
namespace {

using Coefficients = std::vector<PluginLaw::Coefficient>;

std::string listOf(const Coefficients& known) {
  std::string out;
  for (const PluginLaw::Coefficient& c : known)
    out += (out.empty() ? "" : ", ") + c.name + (c.unit.empty() ? "" : " (" + c.unit + ")");
  return out.empty() ? "none" : out;
}

}  // namespace

std::vector<double> coefficientValues(const description::OrderedMap<std::string, description::Number>& given,
                                      const Coefficients& known, const std::string& who, BuildContext& context,
                                      const std::string& path) {
  std::vector<double> out;
  for (const PluginLaw::Coefficient& c : known) out.push_back(c.standard);
  for (const auto& [name, number] : given.entries) {
    const std::string place = path + '.' + name;
    const auto found = std::ranges::find(known, name, &PluginLaw::Coefficient::name);
    if (found == known.end()) {
      const std::string what = path.substr(path.rfind('.') + 1, path.size() - path.rfind('.') - 2);  // without its s
      context.error(place, who + " has no such " + what, "known: " + listOf(known));
      continue;
    }
    const double value = context.number(number, place);
    if (!(value >= found->minimum && value <= found->maximum))
      context.error(place, "is " + std::to_string(value),
                    "must be from " + std::to_string(found->minimum) + " to " + std::to_string(found->maximum));
    out[static_cast<std::size_t>(found - known.begin())] = value;
  }
  return out;
}

}  // namespace tendril
