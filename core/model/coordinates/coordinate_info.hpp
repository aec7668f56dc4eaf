// SPDX-License-Identifier: BSD-3-Clause
// What the numbers in q and v are: what signals, rows and poses show of them.
#pragma once

#include <string>
#include <string_view>

namespace tendril {

/// What a coordinate measures.
enum class Quantity {
  kAngle,       ///< rad; also a curvature times the length it is spread over
  kLength,      ///< m
  kStrain,      ///< a stretch or shear, relative
  kQuaternion,  ///< a component of a unit quaternion
  kNumber,      ///< a factor of a shape
};

/// SI unit of a quantity; empty where it has none.
constexpr std::string_view unitOf(Quantity quantity) {
  if (quantity == Quantity::kAngle) return "rad";
  return quantity == Quantity::kLength ? "m" : "";
}

/// SI unit of the force that does work on a quantity.
constexpr std::string_view forceUnitOf(Quantity quantity) {
  return quantity == Quantity::kLength ? "N" : "N·m";
}

/// One entry of q; of an entry of v the name is that of the motion and the quantity what it integrates to.
struct CoordinateInfo {
  std::string name;  ///< such as "angle" or "bending_y[0]"; unique within a body
  Quantity quantity;
  std::string_view label = {};  ///< for narrow places, such as "x"; empty where there is but one, or the name is short
  std::string_view unit() const { return unitOf(quantity); }
};

}  // namespace tendril
