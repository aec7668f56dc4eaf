// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

namespace tendril {

/// What plugins can add, and a description names.
enum class OfferKind { kStrainBasis, kPrimitive, kLaw };

/// "strain basis", "primitive", "law".
constexpr std::string_view offerKindName(OfferKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"strain basis", "primitive", "law"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace tendril
