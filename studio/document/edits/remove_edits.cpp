// SPDX-License-Identifier: GPL-3.0-or-later
// Removing objects with what cannot be without them.
#include <algorithm>
#include <map>
#include <unordered_set>

#include "core/builder/parts/actuator_facts.hpp"
#include "core/description/bodies.hpp"
#include "core/description/fields/walk.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"
#include "studio/document/mentions.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

/// What goes, found from what the user has chosen.
struct Removal {
  std::vector<ItemRef> items;  ///< in the order of the project, kind by kind
  int signals = 0;             ///< computed signals

  bool has(ItemKind kind, ObjectId id) const {
    return std::find(items.begin(), items.end(), ItemRef{kind, id}) != items.end();
  }
  void add(ItemKind kind, ObjectId id) {
    if (!has(kind, id)) items.push_back({kind, id});
  }
};

bool goes(const desc::Actuator& actuator, const Removal& removal) {
  const auto gone = [&](const desc::LinkRef& link) { return removal.has(ItemKind::kLink, link.id); };
  return std::visit(
      [&](const auto& type) {
        if constexpr (requires { type.link; }) {
          return gone(type.link);
        } else {
          const auto& route = type.route;
          return !route.empty() && std::ranges::all_of(route, [&](const auto& part) { return gone(part.link); });
        }
      },
      actuator.type);
}

bool goes(const desc::Load& load, const Removal& removal) {
  const auto gone = [&](const auto& body) {
    return removal.has(ItemKind::kLink, body.id) || removal.has(ItemKind::kObject, body.id);
  };
  return std::visit(
      [&](const auto& type) {
        if constexpr (requires { type.link; }) {
          return gone(type.link);
        } else if constexpr (requires { type.between; }) {
          return gone(type.between[0]) || gone(type.between[1]);
        } else {
          return false;  // around the whole robot
        }
      },
      load.type);
}

bool goes(const desc::Loop& loop, const Removal& removal) {
  return removal.has(ItemKind::kLink, loop.a.link.id) || removal.has(ItemKind::kLink, loop.b.link.id);
}

bool mentionsRemoved(const Description& description, const Removal& removal, const std::string& signal) {
  return std::any_of(removal.items.begin(), removal.items.end(), [&](const ItemRef& item) {
    const bool named =
        item.kind == ItemKind::kLink || item.kind == ItemKind::kActuator || item.kind == ItemKind::kObject;
    return named && usesObject(signal, nameOf(description, item));
  });
}

/// What of a controller stays without the objects that go.
class Remains {
 public:
  Remains(const Description& description, const Removal& removal) : description_(description), removal_(removal) {}

  /// Laws go with all of their outputs, with all of the links whose coordinates follow, with the one that is led, or
  /// where a signal that follows is of something that goes while its output stays.
  template <class Law>
  bool goes(const Law& law) const {
    if constexpr (requires { law.links; }) {
      const auto gone = [&](const desc::LinkRef& link) { return isGone(link); };
      if (!law.links.empty() && std::ranges::all_of(law.links, gone)) return true;
    }
    if constexpr (requires { law.link; })
      if (isGone(law.link)) return true;
    if constexpr (requires { law.actual; })
      if (law.actual && losesSignal(law)) return true;
    if constexpr (requires { law.outputs.entries; })
      return allGo(law.outputs.entries);
    else
      return allGo(law.outputs);
  }
  bool goes(const desc::Controller& controller) const {
    bool all = true, any = false;
    desc::eachLaw(controller.type, "",
                  [&](const auto& law, const std::string&) { any = true, all = all && goes(law); });
    return any && all;
  }
  /// Takes what goes from a controller that stays.
  void detach(desc::Controller& controller) const {
    if (auto* sequence = std::get_if<desc::SequenceController>(&controller.type))
      for (desc::ControllerPhase& phase : sequence->phases) removeParts(phase);
    desc::eachLaw(controller.type, "", [&](auto& law, const std::string&) {
      if constexpr (requires { law.outputs.entries; })
        std::erase_if(law.outputs.entries, [&](const auto& output) { return outputGoes(output); });
      if constexpr (requires { law.links; }) std::erase_if(law.links, [&](const auto& link) { return isGone(link); });
    });
    loseOutputs(description_, controller, [&](ObjectId id) { return removal_.has(ItemKind::kActuator, id); });
  }

