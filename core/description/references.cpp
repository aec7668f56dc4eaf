// SPDX-License-Identifier: BSD-3-Clause
#include "core/description/references.hpp"

#include <type_traits>
#include <unordered_map>

#include "core/description/fields/walk.hpp"
#include "core/text/nearest_name.hpp"

namespace tendril {
namespace {

using namespace description;

constexpr std::size_t kMaxProblems = 200;  // looking up what is near takes time

/// Names and ids of the objects of one kind.
struct Directory {
  std::string_view kind;
  std::unordered_map<std::string, ObjectId> byName;
  std::unordered_map<ObjectId, std::string> byId;
  std::vector<std::string> names;

  template <class T>
  void add(const std::vector<T>& objects) {
    for (const T& object : objects) {
      byName.emplace(object.name, object.id);
      byId.emplace(object.id, object.name);
      names.push_back(object.name);
    }
  }
};

struct Resolver {
  Directory links{.kind = "link", .byName = {}, .byId = {}, .names = {}};
  Directory materials{.kind = "material", .byName = {}, .byId = {}, .names = {}};
  Directory actuators{.kind = "actuator", .byName = {}, .byId = {}, .names = {}};
  Directory bodies{.kind = "link or object", .byName = {}, .byId = {}, .names = {}};
  std::vector<Problem>& problems;

  const Directory& directory(ObjectKind kind) const {
    if (kind == ObjectKind::kLink) return links;
    if (kind == ObjectKind::kBody) return bodies;
    return kind == ObjectKind::kMaterial ? materials : actuators;
  }

  template <class T>
  void operator()(T&, const FieldInfo&, const std::string&) {}
  template <ObjectKind kKind>
  void operator()(Reference<kKind>& reference, const FieldInfo&, const std::string& path) {
    const Directory& known = directory(kKind);
    if (const auto current = known.byId.find(reference.id); reference.id != 0 && current != known.byId.end()) {
      reference.name = current->second;
      return;
    }
    reference.id = 0;
    if ((kKind == ObjectKind::kLink || kKind == ObjectKind::kBody) && reference.name == kWorldName) return;
    if (reference.name.empty()) return;  // missing: reported as such by who requires it
    const auto found = known.byName.find(reference.name);
    if (found != known.byName.end()) {
      reference.id = found->second;
    } else if (problems.size() < kMaxProblems) {
      problems.push_back(unknown(known, reference.name, path));
    }
  }

  static Problem unknown(const Directory& known, const std::string& name, const std::string& path) {
    const std::string nearest = nearestName(name, known.names);
    std::string cure = nearest.empty() ? "" : "did you mean \"" + nearest + "\"?";
    if (cure.empty()) cure = "add it, or name one that exists";
    return {
        .path = path, .message = "unknown " + std::string(known.kind) + " \"" + name + "\"", .cure = std::move(cure)};
  }
};

template <class T>
void assign(Description& description, std::vector<T>& objects) {
  for (T& object : objects)
    if (object.id == 0) object.id = newId(description);
}

}  // namespace

ObjectId newId(Description& description) {
  return ++description.lastId;
}

void assignIds(Description& d) {
  assign(d, d.materials.items);
  assign(d, d.links);
  assign(d, d.actuators);
  assign(d, d.loads);
  assign(d, d.loops);
  assign(d, d.objects);
  assign(d, d.controllers);
}

void resolveReferences(Description& description, std::vector<Problem>& problems) {
  Resolver resolver{.problems = problems};
  resolver.links.add(description.links);
  resolver.materials.add(description.materials.items);
  resolver.actuators.add(description.actuators);
  resolver.bodies.add(description.links);
  resolver.bodies.add(description.objects);
  walk(description, resolver);
}

}  // namespace tendril
