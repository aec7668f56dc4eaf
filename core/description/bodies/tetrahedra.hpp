// SPDX-License-Identifier: BSD-3-Clause
// What all bodies of tetrahedra have, however they deform.
#pragma once

#include "core/description/bodies/mesh.hpp"

namespace tendril::description {

/// Live runs may take few fitted points instead of the mesh.
enum class LivePoints { kFull };
constexpr std::array<std::string_view, 1> enumNames(LivePoints) {
  return {"full"};
}
using LiveQuadrature = Either<Number, LivePoints>;

struct TetrahedraBody {
  MaterialRef material;
  Mesh mesh;
  std::optional<Number> length;
  Number quadrature = 1;
  std::optional<LiveQuadrature> liveQuadrature;
  std::vector<Number> q0, v0;

 protected:
  template <class Self, class V>
  static void describeMaterial(Self& self, V& v) {
    v.field(self.material, {.key = "material", .meaning = "Name of the material", .required = true});
  }
  template <class Self, class V>
  static void describeMesh(Self& self, V& v) {
    v.field(self.mesh,
            {.key = "mesh",
             .meaning = "Tetrahedra: a file (.msh, .vtu) relative to the project, a shape, or what a surface encloses",
             .required = true,
             .file = true,
             .guide = "modelling.md#bodies"});
    const auto* shape = std::get_if<MeshShape>(&self.mesh.value);
    v.field(self.length, {.key = "length",
                          .meaning = "Length along x; absent: the extent of the file",
                          .symbol = "L",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = shape && !shape->surface,
                          .source = "primitives.md §1",
                          .typical = "0.05…0.5 m"});
  }
  template <class Self, class V>
  static void describePoints(Self& self, V& v) {
    v.field(self.quadrature, {.key = "quadrature",
                              .meaning = "Points per tetrahedron: 1 or 4",
                              .minimum = 1,
                              .maximum = 4,
                              .integer = true,
                              .source = "engine.md §1",
                              .guide = "formulas.md#tetrahedra",
                              .depth = Depth::kNumerics});
    v.field(self.liveQuadrature,
            {.key = "live_quadrature",
             .meaning = "Fitted points of live runs, or full: the points of the mesh; absent: full",
             .minimum = 20,
             .maximum = 5000,
             .integer = true,
             .source = "engine.md §5",
             .guide = "formulas.md#tetrahedra",
             .label = "Live points",
             .typical = "100…200",
             .depth = Depth::kNumerics});
  }
  template <class Self, class V>
  static void describeState(Self& self, V& v) {
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
