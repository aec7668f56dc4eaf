// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be added to a robot, in one list: the menus, the palette and the panel of parts are made of it.
#pragma once

#include <QString>

#include <memory>
#include <optional>
#include <span>

#include "core/model/model.hpp"
#include "studio/document/edits/edits.hpp"

namespace tendril {

/// Where a part goes.
struct PartPlace {
  description::ObjectId link = 0;     ///< what it belongs to or hangs on: a link, for contacts an object too; 0: none
  description::ObjectId other = 0;    ///< the second one, of parts that join two; 0: none
  description::Attachment at = {};    ///< on the link
  std::optional<Vec3> position = {};  ///< on the world, m; empty: the part's own
  double floor = 0;                   ///< height of the floor, m; set by PartAdder::editOf, as is the model
  std::shared_ptr<const Model> model = {};  ///< of the project as it stands, for loops
};

enum class PartGroup { kBodies, kJoints, kActuators, kForces, kContacts };
inline constexpr int kPartGroups = 5;

/// What a part must be given.
enum class PartNeeds {
  kNothing,  ///< it hangs on a link or on the world
  kLink,
  kLinks,  ///< a link, and the one selected before it where there is one
  kBody,   ///< a link or an object
  kTwo,    ///< two of these
};

struct Part {
  const char* id;    ///< stable: its picture is assets/parts/<id>.png
  const char* name;  ///< for people, to be translated by partName()
  const char* icon;  ///< in assets/icons
  const char* help;  ///< a sentence, to be translated
  const char* also;  ///< other words by which it is found
  PartGroup group;
  PartNeeds needs;
  Edit (*edit)(const PartPlace& place);
};

/// A link with its joint: it hangs on another one or on the world.
constexpr bool isLink(const Part& part) {
  return part.needs == PartNeeds::kNothing && (part.group == PartGroup::kBodies || part.group == PartGroup::kJoints);
}

/// It begins at a frame of a link that is chosen: base, tip, a place along or on the surface.
constexpr bool goesOnPlace(const Part& part) {
  return isLink(part) || part.needs == PartNeeds::kLinks;
}

/// All of them, in the order in which people are offered them.
std::span<const Part> parts();
/// Null if there is none of this id.
const Part* partOf(const QString& id);

QString partName(const Part& part);
QString partHelp(const Part& part);
QString groupName(PartGroup group);

/// It joins what it is given, where that is two.
constexpr bool joinsTwo(const Part& part) {
  return part.needs == PartNeeds::kLinks || part.needs == PartNeeds::kTwo;
}

/// It closes a chain where the robot stands.
constexpr bool isLoop(const Part& part) {
  return part.needs == PartNeeds::kLinks;
}

/// Why a part cannot go there, for people: "Select a link first". Empty: it can.
QString whyNot(const Part& part, const PartPlace& place);

}  // namespace tendril
