// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/description/field.hpp"

namespace tendril::description {

/// Linear elastic with Kelvin–Voigt damping, as rods use it.
struct LinearElastic {
  static constexpr std::string_view kType = "linear";
  static constexpr std::string_view kMeaning = "Linear elastic, Kelvin–Voigt damping";

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
                         .source = "[gvs] §3",
                         .label = "Young's modulus",
                         .typical = "0.05…10 MPa (silicone, rubber); 70…210 GPa (metals)"});
    v.field(self.poisson, {.key = "poisson",
                           .meaning = "Poisson's ratio; 0.5 is incompressible",
                           .symbol = "ν",
                           .minimum = -1 + 1e-9,
                           .maximum = 0.5,
                           .source = "[gvs] §3",
                           .label = "Poisson's ratio",
                           .typical = "0.45…0.5 (silicone, rubber); 0.3 (metals)"});
    v.field(self.viscosity, {.key = "viscosity",
                             .meaning = "Kelvin–Voigt viscosity; none is 0",
                             .symbol = "η",
                             .unit = "Pa·s",
                             .minimum = 0,
                             .when = !self.relaxation,
                             .condition = "only without relaxation",
                             .source = "[gvs] §3",
                             .typical = "0.1…10 kPa·s (silicone)"});
    v.field(self.relaxation, {.key = "relaxation",
                              .meaning = "Relaxation time; damping = relaxation × stiffness",
                              .symbol = "τ",
                              .unit = "s",
                              .minimum = 0,
                              .when = !self.viscosity,
                              .condition = "only without viscosity",
                              .label = "Relaxation time",
                              .typical = "1…100 ms"});
  }
};

/// The only list of material laws: a law is one file and one entry here.
using MaterialLaw = std::variant<LinearElastic>;

/// A named material.
struct Material {
  static constexpr std::string_view kMeaning = "What a body is made of";

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
                           .typical = "950…1250 kg/m³ (silicone, rubber)"});
  }
};

}  // namespace tendril::description
