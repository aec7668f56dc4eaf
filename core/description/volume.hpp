// SPDX-License-Identifier: BSD-3-Clause
// Volumes of tetrahedra that move by volume-preserving primitives (primitives.md §1).
#pragma once

#include "core/description/mesh.hpp"

namespace tendril::description {

/// How the primitives are put together: strains of one backbone, or maps one after another.
enum class PrimitiveFamily { kBackbone, kComposed };
constexpr std::array<std::string_view, 2> enumNames(PrimitiveFamily) {
  return {"backbone", "composed"};
}

/// Live runs may take few fitted points instead of the mesh.
enum class LivePoints { kFull };
constexpr std::array<std::string_view, 1> enumNames(LivePoints) {
  return {"full"};
}
using LiveQuadrature = Either<Number, LivePoints>;

/// One primitive: a kind of deformation and one coordinate per mode.
struct Primitive {
  static constexpr std::string_view kMeaning = "Volume-preserving deformation, one coordinate per mode";

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

struct VolumeBody {
  static constexpr std::string_view kType = "primitives";
  static constexpr std::string_view kMeaning = "Soft volume of tetrahedra that keeps its volume";

  MaterialRef material;
  PrimitiveFamily family = PrimitiveFamily::kBackbone;
  Mesh mesh;
  std::optional<Number> length;
  std::vector<Primitive> primitives;
  Number quadrature = 1;
  std::optional<LiveQuadrature> liveQuadrature;
  std::vector<Number> q0, v0;

  /// Number of coordinates.
  int size() const {
    std::size_t count = 0;
    for (const Primitive& primitive : primitives) count += primitive.modes.size();
    return static_cast<int>(count);
  }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.material, {.key = "material", .meaning = "Name of the material", .required = true});
    v.field(self.family, {.key = "family",
                          .meaning = "Strains of one backbone, or maps applied one after another",
                          .source = "primitives.md §1"});
    v.field(self.mesh, {.key = "mesh",
                        .meaning = "Tetrahedra: a file (.msh, .vtu) relative to the project, or a shape",
                        .required = true});
    const bool shape = self.mesh.value.index() == 1;
    v.field(self.length, {.key = "length",
                          .meaning = "Length along x; absent: the extent of the mesh file",
                          .symbol = "L",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = shape,
                          .typical = "0.05…0.5 m"});
    v.field(self.primitives, {.key = "primitives", .meaning = "Deformations, in order", .required = true});
    v.field(self.quadrature, {.key = "quadrature",
                              .meaning = "Points per tetrahedron: 1 or 4",
                              .minimum = 1,
                              .maximum = 4,
                              .integer = true,
                              .depth = Depth::kNumerics});
    v.field(self.liveQuadrature,
            {.key = "live_quadrature",
             .meaning = "Fitted points of live runs, or full: the points of the mesh; absent: full",
             .minimum = 20,
             .maximum = 5000,
             .integer = true,
             .source = "engine.md §5",
             .label = "Live points",
             .typical = "100…200",
             .depth = Depth::kNumerics});
    v.field(self.q0, {.key = "q0",
                      .meaning = "Initial coordinates of the body",
                      .symbol = "q₀",
                      .label = "Initial position",
                      .depth = Depth::kAll});
    v.field(self.v0, {.key = "v0",
                      .meaning = "Initial rates of the body's coordinates",
                      .symbol = "q̇₀",
                      .label = "Initial velocity",
                      .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
