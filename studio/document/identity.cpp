// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/identity.hpp"

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/description/references.hpp"

namespace tendril {
namespace {

using description::ObjectId;

/// Hands every list of objects to a function.
template <class D, class F>
void forLists(D& d, F&& apply) {
  apply(d.materials.items);
  apply(d.links);
  apply(d.actuators);
  apply(d.loads);
  apply(d.controllers);
  apply(d.loops);
  apply(d.objects);
}

template <class T>
void keepIds(const std::vector<T>& old, std::vector<T>& objects) {
  std::unordered_set<ObjectId> oldIds, used;
  for (const T& object : old) oldIds.insert(object.id);
  for (const T& object : objects) used.insert(object.id);
  std::unordered_map<std::string, ObjectId> free;
  for (const T& object : old)
    if (!used.contains(object.id)) free.emplace(object.name, object.id);
  for (T& object : objects) {
    if (object.id != 0 && oldIds.contains(object.id)) continue;
    if (const auto found = free.find(object.name); found != free.end()) {
      object.id = found->second;
      free.erase(found);
    }
  }
}

}  // namespace

void giveUniqueIds(Description& description) {
  std::unordered_set<ObjectId> seen;
  forLists(description, [&](auto& objects) {
    for (auto& object : objects) {
      if (object.id > description.lastId) description.lastId = object.id;
      if (!seen.insert(object.id).second) object.id = 0;
    }
  });
  assignIds(description);
}

void keepIdsOfNames(const Description& before, Description& after) {
  keepIds(before.materials.items, after.materials.items);
  keepIds(before.links, after.links);
  keepIds(before.actuators, after.actuators);
  keepIds(before.loads, after.loads);
  keepIds(before.controllers, after.controllers);
  keepIds(before.loops, after.loops);
  keepIds(before.objects, after.objects);
}

}  // namespace tendril
