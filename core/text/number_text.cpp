// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace tendril {

std::string numberText(double value) {
  if (std::isnan(value)) return "nan";                        // whatever its sign
  if (value == 0) return std::signbit(value) ? "-0.0" : "0";  // "-0" would be read as a whole number, without its sign
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

std::string messageNumber(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace tendril
