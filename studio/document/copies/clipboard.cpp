// SPDX-License-Identifier: GPL-3.0-or-later
// Objects as a small project: copied, pasted, duplicated.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "core/description/bodies.hpp"
#include "core/description/fields/walk.hpp"
#include "core/description/file_paths.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"
#include "core/project/read_value.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/copies/definitions.hpp"
#include "studio/document/copies/object_parts.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/fingerprint.hpp"
#include "studio/document/items.hpp"
#include "studio/document/mentions.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;
using Ids = std::unordered_set<ObjectId>;

// ---- taking objects out

bool touchesOnly(const desc::Actuator& actuator, const Ids& links) {
  return std::visit(
      [&](const auto& type) {
        if constexpr (requires { type.link; }) {
          return links.contains(type.link.id);
        } else {
          return std::ranges::all_of(type.route, [&](const auto& part) { return links.contains(part.link.id); });
        }
      },
      actuator.type);
}
bool touchesOnly(const desc::Load& load, const Ids& bodies) {
  return std::visit(
      [&](const auto& type) {
        if constexpr (requires { type.link; }) {
          return bodies.contains(type.link.id);
        } else if constexpr (requires { type.between; }) {
          const auto& [first, second] = type.between;
          return bodies.contains(first.id) && (second.id == 0 || bodies.contains(second.id));
        } else {
          return false;  // around the whole robot
        }
      },
      load.type);
}

bool touchesOnly(const desc::Loop& loop, const Ids& links) {
  const auto inside = [&](const desc::LoopSide& side) { return side.link.id == 0 || links.contains(side.link.id); };
  return inside(loop.a) && inside(loop.b);
}

void addMaterialsOf(const desc::Link& link, Ids& materials) {
  desc::eachMaterialOf(link, [&](const desc::MaterialRef& material) { materials.insert(material.id); });
}

/// Parameters that the formulas of `part` use, and those that these use.
void addParameters(const Description& whole, Description& part) {
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& entry : whole.parameters.entries) {
      const auto& have = part.parameters.entries;
      const bool there = std::any_of(have.begin(), have.end(), [&](const auto& e) { return e.first == entry.first; });
      if (there || usersOfParameter(part, entry.first).empty()) continue;
      part.parameters.entries.push_back(entry);
      grown = true;
    }
  }
}

template <class T>
void take(const std::vector<T>& from, const Ids& ids, std::vector<T>& to) {
  for (const T& object : from)
    if (ids.contains(object.id)) to.push_back(object);
}

// ---- putting objects in

/// Gives references and formulas of signals the names of the objects as they are called here.
struct Renamer {
  const Names &links, &materials, &actuators, &bodies;
  Renames inSignals = {};

  template <class T>
  void operator()(T&, const desc::FieldInfo&, const std::string&) {}
  void operator()(desc::Formula& formula, const desc::FieldInfo& info, const std::string&) {
    if (info.signals) formula.text = withObjectsRenamed(formula.text, inSignals);
  }
  template <desc::ObjectKind kKind>
  void operator()(desc::Reference<kKind>& reference, const desc::FieldInfo&, const std::string&) {
    const auto& names = kKind == desc::ObjectKind::kLink       ? links
                        : kKind == desc::ObjectKind::kBody     ? bodies
                        : kKind == desc::ObjectKind::kMaterial ? materials
                                                               : actuators;
    reference.id = 0;
    if (const auto found = names.find(reference.name); found != names.end()) reference.name = found->second;
  }
};

class Inserter {
 public:
  Inserter(Description& target, Description part, ObjectId parent)
      : target_(target), part_(std::move(part)), parent_(parent), free_(target) {}

  bool run(std::vector<Problem>& problems) {
    if (part_.links.empty() && part_.materials.items.empty() && part_.actuators.empty() && part_.loads.empty() &&
        part_.controllers.empty() && part_.loops.empty() && part_.objects.empty()) {
      problems.push_back({.path = "", .message = "there is nothing to paste", .cure = "copy objects first"});
      return false;
    }
    parameters_ = takeParameters(part_, target_);
    nameMaterials();
    for (const ItemKind kind : kItemKinds)
      if (kind != ItemKind::kMaterial) withList(part_, kind, [&](auto& objects) { nameOthers(objects, names(kind)); });
    const std::vector<bool> loose = looseLinks();
    renameMentions();
    hangLinks(loose);
    takeSources();
    append(part_.materials.items, target_.materials.items);
    append(part_.links, target_.links);
    append(part_.actuators, target_.actuators);
    append(part_.loads, target_.loads);
    append(part_.controllers, target_.controllers);
    append(part_.loops, target_.loops);
    append(part_.objects, target_.objects);
    return true;
  }

