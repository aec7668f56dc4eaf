// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of single fields by their path.
#include <algorithm>
#include <exception>
#include <utility>

#include "core/builder/checks/picture_check.hpp"
#include "core/description/bodies.hpp"
#include "core/description/references.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"
#include "studio/document/document.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/type_edits.hpp"
#include "studio/document/items.hpp"
#include "studio/document/mentions.hpp"
#include "studio/document/reset_field.hpp"

namespace tendril {
namespace {

constexpr std::string_view kProvenance = "provenance.";

using Values = std::vector<std::pair<std::string, std::string>>;

/// "links.arm.joint.axis[0]" → "axis".
std::string lastKey(std::string_view path) {
  path = path.substr(0, path.find_last_not_of("[]0123456789") + 1);
  const std::size_t dot = path.rfind('.');
  std::string key(dot == std::string_view::npos ? path : path.substr(dot + 1));
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

/// "Set length of “arm”".
std::string stepName(const Description& description, std::string_view verb, std::string_view path) {
  if (path.starts_with(kProvenance)) return std::string(verb) + " source";
  std::string name = std::string(verb) + ' ' + lastKey(path);
  if (const auto item = edits::itemAt(description, path)) {
    const std::string object = edits::nameOf(description, *item);
    if (object != lastKey(path)) name += " of “" + object + "”";
  }
  return name;
}

/// The text of a JSON text value, or nothing.
std::optional<std::string> jsonText(std::string_view json) {
  std::vector<Problem> problems;
  json::Node node = json::parse(json, problems);
  if (!node.is(json::Node::Kind::kString)) return std::nullopt;
  return std::move(node.text);
}

template <class Map>
bool hasKey(const Map& map, std::string_view key) {
  return std::any_of(map.entries.begin(), map.entries.end(), [&](const auto& entry) { return entry.first == key; });
}

/// Entries of maps are made where they are not yet there.
void addEntry(Description& description, std::string_view path) {
  const auto add = [&](auto& map, std::string_view prefix) {
    if (!path.starts_with(prefix)) return;
    const std::string key(path.substr(prefix.size()));
    if (key.empty() || key.find_first_of(".[") != std::string::npos || hasKey(map, key)) return;
    map.entries.emplace_back(key, typename std::remove_cvref_t<decltype(map.entries)>::value_type::second_type{});
  };
  add(description.parameters, "parameters.");
  add(description.signals, "signals.");
}

/// Keys of the provenance are paths themselves.
bool setProvenance(Description& description, std::string_view path, std::string_view json,
                   std::vector<Problem>& problems) {
  const auto text = jsonText(json);
  if (!text) {
    problems.push_back({.path = std::string(path), .message = "must be text", .cure = ""});
    return false;
  }
  const std::string key(path.substr(kProvenance.size()));
  auto& entries = description.provenance.entries;
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.first == key; });
  if (found == entries.end()) {
    entries.emplace_back(key, *text);
  } else {
    found->second = *text;
  }
  return true;
}

/// The object whose name the path is.
std::optional<ItemRef> renamed(const Description& description, std::string_view path) {
  const auto item = edits::itemAt(description, path);
  if (item && path == edits::pathOf(description, *item) + ".name") return item;
  return std::nullopt;
}

struct NewParent {
  ObjectId link, parent;
  description::Attachment at;
};

/// What a path and value say of the parent of a link; parents stand before their children, so links may have to move.
std::optional<NewParent> newParent(const Description& description, std::string_view path, std::string_view json) {
  const auto item = edits::itemAt(description, path);
  if (!item || item->kind != ItemKind::kLink || path != edits::pathOf(description, *item) + ".parent") return {};
  const auto name = jsonText(json);
  const auto parent = name ? edits::find(description, ItemKind::kLink, *name) : std::nullopt;
  if (!parent && name != description::kWorldName) return {};
  return NewParent{item->id, parent ? parent->id : 0, objectOf(description.links, item->id)->at};
}

/// A kind of section, joint or body alone leaves values of the old one that do not fit, or lacks what it needs.
bool isKindOfPart(const Description& description, std::string_view path, std::string_view json) {
  const auto item = edits::itemAt(description, path);
  if (!item || item->kind != ItemKind::kLink || !jsonText(json)) return false;
  if (path == edits::pathOf(description, *item) + ".body") return true;  // its kind alone
  return path.ends_with(".section.shape") || path.ends_with(".joint.type") || path.ends_with(".joint.drive.type") ||
         path.ends_with(".body.type");
}

bool setOne(Description& description, const std::string& given, const std::string& json,
            std::vector<Problem>& problems) {
  const std::string path = namedPath(description, given);
  if (path.starts_with(kProvenance)) return setProvenance(description, path, json, problems);
  if (const auto item = renamed(description, path))
    if (const auto text = jsonText(json)) return edits::rename(description, *item, *text).apply(description, problems);
  if (const auto parent = newParent(description, path, json))
    return edits::reparent(description, parent->link, parent->parent, parent->at).apply(description, problems);
  if (isKindOfPart(description, path, json))
    return edits::setType(path.ends_with(".body") ? path + ".type" : path, *jsonText(json))
        .apply(description, problems);
  addEntry(description, path);
  std::vector<Problem> found;
  if (setByPath(description, path, json, found)) {
    if (path.ends_with(".joint.drive"))  // another one may have other motors, with signals of their own
      if (const auto item = edits::itemAt(description, path); item && item->kind == ItemKind::kLink)
        edits::fitJoint(description, *objectOf(description.links, item->id));
    return true;
  }
  // what may be absent is taken away by null
  if (json == "null" && resetByPath(description, path, found)) return true;
  problems.insert(problems.end(), found.begin(), found.end());
  return false;
}

const description::Visual* ownPicture(const description::Link* link) {
  return link && link->visual ? &*link->visual : nullptr;
}

const description::Visual* bodyPicture(const description::Link* link) {
  const auto* rigid = link && link->body ? std::get_if<description::RigidBody>(&*link->body) : nullptr;
  return rigid && rigid->visual ? &*rigid->visual : nullptr;
}

/// Whoever gives these fields a picture that cannot be drawn is told so. One that was there before stays: a project
/// whose meshes are somewhere else can be edited.
bool canBeDrawn(const Description& before, const Description& after, const Values& values,
                const std::filesystem::path& directory, std::vector<Problem>& problems) {
  bool good = true;
  const auto check = [&](const description::Visual* now, const description::Visual* then, const std::string& path) {
    const bool given = std::any_of(values.begin(), values.end(), [&](const auto& value) {
      return liesIn(path + ".mesh", namedPath(after, value.first));
    });
    if (!now || !given || (then && then->mesh == now->mesh)) return;
    std::optional<Problem> problem = pictureProblem(*now, directory, path);
    if (!problem) return;
    problem->severity = Problem::Severity::kError;
    problems.push_back(std::move(*problem));
    good = false;
  };
  for (const description::Link& link : after.links) {
    const description::Link* old = objectOf(before.links, link.id);
    check(ownPicture(&link), ownPicture(old), "links." + link.name + ".visual");
    check(bodyPicture(&link), bodyPicture(old), "links." + link.name + ".body.visual");
  }
  return good;
}

bool setAll(const Description& before, Description& description, const Values& values,
            const std::filesystem::path& directory, std::vector<Problem>& problems) {
  return std::all_of(values.begin(), values.end(),
                     [&](const auto& value) { return setOne(description, value.first, value.second, problems); }) &&
         canBeDrawn(before, description, values, directory, problems);
}

}  // namespace

