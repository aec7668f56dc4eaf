// SPDX-License-Identifier: BSD-3-Clause
// Volumes of tetrahedra that move by volume-preserving primitives (primitives.md §1).
#pragma once

#include "core/description/bodies/tetrahedra.hpp"

namespace tendril::description {

/// How the primitives are put together: strains of one backbone, or maps one after another.
enum class PrimitiveFamily { kBackbone, kComposed };
constexpr std::array<std::string_view, 2> enumNames(PrimitiveFamily) {
  return {"backbone", "composed"};
}

/// One primitive: a kind of deformation and one coordinate per mode.
struct Primitive {
  static constexpr std::string_view kMeaning = "Volume-preserving deformation, one coordinate per mode";
  static constexpr std::string_view kGuide = "formulas.md#volumes-of-primitives";

  std::string type = "stretch";
  std::vector<Formula> modes;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.type, {.key = "type",
                        .meaning = "Kind of deformation; those of plugins are for the family composed",
                        .required = true,
                        .source = "[kane] Table 4",
                        .offers = OfferKind::kPrimitive});
    v.field(self.modes, {.key = "modes",
                         .meaning = "Functions of X (0…1) or x (m) that the coordinates multiply",
                         .required = true,
                         .variables = "X, x, L",
                         .source = "[kane] Table 4",
                         .typical = "1/L, x/L, X*(1-X)"});
  }
};

struct VolumeBody : TetrahedraBody {
  static constexpr std::string_view kType = "primitives";
  static constexpr std::string_view kMeaning = "Soft volume of tetrahedra that keeps its volume";
  static constexpr std::string_view kGuide = "formulas.md#volumes-of-primitives";

  PrimitiveFamily family = PrimitiveFamily::kBackbone;
  std::vector<Primitive> primitives;

  /// Number of coordinates.
  int size() const {
    std::size_t count = 0;
    for (const Primitive& primitive : primitives) count += primitive.modes.size();
    return static_cast<int>(count);
  }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    describeMaterial(self, v);
    v.field(self.family, {.key = "family",
                          .meaning = "Strains of one backbone, or maps applied one after another",
                          .source = "primitives.md §1"});
    describeMesh(self, v);
    v.field(self.primitives,
            {.key = "primitives", .meaning = "Deformations, in order", .required = true, .source = "primitives.md §1"});
    describePoints(self, v);
    describeState(self, v);
  }
};

}  // namespace tendril::description
