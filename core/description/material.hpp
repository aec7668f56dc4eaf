// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/field.hpp"

namespace tendril::description {

/// Linear elastic with Kelvin–Voigt damping, as rods use it.
struct LinearElastic {
  static constexpr std::string_view kType = "linear";
  static constexpr std::string_view kMeaning = "Linear elastic, Kelvin–Voigt damping";
  static constexpr std::string_view kGuide = "formulas.md#materials";

  Number young;
  Number poisson = 0.5;
  std::optional<Number> viscosity;
  std::optional<Number> relaxation;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.young, {.key = "young",
                         .meaning = "Young's modulus",
                         .symbol = "E",
                         .unit = "Pa",
                         .minimum = 0,
                         .exclusive = true,
                         .required = true,
                         .source = "[gvs] (D64), rods.md §3",
                         .label = "Young's modulus",
                         .typical = "0.05…10 MPa (silicone, rubber); 70…210 GPa (metals)"});
    v.field(self.poisson, {.key = "poisson",
                           .meaning = "Poisson's ratio; 0.5 is incompressible",
                           .symbol = "ν",
                           .minimum = -1 + 1e-9,
                           .maximum = 0.5,
                           .source = "rods.md §3",
                           .label = "Poisson's ratio",
                           .typical = "0.45…0.5 (silicone, rubber); 0.3 (metals)"});
    v.field(self.viscosity, {.key = "viscosity",
                             .meaning = "Kelvin–Voigt viscosity; none is 0",
                             .symbol = "η",
                             .unit = "Pa·s",
                             .minimum = 0,
                             .when = !self.relaxation,
                             .condition = "only without relaxation",
                             .source = "[gvs] (D65), rods.md §3",
                             .typical = "0.1…10 kPa·s (silicone)"});
    v.field(self.relaxation, {.key = "relaxation",
                              .meaning = "Relaxation time; damping = relaxation × stiffness",
                              .symbol = "τ",
                              .unit = "s",
                              .minimum = 0,
                              .when = !self.viscosity,
                              .condition = "only without viscosity",
                              .source = "rods.md §3",
                              .label = "Relaxation time",
                              .typical = "1…100 ms"});
  }
};

/// What the damping of a volume resists: strain rates, or all rates of the deformation gradient as the authors'
/// toolbox.
enum class VolumeDamping { kObjective, kToolbox };
constexpr std::array<std::string_view, 2> enumNames(VolumeDamping) {
  return {"objective", "toolbox"};
}

/// Fields that all laws of rubber share.
template <class Self, class V>
void describeRubber(Self& self, V& v) {
  v.field(self.poisson, {.key = "poisson",
                         .meaning = "Poisson's ratio in bodies that can change their volume (fem, expression)",
                         .symbol = "ν",
                         .minimum = -1 + 1e-9,
                         .maximum = 0.4999,
                         .source = "primitives.md §3.5",
                         .label = "Poisson's ratio",
                         .typical = "0.45…0.49",
                         .depth = Depth::kAll});
  v.field(self.relaxation, {.key = "relaxation",
                            .meaning = "Relaxation time; damping = relaxation × stiffness",
                            .symbol = "τ",
                            .unit = "s",
                            .minimum = 0,
                            .source = "primitives.md §3.3",
                            .label = "Relaxation time",
                            .typical = "1…100 ms"});
  v.field(self.damping, {.key = "damping",
                         .meaning = "Kelvin–Voigt damping of strain rates, or the form of the authors' toolbox, which "
                                    "also resists rigid turning",
                         .source = "primitives.md §3.3",
                         .depth = Depth::kAll});
}

/// A coefficient of a law of rubber.
constexpr FieldInfo rubberCoefficient(std::string_view key, std::string_view symbol, std::string_view meaning) {
  return {.key = key, .meaning = meaning, .symbol = symbol, .unit = "Pa", .source = "primitives.md §3.1"};
}

/// Energy c1 (I1 − 3), incompressible.
struct NeoHookean {
  static constexpr std::string_view kType = "neo_hookean";
  static constexpr std::string_view kMeaning = "Incompressible neo-Hookean: c1 (I1 − 3)";
  static constexpr std::string_view kGuide = "formulas.md#materials";