 private:
  Names& names(ItemKind kind) { return names_[static_cast<std::size_t>(kind)]; }

  /// What bodies are made of is here already if it is the same; a material that was copied by itself is a new one.
  void nameMaterials() {
    auto& materials = part_.materials.items;
    const bool wanted = part_.links.empty();
    std::erase_if(materials, [&](desc::Material& material) {
      const auto here = find(target_, ItemKind::kMaterial, material.name);
      if (wanted || !here) return false;
      material.id = here->id;
      return Fingerprint::of(material) == Fingerprint::of(*objectOf(target_.materials.items, here->id));
    });
    nameOthers(materials, names(ItemKind::kMaterial));
  }

  template <class T>
  void nameOthers(std::vector<T>& objects, Names& names) {
    for (T& object : objects) {
      const std::string old = object.name;
      object.name = free_.take(old);
      names.emplace(old, object.name);
      object.id = 0;
    }
  }

  /// In references, in formulas of signals, and in the computed signals, which come then.
  void renameMentions() {
    const Names& links = names(ItemKind::kLink);
    Names bodies = links;
    bodies.insert(names(ItemKind::kObject).begin(), names(ItemKind::kObject).end());
    Renamer renamer{links, names(ItemKind::kMaterial), names(ItemKind::kActuator), bodies};
    for (const ItemKind kind : {ItemKind::kLink, ItemKind::kObject, ItemKind::kActuator, ItemKind::kLoad,
                                ItemKind::kLoop, ItemKind::kController})
      renamer.inSignals.insert(renamer.inSignals.end(), names(kind).begin(), names(kind).end());
    desc::walk(part_, renamer);
    for (auto& signal : part_.signals.entries) signal.second = withObjectsRenamed(signal.second, renamer.inSignals);
    signals_ = takeSignals(part_, target_);
  }

  /// Links whose parent was not copied with them.
  std::vector<bool> looseLinks() {
    std::vector<bool> loose;
    for (const desc::Link& link : part_.links) loose.push_back(!names(ItemKind::kLink).contains(link.parent.name));
    return loose;
  }
  void hangLinks(const std::vector<bool>& loose) {
    const desc::Link* host = objectOf(target_.links, parent_);
    for (std::size_t i = 0; i < part_.links.size(); ++i) {
      desc::Link& link = part_.links[i];
      if (!loose[i]) continue;
      const bool stays = host && link.parent.name == host->name;
      link.parent = desc::LinkRef(host ? host->name : std::string(desc::kWorldName));
      if (!stays) link.at = desc::Attachment();
    }
  }

  // ---- where numbers come from

  void takeSources() {
    for (const auto& [path, source] : part_.provenance.entries)
      if (const std::optional<std::string> here = pathHere(path))
        target_.provenance.entries.emplace_back(*here, source);
  }
  /// None of what did not come.
  std::optional<std::string> pathHere(const std::string& path) {
    const auto within = [&](std::string_view list, const Names& names) -> std::optional<std::string> {
      for (const auto& [old, now] : names) {
        const std::string from = std::string(list) + '.' + old;
        if (liesIn(path, from)) return movedPath(path, from, std::string(list) + '.' + now);
      }
      return std::nullopt;
    };
    if (const auto here = within("parameters", parameters_)) return here;
    if (const auto here = within("signals", signals_)) return here;
    for (const ItemKind kind : kItemKinds)
      if (const auto here = within(listKey(kind), names(kind)))
        return kind == ItemKind::kController ? outputHere(*here) : here;
    return std::nullopt;
  }
  /// "controllers.waves.outputs.motor" names an actuator, too.
  std::string outputHere(const std::string& path) {
    for (const auto& [old, now] : names(ItemKind::kController))
      for (const auto& [actuator, here] : names(ItemKind::kActuator)) {
        const std::string outputs = "controllers." + now + ".outputs.";
        if (liesIn(path, outputs + actuator)) return movedPath(path, outputs + actuator, outputs + here);
      }
    return path;
  }

  template <class T>
  static void append(std::vector<T>& from, std::vector<T>& to) {
    for (T& object : from) to.push_back(std::move(object));
  }

  Description& target_;
  Description part_;
  ObjectId parent_;
  std::array<Names, kItemKinds.size()> names_;  ///< by kind; of materials those that are not here already
  Names parameters_, signals_;
  NameBook free_;
};

std::string objectsName(const Description& description, const std::vector<ItemRef>& items) {
  if (items.size() == 1) return "“" + nameOf(description, items.front()) + "”";
  return std::to_string(items.size()) + " objects";
}

