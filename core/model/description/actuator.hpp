// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/description/field.hpp"

namespace tendril::description {

/// Part of a tendon's route through one link.
struct RoutePiece {
  static constexpr std::string_view kMeaning = "Part of a tendon's route through one link";

  LinkRef link;
  std::optional<Number> division;
  Formula y, z;
  Number from = 0.0, to = 1.0;
  std::vector<Number3> points;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    constexpr std::string_view kSoft = "only in soft bodies, not beside points";
    v.field(self.link, {.key = "link", .meaning = "Link that the tendon runs through", .required = true});
    v.field(self.points, {.key = "points",
                          .meaning = "In a rigid link: points of the path in its base frame",
                          .unit = "m",
                          .label = "Path"});
    const bool soft = self.points.empty();  // after the points have been read
    v.field(self.division, {.key = "division",
                            .meaning = "Division of the rod that X runs over, from 0; absent: the whole body",
                            .minimum = 0,
                            .integer = true,
                            .when = soft,
                            .condition = kSoft,
                            .depth = Depth::kAll});
    v.field(self.y, {.key = "y",
                     .meaning = "Offset along the section's y",
                     .unit = "m",
                     .when = soft,
                     .condition = kSoft,
                     .variables = "X, x, L, r(X)",
                     .label = "Offset y"});
    v.field(self.z, {.key = "z",
                     .meaning = "Offset along the section's z",
                     .unit = "m",
                     .when = soft,
                     .condition = kSoft,
                     .variables = "X, x, L, r(X)",
                     .label = "Offset z"});
    v.field(self.from, {.key = "from",
                        .meaning = "Start of the piece, 0…1",
                        .minimum = 0,
                        .maximum = 1,
                        .when = soft,
                        .condition = kSoft});
    v.field(self.to, {.key = "to",
                      .meaning = "End of the piece, 0…1",
                      .minimum = 0,
                      .maximum = 1,
                      .when = soft,
                      .condition = kSoft});
  }
};

/// Tendon (cable); its input is the tension, positive pulls.
struct TendonActuator {
  static constexpr std::string_view kType = "tendon";
  static constexpr std::string_view kMeaning = "Tendon; the input is its tension";

  bool tensionOnly = false;
  std::vector<RoutePiece> route;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.tensionOnly,
            {.key = "tension_only", .meaning = "Negative inputs are taken as 0", .label = "Pulls only"});
    v.field(self.route, {.key = "route", .meaning = "Pieces of the route, in order", .required = true});
  }
};

enum class JointActuatorMode { kForce };
constexpr std::array<std::string_view, 1> enumNames(JointActuatorMode) {
  return {"force"};
}

/// Motor of a joint: one input per velocity coordinate, conjugate to v.
struct JointActuator {
  static constexpr std::string_view kType = "joint";
  static constexpr std::string_view kMeaning = "Forces and torques of a joint, one input per velocity coordinate";

  LinkRef link;
  JointActuatorMode mode = JointActuatorMode::kForce;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link, {.key = "link", .meaning = "Link whose joint is driven", .required = true});
    v.field(self.mode, {.key = "mode", .meaning = "What the inputs are", .label = "Input", .depth = Depth::kAll});
  }
};

/// The only list of actuators: an actuator is one struct and one entry here.
using ActuatorType = std::variant<TendonActuator, JointActuator>;

struct Actuator {
  static constexpr std::string_view kMeaning = "Something with inputs that exerts forces";

  ObjectId id = 0;
  std::string name;
  ActuatorType type;
  std::optional<Number2> range;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.name, {.key = "name", .meaning = "Unique name", .required = true});
    v.choice(self.type, {.key = "type", .meaning = "Kind of actuator", .required = true, .label = "Kind"});
    v.field(self.range, {.key = "range", .meaning = "Inputs are clipped to [least, most]; absent: not clipped"});
  }
};

}  // namespace tendril::description
