// SPDX-License-Identifier: BSD-3-Clause
// Ids of objects and the references between them. In memory a reference is an id, in files a name: renaming is safe.
#pragma once

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

/// A new id, unique in this description.
description::ObjectId newId(Description& description);

/// Gives an id to every object (material, link, actuator, load, controller) that has none.
void assignIds(Description& description);

/// Makes ids and names of all references agree: an id that exists gives the current name; otherwise the name gives the
/// id. Call it after reading, renaming, adding or removing. A name that no object has is a problem, with the nearest
/// name. `world` is accepted wherever a link is.
void resolveReferences(Description& description, std::vector<Problem>& problems);

/// Index of the object with this id in its list; −1 if there is none.
template <class T>
int indexOf(const std::vector<T>& objects, description::ObjectId id) {
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].id == id && id != 0) return static_cast<int>(i);
  return -1;
}

}  // namespace tendril
