// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/pose.hpp"
#include "core/description/joint.hpp"

namespace tendril::description {

/// One side of a loop.
struct LoopSide {
  static constexpr std::string_view kMeaning = "One side of a closed loop";
  static constexpr std::string_view kGuide = "formulas.md#closed-loops";

  LinkRef link;
  Attachment at;
  Pose pose;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link, {.key = "link", .meaning = "Link that it is on, or world", .world = true, .required = true});
    v.field(self.at, {.key = "at",
                      .meaning = "Where: tip, base, 0…1 along the body, or [x, y, z] (m) on the surface of a volume",
                      .minimum = 0,
                      .maximum = 1,
                      .label = "Attached at"});
    v.field(self.pose, {.key = "pose", .meaning = "Frame of the loop's joint there"});
  }
};

/// A joint between two links that the tree already holds.
struct Loop {
  static constexpr std::string_view kMeaning = "A joint that closes a chain of links";
  static constexpr std::string_view kGuide = "formulas.md#closed-loops";

  ObjectId id = 0;
  std::string name;
  JointType type = JointType::kFixed;
  Number3 axis = {0.0, 0.0, 1.0};
  Number3 axis2 = {0.0, 1.0, 0.0};
  Number pitch;
  LoopSide a, b;
  Number stabilization = 0.01;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.name, {.key = "name", .meaning = "Unique name", .required = true});
    v.field(self.type, {.key = "type",
                        .meaning = "Kind of joint between the sides",
                        .required = true,
                        .source = "[gvs] (46), rods.md §12"});
    v.field(self.axis, {.key = "axis",
                        .meaning = "Axis in the frame of side b, of any length but 0",
                        .when = self.type->parameters().axis,
                        .harmless = true,
                        .condition = jointsWith(&JointParameters::axis),
                        .source = "trees.md §1"});
    v.field(self.axis2, {.key = "axis2",
                         .meaning = "Second axis, orthogonal to the first, in the frame of side a",
                         .when = self.type->parameters().axis2,
                         .harmless = true,
                         .condition = jointsWith(&JointParameters::axis2),
                         .source = "trees.md §1",
                         .label = "Second axis"});
    v.field(self.pitch, {.key = "pitch",
                         .meaning = "Advance along the axis per turn of one radian",
                         .symbol = "h",
                         .unit = "m/rad",
                         .when = self.type->parameters().pitch,
                         .condition = jointsWith(&JointParameters::pitch),
                         .source = "trees.md §1",
                         .typical = "1…20 mm/rad"});
    v.field(self.a,
            {.key = "a", .meaning = "Side that the constraint force acts on", .required = true, .label = "Side a"});
    v.field(
        self.b,
        {.key = "b", .meaning = "The other side; forces are given in its frame", .required = true, .label = "Side b"});
    v.field(self.stabilization, {.key = "stabilization",
                                 .meaning = "Time in which an opening closes where accelerations are constrained",
                                 .symbol = "T",
                                 .unit = "s",
                                 .minimum = 1e-6,
                                 .source = "[gvs] (46), rods.md §12",
                                 .typical = "1…100 ms",
                                 .depth = Depth::kNumerics});
  }
};

}  // namespace tendril::description
