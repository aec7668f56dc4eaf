// SPDX-License-Identifier: BSD-3-Clause
// What the golden cases ask for and this version refuses. The runner proves each line: what is listed must be refused
// with a message, everything else must agree. A feature that arrives turns its line red, and the line goes.
#pragma once

#include <array>
#include <string_view>

namespace tendril::golden {

struct Later {
  std::string_view caseName;  ///< "*": any
  std::string_view command;   ///< "*": any
  std::string_view key;       ///< a quantity of `dynamics`; "*": the whole check
  std::string_view why;
};

constexpr std::array kLater = {
    Later{"vsa3r", "*", "*", "variable-stiffness drives"},
};

/// Index into kLater of the line that covers this, −1 if it must be served.
constexpr int findLater(std::string_view caseName, std::string_view command, std::string_view key) {
  for (std::size_t i = 0; i < kLater.size(); ++i) {
    const Later& later = kLater[i];
    const bool named = later.caseName == "*" || later.caseName == caseName;
    if (named && (later.command == "*" || later.command == command) && later.key == key) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace tendril::golden
