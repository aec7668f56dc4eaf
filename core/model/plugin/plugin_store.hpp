// SPDX-License-Identifier: BSD-3-Clause
// What loaded plugins add to bodies, by name. It only grows; what it once gave stays good until the program ends.
// Thread safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/plugin/plugin_functions.hpp"

namespace tendril {

/// Null: no plugin has it.
std::shared_ptr<const PluginBasis> pluginBasis(std::string_view name);
std::shared_ptr<const PluginPrimitive> pluginPrimitive(std::string_view name);
std::shared_ptr<const PluginLaw> pluginLaw(std::string_view name);
/// In alphabetical order.
std::vector<std::string> pluginBasisNames();

/// What one plugin adds.
struct PluginContents {
  std::vector<std::shared_ptr<const PluginBasis>> bases;
  std::vector<std::shared_ptr<const PluginPrimitive>> primitives;
  std::vector<std::shared_ptr<const PluginLaw>> laws;
};

/// Adds all of it. The names must be new.
void storePlugin(const PluginContents& contents);

}  // namespace tendril
