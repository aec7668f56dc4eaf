// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/description/rod.hpp"

#include "core/model/plugin/registry.hpp"

namespace tendril::description {

std::span<const std::string_view> strainBasisOptions() {
  return registeredNames(OfferKind::kStrainBasis);
}

}  // namespace tendril::description
