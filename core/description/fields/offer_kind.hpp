// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

namespace tendril {

/// What plugins can add, and a description names.
enum class OfferKind { kStrainBasis, kPrimitive, kLaw, kController };

/// "strain basis", "primitive", "law", "controller".
constexpr std::string_view offerKindName(OfferKind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"strain basis", "primitive", "law", "controller"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace tendril
