// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/pose.hpp"

namespace tendril::description {

enum class ContactSurface { kNone, kPlane, kSphere, kCylinder, kCylinderInside, kBox, kCapsule, kMesh };
constexpr std::array<std::string_view, 8> enumNames(ContactSurface) {
  return {"none", "plane", "sphere", "cylinder", "cylinder_inside", "box", "capsule", "mesh"};
}

/// A ball of a body, for contact.
struct ContactBall {
  static constexpr std::string_view kMeaning = "A ball fixed to the body";
  static constexpr std::string_view kGuide = "formulas.md#contacts";

  Number3 position;
  Number radius;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.position, {.key = "position", .meaning = "Centre in the base frame", .unit = "m"});
    v.field(self.radius, {.key = "radius",
                          .meaning = "Radius; 0: a point",
                          .symbol = "r",
                          .unit = "m",
                          .minimum = 0,
                          .required = true,
                          .source = "rods.md §9"});
  }
};

/// Contact of the balls of the first body with a surface on the second, or with the second body itself.
struct Contact {
  static constexpr std::string_view kType = "contact";
  static constexpr std::string_view kMeaning = "Contact of two bodies, or of a body with a surface";
  static constexpr std::string_view kGuide = "formulas.md#contacts";

  std::array<BodyRef, 2> between;
  ContactSurface surface = ContactSurface::kNone;
  Number radius;
  std::optional<Number> length;
  std::optional<Number3> size;
  std::string file;
  Number scale = 1;
  Pose pose;
  Number3 axis = {0.0, 0.0, 1.0};
  Number stiffness = 1e5;
  Number exponent = 1.5;
  Number damping = 0;
  Number friction = 0;
  Number frictionSpeed = 1e-3;
  bool stick = false;
  std::optional<Number> stickStiffness;
  Number rollingFriction = 0;
  Number spinningFriction = 0;
  std::vector<ContactBall> spheres;

