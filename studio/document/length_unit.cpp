// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/length_unit.hpp"

#include <algorithm>

#include "core/description/bodies.hpp"
#include "core/project/json_tree.hpp"

namespace tendril {
namespace {

using json::Node;

Node studioOf(const Description& project) {
  std::vector<Problem> ignored;
  return project.studio.text.empty() ? Node::object() : json::parse(project.studio.text, ignored);
}

}  // namespace

std::string keptLengthUnit(const Description& project) {
  const Node studio = studioOf(project);
  const Node* unit = studio.find(kLengthUnit);
  const bool known = unit && unit->is(Node::Kind::kString) && (unit->text == "m" || unit->text == "mm");
  return known ? unit->text : std::string();
}

std::string usualLengthUnit(const Description& project) {
  const bool metres = !project.links.empty() && std::ranges::none_of(project.links, description::isSoft);
  return metres ? "m" : "mm";
}

Description withLengthUnit(Description project, std::string_view unit) {
  Node studio = studioOf(project);
  if (!studio.is(Node::Kind::kObject) || studio.find(kLengthUnit)) return project;
  studio.add(std::string(kLengthUnit), Node::ofText(std::string(unit)));
  project.studio.text = json::writeCompact(studio);
  return project;
}

}  // namespace tendril
