// SPDX-License-Identifier: BSD-3-Clause
// Motors of joints.
#pragma once

#include "core/description/fields/field.hpp"

namespace tendril::description {

/// Motor fixed to the joint: its inertia and friction are reflected to the joint.
struct DirectDrive {
  static constexpr std::string_view kType = "direct";
  static constexpr std::string_view kMeaning = "Motor fixed to the joint";
  static constexpr std::string_view kGuide = "formulas.md#motors-of-joints";

  OneOrMany<Number> inertia = Number(0);
  OneOrMany<Number> friction = Number(0);

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.inertia, {.key = "inertia",
                           .meaning = "Reflected inertia, one or one per velocity coordinate",
                           .unit = "kg·m²",
                           .minimum = 0,
                           .source = "[vsa] (1)"});
    v.field(self.friction, {.key = "friction",
                            .meaning = "Reflected viscous friction, one or one per velocity coordinate",
                            .unit = "N·m·s",
                            .minimum = 0,
                            .source = "[vsa] (1)",
                            .label = "Friction"});
  }
};

/// Motor behind a spring, one per velocity coordinate: a state of its own.
struct ElasticDrive {
  static constexpr std::string_view kType = "elastic";
  static constexpr std::string_view kMeaning =
      "Motor behind a spring, one for each velocity coordinate; the inputs of the joint turn the motors";
  static constexpr std::string_view kGuide = "formulas.md#motors-of-joints";

  OneOrMany<Number> stiffness = Number(100);
  OneOrMany<Number> motorInertia = Number(0.1);
  OneOrMany<Number> motorFriction = Number(0);
  OneOrMany<Number> deflection = Number(0);

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.stiffness, {.key = "stiffness",
                             .meaning = "Spring between motor and joint, one or one per velocity coordinate",
                             .symbol = "K",
                             .unit = "N·m/rad, N/m",
                             .minimum = 0,
                             .exclusive = true,
                             .required = true,
                             .source = "[vsa] (4)",
                             .label = "Stiffness",
                             .typical = "10…1000 N·m/rad (series elastic), 1e4 N·m/rad (harmonic drive)"});
    v.field(self.motorInertia, {.key = "motor_inertia",
                                .meaning = "Inertia of the motor as the joint feels it, behind the gear",
                                .symbol = "B",
                                .unit = "kg·m², kg",
                                .minimum = 0,
                                .exclusive = true,
                                .required = true,
                                .source = "[vsa] (4)"});
    v.field(self.motorFriction, {.key = "motor_friction",
                                 .meaning = "Viscous friction of the motor",
                                 .symbol = "D_m",
                                 .unit = "N·m·s/rad, N·s/m",
                                 .minimum = 0,
                                 .source = "[vsa] (4)"});
    v.field(self.deflection,
            {.key = "deflection",
             .meaning = "Initial deflection of the spring: position of the motor less that of the joint",
             .symbol = "φ₀",
             .unit = "rad, m",
             .source = "[vsa] (4)",
             .label = "Initial deflection",
             .depth = Depth::kAll});
  }
};

/// Torque Kφ + K_c φ³ of a spring.
struct CubicSpring {
  static constexpr std::string_view kMeaning = "Torque of a spring: linear φ + cubic φ³";
  static constexpr std::string_view kGuide = "formulas.md#motors-of-joints";

  Number linear = 400;
  Number cubic = 2000;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.linear, {.key = "linear",
                          .meaning = "Stiffness at rest",
                          .symbol = "K",
                          .unit = "N·m/rad",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .source = "[vsa] (24), Table I"});
    v.field(self.cubic, {.key = "cubic",
                         .meaning = "How the torque stiffens",
                         .symbol = "K_c",
                         .unit = "N·m/rad³",
                         .minimum = 0,
                         .exclusive = true,
                         .required = true,
                         .source = "[vsa] (24), Table I"});
  }
};

/// Two motors that pull the joint against each other through springs that stiffen.
struct VariableStiffnessDrive {
  static constexpr std::string_view kType = "variable_stiffness";
  static constexpr std::string_view kMeaning =
      "Two motors that pull the joint against each other through springs that stiffen";
  static constexpr std::string_view kGuide = "formulas.md#motors-of-joints";

  std::optional<CubicSpring> spring;
  std::optional<Formula> torque;
  OneOrMany<Number> motorInertia = Number(0.1);
  OneOrMany<Number> motorFriction = Number(0);
  OneOrMany<Number> deflection = standardDeflection();

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.spring,
            {.key = "spring",
             .meaning = "Torque of each spring at its deflection φ, the motor's position less the joint's; "
                        "this or torque",
             .source = "[vsa] (24)"});
    v.field(self.torque, {.key = "torque",
                          .meaning = "The same as a formula; this or spring",
                          .symbol = "τ(φ)",
                          .unit = "N·m",
                          .variables = "phi",
                          .source = "[vsa] (5)",
                          .depth = Depth::kAll});
    v.field(self.motorInertia, {.key = "motor_inertia",
                                .meaning = "Inertia of the motors as the joint feels them, one or [first, second]",
                                .symbol = "B",
                                .unit = "kg·m²",
                                .minimum = 0,
                                .exclusive = true,
                                .required = true,
                                .source = "[vsa] (5)"});
    v.field(self.motorFriction, {.key = "motor_friction",
                                 .meaning = "Viscous friction of the motors, one or [first, second]",
                                 .symbol = "D_m",
                                 .unit = "N·m·s/rad",
                                 .minimum = 0,
                                 .source = "[vsa] (5)"});
    v.field(self.deflection, {.key = "deflection",
                              .meaning = "Initial deflections of the springs [first, second]",
                              .symbol = "φ₀",
                              .unit = "rad",
                              .source = "[vsa] (5)",
                              .label = "Initial deflection",
                              .depth = Depth::kAll});
  }

 private:
  /// Where both springs pull alike and the stiffness can be changed.
  static OneOrMany<Number> standardDeflection() {
    OneOrMany<Number> out;
    out.values = {0.1, -0.1}, out.list = true;
    return out;
  }
};

/// The only list of drives: a drive is one struct and one entry here.
using Drive = std::variant<DirectDrive, ElasticDrive, VariableStiffnessDrive>;

}  // namespace tendril::description