 private:
  template <class Law>
  bool losesSignal(const Law& law) const {
    if (!law.actual->list) return mentions(*law.actual);
    const std::vector<desc::Formula>& formulas = law.actual->values;
    std::size_t next = 0;
    for (const desc::ActuatorRef& output : law.outputs) {
      const desc::Actuator* actuator = objectOf(description_.actuators, output.id);
      for (int k = 0; actuator && k < inputCount(description_, *actuator) && next < formulas.size(); ++k, ++next)
        if (!outputGoes(output) && mentionsRemoved(description_, removal_, formulas[next].text)) return true;
    }
    return false;
  }
  bool mentions(const desc::OneOrMany<desc::Formula>& formulas) const {
    return std::ranges::any_of(
        formulas.values, [&](const auto& formula) { return mentionsRemoved(description_, removal_, formula.text); });
  }
  bool isGone(const desc::LinkRef& link) const { return removal_.has(ItemKind::kLink, link.id); }
  bool isGone(const std::optional<desc::LinkRef>& link) const { return link && isGone(*link); }
  bool outputGoes(const desc::ActuatorRef& output) const { return removal_.has(ItemKind::kActuator, output.id); }
  bool outputGoes(const std::pair<desc::ActuatorRef, desc::SignalSource>& entry) const {
    return outputGoes(entry.first);
  }
  bool outputGoes(const std::pair<desc::ActuatorRef, desc::OneOrMany<desc::Formula>>& entry) const {
    return outputGoes(entry.first) || mentions(entry.second);
  }
  template <class Outputs>
  bool allGo(const Outputs& outputs) const {
    return !outputs.empty() && std::ranges::all_of(outputs, [&](const auto& output) { return outputGoes(output); });
  }
  void removeParts(desc::ControllerPhase& phase) const {
    const auto partGoes = [&](const desc::PhaseController& part) {
      return std::visit([&](const auto& law) { return goes(law); }, part.type);
    };
    if (phase.controller && partGoes(*phase.controller)) phase.controller.reset();
    std::erase_if(phase.controllers, partGoes);
  }

  const Description& description_;
  const Removal& removal_;
};

Removal plan(const Description& description, const std::vector<ItemRef>& chosen) {
  Removal removal;
  for (const ItemRef& item : chosen) {
    if (nameOf(description, item).empty()) continue;
    if (item.kind != ItemKind::kLink) {
      removal.add(item.kind, item.id);
      continue;
    }
    for (const ObjectId link : subtree(description, item.id)) removal.add(ItemKind::kLink, link);
  }
  const auto collect = [&](ItemKind kind, const auto& objects) {
    for (const auto& object : objects)
      if (goes(object, removal)) removal.add(kind, object.id);
  };
  collect(ItemKind::kActuator, description.actuators);
  collect(ItemKind::kLoad, description.loads);
  collect(ItemKind::kLoop, description.loops);
  const Removal parts = removal;
  for (const desc::Controller& controller : description.controllers)
    if (Remains(description, parts).goes(controller)) removal.add(ItemKind::kController, controller.id);
  for (const auto& [name, formula] : description.signals.entries)
    removal.signals += mentionsRemoved(description, removal, formula);
  return removal;
}

