// SPDX-License-Identifier: BSD-3-Clause
// Checks of what a plugin offers, by calling it at samples. Internal to core/model/plugin.
#pragma once

#include <string>
#include <vector>

#include "core/model/plugin/plugin_controller.hpp"

namespace tendril {

/// Each adds at most one problem, for people.
void probe(const PluginBasis& basis, std::vector<std::string>& problems);
void probe(const PluginPrimitive& primitive, std::vector<std::string>& problems);
void probe(const PluginLaw& law, std::vector<std::string>& problems);
void probe(const PluginController& controller, std::vector<std::string>& problems);

}  // namespace tendril
