// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/pose.hpp"
#include "core/description/fields/visual.hpp"

namespace tendril::description {

/// A rigid body; no coordinates.
struct RigidBody {
  static constexpr std::string_view kType = "rigid";
  static constexpr std::string_view kMeaning = "Rigid body";
  static constexpr std::string_view kGuide = "formulas.md#rigid-bodies";

  Number mass;
  Number3 com;
  Number6 inertia;
  Pose tip;
  Number volume;
  std::optional<Number3> volumeCenter;
  std::optional<Visual> visual;
  std::vector<Visual> collision;

  /// Contacts have something of it to touch.
  bool hasShape() const { return visual || !collision.empty(); }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.mass, {.key = "mass",
                        .meaning = "Mass",
                        .symbol = "m",
                        .unit = "kg",
                        .minimum = 0,
                        .required = true,
                        .source = "trees.md §0"});
    v.field(self.com, {.key = "com",
                       .meaning = "Centre of mass in the base frame",
                       .symbol = "c",
                       .unit = "m",
                       .source = "trees.md §0",
                       .label = "Centre of mass"});
    v.field(self.inertia, {.key = "inertia",
                           .meaning = "Tensor about the centre of mass in link axes: xx, yy, zz, xy, xz, yz",
                           .symbol = "I",
                           .unit = "kg·m²",
                           .source = "conventions.md §4",
                           .label = "Inertia"});
    v.field(self.tip,
            {.key = "tip", .meaning = "Tip frame, where children hang, in the base frame", .label = "Tip frame"});
    v.field(self.volume, {.key = "volume",
                          .meaning = "Displaced volume, for buoyancy",
                          .symbol = "V",
                          .unit = "m³",
                          .minimum = 0,
                          .source = "rods.md §9",
                          .label = "Displaced volume",
                          .depth = Depth::kAll});
    v.field(self.volumeCenter,
            {.key = "volume_center",
             .meaning = "Centre of the displaced volume in the base frame; absent: the centre of mass",
             .unit = "m",
             .label = "Centre of buoyancy",
             .depth = Depth::kAll});
    v.field(self.visual, {.key = "visual", .meaning = "What is drawn", .label = "Picture", .depth = Depth::kAll});
    v.field(self.collision, {.key = "collision",
                             .meaning = "Shapes that contacts touch; absent: the picture",
                             .label = "Collision shapes",
                             .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
