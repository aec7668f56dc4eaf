// SPDX-License-Identifier: BSD-3-Clause
// Rods: the geometric variable-strain model (rods.md §2–3).
#pragma once

#include "core/description/bodies/section.hpp"
#include "core/description/fields/pose.hpp"
#include "core/model/rod/basis/basis.hpp"

namespace tendril::description {

using tendril::kCustomBasis;

/// How one of the six strains may vary along the division.
struct StrainMode {
  static constexpr std::string_view kMeaning = "Functions that one strain is made of";
  static constexpr std::string_view kGuide = "formulas.md#strains-of-rods";

  std::string basis = "legendre";
  Number order;
  std::vector<Formula> functions;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.basis, {.key = "basis",
                         .meaning = "Family of functions",
                         .required = true,
                         .source = "rods.md §2",
                         .offers = OfferKind::kStrainBasis,
                         .label = "Family"});
    const bool custom = self.basis == kCustomBasis;  // after the basis has been read
    v.field(self.order, {.key = "order",
                         .meaning = "Order of the family; elements of fem_… and hermite",
                         .symbol = "p",
                         .minimum = 0,
                         .maximum = 200,
                         .integer = true,
                         .when = !custom && self.basis != "constant",
                         .harmless = true,
                         .condition = "not for constant or custom",
                         .source = "rods.md §2",
                         .typical = "0…5"});
    v.field(self.functions, {.key = "functions",
                             .meaning = "Functions of X (0…1 over the division)",
                             .required = custom,
                             .when = custom,
                             .condition = "only for custom",
                             .variables = "X, L",
                             .source = "rods.md §2"});
  }
};

/// The six strains; an absent one is fixed at its reference.
struct Strain {
  static constexpr std::string_view kMeaning = "Strains that may vary; an absent one is fixed at its reference";
  static constexpr std::string_view kGuide = "formulas.md#strains-of-rods";

  std::optional<StrainMode> torsion, bendingY, bendingZ, stretch, shearY, shearZ;

  /// The six in the order of conventions.md.
  std::array<const std::optional<StrainMode>*, 6> modes() const {
    return {&torsion, &bendingY, &bendingZ, &stretch, &shearY, &shearZ};
  }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.torsion, {.key = "torsion",
                           .meaning = "Turn about x per length",
                           .symbol = "κx",
                           .unit = "1/m",
                           .source = "[gvs] (1), rods.md §2"});
    v.field(self.bendingY, {.key = "bending_y",
                            .meaning = "Turn about y per length",
                            .symbol = "κy",
                            .unit = "1/m",
                            .source = "[gvs] (1), rods.md §2"});
    v.field(self.bendingZ, {.key = "bending_z",
                            .meaning = "Turn about z per length",
                            .symbol = "κz",
                            .unit = "1/m",
                            .source = "[gvs] (1), rods.md §2"});
    v.field(self.stretch,
            {.key = "stretch", .meaning = "Elongation", .symbol = "νx − 1", .source = "[gvs] (1), rods.md §2"});
    v.field(self.shearY,
            {.key = "shear_y", .meaning = "Shear along y", .symbol = "νy", .source = "[gvs] (1), rods.md §2"});
    v.field(self.shearZ,
            {.key = "shear_z", .meaning = "Shear along z", .symbol = "νz", .source = "[gvs] (1), rods.md §2"});
  }
};

/// One division of a rod; a rod without `divisions` is one.
struct RodDivision {
  static constexpr std::string_view kMeaning = "Part of a rod with its own section, material and strains";
  static constexpr std::string_view kGuide = "formulas.md#strains-of-rods";

