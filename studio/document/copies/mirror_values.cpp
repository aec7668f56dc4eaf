// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/copies/mirror_values.hpp"

#include <algorithm>
#include <numbers>

namespace tendril::edits {
namespace {

namespace desc = description;

/// π less an angle.
void supplement(desc::Number& angle) {
  if (angle.expression.empty())
    angle.value = std::numbers::pi - angle.value;
  else
    angle.expression = "pi - (" + angle.expression + ")";
}

}  // namespace

void negate(desc::Number& value) {
  if (!value.expression.empty())
    value.expression = "-(" + value.expression + ")";
  else if (value.value != 0)
    value.value = -value.value;
}

void negate(desc::Formula& value) {
  if (value.text.starts_with('='))  // as those of numbers are written
    value.text = "=-(" + value.text.substr(1) + ")";
  else if (!value.text.empty())
    value.text = "-(" + value.text + ")";
  else if (value.value != 0)
    value.value = -value.value;
}

void mirrorWay(desc::Number3& way) {
  negate(way[1]);
}

void mirrorTurn(desc::Number3& turn) {
  negate(turn[0]);
  negate(turn[2]);
}

void mirrorPose(desc::Pose& pose) {
  mirrorPose(pose, 1);
}

// With N = diag(1, −1, 1) and M = diag(…−1 at the normal…): R' = M R N = (M R M) (M N), where M R M has the roll,
// pitch, yaw of R with the signs of an axial vector, and M N turns by π about z (normal x), not at all (y), or about x
// (z).
void mirrorPose(desc::Pose& pose, int normal) {
  negate(pose.position[static_cast<std::size_t>(normal)]);
  if (pose.quaternion) {
    auto& [w, x, y, z] = *pose.quaternion;
    if (normal == 1) return negate(x), negate(z);
    const desc::Number4 q = *pose.quaternion;
    if (normal == 0) {  // (w, x, −y, −z) times (0, 0, 0, 1)
      w = q[3], x = q[2], y = q[1], z = q[0];
      return negate(x), negate(y);
    }
    w = q[1], x = q[0], y = q[3], z = q[2];  // (w, −x, −y, z) times (0, 1, 0, 0)
    return;
  }
  if (!pose.rpy) {
    if (normal != 1) pose.rpy = desc::Number3{0.0, 0.0, 0.0};
    if (normal == 0) (*pose.rpy)[2] = std::numbers::pi;
    if (normal == 2) (*pose.rpy)[0] = std::numbers::pi;
    return;
  }
  auto& [roll, pitch, yaw] = *pose.rpy;
  if (normal == 0) return negate(roll), supplement(yaw);
  if (normal == 1) return negate(roll), negate(yaw);
  supplement(roll);
  negate(pitch);
}

void swapEnds(std::array<std::optional<desc::Number>, 2>& ends) {
  std::swap(ends[0], ends[1]);
  for (auto& end : ends)
    if (end) negate(*end);
}

std::vector<bool> negatedCoordinates(std::span<const CoordinateInfo> coordinates) {
  const auto countOf = [&](Quantity quantity) {
    return std::count_if(coordinates.begin(), coordinates.end(),
                         [quantity](const CoordinateInfo& info) { return info.quantity == quantity; });
  };
  const auto turns = countOf(Quantity::kAngle), ways = countOf(Quantity::kLength);
  std::vector<bool> out;
  int turn = 0, way = 0, quaternion = 0;
  for (const CoordinateInfo& info : coordinates) {
    if (info.quantity == Quantity::kQuaternion) {  // w, x, y, z: as a vector to turn about
      const int k = quaternion++;
      out.push_back(k == 1 || k == 3);
    } else if (info.quantity == Quantity::kAngle) {
      const auto k = turn++;
      // about x, y, z; about z of a plane; about an axis that is mirrored itself
      out.push_back(turns == 3 ? k != 1 : turns == 1 && ways == 2);
    } else {
      const auto k = way++;
      // along x, y(, z); along the axis of a turn, which points the other way
      out.push_back(ways >= 2 ? k == 1 : turns == 1);
    }
  }
  return out;
}

void negateSome(std::vector<desc::Number>& values, const std::vector<bool>& negated) {
  for (std::size_t i = 0; i < std::min(values.size(), negated.size()); ++i)
    if (negated[i]) negate(values[i]);
}

}  // namespace tendril::edits
