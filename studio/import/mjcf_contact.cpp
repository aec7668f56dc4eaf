// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/mjcf_contact.hpp"

#include <algorithm>
#include <array>

namespace tendril {
namespace {

using Node = pugi::xml_node;

constexpr int kWithFriction = 3, kWithSpinning = 4, kWithRolling = 6;  // dimensions of a contact

/// Elementwise.
GroundFriction larger(const GroundFriction& a, const GroundFriction& b) {
  return {std::max(a.sliding, b.sliding), std::max(a.spinning, b.spinning), std::max(a.rolling, b.rolling)};
}

void addGround(XmlFile& xml, const MjcfPlane& plane, const MjcfTouching& body, RobotAssembly& assembly) {
  std::vector<GroundFriction> found;
  bool tuned = plane.touch.tuned, all = true;
  for (const MjcfTouch& geom : body.geoms) {
    if (!touchEachOther(plane.touch, geom)) {
      all = false;
      continue;
    }
    found.push_back(frictionBetween(plane.touch, geom));
    tuned = tuned || geom.tuned;
  }
  if (found.empty()) return;
  GroundFriction most = found.front();
  for (const GroundFriction& each : found) most = larger(most, each);
  const std::string path = "links." + body.link;
  if (std::ranges::any_of(found, [&](const GroundFriction& each) { return each != most; }))
    xml.note(plane.node, path, "shapes of a body with different friction on a plane",
             "all of them have the largest that one has");
  if (!all)
    xml.note(plane.node, path, "a body of which some shapes touch a plane and others do not", "all of them touch it");
  if (tuned)
    xml.note(plane.node, path, "how soft a contact is and where it begins (solref, solimp, margin, gap)",
             "it holds the weight of the robot at a depth of 1 mm");
  assembly.addGround(plane.name, body.link, plane.pose, most);
}

}  // namespace

MjcfTouch mjcfTouch(XmlFile& xml, const Node& geom, const std::string& path) {
  MjcfTouch touch;
  touch.kind = geom.attribute("contype").as_int(touch.kind);
  touch.touched = geom.attribute("conaffinity").as_int(touch.touched);
  touch.priority = geom.attribute("priority").as_int(touch.priority);
  touch.dimensions = geom.attribute("condim").as_int(touch.dimensions);
  const std::vector<double> friction = xml.numbers(geom, "friction", 0, path).value_or(std::vector<double>());
  const std::array<double*, 3> entries = {&touch.friction.sliding, &touch.friction.spinning, &touch.friction.rolling};
  for (std::size_t k = 0; k < std::min(entries.size(), friction.size()); ++k) *entries[k] = std::max(friction[k], 0.0);
  touch.tuned = std::ranges::any_of(std::array{"solref", "solimp", "margin", "gap"},
                                    [&](const char* name) { return !geom.attribute(name).empty(); });
  return touch;
}

bool touchEachOther(const MjcfTouch& a, const MjcfTouch& b) {
  return (a.kind & b.touched) != 0 || (b.kind & a.touched) != 0;
}

GroundFriction frictionBetween(const MjcfTouch& a, const MjcfTouch& b) {
  const MjcfTouch& leading = a.priority >= b.priority ? a : b;
  const bool equal = a.priority == b.priority;
  const int dimensions = equal ? std::max(a.dimensions, b.dimensions) : leading.dimensions;
  GroundFriction friction = equal ? larger(a.friction, b.friction) : leading.friction;
  if (dimensions < kWithFriction) friction.sliding = 0;
  if (dimensions < kWithSpinning) friction.spinning = 0;
  if (dimensions < kWithRolling) friction.rolling = 0;
  return friction;
}

void addGrounds(XmlFile& xml, const std::vector<MjcfPlane>& planes, const std::vector<MjcfTouching>& bodies,
                RobotAssembly& assembly) {
  for (const MjcfPlane& plane : planes) {
    if (!plane.touch.touches())
      xml.note(plane.node, {}, "a plane that nothing touches (contype, conaffinity)", "it was left out");
    for (const MjcfTouching& body : bodies)
      if (assembly.moves(body.link)) addGround(xml, plane, body, assembly);
  }
}

}  // namespace tendril