/// Copies of links hang where their originals do.
ObjectId commonParent(const Description& description, const std::vector<ItemRef>& items) {
  for (const ItemRef& item : items)
    if (const desc::Link* link = item.kind == ItemKind::kLink ? objectOf(description.links, item.id) : nullptr)
      return link->parent.id;
  return 0;
}

}  // namespace

Description extract(const Description& whole, const std::vector<ItemRef>& items) {
  std::array<Ids, kItemKinds.size()> ids;
  const auto idsOf = [&](ItemKind kind) -> Ids& { return ids[static_cast<std::size_t>(kind)]; };
  for (const ItemRef& item : items) {
    idsOf(item.kind).insert(item.id);
    if (item.kind != ItemKind::kLink) continue;
    for (const ObjectId link : subtree(whole, item.id)) idsOf(ItemKind::kLink).insert(link);
  }
  const Ids& links = idsOf(ItemKind::kLink);
  Ids bodies = idsOf(ItemKind::kObject);
  bodies.insert(links.begin(), links.end());
  for (const desc::Link& link : whole.links)
    if (links.contains(link.id)) addMaterialsOf(link, idsOf(ItemKind::kMaterial));
  for (const desc::Actuator& actuator : whole.actuators)
    if (!links.empty() && touchesOnly(actuator, links)) idsOf(ItemKind::kActuator).insert(actuator.id);
  for (const desc::Load& load : whole.loads)
    if (touchesOnly(load, bodies)) idsOf(ItemKind::kLoad).insert(load.id);
  for (const desc::Loop& loop : whole.loops)
    if (!links.empty() && touchesOnly(loop, links)) idsOf(ItemKind::kLoop).insert(loop.id);
  Description part;
  part.name = "Objects of " + (whole.name.empty() ? std::string("a project") : whole.name);
  take(whole.materials.items, idsOf(ItemKind::kMaterial), part.materials.items);
  take(whole.links, links, part.links);
  take(whole.actuators, idsOf(ItemKind::kActuator), part.actuators);
  take(whole.loads, idsOf(ItemKind::kLoad), part.loads);
  take(whole.controllers, idsOf(ItemKind::kController), part.controllers);
  take(whole.loops, idsOf(ItemKind::kLoop), part.loops);
  take(whole.objects, idsOf(ItemKind::kObject), part.objects);
  addParameters(whole, part);
  return part;
}

std::optional<Description> readPart(std::string_view text, std::vector<Problem>& problems) {
  const auto refuse = [&]() -> std::optional<Description> {
    problems.clear();
    problems.push_back({.path = "", .message = "the clipboard holds no objects", .cure = "copy objects first"});
    return std::nullopt;
  };
  const json::Node root = json::parse(text, problems);
  const json::Node* format = root.find("format");
  if (hasErrors(problems) || !format || format->text != Description::kFormats.front()) return refuse();
  Description part;
  project::ValueReader(problems).read(part, root, {});
  for (Problem& problem : problems) problem.line = 0;
  if (hasErrors(problems)) return std::nullopt;
  return part;
}

bool insert(Description& target, Description part, ObjectId parent, std::vector<Problem>& problems) {
  return Inserter(target, std::move(part), parent).run(problems);
}

std::string copy(const Description& description, const std::vector<ItemRef>& items,
                 const std::filesystem::path& directory) {
  Description part = extract(description, items);
  if (!directory.empty()) moveFilePaths(part, std::filesystem::absolute(directory), "/");
  return projectText(part);
}

Edit paste(std::string text, ObjectId parent, std::filesystem::path directory) {
  if (!directory.empty()) directory = std::filesystem::absolute(directory);
  return {"Paste", [text = std::move(text), parent, directory = std::move(directory)](Description& description,
                                                                                      std::vector<Problem>& problems) {
            std::vector<Problem> found;
            std::optional<Description> part = readPart(text, found);
            if (!part) {
              problems.insert(problems.end(), found.begin(), found.end());
              return false;
            }
            if (!directory.empty()) shortenFilePaths(*part, directory);
            return insert(description, std::move(*part), parent, problems);
          }};
}

bool canPaste(std::string_view text) {
  constexpr std::size_t kLongest = std::size_t{4} << 20;  // looked at whenever the clipboard changes
  if (text.size() > kLongest || text.find("\"tendril\"") == std::string_view::npos) return false;
  std::vector<Problem> problems;
  return readPart(text, problems).has_value();
}

Edit duplicate(const Description& description, const std::vector<ItemRef>& items) {
  return {"Duplicate " + objectsName(description, items),
          [items](Description& changed, std::vector<Problem>& problems) {
            const Description before = changed;
            if (!insert(changed, extract(changed, items), commonParent(changed, items), problems)) return false;
            setCopiesBeside(before, changed);
            return true;
          }};
}

}  // namespace tendril::edits