bool Document::setField(std::string_view path, std::string_view json, std::vector<Problem>& problems,
                        std::string_view mergeKey) {
  return setFields({{std::string(path), std::string(json)}}, problems, mergeKey);
}

bool Document::setFields(const Values& values, std::vector<Problem>& problems, std::string_view mergeKey,
                         std::string name) {
  if (values.empty()) return true;
  if (name.empty()) name = stepName(description(), "Set", values.front().first);
  return edit(
      std::move(name),
      [this, &values](Description& changed, std::vector<Problem>& found) {
        return setAll(description(), changed, values, directory_, found);
      },
      problems, mergeKey);
}

bool Document::resetField(std::string_view path, std::vector<Problem>& problems) {
  if (shown_)
    if (const std::optional<bool> done = resetShown(namedPath(current_, path), problems)) return *done;
  return edit(
      stepName(description(), "Reset", path),
      [path](Description& description, std::vector<Problem>& found) {
        return resetByPath(description, namedPath(description, path), found);
      },
      problems);
}

std::vector<Problem> Document::tryField(std::string_view path, std::string_view json) const {
  std::vector<Problem> found;
  try {
    Description changed = description();
    if (setAll(description(), changed, {{std::string(path), std::string(json)}}, directory_, found))
      checkChanged(description(), problems(), changed, found);
  } catch (const std::exception& error) {
    found.push_back({.path = std::string(path), .message = error.what(), .cure = ""});
  }
  return found;
}

}  // namespace tendril
