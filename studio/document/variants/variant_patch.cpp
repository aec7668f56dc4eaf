// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/variants/variant_patch.hpp"

#include <algorithm>
#include <array>

#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"
#include "studio/document/mentions.hpp"

namespace tendril {
namespace {

using json::Node;

/// What is of the whole project, and the same in all its variants.
constexpr std::array<std::string_view, 8> kOfProject = {"format",  "version",  "name",       "description",
                                                        "signals", "variants", "provenance", "studio"};

Node treeOf(const Description& description, std::string_view like) {
  std::vector<Problem> problems;
  return json::parse(projectText(description, like), problems);
}

const Node* nameOf(const Node& object) {
  return object.is(Node::Kind::kObject) ? object.find("name") : nullptr;
}

/// A list of objects with names, one after the other the same.
bool sameNames(const Node& before, const Node& after) {
  if (before.items.size() != after.items.size()) return false;
  for (std::size_t i = 0; i < before.items.size(); ++i) {
    const Node *was = nameOf(before.items[i]), *is = nameOf(after.items[i]);
    if (!was || !is || !(*was == *is)) return false;
  }
  return true;
}

/// Fields that decide which others there are: a value of another kind is said as a whole.
bool sameKind(const Node& before, const Node& after) {
  for (const std::string_view key : {"type", "shape", "model", "basis"}) {
    const Node *was = before.find(key), *is = after.find(key);
    if ((was != nullptr) != (is != nullptr) || (was && !(*was == *is))) return false;
  }
  return std::ranges::all_of(before.keys, [&](const std::string& key) { return after.find(key) != nullptr; });
}

void compare(const Node& before, const Node& after, const std::string& path, FieldDifference& out) {
  if (before == after) return;
  const bool objects = before.is(Node::Kind::kObject) && after.is(Node::Kind::kObject);
  if (!objects || !sameKind(before, after)) {
    out.values.emplace_back(path, json::writeCompact(after));
    return;
  }
  static const Node kNothing;
  for (std::size_t i = 0; i < after.keys.size(); ++i) {
    const Node* was = before.find(after.keys[i]);
    compare(was ? *was : kNothing, after.items[i], path + '.' + after.keys[i], out);
  }
}

/// An object of a list: it stays there, its fields are compared one by one.
void compareObject(const Node& before, const Node& after, const std::string& path, FieldDifference& out) {
  static const Node kNothing;
  for (std::size_t i = 0; i < after.keys.size(); ++i) {
    const Node* was = before.find(after.keys[i]);
    compare(was ? *was : kNothing, after.items[i], path + '.' + after.keys[i], out);
  }
  for (const std::string& key : before.keys)
    if (!after.find(key)) out.structure = true;
}

void compareList(const Node& before, const Node& after, const std::string& key, FieldDifference& out) {
  if (!sameNames(before, after)) {
    out.structure = true;
    return;
  }
  for (std::size_t i = 0; i < after.items.size(); ++i)
    compareObject(before.items[i], after.items[i], key + '.' + nameOf(after.items[i])->text, out);
}

bool sameKeys(const Node& before, const Node& after) {
  return before.keys.size() == after.keys.size() &&
         std::ranges::all_of(before.keys, [&](const std::string& key) { return after.find(key) != nullptr; });
}

/// One entry at the top of the file.
void compareTop(const Node& before, const Node& after, const std::string& key, FieldDifference& out) {
  if (before == after) return;
  const bool list = after.is(Node::Kind::kArray) && !after.items.empty() && nameOf(after.items.front());
  if (std::ranges::find(kOfProject, key) != kOfProject.end()) {
    out.project = true;
  } else if (list || (before.is(Node::Kind::kArray) && !before.items.empty() && nameOf(before.items.front()))) {
    compareList(before, after, key, out);
  } else if (key == "materials" || key == "parameters") {
    if (!sameKeys(before, after)) out.structure = true;
    for (std::size_t i = 0; i < after.keys.size() && !out.structure; ++i)
      compare(*before.find(after.keys[i]), after.items[i], key + '.' + after.keys[i], out);
  } else if (after.is(Node::Kind::kObject)) {
    compareObject(before, after, key, out);
  } else {
    out.values.emplace_back(key, json::writeCompact(after));
  }
}

/// The value at a path of names and keys; null if there is none.
const Node* valueAt(const Node& root, std::string_view path) {
  const Node* at = &root;
  while (at && !path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string_view step = path.substr(0, dot);
    path.remove_prefix(std::min(dot + 1, path.size()));
    if (at->is(Node::Kind::kArray)) {
      const auto found = std::ranges::find_if(at->items, [&](const Node& object) {
        const Node* name = nameOf(object);
        return name && name->text == step;
      });
      at = found == at->items.end() ? nullptr : &*found;
    } else {
      at = at->is(Node::Kind::kObject) ? at->find(step) : nullptr;
    }
  }
  return at;
}

template <class D>
auto* patchIn(D& project, std::string_view variant) {
  auto& entries = project.variants.entries;
  const auto found = std::ranges::find_if(entries, [&](const auto& entry) { return entry.first == variant; });
  return found == entries.end() ? nullptr : &found->second;
}

}  // namespace

const VariantPatch* patchOf(const Description& project, std::string_view variant) {
  return patchIn(project, variant);
}
VariantPatch* patchOf(Description& project, std::string_view variant) {
  return patchIn(project, variant);
}

FieldDifference differenceBetween(const Description& before, const Description& after, std::string_view like) {
  FieldDifference out;
  const std::string text = projectText(before, like);
  std::vector<Problem> problems;
  const Node was = json::parse(text, problems), is = treeOf(after, text);
  static const Node kNothing = Node::object();
  for (std::size_t i = 0; i < is.keys.size(); ++i) {
    const Node* old = was.find(is.keys[i]);
    compareTop(old ? *old : kNothing, is.items[i], is.keys[i], out);
  }
  for (const std::string& key : was.keys)
    if (!is.find(key)) (std::ranges::find(kOfProject, key) != kOfProject.end() ? out.project : out.structure) = true;
  return out;
}

void setChange(VariantPatch& patch, const std::string& path, const std::string& json) {
  std::erase_if(patch.entries, [&](const auto& entry) { return liesIn(entry.first, path); });
  patch.entries.emplace_back(path, description::RawJson{json});
}

void dropIdle(VariantPatch& patch, const std::vector<std::string>& paths, const Description& project,
              std::string_view like) {
  const Node tree = treeOf(project, like);
  std::erase_if(patch.entries, [&](const auto& entry) {
    if (std::ranges::find(paths, entry.first) == paths.end()) return false;
    // A change of what holds the field still speaks of it.
    const bool held = std::ranges::any_of(patch.entries, [&](const auto& other) {
      return other.first != entry.first && liesIn(entry.first, other.first);
    });
    std::vector<Problem> problems;
    const Node* value = valueAt(tree, entry.first);
    return !held && value && *value == json::parse(entry.second.text, problems);
  });
}

}  // namespace tendril
