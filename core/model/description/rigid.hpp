// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/description/pose.hpp"
#include "core/model/description/visual.hpp"

namespace tendril::description {

/// A rigid body; no coordinates.
struct RigidBody {
  static constexpr std::string_view kType = "rigid";
  static constexpr std::string_view kMeaning = "Rigid body";

  Number mass;
  Number3 com;
  Number6 inertia;
  Pose tip;
  Number volume;
  std::optional<Visual> visual;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.mass, {.key = "mass", .meaning = "Mass", .symbol = "m", .unit = "kg", .minimum = 0, .required = true});
    v.field(self.com, {.key = "com", .meaning = "Centre of mass in the base frame", .symbol = "c", .unit = "m"});
    v.field(self.inertia, {.key = "inertia",
                           .meaning = "Tensor about the centre of mass in link axes: xx, yy, zz, xy, xz, yz",
                           .unit = "kg·m²"});
    v.field(self.tip, {.key = "tip", .meaning = "Tip frame, where children hang, in the base frame"});
    v.field(self.volume, {.key = "volume", .meaning = "Displaced volume, for buoyancy", .unit = "m³", .minimum = 0});
    v.field(self.visual, {.key = "visual", .meaning = "What is drawn"});
  }
};

}  // namespace tendril::description
