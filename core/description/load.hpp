// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/contact.hpp"

namespace tendril::description {

enum class WrenchFrame { kWorld, kBody };
constexpr std::array<std::string_view, 2> enumNames(WrenchFrame) {
  return {"world", "body"};
}

/// A wrench at a station of a link.
struct PointWrench {
  static constexpr std::string_view kType = "point_wrench";
  static constexpr std::string_view kMeaning = "Moment and force at a station of a link";
  static constexpr std::string_view kGuide = "formulas.md#point-wrenches";

  LinkRef link;
  Attachment at;
  WrenchFrame frame = WrenchFrame::kWorld;
  Formula6 wrench;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link, {.key = "link", .meaning = "Link that it acts on", .required = true});
    v.field(self.at, {.key = "at",
                      .meaning = "Where: tip, base, 0…1 along the body, or [x, y, z] (m) on the surface of a volume",
                      .minimum = 0,
                      .maximum = 1,
                      .label = "Acts at"});
    v.field(self.frame, {.key = "frame",
                         .meaning = "Axes: world, or body (a follower)",
                         .source = "[gvs] (53), rods.md §9",
                         .label = "Axes"});
    v.field(self.wrench, {.key = "wrench",
                          .meaning = "mx, my, mz, fx, fy, fz; numbers or expressions of t",
                          .unit = "N·m, N",
                          .required = true,
                          .variables = "t",
                          .source = "[gvs] (53), rods.md §9"});
  }
};

/// Per link or object: 6 numbers (a diagonal) or 6 rows of 6.
using BodyMatrices = OrderedMap<BodyRef, std::vector<OneOrMany<Number>>>;

/// A fluid at rest around the whole robot.
struct FluidLoad {
  static constexpr std::string_view kType = "fluid";
  static constexpr std::string_view kMeaning = "Fluid at rest around the robot: buoyancy, added mass, drag and lift";
  static constexpr std::string_view kGuide = "formulas.md#fluids";

  Number density = 1000.0;
  bool buoyancy = true;
  BodyMatrices addedMass, viscousDrag;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.density, {.key = "density",
                           .meaning = "Density of the fluid",
                           .symbol = "ρ",
                           .unit = "kg/m³",
                           .minimum = 0,
                           .required = true,
                           .source = "[gvs] §6.3, rods.md §9",
                           .typical = "1000 (water), 1.2 (air)"});
    v.field(self.buoyancy, {.key = "buoyancy",
                            .meaning = "What soft bodies, objects and volumes of rigid links displace lifts them",
                            .source = "[gvs] §6.3, rods.md §9"});
    v.field(self.addedMass,
            {.key = "added_mass",
             .meaning = "Per body, 6 numbers or 6×6, angular first: rigid link or object: kg·m², kg at the centre of "
                        "mass in its axes; soft body: c of ρ A(X) c per length",
             .source = "[gvs] §6.3, rods.md §9",
             .label = "Added mass"});
    v.field(
        self.viscousDrag,
        {.key = "viscous_drag",
         .meaning = "Per body, 6 numbers or 6×6 D of the wrench −D |v| V: rigid link or object: SI at the centre of "
                    "mass in its axes; soft body: C of ρ r(X) C per length",
         .source = "[gvs] (62), rods.md §9",
         .label = "Drag and lift"});
  }
};

/// The only list of loads: a load is one struct and one entry here.
using LoadType = std::variant<PointWrench, FluidLoad, Contact>;

struct Load {
  static constexpr std::string_view kMeaning = "External force";
  static constexpr std::string_view kGuide = "modelling.md#what-acts-from-outside";

  ObjectId id = 0;
  std::string name;
  LoadType type;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.name, {.key = "name", .meaning = "Unique name", .required = true});
    v.choice(self.type, {.key = "type", .meaning = "Kind of load", .required = true, .label = "Kind"});
  }
};

}  // namespace tendril::description
