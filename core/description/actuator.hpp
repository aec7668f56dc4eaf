// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/field.hpp"
#include "core/description/propellers.hpp"

namespace tendril::description {

/// Part of a tendon's route through one link.
struct RoutePiece {
  static constexpr std::string_view kMeaning = "Part of a tendon's route through one link";
  static constexpr std::string_view kGuide = "formulas.md#tendons";

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
                     .source = "[gvs] (D60), rods.md §10",
                     .label = "Offset y"});
    v.field(self.z, {.key = "z",
                     .meaning = "Offset along the section's z",
                     .unit = "m",
                     .when = soft,
                     .condition = kSoft,
                     .variables = "X, x, L, r(X)",
                     .source = "[gvs] (D60), rods.md §10",
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

/// What drives a tendon: the names are `mode` in files.
enum class TendonMode { kTension, kLength };
constexpr std::array<std::string_view, 2> enumNames(TendonMode) {
  return {"tension", "length"};
}

/// Tendon (cable); its input is the tension, positive pulls, or the length that a spool takes in.
struct TendonActuator {
  static constexpr std::string_view kType = "tendon";
  static constexpr std::string_view kMeaning = "Tendon; the input is its tension or the length taken in";
  static constexpr std::string_view kGuide = "formulas.md#tendons";

  TendonMode mode = TendonMode::kTension;
  bool tensionOnly = false;
  Number cableStiffness, cableDamping, pretension;
  std::vector<RoutePiece> route;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.mode, {.key = "mode",
                        .meaning = "Input: tension in N, or length in m that a spool takes in of an elastic cable",
                        .source = "conventions.md §4",
                        .label = "Input"});
    const bool spool = self.mode == TendonMode::kLength;  // after the mode has been read
    constexpr std::string_view kSpool = "only in mode length";
    v.field(self.tensionOnly, {.key = "tension_only",
                               .meaning = "Negative inputs are taken as 0",
                               .when = !spool,
                               .harmless = true,
                               .condition = "only in mode tension: a cable driven by its length never pushes",
                               .label = "Pulls only"});
    v.field(self.cableStiffness, {.key = "cable_stiffness",
                                  .meaning = "Stiffness k of the cable: tension = k (length taken in − shortening)",
                                  .symbol = "k",
                                  .unit = "N/m",
                                  .minimum = 0,
                                  .exclusive = true,
                                  .required = true,
                                  .when = spool,
                                  .condition = kSpool,
                                  .typical = "1e3…1e6 N/m"});
    v.field(self.cableDamping, {.key = "cable_damping",
                                .meaning = "Damping of the cable against the motion of the robot",
                                .symbol = "d",
                                .unit = "N·s/m",
                                .minimum = 0,
                                .when = spool,
                                .condition = kSpool,
                                .depth = Depth::kAll});
    v.field(self.pretension, {.key = "pretension",
                              .meaning = "Tension at q = 0 with nothing taken in",
                              .unit = "N",
                              .minimum = 0,
                              .when = spool,
                              .condition = kSpool,
                              .depth = Depth::kAll});
    v.field(self.route, {.key = "route",
                         .meaning = "Pieces of the route, in order",
                         .required = true,
                         .source = "[gvs] (D60), rods.md §10"});
  }
};

/// Which ends of a bore are walls of the body.
enum class BoreEnds { kNone, kBase, kTip, kBoth };
constexpr std::array<std::string_view, 4> enumNames(BoreEnds) {
  return {"none", "base", "tip", "both"};
}

/// An exact round bore around the x axis of a volume.
struct BoreCylinder {
  static constexpr std::string_view kMeaning = "Exact round bore around the x axis, with flat caps";
  static constexpr std::string_view kGuide = "formulas.md#pressure";

  Number radius;
  Number from = 0.0, to = 1.0;
  BoreEnds closed = BoreEnds::kTip;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.radius, {.key = "radius",
                          .meaning = "Radius of the undeformed bore",
                          .symbol = "ri",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .source = "primitives.md §6"});
    v.field(self.from, {.key = "from", .meaning = "Start of the bore, 0…1", .minimum = 0, .maximum = 1});
    v.field(self.to, {.key = "to", .meaning = "End of the bore, 0…1", .minimum = 0, .maximum = 1});
    v.field(self.closed, {.key = "closed", .meaning = "Ends that are walls of the body; an open end is tied off"});
  }
};

/// A wall that the mesh need not name: exactly one of a bore and points on faces.
struct FoundSurface {
  static constexpr std::string_view kMeaning = "Wall that the mesh need not name: a bore, or faces around points";
  static constexpr std::string_view kGuide = "formulas.md#pressure";

