// SPDX-License-Identifier: BSD-3-Clause
#include "core/plugins/registry_entries.hpp"

#include "core/description/material.hpp"

namespace tendril {
namespace {

template <class... Ts>
void appendLaws(std::vector<RegistryEntry>& out, const std::variant<Ts...>*) {
  const auto add = [&](std::string_view name, std::string_view meaning) {
    if (name != description::PluginMaterial::kType)
      out.push_back({OfferKind::kLaw, std::string(name), std::string(meaning), {}});
  };
  (add(Ts::kType, Ts::kMeaning), ...);
}

}  // namespace

std::vector<RegistryEntry> registryEntries() {
  std::vector<RegistryEntry> out = builtInEntries();
  appendLaws(out, static_cast<const description::MaterialLaw*>(nullptr));
  for (RegistryEntry& entry : pluginEntries()) out.push_back(std::move(entry));
  return out;
}

}  // namespace tendril
