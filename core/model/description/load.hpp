// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/description/field.hpp"

namespace tendril::description {

enum class WrenchFrame { kWorld, kBody };
constexpr std::array<std::string_view, 2> enumNames(WrenchFrame) {
  return {"world", "body"};
}

/// A wrench at a station of a link.
struct PointWrench {
  static constexpr std::string_view kType = "point_wrench";
  static constexpr std::string_view kMeaning = "Moment and force at a station of a link";

  LinkRef link;
  Attachment at;
  WrenchFrame frame = WrenchFrame::kWorld;
  Formula6 wrench;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link, {.key = "link", .meaning = "Link that it acts on", .required = true});
    v.field(self.at, {.key = "at",
                      .meaning = "Where: tip, base, or 0…1 along the body",
                      .minimum = 0,
                      .maximum = 1,
                      .label = "Acts at"});
    v.field(self.frame, {.key = "frame", .meaning = "Axes: world, or body (a follower)", .label = "Axes"});
    v.field(self.wrench, {.key = "wrench",
                          .meaning = "mx, my, mz, fx, fy, fz; numbers or expressions of t",
                          .unit = "N·m, N",
                          .required = true,
                          .variables = "t"});
  }
};

/// The only list of loads: a load is one struct and one entry here.
using LoadType = std::variant<PointWrench>;

struct Load {
  static constexpr std::string_view kMeaning = "External force";

  ObjectId id = 0;
  std::string name;
  LoadType type;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.name, {.key = "name", .meaning = "Unique name", .required = true});
    v.choice(self.type, {.key = "type", .meaning = "Kind of load", .required = true, .label = "Kind"});
  }
};

}  // namespace tendril::description
