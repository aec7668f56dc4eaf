// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/description/fields/field.hpp"

namespace tendril::description {

/// One propeller of a list.
struct Rotor {
  static constexpr std::string_view kMeaning = "A propeller on a link";
  static constexpr std::string_view kGuide = "formulas.md#propellers";

  Number3 position;
  Number2 tilt;
  Number spin = 1.0;
  Number thrust, drag;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.position, {.key = "position", .meaning = "Centre in the link's base frame", .unit = "m"});
    v.field(self.tilt,
            {.key = "tilt",
             .meaning = "[alpha, beta]: the axis is Rz(ψ) Rx(alpha) Ry(beta) z, ψ the angle of the arm from "
                        "the link's z axis to the centre; alpha turns it about the arm, beta leans it outwards",
             .symbol = "α, β",
             .unit = "rad",
             .source = "[higher] (28)"});
    v.field(self.spin, {.key = "spin",
                        .meaning = "1 or -1: sense of the air's torque on the link, by the right hand about the axis; "
                                   "the blades turn the other way"});
    v.field(self.thrust, {.key = "thrust",
                          .meaning = "Thrust over the square of the speed in rad/s",
                          .symbol = "c_f",
                          .unit = "N·s²",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .source = "[higher] §7.1",
                          .typical = "1e-6…1e-4 N·s²"});
    v.field(self.drag, {.key = "drag",
                        .meaning = "Torque over the square of the speed in rad/s",
                        .symbol = "c_d",
                        .unit = "N·m·s²",
                        .minimum = 0,
                        .source = "[higher] §7.1",
                        .typical = "0.01…0.03 m times thrust"});
  }
};

/// Propellers on a rigid link; their inputs are the thrusts. A list of rotors, or evenly spread arms.
struct PropellersActuator {
  static constexpr std::string_view kType = "propellers";
  static constexpr std::string_view kMeaning = "Propellers on a rigid link; the inputs are their thrusts";
  static constexpr std::string_view kGuide = "formulas.md#propellers";

  LinkRef link;
  std::optional<Number> arms;
  Number radius, height, phase, alpha, beta, thrust, drag;
  std::vector<Rotor> rotors;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link, {.key = "link", .meaning = "Rigid link that they push", .required = true});
    v.field(self.arms, {.key = "arms",
                        .meaning = "How many rotors stand evenly around the link's z axis, in place of a list; alpha "
                                   "and spin change their sign from arm to arm, the first has alpha and 1",
                        .minimum = 1,
                        .maximum = 100,
                        .integer = true});
    describeArms(self, v);
    v.field(
        self.rotors,
        {.key = "rotors", .meaning = "The rotors one by one", .when = !self.arms, .condition = "only without arms"});
  }

 private:
  template <class Self, class V>
  static void describeArms(Self& self, V& v) {
    const bool ring = self.arms.has_value();  // after arms have been read
    constexpr std::string_view kRing = "only with arms";
    const auto field = [&](auto& member, FieldInfo info) {
      info.when = ring, info.condition = kRing;
      v.field(member, info);
    };
    field(self.radius, {.key = "radius",
                        .meaning = "Length of the arms, from the z axis to the centres",
                        .unit = "m",
                        .minimum = 0,
                        .exclusive = true,
                        .required = true,
                        .source = "[higher] (28)"});
    field(self.height, {.key = "height", .meaning = "Where the centres are along z", .unit = "m"});
    field(self.phase, {.key = "phase",
                       .meaning = "Angle of the first arm from x",
                       .symbol = "ψ₁",
                       .unit = "rad",
                       .source = "[higher] (28)"});
    field(self.alpha, {.key = "alpha",
                       .meaning = "Turn of the first axis about its arm; the second turns the other way, and so on",
                       .symbol = "α",
                       .unit = "rad",
                       .source = "[higher] (28)"});
    field(self.beta, {.key = "beta",
                      .meaning = "How far all axes lean outwards; negative: inwards",
                      .symbol = "β",
                      .unit = "rad",
                      .source = "[higher] (28)"});
    field(self.thrust, {.key = "thrust",
                        .meaning = "Thrust over the square of the speed in rad/s",
                        .symbol = "c_f",
                        .unit = "N·s²",
                        .minimum = 0,
                        .exclusive = true,
                        .required = true,
                        .source = "[higher] §7.1",
                        .typical = "1e-6…1e-4 N·s²"});
    field(self.drag, {.key = "drag",
                      .meaning = "Torque over the square of the speed in rad/s",
                      .symbol = "c_d",
                      .unit = "N·m·s²",
                      .minimum = 0,
                      .source = "[higher] §7.1",
                      .typical = "0.01…0.03 m times thrust"});
  }
};

}  // namespace tendril::description
