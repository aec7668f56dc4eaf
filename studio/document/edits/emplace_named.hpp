// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <variant>

namespace tendril::edits {

/// Makes a variant the default of the alternative whose kType is `type`; false if there is none.
template <class... Ts>
bool emplaceNamed(std::variant<Ts...>& value, std::string_view type) {
  return ((Ts::kType == type && (value.template emplace<Ts>(), true)) || ...);
}

}  // namespace tendril::edits
