// SPDX-License-Identifier: BSD-3-Clause
// Lists, maps and pictures of rows after one change, as JSON for setByPath.
#include <algorithm>
#include <cmath>

#include "core/form/field_rows.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/write_value.hpp"

namespace tendril {
namespace {

using json::Node;

Node parsed(const std::string& text) {
  std::vector<Problem> problems;
  return json::parse(text, problems);
}

bool isContainer(const FieldRow& row) {
  return row.kind == FieldKind::kList || row.kind == FieldKind::kMap;
}

Node standardOf(const std::vector<PluginLaw::Coefficient>& known, std::string_view name) {
  for (const PluginLaw::Coefficient& c : known)
    if (c.name == name) return Node::ofNumber(c.standard);
  return Node::ofNumber(1);
}

/// What the plugin takes for a coefficient of the material, or a parameter of the controller, whose map has this path;
/// 1 if there is none.
Node standardCoefficient(const Description& description, std::string_view path, std::string_view name,
                         const Catalogue& catalogue) {
  for (const description::Material& material : description.materials.items) {
    const auto* chosen = std::get_if<description::PluginMaterial>(&material.law);
    if (!chosen || path != "materials." + material.name + ".coefficients") continue;
    const std::shared_ptr<const PluginLaw> law = catalogue.law(chosen->law);
    if (law) return standardOf(law->coefficients(), name);
  }
  Node found = Node::ofNumber(1);
  for (const description::Controller& controller : description.controllers)
    description::eachLaw(
        controller.type, "controllers." + controller.name, [&]<class Law>(const Law& law, const std::string& own) {
          if constexpr (std::is_same_v<Law, description::PluginController>)
            if (const auto known = catalogue.controller(law.controller); path == own + ".parameters" && known)
              found = standardOf(known->parameters(), name);
        });
  return found;
}

/// The shape that a rigid body is drawn with, to begin with; a box where it has none.
Node firstCollision(const Description& description, std::string_view path) {
  for (const description::Link& link : description.links) {
    const auto* rigid = link.body ? std::get_if<description::RigidBody>(&*link.body) : nullptr;
    if (rigid && rigid->visual && path == "links." + link.name + ".body.collision")
      return project::leanNode(*rigid->visual, nullptr);
  }
  description::Visual box;
  box.box = description::Number3{0.1, 0.1, 0.1};
  return project::leanNode(box, nullptr);
}

/// A value for the first entry of a list, for an entry of a map that is named so.
Node firstEntry(const Description& description, const FieldRow& row, std::string_view name,
                const Catalogue& catalogue) {
  const auto numbers = [](std::size_t count) {
    Node list = Node::array();
    list.items.assign(count, Node::ofNumber(0));
    return list;
  };
  if (row.key == "limits") {
    Node limits = numbers(2);
    limits.items[0].number = -1;
    limits.items[1].number = 1;
    return limits;
  }
  if (row.key == "points") return numbers(3);
  if (row.key == "collision") return firstCollision(description, row.path);
  if (row.key == "functions") return Node::ofText("1");
  if (row.key == "route") {
    Node piece = Node::object();
    piece.add("link", Node::ofText(description.links.empty() ? "" : description.links.back().name));
    return piece;
  }
  if (row.path == "signals") return Node::ofText("t");
  if (row.path == "variants") return Node::object();
  if (row.key == "controllers") {  // of a phase: the last one has its outputs already
    Node signals = Node::object();
    signals.add("type", Node::ofText("signals"));
    signals.add("outputs", Node::object());
    return signals;
  }
  if (row.key == "added_mass" || row.key == "viscous_drag") return numbers(6);
  if (row.key == "coefficients" || (row.key == "parameters" && row.path != "parameters"))
    return standardCoefficient(description, row.path, name, catalogue);
  if (row.kind == FieldKind::kMap) return row.key == "outputs" ? Node::ofText("0") : Node::ofNumber(1);
  return Node::ofNumber(0);
}

/// Half of the largest extent of the shape that a visual has, m.
double sizeOf(const Node& visual) {
  double size = 0;
  const auto take = [&](const Node* node, double factor) {
    if (node && node->is(Node::Kind::kNumber)) size = std::max(size, std::abs(node->number) * factor);
  };
  if (const Node* box = visual.find("box"))
    for (const Node& side : box->items) take(&side, 0.5);
  take(visual.find("sphere"), 1);
  for (const std::string_view round : {"cylinder", "capsule"})
    if (const Node* shape = visual.find(round)) take(shape->find("radius"), 1);
  return size > 0 ? size : 0.03;
}

Node shapeNode(std::string_view shape, const Node& before) {
  const double size = sizeOf(before);
  if (shape == "sphere") return Node::ofNumber(size);
  if (shape == "box") {
    Node box = Node::array();
    box.items.assign(3, Node::ofNumber(2 * size));
    return box;
  }
  for (const std::string_view round : {"cylinder", "capsule"})
    if (const Node* other = before.find(round)) return *other;
  Node round = Node::object();
  round.add("radius", Node::ofNumber(size));
  round.add("length", Node::ofNumber(4 * size));
  return round;
}

/// The visual at a path, as JSON; null if there is none.
Node visualAt(const Description& description, std::string_view path) {
  for (const description::Link& link : description.links) {
    const std::string own = "links." + link.name + ".visual", body = "links." + link.name + ".body.visual";
    if (path == own && link.visual) return project::fullNode(*link.visual);
    const auto* rigid = link.body ? std::get_if<description::RigidBody>(&*link.body) : nullptr;
    if (!rigid) continue;
    if (path == body && rigid->visual) return project::fullNode(*rigid->visual);
    for (std::size_t i = 0; i < rigid->collision.size(); ++i)
      if (path == "links." + link.name + ".body.collision[" + std::to_string(i) + ']')
        return project::fullNode(rigid->collision[i]);
  }
  return {};
}

/// A drive to begin with.
Node usualDrive(std::string_view type) {
  Node out = Node::object();
  const auto fill = [&](auto drive) {
    if constexpr (requires { drive.spring; }) drive.spring.emplace();
    if (drive.kType != type) return;
    out.add("type", Node::ofText(std::string(type)));
    const Node fields = project::fullNode(drive);
    for (std::size_t i = 0; i < fields.keys.size(); ++i) out.add(fields.keys[i], fields.items[i]);
  };
  fill(description::DirectDrive{}), fill(description::ElasticDrive{}), fill(description::VariableStiffnessDrive{});
  return out;
}

}  // namespace

bool isShape(const FieldRow& row) {
  return row.kind == FieldKind::kGroup && (row.key == "visual" || row.path.find(".collision[") != std::string::npos);
}

std::string withOption(const Description& description, const FieldRow& row, std::string_view option) {
  if (option.empty()) return "null";
  const auto known = std::find_if(row.options.begin(), row.options.end(),
                                  [&](const FieldOption& each) { return each.name == option; });
  if (known == row.options.end() || row.kind != FieldKind::kGroup) return {};
  if (row.key == "drive") return json::writeCompact(usualDrive(option));
  if (!isShape(row) || option == "mesh") return {};  // there is no mesh to name yet
  const Node before = visualAt(description, row.path);
  Node visual = Node::object();
  visual.add(std::string(option), shapeNode(option, before));
  if (const Node* pose = before.find("pose")) visual.add("pose", *pose);
  return json::writeCompact(visual);
}

std::string withEntry(const Description& description, const FieldRow& row, std::string_view name,
                      const Catalogue& catalogue) {
  if (!isContainer(row)) return {};
  Node node = row.text.empty() ? Node::ofKind(row.kind == FieldKind::kMap ? Node::Kind::kObject : Node::Kind::kArray)
                               : parsed(row.text);
  const bool copies = row.kind == FieldKind::kList && !node.items.empty() && row.key != "controllers";
  const bool named = row.kind == FieldKind::kList && !name.empty();
  Node entry = named    ? Node::ofText(std::string(name))
               : copies ? node.items.back()
                        : firstEntry(description, row, name, catalogue);
  if (row.key == "phases" && copies && !node.items.back().find("until"))
    node.items.back().add("until", Node::ofNumber(1));  // something follows it now
  if (row.kind == FieldKind::kMap) {
    if (name.empty() || node.find(name)) return {};
    node.add(std::string(name), std::move(entry));
  } else {
    node.items.push_back(std::move(entry));
  }
  return json::writeCompact(node);
}

std::string withoutEntry(const FieldRow& row, std::size_t index) {
  if (!isContainer(row)) return {};
  Node node = parsed(row.text);
  if (index >= node.items.size()) return {};
  node.items.erase(node.items.begin() + static_cast<std::ptrdiff_t>(index));
  if (row.kind == FieldKind::kMap) node.keys.erase(node.keys.begin() + static_cast<std::ptrdiff_t>(index));
  return json::writeCompact(node);
}

std::string withMovedEntry(const FieldRow& row, std::size_t index, std::size_t to) {
  if (!isContainer(row)) return {};
  Node node = parsed(row.text);
  if (index >= node.items.size() || to >= node.items.size()) return {};
  const auto rotate = [&](auto& list) {
    const auto at = [&](std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
    if (index < to) std::rotate(at(index), at(index + 1), at(to + 1));
    if (to < index) std::rotate(at(to), at(index), at(index + 1));
  };
  rotate(node.items);
  if (row.kind == FieldKind::kMap) rotate(node.keys);
  return json::writeCompact(node);
}

std::string withRenamedEntry(const FieldRow& row, std::size_t index, std::string_view name) {
  if (row.kind != FieldKind::kMap || name.empty()) return {};
  Node node = parsed(row.text);
  if (index >= node.keys.size() || (node.find(name) && node.keys[index] != name)) return {};
  node.keys[index] = name;
  return json::writeCompact(node);
}

}  // namespace tendril