  Number c1;
  Number poisson = 0.49;
  Number relaxation;
  VolumeDamping damping = VolumeDamping::kObjective;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.c1, {.key = "c1",
                      .meaning = "Coefficient; half the shear modulus",
                      .symbol = "c₁",
                      .unit = "Pa",
                      .minimum = 0,
                      .exclusive = true,
                      .required = true,
                      .source = "primitives.md §3.1",
                      .typical = "0.01…1 MPa (silicone)"});
    describeRubber(self, v);
  }
};

/// Energy c1 (I1 − 3) + c2 (I2 − 3), incompressible.
struct MooneyRivlin {
  static constexpr std::string_view kType = "mooney_rivlin";
  static constexpr std::string_view kMeaning = "Incompressible Mooney–Rivlin: c1 (I1 − 3) + c2 (I2 − 3)";
  static constexpr std::string_view kGuide = "formulas.md#materials";

  Number c1, c2;
  Number poisson = 0.49;
  Number relaxation;
  VolumeDamping damping = VolumeDamping::kObjective;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    FieldInfo c1 = rubberCoefficient("c1", "c₁", "Coefficient of I1"),
              c2 = rubberCoefficient("c2", "c₂", "Coefficient of I2");
    c1.required = c2.required = true;
    v.field(self.c1, c1);
    v.field(self.c2, c2);
    describeRubber(self, v);
  }
};

/// Energy c1 (I1 − 3) + c2 (I1 − 3)² + c3 (I1 − 3)³, incompressible.
struct Yeoh {
  static constexpr std::string_view kType = "yeoh";
  static constexpr std::string_view kMeaning = "Incompressible Yeoh: c1 (I1 − 3) + c2 (I1 − 3)² + c3 (I1 − 3)³";
  static constexpr std::string_view kGuide = "formulas.md#materials";

  Number c1, c2, c3;
  Number poisson = 0.49;
  Number relaxation;
  VolumeDamping damping = VolumeDamping::kObjective;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    FieldInfo c1 = rubberCoefficient("c1", "c₁", "Coefficient of I1 − 3");
    c1.required = true, c1.minimum = 0, c1.exclusive = true;
    v.field(self.c1, c1);
    v.field(self.c2, rubberCoefficient("c2", "c₂", "Coefficient of (I1 − 3)²"));
    v.field(self.c3, rubberCoefficient("c3", "c₃", "Coefficient of (I1 − 3)³"));
    describeRubber(self, v);
  }
};

/// A law of a plugin, incompressible.
struct PluginMaterial {
  static constexpr std::string_view kType = "plugin";
  static constexpr std::string_view kMeaning = "Incompressible law of a plugin";
  static constexpr std::string_view kGuide = "formulas.md#materials";

  std::string law;
  OrderedMap<std::string, Number> coefficients;
  Number poisson = 0.49;
  Number relaxation;
  VolumeDamping damping = VolumeDamping::kObjective;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.law, {.key = "law",
                       .meaning = "Name of the law; a plugin that is loaded must have it",
                       .required = true,
                       .offers = OfferKind::kLaw,
                       .label = "Law of the plugin"});
    v.field(self.coefficients, {.key = "coefficients",
                                .meaning = "Coefficients of the law by their names, SI; absent ones are the plugin's",
                                .coefficientsOf = self.law});
    describeRubber(self, v);
  }
};

/// The only list of material laws: a law is one struct and one entry here, and one overload of buildLaw.
using MaterialLaw = std::variant<LinearElastic, NeoHookean, MooneyRivlin, Yeoh, PluginMaterial>;

/// A named material.
struct Material {
  static constexpr std::string_view kMeaning = "What a body is made of";
  static constexpr std::string_view kGuide = "formulas.md#materials";

  ObjectId id = 0;
  std::string name;
  Number density;
  MaterialLaw law;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.choice(self.law, {.key = "model", .meaning = "Material law; absent is linear", .label = "Law"});
    v.field(self.density, {.key = "density",
                           .meaning = "Mass per volume",
                           .symbol = "ρ",
                           .unit = "kg/m³",
                           .minimum = 0,
                           .exclusive = true,
                           .required = true,
                           .source = "rods.md §3",
                           .typical = "950…1250 kg/m³ (silicone, rubber)"});
  }
};

}  // namespace tendril::description
