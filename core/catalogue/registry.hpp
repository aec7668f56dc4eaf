// SPDX-License-Identifier: BSD-3-Clause
// The one list of what descriptions may name: strain bases, primitives and laws, built in and from plugins, with their
// origin. It only grows; what it once gave stays good until the program ends. Thread safe.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/plugin/plugin_store.hpp"

namespace tendril {

enum class OfferKind { kStrainBasis, kPrimitive, kLaw };
/// "strain basis", "primitive", "law".
std::string_view offerKindName(OfferKind kind);

struct RegistryEntry {
  OfferKind kind = OfferKind::kStrainBasis;
  std::string name, meaning;
  std::string origin;  ///< name of the plugin; empty: built in
};

/// The names of one kind, as options of a field. "custom" is among the strain bases; the laws are those of plugins.
std::span<const std::string_view> registeredNames(OfferKind kind);

/// Names of a plugin's coefficients, as options of a field; none of an unknown law.
std::span<const std::string_view> coefficientNames(std::string_view law);

/// The bases and primitives that are built in.
std::vector<RegistryEntry> builtInEntries();
/// What plugins have added.
std::vector<RegistryEntry> pluginEntries();
/// What one plugin adds; `origin` is its name.
std::vector<RegistryEntry> entriesOf(const PluginContents& contents);

/// Adds all of it, here and to the store. The names must be new.
void registerPlugin(const PluginContents& contents);

}  // namespace tendril
