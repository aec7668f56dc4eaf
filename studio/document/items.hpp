// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of objects of a description, by kind.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/description/references.hpp"
#include "studio/document/document.hpp"

namespace tendril {

/// Key of the list in files.
constexpr std::string_view listKey(ItemKind kind) {
  constexpr std::array<std::string_view, 7> kKeys = {"links",       "materials", "actuators", "loads",
                                                     "controllers", "loops",     "objects"};
  return kKeys[static_cast<std::size_t>(kind)];
}

inline constexpr std::array<std::string_view, 2> kLinkKeys = {"parent", "link"};
inline constexpr std::array<std::string_view, 1> kMaterialKeys = {"material"};

/// Keys of values that name an object of a kind: a variant may hang a link elsewhere, or give a body another material.
constexpr std::span<const std::string_view> referenceKeys(ItemKind kind) {
  if (kind == ItemKind::kLink) return kLinkKeys;
  if (kind == ItemKind::kMaterial) return kMaterialKeys;
  return {};
}

/// Calls apply(list) with the list of a kind and returns what it returns.
template <class D, class F>
decltype(auto) withList(D& description, ItemKind kind, F&& apply) {
  switch (kind) {
    case ItemKind::kMaterial:
      return apply(description.materials.items);
    case ItemKind::kActuator:
      return apply(description.actuators);
    case ItemKind::kLoad:
      return apply(description.loads);
    case ItemKind::kController:
      return apply(description.controllers);
    case ItemKind::kLoop:
      return apply(description.loops);
    case ItemKind::kObject:
      return apply(description.objects);
    case ItemKind::kLink:
      break;
  }
  return apply(description.links);
}

inline constexpr std::array<ItemKind, 7> kItemKinds = {ItemKind::kLink,  ItemKind::kMaterial,   ItemKind::kActuator,
                                                       ItemKind::kLoad,  ItemKind::kController, ItemKind::kLoop,
                                                       ItemKind::kObject};

/// The object, or null.
template <class T>
T* objectOf(std::vector<T>& objects, ObjectId id) {
  const int index = indexOf(objects, id);
  return index < 0 ? nullptr : &objects[static_cast<std::size_t>(index)];
}
template <class T>
const T* objectOf(const std::vector<T>& objects, ObjectId id) {
  const int index = indexOf(objects, id);
  return index < 0 ? nullptr : &objects[static_cast<std::size_t>(index)];
}

/// The names of a project that are given, for giving new ones.
class NameBook {
 public:
  explicit NameBook(const Description& description);
  /// The wish if it is free, else with the next number: "rod", "rod 2". It is taken then.
  std::string take(std::string_view wish);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> last_;  ///< number given last to a name
};

/// The path with the object at its start by name: "links[2].body" → "links.arm.body".
std::string namedPath(const Description& description, std::string_view path);

/// The link and all that hang on it, in the order of the project.
std::vector<ObjectId> subtree(const Description& description, ObjectId link);

}  // namespace tendril
