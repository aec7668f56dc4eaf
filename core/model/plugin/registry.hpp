// SPDX-License-Identifier: BSD-3-Clause
// The one list of what descriptions may name: strain bases, primitives and laws, built in and from plugins, with their
// origin. It only grows; what it once gave stays good until the program ends. Thread safe.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/plugin/plugin_functions.hpp"

namespace tendril {

enum class OfferKind { kStrainBasis, kPrimitive, kLaw };
/// "strain basis", "primitive", "law".
std::string_view offerKindName(OfferKind kind);

struct RegistryEntry {
  OfferKind kind = OfferKind::kStrainBasis;
  std::string name, meaning;
  std::string origin;  ///< name of the plugin; empty: built in
};

/// Built-in ones first.
std::vector<RegistryEntry> registryEntries();

/// The names of one kind, as options of a field. "custom" is among the strain bases; the laws are those of plugins.
std::span<const std::string_view> registeredNames(OfferKind kind);

/// Null: no plugin has it.
std::shared_ptr<const PluginBasis> pluginBasis(std::string_view name);
std::shared_ptr<const PluginPrimitive> pluginPrimitive(std::string_view name);
std::shared_ptr<const PluginLaw> pluginLaw(std::string_view name);
/// Names of a plugin's coefficients, as options of a field; none of an unknown law.
std::span<const std::string_view> coefficientNames(std::string_view law);

/// What one plugin adds.
struct PluginContents {
  std::vector<std::shared_ptr<const PluginBasis>> bases;
  std::vector<std::shared_ptr<const PluginPrimitive>> primitives;
  std::vector<std::shared_ptr<const PluginLaw>> laws;

  /// `origin` is the plugin's name.
  std::vector<RegistryEntry> entries() const;
};

/// Adds all of it. The names must be new.
void registerPlugin(const PluginContents& contents);

}  // namespace tendril
