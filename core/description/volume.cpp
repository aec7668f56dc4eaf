// SPDX-License-Identifier: BSD-3-Clause
#include "core/description/volume.hpp"

#include "core/catalogue/registry.hpp"

namespace tendril::description {

std::span<const std::string_view> primitiveOptions() {
  return registeredNames(OfferKind::kPrimitive);
}

}  // namespace tendril::description
