// SPDX-License-Identifier: BSD-3-Clause
// Cross-sections of rods, in the section's y and z. A measure is a number, [start, end], or an expression of X.
#pragma once

#include "core/description/fields/field.hpp"

namespace tendril::description {

struct CircleSection {
  static constexpr std::string_view kType = "circle";
  static constexpr std::string_view kMeaning = "Full circle";
  static constexpr std::string_view kGuide = "formulas.md#sections-and-stiffness";
  Measure radius;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.radius, {.key = "radius",
                          .meaning = "Radius",
                          .symbol = "r",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .variables = "X, L",
                          .source = "rods.md §3",
                          .typical = "1…50 mm"});
  }
};

struct TubeSection {
  static constexpr std::string_view kType = "tube";
  static constexpr std::string_view kMeaning = "Circle with a round hole";
  static constexpr std::string_view kGuide = "formulas.md#sections-and-stiffness";
  Measure radius;
  Measure inner;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.radius, {.key = "radius",
                          .meaning = "Outer radius",
                          .symbol = "r",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .variables = "X, L",
                          .source = "rods.md §3",
                          .typical = "1…50 mm"});
    v.field(self.inner, {.key = "inner",
                         .meaning = "Inner radius, less than the outer",
                         .symbol = "ri",
                         .unit = "m",
                         .minimum = 0,
                         .required = true,
                         .variables = "X, L",
                         .source = "rods.md §3",
                         .label = "Inner radius"});
  }
};

struct RectangleSection {
  static constexpr std::string_view kType = "rectangle";
  static constexpr std::string_view kMeaning = "Full rectangle";
  static constexpr std::string_view kGuide = "formulas.md#sections-and-stiffness";
  Measure height;
  Measure width;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.height, {.key = "height",
                          .meaning = "Full side along y",
                          .symbol = "h",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .variables = "X, L",
                          .source = "rods.md §3"});
    v.field(self.width, {.key = "width",
                         .meaning = "Full side along z",
                         .symbol = "w",
                         .unit = "m",
                         .minimum = 0,
                         .exclusive = true,
                         .required = true,
                         .variables = "X, L",
                         .source = "rods.md §3"});
  }
};

struct EllipseSection {
  static constexpr std::string_view kType = "ellipse";
  static constexpr std::string_view kMeaning = "Full ellipse";
  static constexpr std::string_view kGuide = "formulas.md#sections-and-stiffness";
  Measure a;
  Measure b;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.a, {.key = "a",
                     .meaning = "Semi-axis along y",
                     .symbol = "a",
                     .unit = "m",
                     .minimum = 0,
                     .exclusive = true,
                     .required = true,
                     .variables = "X, L",
                     .source = "rods.md §3",
                     .label = "Semi-axis a"});
    v.field(self.b, {.key = "b",
                     .meaning = "Semi-axis along z",
                     .symbol = "b",
                     .unit = "m",
                     .minimum = 0,
                     .exclusive = true,
                     .required = true,
                     .variables = "X, L",
                     .source = "rods.md §3",
                     .label = "Semi-axis b"});
  }
};

struct ProfileSection {
  static constexpr std::string_view kType = "profile";
  static constexpr std::string_view kMeaning = "Closed polygons of [y, z]; one inside another is a hole";
  static constexpr std::string_view kGuide = "formulas.md#sections-and-stiffness";
  std::vector<std::vector<Number2>> polygons;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.polygons, {.key = "polygons",
                            .meaning = "Corners of each polygon, in order, the first not repeated",
                            .unit = "m",
                            .required = true,
                            .source = "rods.md §3"});
  }
};

/// The only list of section shapes: a shape is one struct and one entry here.
using SectionShape = std::variant<CircleSection, TubeSection, RectangleSection, EllipseSection, ProfileSection>;

struct Section {
  static constexpr std::string_view kMeaning = "Cross-section of a rod";
  static constexpr std::string_view kGuide = "formulas.md#sections-and-stiffness";

  SectionShape shape;
  std::optional<Measure> torsionConstant;
  Number shearFactor = 1;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.choice(self.shape, {.key = "shape", .meaning = "Shape of the section", .required = true});
    v.field(self.torsionConstant, {.key = "torsion_constant",
                                   .meaning = "Torsion constant of the section; absent: polar moment, as the papers",
                                   .symbol = "Jx",
                                   .unit = "m⁴",
                                   .minimum = 0,
                                   .exclusive = true,
                                   .variables = "X, L",
                                   .source = "rods.md §3",
                                   .label = "Torsion constant",
                                   .depth = Depth::kAll});
    v.field(self.shearFactor, {.key = "shear_factor",
                               .meaning = "Shear correction factor of both directions",
                               .symbol = "k",
                               .minimum = 0,
                               .exclusive = true,
                               .source = "rods.md §3",
                               .label = "Shear factor",
                               .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