std::string counted(int count, const std::string& one) {
  return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

/// What an object is called in the sentence: tendons and motors are known by these names.
std::string wordFor(const Description& description, const ItemRef& item) {
  if (item.kind != ItemKind::kActuator) return kindName(item.kind);
  const desc::Actuator* actuator = objectOf(description.actuators, item.id);
  if (!actuator || std::holds_alternative<desc::JointActuator>(actuator->type)) return "motor";
  if (std::holds_alternative<desc::PropellersActuator>(actuator->type)) return "set of propellers";
  return std::holds_alternative<desc::TendonActuator>(actuator->type) ? "tendon" : "chamber";
}

/// "2 links, 2 tendons and 1 load".
std::string listed(const std::vector<std::string>& parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return out;
}

/// "Delete “arm” and 2 tendons".
std::string removalName(const Description& description, const std::vector<ItemRef>& chosen, const Removal& removal) {
  std::vector<std::string> order;
  std::map<std::string, int> counts;
  for (const ItemRef& item : removal.items) {
    if (chosen.size() == 1 && item == chosen.front()) continue;
    const std::string word = wordFor(description, item);
    if (counts[word]++ == 0) order.push_back(word);
  }
  std::vector<std::string> parts;
  if (chosen.size() == 1) parts.push_back("“" + nameOf(description, chosen.front()) + "”");
  for (const std::string& word : order) parts.push_back(counted(counts[word], word));
  if (removal.signals > 0) parts.push_back(counted(removal.signals, "computed signal"));
  return "Delete " + listed(parts);
}

/// A material that is to go must not be in use by what stays.
bool materialsAreFree(const Description& description, const Removal& removal, std::vector<Problem>& problems) {
  bool free = true;
  for (const desc::Link& link : description.links) {
    if (removal.has(ItemKind::kLink, link.id)) continue;
    bool named = false;  // once is enough
    desc::eachMaterialOf(link, [&](const desc::MaterialRef& material) {
      if (named || !removal.has(ItemKind::kMaterial, material.id)) return;
      problems.push_back({.path = "materials." + material.name,
                          .message = "“" + link.name + "” is made of it",
                          .cure = "give “" + link.name + "” another material first"});
      named = true;
    });
    free &= !named;
  }
  return free;
}

void forgetPaths(Description& description, const std::string& object) {
  const auto isInside = [&](const auto& entry) { return liesIn(entry.first, object); };
  std::erase_if(description.provenance.entries, isInside);
  for (auto& [name, changes] : description.variants.entries) std::erase_if(changes.entries, isInside);
}

/// Pieces, outputs and texts that speak of what goes, in what stays.
void detach(Description& description, const Removal& removal) {
  for (desc::Actuator& actuator : description.actuators)
    if (auto* tendon = std::get_if<desc::TendonActuator>(&actuator.type))
      std::erase_if(tendon->route, [&](const auto& part) { return removal.has(ItemKind::kLink, part.link.id); });
  for (desc::Load& load : description.loads)
    if (auto* fluid = std::get_if<desc::FluidLoad>(&load.type))
      for (desc::BodyMatrices* map : {&fluid->addedMass, &fluid->viscousDrag})
        std::erase_if(map->entries, [&](const auto& entry) {
          return removal.has(ItemKind::kLink, entry.first.id) || removal.has(ItemKind::kObject, entry.first.id);
        });
  const Description before = description;  // formulas name what goes
  for (desc::Controller& controller : description.controllers) Remains(before, removal).detach(controller);
  std::erase_if(description.signals.entries,
                [&](const auto& entry) { return mentionsRemoved(description, removal, entry.second); });
  for (const ItemRef& item : removal.items) {
    forgetPaths(description, pathOf(description, item));
    forgetInVariants(description, referenceKeys(item.kind), nameOf(description, item));
  }
}

void erase(Description& description, const Removal& removal) {
  for (const ItemKind kind : kItemKinds)
    withList(description, kind, [&](auto& objects) {
      std::erase_if(objects, [&](const auto& object) { return removal.has(kind, object.id); });
    });
}

}  // namespace

Edit remove(const Description& description, const std::vector<ItemRef>& items) {
  return {removalName(description, items, plan(description, items)),
          [items](Description& changed, std::vector<Problem>& problems) {
            const Removal removal = plan(changed, items);
            if (removal.items.empty()) {
              problems.push_back({.path = "", .message = "there is nothing to delete", .cure = "select something"});
              return false;
            }
            if (!materialsAreFree(changed, removal, problems)) return false;
            detach(changed, removal);
            erase(changed, removal);
            return true;
          }};
}

Edit removeParameter(std::string name) {
  std::string title = "Delete parameter “" + name + "”";
  return {
      std::move(title), [name = std::move(name)](Description& description, std::vector<Problem>& problems) {
        const std::vector<std::string> users = usersOfParameter(description, name);
        if (!users.empty()) {
          problems.push_back({.path = "parameters." + name,
                              .message = "is used by " + counted(static_cast<int>(users.size()), "field") +
                                         ", the first is " + users.front(),
                              .cure = "write numbers there first"});
          return false;
        }
        if (std::erase_if(description.parameters.entries, [&](const auto& entry) { return entry.first == name; }) == 0)
          return fail(problems, "parameters", "there is no parameter “" + name + "”", "choose one that exists");
        forgetPaths(description, "parameters." + name);
        return true;
      }};
}

}  // namespace tendril::edits
