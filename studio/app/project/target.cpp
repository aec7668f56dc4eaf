// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/target.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>

#include "core/description/references.hpp"
#include "core/model/model.hpp"

namespace tendril {
namespace {

using description::ObjectId;

struct ItemKindPair {
  ItemKind item;
  TargetKind target;
};
constexpr ItemKindPair kItemTargets[] = {
    {ItemKind::kLink, TargetKind::kLink},     {ItemKind::kMaterial, TargetKind::kMaterial},
    {ItemKind::kLoad, TargetKind::kLoad},     {ItemKind::kActuator, TargetKind::kActuator},
    {ItemKind::kLoop, TargetKind::kLoop},     {ItemKind::kController, TargetKind::kController},
    {ItemKind::kObject, TargetKind::kObject},
};

/// Calls visit(list) with the objects of a kind; nothing for kinds that are no objects.
template <class Visit>
void withList(const Description& description, TargetKind kind, Visit visit) {
  switch (kind) {
    case TargetKind::kLink:
      return visit(description.links);
    case TargetKind::kMaterial:
      return visit(description.materials.items);
    case TargetKind::kActuator:
      return visit(description.actuators);
    case TargetKind::kLoad:
      return visit(description.loads);
    case TargetKind::kController:
      return visit(description.controllers);
    case TargetKind::kLoop:
      return visit(description.loops);
    case TargetKind::kObject:
      return visit(description.objects);
    default:
      return;
  }
}

struct KeyedKind {
  std::string_view key;
  TargetKind kind;
};
constexpr KeyedKind kLists[] = {{"links", TargetKind::kLink},
                                {"materials", TargetKind::kMaterial},
                                {"actuators", TargetKind::kActuator},
                                {"loads", TargetKind::kLoad},
                                {"loops", TargetKind::kLoop},
                                {"objects", TargetKind::kObject},
                                {"controllers", TargetKind::kController}};

std::string_view keyOf(TargetKind kind) {
  for (const auto& [key, known] : kLists)
    if (known == kind) return key;
  return {};
}

int placeOf(const Description& description, const Target& target) {
  int place = -1;
  withList(description, target.kind, [&](const auto& list) { place = indexOf(list, target.id); });
  return place;
}

std::string nameOf(const Description& description, const Target& target) {
  std::string name;
  withList(description, target.kind, [&](const auto& list) {
    const int place = indexOf(list, target.id);
    if (place >= 0) name = list[static_cast<std::size_t>(place)].name;
  });
  return name;
}

/// The part of a path up to the next '.' or '['; `path` keeps the rest without the dot.
std::string_view takeStep(std::string_view& path) {
  const std::size_t end = path.find_first_of(".[", path.starts_with('[') ? 1 : 0);
  const std::string_view step = path.substr(0, end);
  path = end == std::string_view::npos ? std::string_view() : path.substr(end + (path[end] == '.' ? 1 : 0));
  return step;
}

/// Id of the object that a step "[2]" or "arm" names; 0 if there is none.
ObjectId objectAt(const Description& description, TargetKind kind, std::string_view step) {
  ObjectId id = 0;
  withList(description, kind, [&](const auto& list) {
    if (!step.starts_with('[')) {
      for (const auto& object : list)
        if (object.name == step) id = object.id;
      return;
    }
    std::size_t index = list.size();
    std::from_chars(step.data() + 1, step.data() + step.size(), index);
    if (index < list.size()) id = list[index].id;
  });
  return id;
}

TargetPart partOf(std::string_view step) {
  if (step == "joint") return TargetPart::kJoint;
  return step == "body" ? TargetPart::kBody : TargetPart::kWhole;
}

QString translated(const char* text) {
  return QCoreApplication::translate("tendril::Target", text);
}

}  // namespace

bool exists(const Description& description, const Target& target) {
  if (target.kind == TargetKind::kParameters)
    return target.index < static_cast<int>(description.parameters.entries.size());
  if (keyOf(target.kind).empty()) return true;
  const int place = placeOf(description, target);
  if (place < 0) return false;
  const bool needsBody = target.part == TargetPart::kBody || (target.part == TargetPart::kStation && target.at);
  return !needsBody || description.links[static_cast<std::size_t>(place)].body.has_value();
}

std::vector<TargetPart> partsOf(const Description& description, ObjectId id) {
  const int place = id == 0 ? -1 : indexOf(description.links, id);
  if (place < 0) return {};
  const description::Link& link = description.links[static_cast<std::size_t>(place)];
  std::vector<TargetPart> parts = {TargetPart::kWhole};
  if (link.joint.type->velocities() > 0) parts.push_back(TargetPart::kJoint);
  if (link.body) parts.push_back(TargetPart::kBody);
  parts.push_back(TargetPart::kStation);
  return parts;
}

std::string pathOf(const Description& description, const Target& target) {
  if (!exists(description, target) || target.kind == TargetKind::kProject) return {};
  if (target.kind == TargetKind::kSimulation) return "simulation";
  if (target.kind == TargetKind::kParameters)
    return target.index < 0
               ? "parameters"
               : "parameters." + description.parameters.entries[static_cast<std::size_t>(target.index)].first;
  std::string path = std::string(keyOf(target.kind)) + '.' + nameOf(description, target);
  if (target.part == TargetPart::kJoint) path += ".joint";
  if (target.part == TargetPart::kBody || (target.part == TargetPart::kStation && target.at)) path += ".body";
  return path;
}

Target targetOf(const Description& description, std::string_view path) {
  const std::string_view list = takeStep(path);
  if (list == "simulation") return Target::simulation();
  if (list == "parameters") {
    const std::string_view name = takeStep(path);
    for (std::size_t i = 0; i < description.parameters.entries.size(); ++i)
      if (description.parameters.entries[i].first == name) return Target::parameters(static_cast<int>(i));
    return Target::parameters();
  }
  for (const auto& [key, kind] : kLists) {
    if (key != list) continue;
    const ObjectId id = objectAt(description, kind, takeStep(path));
    if (id == 0) return Target::project();
    return kind == TargetKind::kLink ? Target::link(id, partOf(takeStep(path))) : Target::object(kind, id);
  }
  return Target::project();
}

std::vector<Target> targetsOf(const Description& description) {
  std::vector<Target> targets = {Target::project()};
  for (const TargetKind kind : {TargetKind::kLink, TargetKind::kActuator, TargetKind::kLoad, TargetKind::kLoop,
                                TargetKind::kController, TargetKind::kMaterial})
    withList(description, kind, [&](const auto& list) {
      for (const auto& object : list) targets.push_back(Target::object(kind, object.id));
    });
  targets.push_back(Target::simulation());
  targets.push_back(Target::parameters());
  return targets;
}

QString titleOf(const Description& description, const Target& target) {
  switch (target.kind) {
    case TargetKind::kProject:
      return description.name.empty() ? translated("Project") : QString::fromStdString(description.name);
    case TargetKind::kSimulation:
      return translated("Simulation");
    case TargetKind::kParameters:
      return translated("Parameters");
    default:
      break;
  }
  QString name = QString::fromStdString(nameOf(description, target));
  switch (target.part) {
    case TargetPart::kJoint:
      return translated("%1 · joint").arg(name);
    case TargetPart::kBody:
      return translated("%1 · body").arg(name);
    case TargetPart::kStation:
      return target.at ? translated("%1 · station %2").arg(name).arg(*target.at, 0, 'g', 3)
                       : translated("%1 · base frame").arg(name);
    default:
      return name;
  }
}

std::optional<ItemRef> itemOf(const Target& target) {
  for (const ItemKindPair& pair : kItemTargets)
    if (pair.target == target.kind && target.id != 0) return ItemRef{pair.item, target.id};
  return std::nullopt;
}

std::vector<ItemRef> itemsOf(const std::vector<Target>& targets) {
  std::vector<ItemRef> items;
  for (const Target& target : targets)
    if (const auto item = itemOf(target); item && std::find(items.begin(), items.end(), *item) == items.end())
      items.push_back(*item);
  return items;
}

Target targetOf(const ItemRef& item) {
  for (const ItemKindPair& pair : kItemTargets)
    if (pair.item == item.kind) return Target::object(pair.target, item.id);
  return {};
}

int linkIndexOf(const Model& model, ObjectId id) {
  return id == 0 ? -1 : indexOf(model.links, id);
}

int loopIndexOf(const Model& model, ObjectId id) {
  return id == 0 ? -1 : indexOf(model.loops, id);
}

int actuatorIndexOf(const Model& model, ObjectId id) {
  for (std::size_t i = 0; i < model.actuators.size() && id != 0; ++i)
    if (model.actuators[i]->id == id) return static_cast<int>(i);
  return -1;
}

int loadIndexOf(const Model& model, ObjectId id) {
  return id == 0 ? -1 : indexOf(model.loads, id);
}

}  // namespace tendril
