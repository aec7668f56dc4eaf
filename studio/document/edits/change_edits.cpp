// SPDX-License-Identifier: GPL-3.0-or-later
// Renaming, and the place of objects in the tree and in their lists.
#include <algorithm>
#include <unordered_set>

#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"
#include "studio/document/mentions.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

/// Changes every path that variants and provenance speak of.
template <class F>
void forPaths(Description& description, F&& change) {
  for (auto& entry : description.provenance.entries) entry.first = change(entry.first);
  for (auto& variant : description.variants.entries)
    for (auto& entry : variant.second.entries) entry.first = change(entry.first);
}

/// "controllers.waves.outputs.motor" names the actuator too.
std::string movedOutput(const Description& description, const std::string& path, const std::string& from,
                        const std::string& to) {
  for (const desc::Controller& controller : description.controllers) {
    const std::string outputs = "controllers." + controller.name + ".outputs.";
    if (liesIn(path, outputs + from)) return movedPath(path, outputs + from, outputs + to);
  }
  return path;
}

/// True if links and actuators both have this name, so that nobody knows whom a computed signal means.
bool isAmbiguous(const Description& description, std::string_view name) {
  return find(description, ItemKind::kLink, name) && find(description, ItemKind::kActuator, name);
}

void followName(Description& description, ItemKind kind, const std::string& from, const std::string& to) {
  const std::string key(listKey(kind));
  forPaths(description, [&](const std::string& path) {
    if (kind == ItemKind::kActuator && path.starts_with("controllers."))
      return movedOutput(description, path, from, to);
    return movedPath(path, key + '.' + from, key + '.' + to);
  });
  renameInVariants(description, referenceKeys(kind), from, to);
  const bool inSignals = kind == ItemKind::kLink || kind == ItemKind::kActuator || kind == ItemKind::kObject;
  if (!inSignals || isAmbiguous(description, from)) return;
  renameInSignals(description, from, to);
}

/// Puts parents before their children; otherwise the order stays.
void orderLinks(std::vector<desc::Link>& links) {
  std::vector<desc::Link> out;
  std::unordered_set<ObjectId> placed = {0};
  std::vector<bool> taken(links.size(), false);
  while (out.size() < links.size()) {
    const std::size_t before = out.size();
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (taken[i] || !placed.contains(links[i].parent.id)) continue;
      taken[i] = true;
      placed.insert(links[i].id);
      out.push_back(links[i]);
      break;  // from the front again: a child that waited comes at once
    }
    if (out.size() == before) return;  // a cycle: the checks say so
  }
  links = std::move(out);
}

/// Least and greatest index that a link may have among the others.
std::pair<std::size_t, std::size_t> bounds(const std::vector<desc::Link>& others, const desc::Link& link) {
  std::size_t low = 0, high = others.size();
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i].id == link.parent.id) low = i + 1;
    if (others[i].parent.id == link.id) high = std::min(high, i);
  }
  return {low, high};
}
template <class T>
std::pair<std::size_t, std::size_t> bounds(const std::vector<T>& others, const T&) {
  return {0, others.size()};
}

}  // namespace

Edit rename(const Description& description, ItemRef item, std::string name) {
  std::string title = "Rename “" + nameOf(description, item) + "” to “" + name + "”";
  return {std::move(title), [item, name = std::move(name)](Description& changed, std::vector<Problem>& problems) {
            const std::string old = nameOf(changed, item);
            if (old.empty()) return fail(problems, "", "there is no such object any more", "select another one");
            if (old == name) return true;
            const std::string path = pathOf(changed, item) + ".name";
            if (name == desc::kWorldName) return fail(problems, path, "“world” is taken", "choose another name");
            if (find(changed, item.kind, name))
              return fail(problems, path, "there is another " + kindName(item.kind) + " “" + name + "”",
                          "choose another name");
            followName(changed, item.kind, old, name);
            withList(changed, item.kind, [&](auto& objects) { objectOf(objects, item.id)->name = name; });
            return true;
          }};
}

Edit renameParameter(std::string name, std::string newName) {
  std::string title = "Rename parameter “" + name + "” to “" + newName + "”";
  return {
      std::move(title),
      [from = std::move(name), to = std::move(newName)](Description& description, std::vector<Problem>& problems) {
        auto& entries = description.parameters.entries;
        const auto named = [&](const std::string& key) {
          return std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.first == key; });
        };
        if (named(from) == entries.end())
          return fail(problems, "parameters", "there is no parameter “" + from + "”", "choose one that exists");
        if (from == to) return true;
        if (named(to) != entries.end())
          return fail(problems, "parameters." + from, "there is another parameter “" + to + "”", "choose another name");
        renameInFormulas(description, from, to);
        renameInVariantFormulas(description, from, to);
        for (auto& signal : description.signals.entries) signal.second = renamedName(signal.second, from, to);
        forPaths(description,
                 [&](const std::string& path) { return movedPath(path, "parameters." + from, "parameters." + to); });
        named(from)->first = to;
        return true;
      }};
}

Edit reparent(const Description& description, ObjectId link, ObjectId parent, const desc::Attachment& at) {
  const std::string host = parent == 0 ? "the world" : "“" + nameOf(description, {ItemKind::kLink, parent}) + "”";
  return {"Hang “" + nameOf(description, {ItemKind::kLink, link}) + "” on " + host,
          [link, parent, at](Description& changed, std::vector<Problem>& problems) {
            desc::Link* moved = objectOf(changed.links, link);
            const desc::Link* target = objectOf(changed.links, parent);
            if (!moved || (parent != 0 && !target)) return noSuchLink(problems);
            const std::vector<ObjectId> below = subtree(changed, link);
            if (std::find(below.begin(), below.end(), parent) != below.end())
              return fail(problems, "links." + moved->name + ".parent",
                          "“" + moved->name + "” cannot hang on itself or on what hangs on it",
                          "choose a link that is not below it");
            moved->parent = desc::LinkRef(target ? target->name : std::string(desc::kWorldName));
            moved->parent.id = parent;
            moved->at = at;
            orderLinks(changed.links);
            return true;
          }};
}

Edit move(const Description& description, ItemRef item, std::size_t index) {
  return {"Move “" + nameOf(description, item) + "”",
          [item, index](Description& changed, std::vector<Problem>& problems) {
            return withList(changed, item.kind, [&](auto& objects) {
              const int from = indexOf(objects, item.id);
              if (from < 0) return fail(problems, "", "there is no such object any more", "select another one");
              auto object = std::move(objects[static_cast<std::size_t>(from)]);
              objects.erase(objects.begin() + from);
              const auto [low, high] = bounds(objects, object);
              const std::size_t to = std::clamp(index, low, std::max(low, high));
              objects.insert(objects.begin() + static_cast<std::ptrdiff_t>(to), std::move(object));
              return true;
            });
          }};
}

}  // namespace tendril::edits
