// SPDX-License-Identifier: BSD-3-Clause
#include "core/description/material.hpp"

#include "core/catalogue/registry.hpp"

namespace tendril::description {

std::span<const std::string_view> pluginLawOptions() {
  return registeredNames(OfferKind::kLaw);
}

std::span<const std::string_view> coefficientOptions(std::string_view law) {
  return coefficientNames(law);
}

std::string firstPluginLaw() {
  const std::span<const std::string_view> names = pluginLawOptions();
  return names.empty() ? std::string() : std::string(names.front());
}

}  // namespace tendril::description