  MaterialRef material;
  Number length;
  Section section;
  Strain strain;
  Formula6 referenceStrain = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0};
  std::optional<Number> quadrature;
  std::vector<Number> q0, v0;
  Pose pose, tip;

  /// The fields of a rod with one division, which stand in the body itself. `used`: they have a meaning there.
  template <class Self, class V>
  static void describeSingle(Self& self, V& v, bool used) {
    constexpr std::string_view kCondition = "not beside divisions";
    v.field(self.material, {.key = "material",
                            .meaning = "Name of the material",
                            .required = used,
                            .when = used,
                            .condition = kCondition});
    v.field(self.length, {.key = "length",
                          .meaning = "Length in the reference shape",
                          .symbol = "L",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = used,
                          .when = used,
                          .condition = kCondition,
                          .source = "rods.md §2",
                          .typical = "0.05…1 m"});
    v.field(self.section, {.key = "section",
                           .meaning = "Cross-section along X",
                           .required = used,
                           .when = used,
                           .condition = kCondition,
                           .source = "rods.md §3"});
    v.field(self.strain, {.key = "strain",
                          .meaning = "Strains that may vary",
                          .when = used,
                          .condition = kCondition,
                          .source = "[gvs] (1), rods.md §2"});
    v.field(self.referenceStrain, {.key = "reference_strain",
                                   .meaning = "Stress-free strain: κx, κy, κz, νx, νy, νz",
                                   .symbol = "ξ*",
                                   .unit = "1/m, –",
                                   .when = used,
                                   .condition = kCondition,
                                   .variables = "X, x, L",
                                   .source = "[gvs] (1), rods.md §2",
                                   .label = "Reference strain",
                                   .depth = Depth::kAll});
    v.field(self.quadrature, {.key = "quadrature",
                              .meaning = "Gauss points per element; absent: from basis and order",
                              .minimum = 1,
                              .maximum = 100,
                              .integer = true,
                              .when = used,
                              .condition = kCondition,
                              .source = "rods.md §3",
                              .guide = "formulas.md#steps-along-a-rod",
                              .label = "Gauss points",
                              .typical = "order + 1 … 10",
                              .depth = Depth::kNumerics});
  }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    describeSingle(self, v, true);
    v.field(self.q0, {.key = "q0",
                      .meaning = "Initial coordinates of this division",
                      .symbol = "q₀",
                      .source = "conventions.md §2",
                      .label = "Initial position",
                      .depth = Depth::kAll});
    v.field(self.v0, {.key = "v0",
                      .meaning = "Initial rates of this division's coordinates",
                      .symbol = "q̇₀",
                      .source = "conventions.md §2",
                      .label = "Initial velocity",
                      .depth = Depth::kAll});
    v.field(self.pose, {.key = "pose",
                        .meaning = "Fixed transform before X = 0",
                        .source = "rods.md §3",
                        .label = "Pose before",
                        .depth = Depth::kAll});
    v.field(self.tip, {.key = "tip",
                       .meaning = "Fixed transform after X = L",
                       .source = "rods.md §3",
                       .label = "Tip after",
                       .depth = Depth::kAll});
  }
};

struct RodBody {
  static constexpr std::string_view kType = "rod";
  static constexpr std::string_view kMeaning = "Slender soft body: strains along its length";
  static constexpr std::string_view kGuide = "formulas.md#strains-of-rods";

  std::vector<RodDivision> divisions;
  RodDivision single;  ///< used when there are no divisions; its q0 and v0 are the whole body's in any case
  Number magnus = 4;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.divisions, {.key = "divisions",
                             .meaning = "Parts in series, from base to tip",
                             .source = "rods.md §3",
                             .depth = Depth::kAll});
    RodDivision::describeSingle(self.single, v, self.divisions.empty());
    v.field(self.magnus, {.key = "magnus",
                          .meaning = "Order of the Magnus expansion: 2 or 4",
                          .minimum = 2,
                          .maximum = 4,
                          .integer = true,
                          .source = "[gvs] (C1), rods.md §4",
                          .guide = "formulas.md#steps-along-a-rod",
                          .label = "Magnus order",
                          .depth = Depth::kNumerics});
    v.field(self.single.q0, {.key = "q0",
                             .meaning = "Initial coordinates of the body",
                             .symbol = "q₀",
                             .source = "conventions.md §2",
                             .label = "Initial position",
                             .depth = Depth::kAll});
    v.field(self.single.v0, {.key = "v0",
                             .meaning = "Initial rates of the body's coordinates",
                             .symbol = "q̇₀",
                             .source = "conventions.md §2",
                             .label = "Initial velocity",
                             .depth = Depth::kAll});
  }

  /// The divisions, or the single one.
  std::span<const RodDivision> parts() const {
    return divisions.empty() ? std::span<const RodDivision>(&single, 1) : std::span<const RodDivision>(divisions);
  }
};

}  // namespace tendril::description
