// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/loop/loop.hpp"

namespace tendril {
std::string_view constraintRowName(const ConstraintRow& row) {
  constexpr std::array<std::string_view, 6> kNames = {"wx", "wy", "wz", "vx", "vy", "vz"};
  return kNames[static_cast<std::size_t>(row.component)];
}

}  // namespace tendril
