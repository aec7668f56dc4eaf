// SPDX-License-Identifier: GPL-3.0-or-later
// What people do to a project besides setting fields. Each function looks at the project, and returns the edit that
// Document::edit applies; the ids of what it adds are in Document::touched() then.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "studio/document/document.hpp"
#include "studio/document/edits/link_templates.hpp"

namespace tendril {

namespace edits {

/// Names for people and free names for new objects.
std::string kindName(ItemKind kind);                               ///< "link", "material", …
std::string nameOf(const Description& description, ItemRef item);  ///< empty if there is no such object
std::optional<ItemRef> find(const Description& description, ItemKind kind, std::string_view name);
/// The object that a path lies in: "links.arm.body.length" → the link. Empty for fields of the project itself.
std::optional<ItemRef> itemAt(const Description& description, std::string_view path);
/// "links.arm", for problems and fields; empty if there is no such object.
std::string pathOf(const Description& description, ItemRef item);
/// "rod", or "rod 2", … whatever is free among all objects.
std::string freeName(const Description& description, std::string_view wish);

// ---- adding. `parent`, `link`: id of a link, 0 is the world.
Edit addLink(LinkTemplate kind, const LinkPlace& place);
inline Edit addLink(LinkTemplate kind, ObjectId parent) {
  return addLink(kind, LinkPlace{.parent = parent});
}
Edit addMaterial();
Edit addTendon(ObjectId link);
Edit addMotor(ObjectId link);
Edit addLoad(ObjectId link);
/// A ball joint between the tips of two links, or of one and the world (0).
Edit addLoop(ObjectId a, ObjectId b);
/// Contact of a body with a plane of the world that looks upwards, at z = `height` (m).
description::Contact floorContact(std::string body, double height);
/// Of a link or object with a horizontal plane at z = `floor` (m), or with another link or object (b).
Edit addContact(ObjectId a, ObjectId b, double floor = -1);
/// Of a link or object with a ball, box or post of 5 cm that stands beside the robot on z = `floor` (m), or with the
/// inside of an endless tube of 10 cm along x around the start of the link.
Edit addObstacle(ObjectId a, description::ContactSurface surface, double floor);
enum class SolidShape { kBox, kBall, kCylinder };
/// An object, beside the robot or above a place (x and y, m): on a plane at z = `floor` (m), or half a metre above
/// the ground with nothing to fall on.
Edit addObject(std::optional<double> floor = std::nullopt, SolidShape shape = SolidShape::kBox,
               std::optional<Vec3> place = std::nullopt);
/// Water around the whole robot: buoyancy, and drag and added mass of its rods.
Edit addFluid();
/// A chamber along a rod.
Edit addPressure(ObjectId link);
/// Four propellers around the z axis of a rigid link.
Edit addPropellers(ObjectId link);
/// A cable that a spool takes in.
Edit addSpool(ObjectId link);
/// A joint that follows positions exactly.
Edit addDrive(ObjectId link);
/// A sine for each input of the actuator, in the first controller of signals (made where there is none).
Edit addSignal(ObjectId actuator);
Edit addParameter(std::string name, double value);

// ---- changing
/// Removes objects with what cannot be without them: links that hang on them, tendons, motors, loads and signals there,
/// and what variants, provenance and computed signals say of them. A material in use is not removed.
Edit remove(const Description& description, const std::vector<ItemRef>& items);
Edit removeParameter(std::string name);
/// Renames, and follows the name in computed signals, variants and provenance.
Edit rename(const Description& description, ItemRef item, std::string name);
/// Renames, and follows the name in every expression.
Edit renameParameter(std::string name, std::string newName);
/// Hangs a link, with what hangs on it, on another one. Its pose stays what it is, relative to the new parent.
Edit reparent(const Description& description, ObjectId link, ObjectId parent,
              const description::Attachment& at = description::Attachment());
/// Puts an object at an index of its list (after it has been taken out); a link never before its parent or after what
/// hangs on it.
Edit move(const Description& description, ItemRef item, std::size_t index);
/// Chooses another kind of section, joint, body, … : "links.arm.body.section.shape", "rectangle". What the new kind
/// needs is taken over from the old one where there is something like it, else given a sensible value.
Edit setType(std::string path, std::string type);
/// Gives a link a body ("rigid", "rod", "constant_curvature", "primitives", "fem", "expression") or takes it away
/// (empty).
Edit setBody(const Description& description, ObjectId link, std::string type);

}  // namespace edits
}  // namespace tendril
