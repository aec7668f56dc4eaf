// SPDX-License-Identifier: BSD-3-Clause
// Meshes of tetrahedra: a file, or a shape that is generated. Every shape stands along x, from 0 to the body's length;
// what a surface of a file encloses stands where its pose puts it.
#pragma once

#include "core/description/fields/field.hpp"
#include "core/description/fields/pose.hpp"

namespace tendril::description {

/// What all generated shapes have.
template <class Self, class V>
void describeCount(Self& self, V& v) {
  v.field(self.tetrahedra, {.key = "tetrahedra",
                            .meaning = "Wanted number of tetrahedra",
                            .minimum = 1,
                            .maximum = 1e6,
                            .integer = true,
                            .typical = "300…5000"});
}

struct CylinderMesh {
  static constexpr std::string_view kMeaning = "Full cylinder";
  static constexpr std::string_view kGuide = "modelling.md#bodies";
  Number radius;
  Number tetrahedra = 1000;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.radius, {.key = "radius",
                          .meaning = "Radius",
                          .symbol = "r",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true,
                          .typical = "5…50 mm"});
    describeCount(self, v);
  }
};

struct TubeMesh {
  static constexpr std::string_view kMeaning = "Cylinder with a round bore";
  static constexpr std::string_view kGuide = "modelling.md#bodies";
  Number radius, inner;
  Number tetrahedra = 1000;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.radius, {.key = "radius",
                          .meaning = "Outer radius",
                          .symbol = "r",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true});
    v.field(self.inner, {.key = "inner",
                         .meaning = "Radius of the bore, less than the outer",
                         .symbol = "ri",
                         .unit = "m",
                         .minimum = 0,
                         .exclusive = true,
                         .required = true,
                         .label = "Inner radius"});
    describeCount(self, v);
  }
};

struct BoxMesh {
  static constexpr std::string_view kMeaning = "Box";
  static constexpr std::string_view kGuide = "modelling.md#bodies";
  Number height, width;
  Number tetrahedra = 1000;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.height, {.key = "height",
                          .meaning = "Full side along y",
                          .symbol = "h",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true});
    v.field(self.width, {.key = "width",
                         .meaning = "Full side along z",
                         .symbol = "w",
                         .unit = "m",
                         .minimum = 0,
                         .exclusive = true,
                         .required = true});
    describeCount(self, v);
  }
};

/// Which way ribs turn as they go forward: both ways, crossing, or one.
enum class RibHands { kBoth, kRight, kLeft };
constexpr std::array<std::string_view, 3> enumNames(RibHands) {
  return {"both", "right", "left"};
}

struct HelicoidMesh {
  static constexpr std::string_view kMeaning = "Trimmed helicoid: spiral ribs around a bore";
  static constexpr std::string_view kGuide = "modelling.md#bodies";
  Number radius, inner;
  Number pitch, thickness;
  std::optional<Number> turns;
  Number strips = 2;
  RibHands hands = RibHands::kBoth;
  Number ring = 0;
  Number tetrahedra = 2500;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.radius, {.key = "radius",
                          .meaning = "Outer radius",
                          .symbol = "r",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true});
    v.field(self.inner, {.key = "inner",
                         .meaning = "Inner radius of the ribs, less than the outer",
                         .symbol = "ri",
                         .unit = "m",
                         .minimum = 0,
                         .exclusive = true,
                         .required = true,
                         .label = "Inner radius"});
    const bool turns = self.turns.has_value();
    v.field(self.pitch, {.key = "pitch",
                         .meaning = "Way forward of a rib in one turn",
                         .symbol = "p",
                         .unit = "m",
                         .minimum = 0,
                         .exclusive = true,
                         .required = !turns,
                         .when = !turns,
                         .condition = "not beside turns"});
    v.field(self.turns, {.key = "turns",
                         .meaning = "Turns of a rib between the rings; instead of a pitch",
                         .minimum = 0,
                         .exclusive = true,
                         .depth = Depth::kAll});
    v.field(self.thickness, {.key = "thickness",
                             .meaning = "Thickness of a rib along x, less than pitch / strips",
                             .unit = "m",
                             .minimum = 0,
                             .exclusive = true,
                             .required = true});
    v.field(self.strips, {.key = "strips",
                          .meaning = "Ribs of each hand",
                          .minimum = 1,
                          .maximum = 20,
                          .integer = true,
                          .label = "Ribs"});
    v.field(self.hands, {.key = "hands",
                         .meaning = "Which way ribs turn: both ways, crossing each other, or as right or left screws"});
    v.field(self.ring, {.key = "ring",
                        .meaning = "Height of a closed ring at each end, part of the length; 0: none",
                        .unit = "m",
                        .minimum = 0,
                        .label = "End rings"});
    describeCount(self, v);
  }
};

