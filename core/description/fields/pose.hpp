// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/field.hpp"

namespace tendril::description {

/// A fixed pose: position and one of rpy or quaternion; nothing given is the identity.
struct Pose {
  static constexpr std::string_view kMeaning = "Position and orientation of a frame";
  static constexpr std::string_view kGuide = "formulas.md#frames-and-poses";

  Number3 position;
  std::optional<Number3> rpy;
  std::optional<Number4> quaternion;

  bool operator==(const Pose&) const = default;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.position, {.key = "position",
                            .meaning = "Origin of the frame",
                            .symbol = "p",
                            .unit = "m",
                            .source = "conventions.md §1"});
    v.field(self.rpy, {.key = "rpy",
                       .meaning = "Roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll)",
                       .unit = "rad",
                       .when = !self.quaternion,
                       .condition = "only without quaternion",
                       .source = "conventions.md §1",
                       .label = "Rotation"});
    v.field(self.quaternion, {.key = "quaternion",
                              .meaning = "Unit quaternion w, x, y, z",
                              .minimum = -1.000001,
                              .maximum = 1.000001,
                              .when = !self.rpy,
                              .condition = "only without rpy"});
  }
};

}  // namespace tendril::description
