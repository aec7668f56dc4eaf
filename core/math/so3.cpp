// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/so3.hpp"

namespace tendril {

Vec3 rpyFromRotation(const Mat3& R) {
  const double cosPitch = std::hypot(R(0, 0), R(1, 0));
  const double pitch = std::atan2(-R(2, 0), cosPitch);
  // Below this roll and yaw turn about the same axis to rounding, and only their sum or difference is defined.
  if (cosPitch < 1e-14) return {0.0, pitch, std::atan2(-R(0, 1), R(1, 1))};
  const double yaw = std::atan2(R(1, 0), R(0, 0));
  return {std::atan2(R(2, 1), R(2, 2)), pitch, yaw};
}

}  // namespace tendril
