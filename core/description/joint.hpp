// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/drive.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {

/// Names of the joint types in files; also what description::NamedEnum asks for.
std::vector<std::string_view> enumNames(JointType type);

}  // namespace tendril

namespace tendril::description {

/// "only for helical joints" and "not for fixed, planar or free joints", whichever is shorter: the joints that read a
/// parameter, for FieldInfo::condition. Lives as long as the program.
std::string_view jointsWith(bool JointParameters::*parameter);

/// A joint with its springs, dampers, soft stops, drive and initial state.
struct Joint {
  static constexpr std::string_view kMeaning = "Motion of a link relative to its parent";
  static constexpr std::string_view kGuide = "formulas.md#joints";

  JointType type = JointType::kFixed;
  Number3 axis = {0.0, 0.0, 1.0};
  Number3 axis2 = {0.0, 1.0, 0.0};
  Number pitch;
  OneOrMany<Number> stiffness = Number(0);
  OneOrMany<Number> damping = Number(0);
  std::vector<std::array<std::optional<Number>, 2>> limits;
  Number stopStiffness = 1e4;
  Number stopDamping = 10;
  std::vector<Number> q0, v0;
  std::optional<Drive> drive;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.type, {.key = "type", .meaning = "Kind of joint", .required = true, .source = "trees.md §1"});
    describeGeometry(self, v);
    describeForces(self, v);
    const bool moves = self.type->velocities() > 0;
    v.field(self.q0, {.key = "q0",
                      .meaning = "Initial coordinates; absent: zero, identity",
                      .symbol = "q₀",
                      .unit = "rad, m",
                      .when = moves,
                      .condition = "not for fixed joints",
                      .source = "conventions.md §3",
                      .label = "Initial position"});
    v.field(self.v0, {.key = "v0",
                      .meaning = "Initial velocity coordinates",
                      .symbol = "q̇₀",
                      .unit = "rad/s, m/s",
                      .when = moves,
                      .condition = "not for fixed joints",
                      .source = "conventions.md §3",
                      .label = "Initial velocity",
                      .depth = Depth::kAll});
    v.field(self.drive, {.key = "drive",
                         .meaning = "Motor of the joint",
                         .when = moves,
                         .condition = "not for fixed joints",
                         .label = "Drive",
                         .depth = Depth::kAll});
  }

 private:
  template <class Self, class V>
  static void describeGeometry(Self& self, V& v) {
    const JointParameters given = self.type->parameters();
    v.field(self.axis, {.key = "axis",
                        .meaning = "Axis in the joint frame, of any length but 0",
                        .when = given.axis,
                        .harmless = true,
                        .condition = jointsWith(&JointParameters::axis),
                        .source = "trees.md §1"});
    v.field(self.axis2, {.key = "axis2",
                         .meaning = "Second axis, orthogonal to the first, carried by the first turn",
                         .when = given.axis2,
                         .harmless = true,
                         .condition = jointsWith(&JointParameters::axis2),
                         .source = "trees.md §1",
                         .label = "Second axis"});
    v.field(self.pitch, {.key = "pitch",
                         .meaning = "Advance along the axis per turn of one radian",
                         .symbol = "h",
                         .unit = "m/rad",
                         .when = given.pitch,
                         .condition = jointsWith(&JointParameters::pitch),
                         .source = "trees.md §1",
                         .typical = "1…20 mm/rad"});
  }
  template <class Self, class V>
  static void describeForces(Self& self, V& v) {
    const bool moves = self.type->velocities() > 0, limits = self.type->parameters().limits;
    constexpr std::string_view kMoves = "not for fixed joints";
    const std::string_view withLimits = jointsWith(&JointParameters::limits);
    v.field(self.stiffness, {.key = "stiffness",
                             .meaning = "Spring to the zero position, one number or one per velocity coordinate",
                             .symbol = "k",
                             .unit = "N·m/rad, N/m",
                             .minimum = 0,
                             .when = moves,
                             .condition = kMoves,
                             .source = "conventions.md §3",
                             .label = "Stiffness"});
    v.field(self.damping, {.key = "damping",
                           .meaning = "Viscous damper, one number or one per velocity coordinate",
                           .symbol = "d",
                           .unit = "N·m·s/rad, N·s/m",
                           .minimum = 0,
                           .when = moves,
                           .condition = kMoves,
                           .source = "conventions.md §3"});
    v.field(self.limits, {.key = "limits",
                          .meaning = "Soft stops [lower, upper] per coordinate; null is open",
                          .unit = "rad, m",
                          .when = limits,
                          .condition = withLimits,
                          .source = "conventions.md §3",
                          .label = "Soft stops",
                          .depth = Depth::kAll});
    v.field(self.stopStiffness, {.key = "stop_stiffness",
                                 .meaning = "Spring of the soft stops",
                                 .unit = "N·m/rad, N/m",
                                 .minimum = 0,
                                 .when = limits,
                                 .condition = withLimits,
                                 .source = "conventions.md §3",
                                 .label = "Stop stiffness",
                                 .depth = Depth::kAll});
    v.field(self.stopDamping, {.key = "stop_damping",
                               .meaning = "Damper of the soft stops",
                               .unit = "N·m·s/rad, N·s/m",
                               .minimum = 0,
                               .when = limits,
                               .condition = withLimits,
                               .source = "conventions.md §3",
                               .label = "Stop damping",
                               .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
