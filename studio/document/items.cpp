// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/items.hpp"

#include <charconv>

namespace tendril {
NameBook::NameBook(const Description& description) {
  for (const ItemKind kind : kItemKinds)
    withList(description, kind, [this](const auto& objects) {
      for (const auto& object : objects) taken_.insert(object.name);
    });
  for (const auto& [parameter, value] : description.parameters.entries) taken_.insert(parameter);
  taken_.insert(std::string(description::kWorldName));
}

std::string NameBook::take(std::string_view wish) {
  std::string name(wish);
  if (taken_.contains(name)) {
    std::string base(wish.substr(0, wish.find_last_not_of("0123456789") + 1));
    while (base.ends_with(' ')) base.pop_back();
    if (base.empty()) base = wish;
    int& number = last_.try_emplace(base, 1).first->second;
    do {
      name = base + ' ' + std::to_string(++number);
    } while (taken_.contains(name));
  }
  taken_.insert(name);
  return name;
}

std::string namedPath(const Description& description, std::string_view path) {
  for (const ItemKind kind : kItemKinds) {
    const std::string_view key = listKey(kind);
    if (!path.starts_with(key) || path.size() <= key.size() || path[key.size()] != '[') continue;
    const std::string_view rest = path.substr(key.size() + 1);
    std::size_t index = 0;
    const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), index);
    const auto length = static_cast<std::size_t>(end.ptr - rest.data());
    if (end.ec != std::errc() || length >= rest.size() || rest[length] != ']') break;
    return withList(description, kind, [&](const auto& objects) {
      if (index >= objects.size()) return std::string(path);
      return std::string(key) + '.' + objects[index].name + std::string(rest.substr(length + 1));
    });
  }
  return std::string(path);
}

std::vector<ObjectId> subtree(const Description& description, ObjectId link) {
  std::vector<ObjectId> ids;
  std::unordered_set<ObjectId> inside = {link};
  for (const auto& candidate : description.links) {
    if (candidate.id != link && !inside.contains(candidate.parent.id)) continue;
    inside.insert(candidate.id);
    ids.push_back(candidate.id);
  }
  return ids;
}

namespace edits {

std::string kindName(ItemKind kind) {
  std::string name(listKey(kind));
  name.pop_back();  // "links" → "link"
  return name;
}

std::string nameOf(const Description& description, ItemRef item) {
  return withList(description, item.kind, [&](const auto& objects) {
    const auto* object = objectOf(objects, item.id);
    return object ? object->name : std::string();
  });
}

std::optional<ItemRef> find(const Description& description, ItemKind kind, std::string_view name) {
  return withList(description, kind, [&](const auto& objects) -> std::optional<ItemRef> {
    for (const auto& object : objects)
      if (object.name == name) return ItemRef{kind, object.id};
    return std::nullopt;
  });
}

std::optional<ItemRef> itemAt(const Description& description, std::string_view given) {
  const std::string named = namedPath(description, given);
  const std::string_view path = named;
  for (const ItemKind kind : kItemKinds) {
    const std::string_view key = listKey(kind);
    if (!path.starts_with(key) || path.size() <= key.size() + 1 || path[key.size()] != '.') continue;
    std::string_view name = path.substr(key.size() + 1);
    name = name.substr(0, name.find_first_of(".["));
    return find(description, kind, name);
  }
  return std::nullopt;
}

std::string pathOf(const Description& description, ItemRef item) {
  const std::string name = nameOf(description, item);
  return name.empty() ? name : std::string(listKey(item.kind)) + '.' + name;
}

std::string freeName(const Description& description, std::string_view wish) {
  return NameBook(description).take(wish);
}

}  // namespace edits
}  // namespace tendril
