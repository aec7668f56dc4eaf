// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that look at the robot where it begins.
#include <array>

#include "studio/document/edits/geometry/placement.hpp"
#include "studio/document/edits/geometry/pose_edits.hpp"
#include "studio/document/edits/geometry/shape_edits.hpp"
#include "tests/studio/document/random/drawing.hpp"

namespace tendril {
namespace {

template <class Make>
Edit ofModel(Drawing& d, const Make& make) {
  const Model* model = d.model();
  return model ? make(*model) : refusedEdit("the robot cannot be built");
}

Edit initialPose(Drawing& d) {
  return ofModel(d, [&](const Model& model) {
    VecX q = model.q0;
    for (double& value : q) value += d.dice.oneIn(2) ? d.number(-0.1, 0.1) : 0;
    return edits::setInitialPose(model, q);
  });
}

Edit weighed(Drawing& d) {
  return ofModel(d, [&](const Model& model) {
    const ObjectId link = d.linkWith("rigid");
    const double density = d.number(500, 2000);
    return edits::weighShapes(d.now(), model, link,
                              d.dice.oneIn(3) ? edits::meanDensity(model, link).value_or(density) : density);
  });
}

edits::LoopEnd loopEnd(Drawing& d) {
  return {.link = d.linkOrWorld(), .at = d.attachment()};
}

constexpr auto kKinds = std::to_array<EditKind>({
    {"reparentInPlace",
     [](Drawing& d) {
       return ofModel(
           d, [&](const Model& model) { return edits::reparentInPlace(d.now(), model, d.link(), d.linkOrWorld()); });
     }},
    {"joinTips",
     [](Drawing& d) {
       return ofModel(d, [&](const Model& model) { return edits::joinTips(model, d.link(), d.link()); });
     }},
    {"joinPlaces", [](Drawing& d) { return edits::joinPlaces(loopEnd(d), loopEnd(d), d.directory()); }},
    {"pinInPlace",
     [](Drawing& d) { return ofModel(d, [&](const Model& model) { return edits::pinInPlace(model, d.link()); }); }},
    {"setInitialPose", initialPose},
    {"weighShapes", weighed},
});

}  // namespace

std::span<const EditKind> kindsOfPlaces() {
  return kKinds;
}

}  // namespace tendril
