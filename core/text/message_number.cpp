// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/message_number.hpp"

#include <cstdio>

namespace tendril {

std::string messageNumber(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace tendril
