// SPDX-License-Identifier: BSD-3-Clause
// Names and signal paths in expressions: arm.q[3], 'tendon 1'.tension. Parts are separated by dots; a part is letters,
// digits and _ (not a digit first), or anything in single quotes; either may carry indices.
#pragma once

#include <string>
#include <string_view>

namespace tendril::expression {

struct Name {
  std::string canonical;   ///< quotes only where they are needed
  std::size_t length = 0;  ///< bytes read
};

bool startsName(char c);

/// Reads the name that starts at `position`. Throws ExpressionError if a quote or an index is not closed.
Name readName(std::string_view text, std::size_t position);

/// Whether `name`, with or without quotes, is the one that readName calls `canonical`.
bool sameName(std::string_view name, std::string_view canonical);

/// Bytes of the first UTF-8 character.
std::size_t characterLength(std::string_view text);

/// The first word or character of `text` for a message, quoted; control characters and broken UTF-8 as a byte number.
std::string printable(std::string_view text);

/// At most 60 bytes of `name`.
std::string shortened(const std::string& name);

}  // namespace tendril::expression