  bool hasRadius() const {
    return surface == ContactSurface::kSphere || surface == ContactSurface::kCylinder ||
           surface == ContactSurface::kCylinderInside || surface == ContactSurface::kCapsule;
  }
  bool hasLength() const { return hasRadius() && surface != ContactSurface::kSphere; }
  bool hasAxis() const { return surface == ContactSurface::kPlane || hasLength(); }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.between, {.key = "between",
                           .meaning = "The body whose balls touch, and what they touch; twice the same rod: itself",
                           .world = true,
                           .required = true});
    v.field(self.surface, {.key = "surface",
                           .meaning = "Surface on the second body; none: the second body as it is",
                           .source = "rods.md §9"});
    shapeFields(self, v);
    lawFields(self, v);
    v.field(
        self.spheres,
        {.key = "spheres",
         .meaning = "Balls of the first body; absent: sections of a rod, surface of a volume, shapes of a rigid body",
         .source = "rods.md §9",
         .depth = Depth::kAll});
  }

 private:
  template <class Self, class V>
  static void shapeFields(Self& self, V& v) {
    v.field(self.radius, {.key = "radius",
                          .meaning = "Radius of the surface",
                          .symbol = "R",
                          .unit = "m",
                          .minimum = 0,
                          .when = self.hasRadius(),
                          .condition = "only for spheres, cylinders and capsules",
                          .source = "[gvs] (58), rods.md §9"});
    v.field(self.length, {.key = "length",
                          .meaning = "Length along the axis, centred (of a capsule: between the centres of its caps); "
                                     "absent: endless",
                          .unit = "m",
                          .minimum = 0,
                          .exclusive = true,
                          .when = self.hasLength(),
                          .condition = "only for cylinders and capsules"});
    v.field(self.size, {.key = "size",
                        .meaning = "Full sides along x, y, z of the pose",
                        .unit = "m",
                        .minimum = 0,
                        .exclusive = true,
                        .when = self.surface == ContactSurface::kBox,
                        .condition = "only for boxes"});
    const bool mesh = self.surface == ContactSurface::kMesh;
    v.field(self.file, {.key = "file",
                        .meaning = "Mesh file, relative to the project; closed: a solid, open: touched from both sides",
                        .file = true,
                        .when = mesh,
                        .condition = "only for meshes"});
    v.field(self.scale, {.key = "scale",
                         .meaning = "Factor on the mesh file's numbers, to metres",
                         .minimum = 0,
                         .exclusive = true,
                         .when = mesh,
                         .condition = "only for meshes"});
    v.field(self.pose, {.key = "pose",
                        .meaning = "Frame of the surface in the base frame of the second body",
                        .when = self.surface != ContactSurface::kNone,
                        .harmless = true,
                        .condition = "only with a surface"});
    v.field(self.axis, {.key = "axis",
                        .meaning = "Normal of the plane, axis of the cylinder or capsule, in that frame",
                        .when = self.hasAxis(),
                        .harmless = true,
                        .condition = "only for planes, cylinders and capsules"});
  }
  template <class Self, class V>
  static void lawFields(Self& self, V& v) {
    v.field(self.stiffness, {.key = "stiffness",
                             .meaning = "k, in N/m^p, of the normal force k·δ^p·max(0, 1 + d·δ̇) at depth δ (Hertz, "
                                        "Hunt–Crossley)",
                             .symbol = "k",
                             .minimum = 0,
                             .exclusive = true,
                             .source = "[gvs] (57), rods.md §9",
                             .typical = "10³…10⁷"});
    v.field(self.exponent, {.key = "exponent",
                            .meaning = "Power of the depth; 1.5 for round bodies (Hertz), 1 for a linear spring",
                            .symbol = "p",
                            .minimum = 1,
                            .maximum = 10,
                            .source = "[gvs] (57), rods.md §9"});
    v.field(self.damping, {.key = "damping",
                           .meaning = "d of that force: share per speed of approach; it never pulls",
                           .symbol = "d",
                           .unit = "s/m",
                           .minimum = 0,
                           .source = "rods.md §9"});
    v.field(self.friction, {.key = "friction",
                            .meaning = "Coefficient of friction (Coulomb)",
                            .symbol = "μ",
                            .minimum = 0,
                            .source = "rods.md §9",
                            .typical = "0.1…1"});
    v.field(self.frictionSpeed, {.key = "friction_speed",
                                 .meaning = "Speed at which friction has 71 % of its full value; of what sticks: at "
                                            "which its damper has all of it",
                                 .unit = "m/s",
                                 .minimum = 0,
                                 .exclusive = true,
                                 .source = "rods.md §9",
                                 .depth = Depth::kNumerics});
    v.field(self.stick, {.key = "stick",
                         .meaning = "Friction holds what does not slip: a spring along the surface from where it "
                                    "touched; without, it creeps",
                         .source = "rods.md §9"});
    v.field(self.stickStiffness, {.key = "stick_stiffness",
                                  .meaning = "Stiffness of that spring, of every point that touches; absent: as that "
                                             "of the normal force at a depth of 1 mm",
                                  .unit = "N/m",
                                  .minimum = 0,
                                  .exclusive = true,
                                  .when = self.stick,
                                  .condition = "only with stick",
                                  .source = "rods.md §9",
                                  .depth = Depth::kNumerics});
    turningFields(self, v);
  }
  template <class Self, class V>
  static void turningFields(Self& self, V& v) {
    v.field(self.rollingFriction,
            {.key = "rolling_friction",
             .meaning = "Length whose product with the normal force is the largest moment against rolling; points of a "
                        "volume with a mesh turn as its base does",
             .symbol = "b_r",
             .unit = "m",
             .minimum = 0,
             .source = "rods.md §9",
             .typical = "0.01…10 mm",
             .depth = Depth::kAll});
    v.field(self.spinningFriction,
            {.key = "spinning_friction",
             .meaning = "The same against spinning about the normal; of a round patch about 0.6 μ times its radius",
             .symbol = "b_s",
             .unit = "m",
             .minimum = 0,
             .source = "rods.md §9",
             .typical = "0.01…10 mm",
             .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
