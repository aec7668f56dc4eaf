// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "studio/document/copies/solid_floor.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/random/drawing.hpp"

namespace tendril {
namespace {

constexpr std::size_t kSurfaces = 8, kSolids = 3;

std::optional<Vec3> placeOrNone(Drawing& d) {
  return d.dice.oneIn(2) ? std::optional(d.place(1)) : std::nullopt;
}

Edit linkAt(Drawing& d) {
  return edits::addLink(d.oneOfFirst<LinkTemplate>(kLinkTemplates),
                        {.parent = d.linkOrWorld(), .at = d.attachment(), .position = placeOrNone(d)});
}

Edit object(Drawing& d) {
  const std::optional<double> floor = d.dice.oneIn(2) ? std::optional(d.number(-1, 1)) : std::nullopt;
  return edits::addObject(floor, d.oneOfFirst<edits::SolidShape>(kSolids), placeOrNone(d));
}

/// Something that a floor can carry.
Edit somethingThatFalls(Drawing& d) {
  if (d.dice.oneIn(2)) return object(d);
  return edits::addLink(d.dice.oneIn(2) ? LinkTemplate::kFloatingBase : LinkTemplate::kRod, d.linkOrWorld());
}

constexpr auto kKinds = std::to_array<EditKind>({
    {"addLink", [](Drawing& d) { return edits::addLink(d.oneOfFirst<LinkTemplate>(kLinkTemplates), d.linkOrWorld()); }},
    {"addLink", linkAt},
    {"addMaterial", [](Drawing&) { return edits::addMaterial(); }},
    {"addTendon", [](Drawing& d) { return edits::addTendon(d.link()); }},
    {"addMotor", [](Drawing& d) { return edits::addMotor(d.link()); }},
    {"addLoad", [](Drawing& d) { return edits::addLoad(d.link()); }},
    {"addLoop", [](Drawing& d) { return edits::addLoop(d.link(), d.linkOrWorld()); }},
    {"addContact",
     [](Drawing& d) { return edits::addContact(d.body(), d.dice.oneIn(2) ? 0 : d.body(), d.number(-1, 0)); }},
    {"addObstacle",
     [](Drawing& d) {
       return edits::addObstacle(d.body(), d.oneOfFirst<description::ContactSurface>(kSurfaces), d.number(-1, 0));
     }},
    {"addObject", object},
    {"addFluid", [](Drawing&) { return edits::addFluid(); }},
    {"addPressure", [](Drawing& d) { return edits::addPressure(d.link()); }},
    {"addPropellers", [](Drawing& d) { return edits::addPropellers(d.link()); }},
    {"addSpool", [](Drawing& d) { return edits::addSpool(d.link()); }},
    {"addDrive", [](Drawing& d) { return edits::addDrive(d.link()); }},
    {"addSignal", [](Drawing& d) { return edits::addSignal(d.any(ItemKind::kActuator)); }},
    {"addParameter",
     [](Drawing& d) {
       const bool known = d.dice.oneIn(6);
       return edits::addParameter(known ? d.parameter() : "p" + std::to_string(d.kept.names++), d.number(0.01, 1));
     }},
    {"makeFloorSolid", [](Drawing& d) { return edits::makeFloorSolid(d.number(-1, 0)); }},
    {"removeFloor", [](Drawing&) { return edits::removeFloor(); }},
    {"onSolidFloor", [](Drawing& d) { return edits::onSolidFloor(somethingThatFalls(d)); }},
    {"onFirstFloor", [](Drawing& d) { return edits::onFirstFloor(somethingThatFalls(d), d.number(-1, 0)); }},
});

}  // namespace

std::span<const EditKind> kindsThatAdd() {
  return kKinds;
}

}  // namespace tendril
