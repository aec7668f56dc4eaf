// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/description/number_text.hpp"

#include <array>
#include <charconv>

namespace tendril {

std::string numberText(double value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

}  // namespace tendril
