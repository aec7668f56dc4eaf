// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/description/primitives.hpp"

#include "core/model/plugin/registry.hpp"

namespace tendril::description {

std::span<const std::string_view> primitiveOptions() {
  return registeredNames(OfferKind::kPrimitive);
}

}  // namespace tendril::description
