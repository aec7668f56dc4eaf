// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/bodies/body_types.hpp"
#include "core/description/joint.hpp"

namespace tendril::description {

/// A link: a joint followed by a body.
struct Link {
  static constexpr std::string_view kMeaning = "A joint followed by a body";
  static constexpr std::string_view kGuide = "modelling.md#links";

  ObjectId id = 0;
  std::string name;
  LinkRef parent = "world";
  Attachment at;
  Pose pose;
  Joint joint;
  std::optional<Body> body;
  std::string color;
  Finish finish = Finish::kAutomatic;
  std::optional<Visual> visual;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.name, {.key = "name", .meaning = "Unique name", .required = true});
    v.field(self.parent, {.key = "parent", .meaning = "Link that this one hangs on, or world", .world = true});
    v.field(self.at,
            {.key = "at",
             .meaning = "Frame of the parent: tip, base, 0…1 along its body, or [x, y, z] (m) on the surface of a "
                        "volume",
             .minimum = 0,
             .maximum = 1,
             .label = "Attached at"});
    v.field(self.pose, {.key = "pose", .meaning = "Joint frame in that frame of the parent"});
    v.field(self.joint, {.key = "joint", .meaning = "Motion relative to the parent; absent: fixed"});
    v.field(self.body, {.key = "body", .meaning = "What the link is; absent: a massless frame"});
    v.field(self.color, {.key = "color",
                         .meaning = "Colour of the picture, #rrggbb; absent: from the palette",
                         .label = "Colour",
                         .depth = Depth::kAll});
    v.field(self.finish, {.key = "finish", .meaning = kFinishMeaning, .label = "Surface", .depth = Depth::kAll});
    v.field(self.visual, {.key = "visual",
                          .meaning = "What is drawn, if the body does not say",
                          .label = "Picture",
                          .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
