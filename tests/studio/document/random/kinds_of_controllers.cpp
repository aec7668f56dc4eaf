// SPDX-License-Identifier: GPL-3.0-or-later
// Controllers, and the paths that they lead frames along.
#include <array>
#include <exception>

#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/geometry/path_edits.hpp"
#include "studio/document/items.hpp"
#include "tests/studio/document/random/drawing.hpp"

namespace tendril {
namespace {

/// Of the actuators that the kind wants, or of any.
ControllerWish wish(Drawing& d, const Model* model) {
  std::vector<ObjectId> chosen;
  for (std::size_t i = d.dice.below(3); i > 0; --i) chosen.push_back(d.any(ItemKind::kActuator));
  const auto offers = edits::controllerOffers(d.now(), model, chosen);
  const edits::ControllerOffer* offer = &d.dice.oneOf(offers);
  for (int i = 0; i < 4 && !offer->reason.empty(); ++i) offer = &d.dice.oneOf(offers);
  return {offer->type, d.dice.oneIn(10) ? chosen : offer->outputs};
}

/// As the studio designs it with a model of the robot, or without.
ControllerDesign design(Drawing& d) {
  const Model* model = d.dice.oneIn(4) ? d.model() : nullptr;
  const ControllerWish wished = wish(d, model);
  if (!model || !hasActuators(*model, d.now(), wished.outputs)) return modestDesign(wished);
  try {
    return designController(*model, d.now(), wished);
  } catch (const std::exception&) {
    return modestDesign(wished);  // a robot that cannot be computed where it begins
  }
}

ObjectId controller(Drawing& d) {
  return d.any(ItemKind::kController);
}

/// A controller that leads a frame, where there is one.
ObjectId leading(Drawing& d) {
  std::vector<ObjectId> found;
  for (const description::Controller& each : d.now().controllers)
    if (edits::leadingOf(each.type)) found.push_back(each.id);
  return found.empty() ? controller(d) : d.dice.oneOf(found);
}

edits::DrawnPath path(Drawing& d) {
  edits::DrawnPath out;
  for (std::size_t i = d.dice.below(6); i > 0; --i) out.points.push_back(d.place(0.3));
  out.speed = d.number(0.01, 1);
  out.profile = d.oneOfFirst<edits::SpeedProfile>(enumNames(edits::SpeedProfile()).size());
  out.closed = d.dice.oneIn(2);
  out.start = d.number(0, 1);
  return out;
}

constexpr auto kKinds = std::to_array<EditKind>({
    {"addController", [](Drawing& d) { return edits::addController(design(d)); }},
    {"changeController", [](Drawing& d) { return edits::changeController(d.now(), controller(d), design(d)); }},
    {"drawPath", [](Drawing& d) { return edits::drawPath(leading(d), path(d)); }},
    {"movePathPoint", [](Drawing& d) { return edits::movePathPoint(leading(d), d.dice.below(6), d.place(0.3)); }},
});

}  // namespace

std::span<const EditKind> kindsOfControllers() {
  return kKinds;
}

}  // namespace tendril
