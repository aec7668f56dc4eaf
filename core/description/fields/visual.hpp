// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/pose.hpp"

namespace tendril::description {

/// A round shape along x, centred.
struct RoundShape {
  static constexpr std::string_view kMeaning = "Round shape along x, centred at the visual's pose";
  Number radius;
  Number length;

  bool operator==(const RoundShape&) const = default;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.radius,
            {.key = "radius", .meaning = "Radius", .unit = "m", .minimum = 0, .exclusive = true, .required = true});
    v.field(self.length, {.key = "length",
                          .meaning = "Length along x (of a capsule: between the centres of its caps)",
                          .unit = "m",
                          .minimum = 0,
                          .required = true});
  }
};

/// What a surface is made of, for pictures.
enum class Finish { kAutomatic, kRubber, kNylon, kPlastic, kMetal };
constexpr std::array<std::string_view, 5> enumNames(Finish) {
  return {"automatic", "rubber", "nylon", "plastic", "metal"};
}
inline constexpr std::string_view kFinishMeaning =
    "What its surface looks like it is made of: rubber, nylon, plastic, metal; automatic: rubber for soft bodies, "
    "paint for rigid ones";

/// What is drawn or touched of a link: exactly one shape, centred at `pose` in the base frame.
struct Visual {
  static constexpr std::string_view kMeaning = "Shape of a link: one of mesh, box, cylinder, sphere, capsule";
  static constexpr std::string_view kGuide = "modelling.md#bodies";

  std::string mesh;
  std::optional<Number3> box;
  std::optional<RoundShape> cylinder;
  std::optional<Number> sphere;
  std::optional<RoundShape> capsule;
  Pose pose;
  Number scale = 1;

  bool operator==(const Visual&) const = default;
  /// Number of shapes given; 1 in a valid visual.
  int shapeCount() const {
    return int{!mesh.empty()} + int{box.has_value()} + int{cylinder.has_value()} + int{sphere.has_value()} +
           int{capsule.has_value()};
  }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.mesh, {.key = "mesh", .meaning = "Mesh file, relative to the project", .file = true});
    v.field(self.box,
            {.key = "box", .meaning = "Full sides along x, y, z", .unit = "m", .minimum = 0, .exclusive = true});
    v.field(self.cylinder, {.key = "cylinder", .meaning = "Cylinder along x"});
    v.field(self.sphere,
            {.key = "sphere", .meaning = "Radius of a sphere", .unit = "m", .minimum = 0, .exclusive = true});
    v.field(self.capsule, {.key = "capsule", .meaning = "Capsule along x"});
    v.field(self.pose, {.key = "pose", .meaning = "Centre of the shape (origin of the mesh) in the base frame"});
    v.field(self.scale, {.key = "scale",
                         .meaning = "Factor on the mesh file's numbers, to metres",
                         .minimum = 0,
                         .exclusive = true,
                         .when = !self.mesh.empty(),
                         .condition = "only with a mesh"});
  }
};

}  // namespace tendril::description
