// SPDX-License-Identifier: BSD-3-Clause
// Bodies bent to an arc of a circle (conventions.md, "Constant curvature").
#pragma once

#include "core/description/fields/field.hpp"

namespace tendril::description {

struct ConstantCurvatureBody {
  static constexpr std::string_view kType = "constant_curvature";
  static constexpr std::string_view kMeaning = "Round soft body bent to an arc of a circle";
  static constexpr std::string_view kGuide = "formulas.md#constant-curvature";

  Number length, radius;
  bool planar = true;
  bool elongation = false;
  bool sectionInertia = true;
  MaterialRef material;
  std::optional<Number> density;
  std::vector<Number> q0, v0;

  /// Coordinates: turn about z; or turns about y and z, and with `elongation` the elongation.
  int size() const { return planar ? 1 : elongation ? 3 : 2; }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.length, {.key = "length",
                          .meaning = "Length in the reference shape",
                          .symbol = "L",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .source = "conventions.md §2",
                          .typical = "0.05…1 m"});
    v.field(self.radius, {.key = "radius",
                          .meaning = "Radius of the section",
                          .symbol = "r",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .source = "rods.md §3",
                          .typical = "1…50 mm"});
    v.field(self.planar,
            {.key = "planar", .meaning = "Bends about z only; else about y and z", .source = "conventions.md §2"});
    v.field(self.elongation, {.key = "elongation",
                              .meaning = "The length changes: one more coordinate, in metres",
                              .when = !self.planar,
                              .harmless = true,
                              .condition = "only for spatial bodies",
                              .source = "conventions.md §2"});
    const bool given = self.density.has_value();
    v.field(self.material, {.key = "material",
                            .meaning = "Name of the material",
                            .required = !given,
                            .when = !given,
                            .condition = "not beside density"});
    v.field(self.density, {.key = "density",
                           .meaning = "Mass per volume of a body without elasticity; instead of a material",
                           .symbol = "ρ",
                           .unit = "kg/m³",
                           .minimum = 0,
                           .exclusive = true,
                           .source = "rods.md §3",
                           .depth = Depth::kAll});
    v.field(self.sectionInertia, {.key = "section_inertia",
                                  .meaning = "The sections have rotary inertia; else the mass is on the backbone",
                                  .source = "primitives.md §3.4",
                                  .label = "Section inertia",
                                  .depth = Depth::kAll});
    v.field(self.q0, {.key = "q0",
                      .meaning = "Initial coordinates of the body",
                      .symbol = "q₀",
                      .source = "conventions.md §2",
                      .label = "Initial position",
                      .depth = Depth::kAll});
    v.field(self.v0, {.key = "v0",
                      .meaning = "Initial rates of the body's coordinates",
                      .symbol = "q̇₀",
                      .source = "conventions.md §2",
                      .label = "Initial velocity",
                      .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
