// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/visual.hpp"

namespace tendril::description {

/// A solid shape: exactly one, centred, round ones along x.
struct Solid {
  static constexpr std::string_view kMeaning = "Solid shape: one of box, cylinder, sphere, capsule";
  static constexpr std::string_view kGuide = "formulas.md#rigid-bodies";

  std::optional<Number3> box;
  std::optional<RoundShape> cylinder;
  std::optional<Number> sphere;
  std::optional<RoundShape> capsule;

  /// Number of shapes given; 1 in a valid solid.
  int shapeCount() const {
    return int{box.has_value()} + int{cylinder.has_value()} + int{sphere.has_value()} + int{capsule.has_value()};
  }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.box,
            {.key = "box", .meaning = "Full sides along x, y, z", .unit = "m", .minimum = 0, .exclusive = true});
    v.field(self.cylinder, {.key = "cylinder", .meaning = "Cylinder along x"});
    v.field(self.sphere,
            {.key = "sphere", .meaning = "Radius of a sphere", .unit = "m", .minimum = 0, .exclusive = true});
    v.field(self.capsule, {.key = "capsule", .meaning = "Capsule along x"});
  }
};

/// A free rigid body to touch or grasp: a link with a free joint and the inertia of its shape.
struct FreeObject {
  static constexpr std::string_view kMeaning = "A free rigid body to touch or grasp";
  static constexpr std::string_view kGuide = "formulas.md#rigid-bodies";

  ObjectId id = 0;
  std::string name;
  Solid shape;
  Number mass;
  Pose pose;
  std::optional<Number6> v0;
  std::string color;
  Finish finish = Finish::kAutomatic;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.name, {.key = "name", .meaning = "Unique name, also among links", .required = true});
    v.field(self.shape, {.key = "shape", .meaning = "Shape, of even density", .required = true});
    v.field(self.mass, {.key = "mass",
                        .meaning = "Mass",
                        .symbol = "m",
                        .unit = "kg",
                        .minimum = 0,
                        .exclusive = true,
                        .required = true,
                        .source = "trees.md §0"});
    v.field(self.pose, {.key = "pose", .meaning = "Where its centre is at the start, in the world"});
    v.field(self.v0, {.key = "v0",
                      .meaning = "Twist at the start: ωx, ωy, ωz, vx, vy, vz in its own axes; absent: at rest",
                      .unit = "rad/s, m/s",
                      .label = "Initial velocity",
                      .depth = Depth::kAll});
    v.field(self.color, {.key = "color",
                         .meaning = "Colour of the picture, #rrggbb; absent: from the palette",
                         .label = "Colour",
                         .depth = Depth::kAll});
    v.field(self.finish, {.key = "finish", .meaning = kFinishMeaning, .label = "Surface", .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
