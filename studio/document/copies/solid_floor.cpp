// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/copies/solid_floor.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/description/bodies.hpp"
#include "core/description/references.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

const desc::Contact* floorOf(const desc::Load& load) {
  const auto* contact = std::get_if<desc::Contact>(&load.type);
  const bool floor = contact && contact->surface == desc::ContactSurface::kPlane &&
                     contact->between[1].name == desc::kWorldName && contact->axis[2].value > 0 &&
                     contact->axis[0].value == 0 && contact->axis[1].value == 0;
  return floor ? contact : nullptr;
}

/// Of the first that there is.
const desc::Contact* someFloor(const Description& description) {
  for (const desc::Load& load : description.loads)
    if (const desc::Contact* floor = floorOf(load)) return floor;
  return nullptr;
}

bool touchesFloor(const Description& description, const std::string& body) {
  return std::any_of(description.loads.begin(), description.loads.end(), [&](const desc::Load& load) {
    const desc::Contact* floor = floorOf(load);
    return floor && floor->between[0].name == body;
  });
}

/// Soft bodies and rigid ones that are drawn; frames and what hangs on the world without moving need no floor.
bool canTouch(const desc::Link& link) {
  const auto* rigid = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
  const bool stays = link.parent.name == desc::kWorldName && link.joint.type == JointType::kFixed;
  return desc::isSoft(link) || (rigid && rigid->hasShape() && !stays);
}

/// Names of links and objects that can touch one.
std::vector<std::string> bodiesOf(const Description& description) {
  std::vector<std::string> names;
  for (const desc::Link& link : description.links)
    if (canTouch(link)) names.push_back(link.name);
  for (const desc::FreeObject& object : description.objects) names.push_back(object.name);
  return names;
}

/// A floor for a body that has none.
void addFloor(Description& description, const std::string& name, const desc::Contact& like) {
  if (touchesFloor(description, name)) return;
  desc::Contact contact = like;
  contact.between[0] = desc::BodyRef(name);
  contact.spheres.clear();  // of another body
  desc::Load load;
  load.name = freeName(description, "floor");
  load.type = std::move(contact);
  description.loads.push_back(std::move(load));
}

}  // namespace

bool hasSolidFloor(const Description& description) {
  return someFloor(description) != nullptr;
}

Edit makeFloorSolid(double height) {
  return {"Make the floor solid", [height](Description& description, std::vector<Problem>&) {
            const desc::Contact* some = someFloor(description);
            const desc::Contact like = some ? *some : floorContact({}, height);
            for (const std::string& name : bodiesOf(description)) addFloor(description, name, like);
            return true;
          }};
}

Edit removeFloor() {
  return {"Take the floor away", [](Description& description, std::vector<Problem>&) {
            std::erase_if(description.loads, [](const desc::Load& load) { return floorOf(load) != nullptr; });
            return true;
          }};
}

Edit onSolidFloor(Edit edit) {
  Edit out = edit;
  out.apply = [edit = std::move(edit)](Description& description, std::vector<Problem>& problems) {
    const desc::Contact* some = someFloor(description);
    const std::optional<desc::Contact> like = some ? std::optional(*some) : std::nullopt;
    const std::vector<std::string> before = bodiesOf(description);
    if (!edit.apply(description, problems)) return false;
    if (!like) return true;
    for (const std::string& name : bodiesOf(description))
      if (std::find(before.begin(), before.end(), name) == before.end()) addFloor(description, name, *like);
    return true;
  };
  return out;
}

Edit onFirstFloor(Edit edit, double height) {
  Edit out = edit;
  out.apply = [edit = std::move(edit), height](Description& description, std::vector<Problem>& problems) {
    const bool empty = description.links.empty() && description.objects.empty();
    if (!edit.apply(description, problems)) return false;
    const bool floats = std::any_of(description.links.begin(), description.links.end(),
                                    [](const desc::Link& link) { return link.joint.type->isFree(); });
    return !(empty && floats) || makeFloorSolid(height).apply(description, problems);
  };
  return out;
}

}  // namespace tendril::edits
