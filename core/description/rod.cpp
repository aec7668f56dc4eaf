// SPDX-License-Identifier: BSD-3-Clause
#include "core/description/rod.hpp"

#include "core/catalogue/registry.hpp"

namespace tendril::description {

std::span<const std::string_view> strainBasisOptions() {
  return registeredNames(OfferKind::kStrainBasis);
}

}  // namespace tendril::description