struct GripperMesh {
  static constexpr std::string_view kMeaning = "Tube closed by a cap at its tip";
  static constexpr std::string_view kGuide = "modelling.md#bodies";
  Number radius, inner, cap;
  Number tetrahedra = 1000;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.radius, {.key = "radius",
                          .meaning = "Outer radius",
                          .symbol = "r",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .required = true});
    v.field(self.inner, {.key = "inner",
                         .meaning = "Radius of the bore, less than the outer",
                         .symbol = "ri",
                         .unit = "m",
                         .minimum = 0,
                         .exclusive = true,
                         .required = true,
                         .label = "Inner radius"});
    v.field(self.cap,
            {.key = "cap", .meaning = "Thickness of the cap at the tip; 0 is open", .unit = "m", .minimum = 0});
    describeCount(self, v);
  }
};

/// Filled by gmsh, whatever the maker.
struct SurfaceMesh {
  static constexpr std::string_view kMeaning = "What a surface of triangles encloses";
  static constexpr std::string_view kGuide = "modelling.md#surfaces-to-volumes";
  std::string file;
  Number scale = 1;
  Pose pose;
  std::optional<Number> size;
  Number grading = 0;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.file, {.key = "file",
                        .meaning = "Closed surface of triangles (.stl, .obj, .ply), relative to the project",
                        .required = true,
                        .file = true});
    v.field(self.scale, {.key = "scale",
                         .meaning = "Factor on the file's numbers, to metres",
                         .minimum = 0,
                         .exclusive = true,
                         .typical = "0.001 for files in millimetres"});
    v.field(self.pose, {.key = "pose", .meaning = "Where the origin of the file is in the body's axes"});
    v.field(self.size, {.key = "size",
                        .meaning = "Wanted length of edges at the surface; absent: what gives about 2000 tetrahedra",
                        .symbol = "h",
                        .unit = "m",
                        .minimum = 0,
                        .exclusive = true,
                        .typical = "1…10 mm"});
    v.field(self.grading, {.key = "grading",
                           .meaning = "How much longer edges are per distance from the surface; 0: the same everywhere",
                           .minimum = 0,
                           .maximum = 2,
                           .typical = "0…0.5"});
  }
};

/// Who fills a shape with tetrahedra: layers made here, at once, or gmsh, unstructured.
enum class MeshMaker { kLayers, kGmsh };
constexpr std::array<std::string_view, 2> enumNames(MeshMaker) {
  return {"layers", "gmsh"};
}

/// A shape to generate: exactly one.
struct MeshShape {
  static constexpr std::string_view kMeaning = "Shape to fill with tetrahedra: one of the shapes";
  static constexpr std::string_view kGuide = "modelling.md#bodies";

  std::optional<CylinderMesh> cylinder;
  std::optional<TubeMesh> tube;
  std::optional<BoxMesh> box;
  std::optional<HelicoidMesh> helicoid;
  std::optional<GripperMesh> gripper;
  std::optional<SurfaceMesh> surface;
  MeshMaker maker = MeshMaker::kLayers;

  /// Number of shapes given; 1 in a valid mesh.
  int shapeCount() const {
    return int{cylinder.has_value()} + int{tube.has_value()} + int{box.has_value()} + int{helicoid.has_value()} +
           int{gripper.has_value()} + int{surface.has_value()};
  }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.cylinder, {.key = "cylinder", .meaning = "Full cylinder"});
    v.field(self.tube, {.key = "tube", .meaning = "Cylinder with a round bore"});
    v.field(self.box, {.key = "box", .meaning = "Box"});
    v.field(self.helicoid, {.key = "trimmed_helicoid", .meaning = "Spiral ribs around a bore"});
    v.field(self.gripper, {.key = "gripper", .meaning = "Tube closed by a cap"});
    v.field(self.surface, {.key = "surface", .meaning = "Inside of a surface of a file (.stl, .obj, .ply)"});
    v.field(self.maker, {.key = "maker",
                         .meaning = "Layers, as symmetric as the shape, or an unstructured mesh by gmsh",
                         .when = !self.surface,
                         .harmless = true,
                         .condition = "only for shapes with measures: gmsh fills surfaces",
                         .label = "Made by",
                         .depth = Depth::kNumerics});
  }
};

/// A file (.msh, .vtu, or a surface as SurfaceMesh takes it), or a shape.
using Mesh = Either<std::string, MeshShape>;

}  // namespace tendril::description
