// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/builder/build_context.hpp"
#include "core/model/plugin/plugin_functions.hpp"

namespace tendril {

/// What laws and controllers of plugins compute with, in the order of the plugin; what a description does not give is
/// the plugin's. Problems under `path`: names that `who` does not have, ranges.
std::vector<double> coefficientValues(const description::OrderedMap<std::string, description::Number>& given,
                                      const std::vector<PluginLaw::Coefficient>& known, const std::string& who,
                                      BuildContext& context, const std::string& path);

}  // namespace tendril