  std::optional<BoreCylinder> cylinder;
  std::vector<Number3> around;
  Number angle = 0.7;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.cylinder, {.key = "cylinder", .meaning = "Round bore"});
    v.field(self.around, {.key = "around",
                          .meaning = "Points of the undeformed surface; the wall is what is around them without edges, "
                                     "but for the end at x = 0, which is held",
                          .unit = "m",
                          .when = !self.cylinder,
                          .condition = "not beside cylinder",
                          .label = "Faces around"});
    v.field(self.angle, {.key = "angle",
                         .meaning = "Edges where the surface turns by more end the wall; pi: no edge does",
                         .unit = "rad",
                         .minimum = 0,
                         .maximum = 3.15,
                         .when = !self.cylinder,
                         .harmless = true,
                         .condition = "not beside cylinder",
                         .typical = "0.5…1"});
  }
};

/// Wall of a chamber in a volume: a marked surface of the mesh, or one that is found.
using ChamberSurface = Either<std::string, FoundSurface>;

/// Fluidic chamber of a soft body; its input is the pressure.
struct PressureActuator {
  static constexpr std::string_view kType = "pressure";
  static constexpr std::string_view kMeaning = "Fluidic chamber of a soft body; the input is its pressure";
  static constexpr std::string_view kGuide = "formulas.md#pressure";

  LinkRef link;
  std::optional<ChamberSurface> surface;
  std::optional<Number> division;
  Formula area;
  Formula y, z;
  Number from = 0.0, to = 1.0;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link, {.key = "link", .meaning = "Soft body that the chamber is in", .required = true});
    v.field(self.surface,
            {.key = "surface",
             .meaning = "Wall of a chamber in a volume: a marked surface of its mesh, a bore, or faces around points",
             .source = "primitives.md §6"});
    const bool rod = !self.surface;
    v.field(self.area, {.key = "area",
                        .meaning = "Cross-section of the chamber",
                        .symbol = "a",
                        .unit = "m²",
                        .minimum = 0,
                        .exclusive = true,
                        .required = rod,
                        .when = rod,
                        .condition = "only for rods, without surface",
                        .variables = "X, x, L, r(X)",
                        .source = "rods.md §10"});
    v.field(self.division, {.key = "division",
                            .meaning = "Division of the rod that X runs over, from 0; absent: the whole body",
                            .minimum = 0,
                            .integer = true,
                            .depth = Depth::kAll});
    v.field(self.y, {.key = "y",
                     .meaning = "Offset of its centre line along the section's y",
                     .unit = "m",
                     .variables = "X, x, L, r(X)",
                     .source = "rods.md §10",
                     .label = "Offset y"});
    v.field(self.z, {.key = "z",
                     .meaning = "Offset of its centre line along the section's z",
                     .unit = "m",
                     .variables = "X, x, L, r(X)",
                     .source = "rods.md §10",
                     .label = "Offset z"});
    v.field(self.from, {.key = "from", .meaning = "Start of the chamber, 0…1", .minimum = 0, .maximum = 1});
    v.field(self.to, {.key = "to", .meaning = "End of the chamber, 0…1", .minimum = 0, .maximum = 1});
  }
};

enum class JointActuatorMode { kForce, kPosition };
constexpr std::array<std::string_view, 2> enumNames(JointActuatorMode) {
  return {"force", "position"};
}

/// Motor of a joint: one input per velocity coordinate, a force conjugate to v or the position itself.
struct JointActuator {
  static constexpr std::string_view kType = "joint";
  static constexpr std::string_view kMeaning = "Forces or positions of a joint, one input per velocity coordinate";
  static constexpr std::string_view kGuide = "formulas.md#forces-and-positions-of-joints";

  LinkRef link;
  JointActuatorMode mode = JointActuatorMode::kForce;
  std::optional<OneOrMany<Formula>> signal;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link, {.key = "link", .meaning = "Link whose joint is driven", .required = true});
    v.field(self.mode, {.key = "mode",
                        .meaning = "What the inputs are: forces, or positions that the joint follows exactly",
                        .source = "[gvs] (43)-(45)",
                        .label = "Input"});
    v.field(self.signal, {.key = "signal",
                          .meaning = "Position over time, one expression or one per coordinate; absent: a controller "
                                     "gives it, or the initial position is held",
                          .unit = "rad, m",
                          .when = self.mode == JointActuatorMode::kPosition,
                          .harmless = true,
                          .condition = "only in mode position",
                          .variables = "t",
                          .label = "Position",
                          .typical = "0.5*sin(2*pi*t/5)"});
  }
};

/// The only list of actuators: an actuator is one struct and one entry here.
using ActuatorType = std::variant<TendonActuator, JointActuator, PressureActuator, PropellersActuator>;

struct Actuator {
  static constexpr std::string_view kMeaning = "Something with inputs that exerts forces";
  static constexpr std::string_view kGuide = "modelling.md#actuators";

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
