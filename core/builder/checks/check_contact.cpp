// SPDX-License-Identifier: BSD-3-Clause
// Contacts and the shapes of free objects: what their fields must be together.
#include <filesystem>

#include "core/builder/checks/field_checker.hpp"

namespace tendril {

void FieldChecker::operator()(const description::BodyRef& value, const FieldInfo&, Path path) {
  if (value.name.empty()) error(path, "is missing", "name a link, an object or world");
}

void FieldChecker::operator()(const description::Solid& solid, const FieldInfo&, Path path) {
  if (solid.shapeCount() != 1)
    error(path, "has " + std::to_string(solid.shapeCount()) + " shapes", "give one of box, cylinder, sphere, capsule");
}

void FieldChecker::operator()(const description::Contact& contact, const FieldInfo&, Path path) {
  using Surface = description::ContactSurface;
  const std::string kind(description::enumName(contact.surface));
  if (contact.hasRadius() && value(contact.radius) == 0)
    error(path + ".radius", "is missing or 0", "give the radius of the " + kind);
  if (contact.surface == Surface::kCapsule && !contact.length)
    error(path + ".length", "is missing", "give the length between the centres of the capsule's caps");
  if (contact.surface == Surface::kBox && !contact.size)
    error(path + ".size", "is missing", "give the full sides of the box along x, y, z");
  if (contact.hasAxis()) {
    Vec3 axis;
    for (std::size_t i = 0; i < 3; ++i) axis[static_cast<Eigen::Index>(i)] = value(contact.axis[i]);
    if (axis.allFinite() && axis.isZero(0)) error(path + ".axis", "has length 0", "give a direction");
  }
  if (contact.surface != Surface::kMesh) return;
  std::error_code code;
  if (contact.file.empty()) {
    error(path + ".file", "is missing", "name the file of the mesh");
  } else if (!std::filesystem::is_regular_file(options_.directory / contact.file, code)) {
    error(path + ".file", "there is no file \"" + contact.file + "\"", "check the name; it is relative to the project");
  }
}

}  // namespace tendril
