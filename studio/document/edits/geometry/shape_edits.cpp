// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/shape_edits.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/description/bodies.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"
#include "studio/document/shape_mass.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

const Link* linkOf(const Model& model, ObjectId id) {
  const auto found =
      std::find_if(model.links.begin(), model.links.end(), [id](const Link& link) { return link.id == id; });
  return found == model.links.end() ? nullptr : &*found;
}

std::optional<Vec3> farEnd(const Visual& shape) {
  switch (shape.shape) {
    case Visual::Shape::kMesh:
      return std::nullopt;
    case Visual::Shape::kBox:
      return shape.pose * Vec3(shape.size[0] / 2, 0, 0);
    case Visual::Shape::kSphere:
      return shape.pose * Vec3(shape.size[0], 0, 0);
    case Visual::Shape::kCylinder:
      return shape.pose * Vec3(shape.size[1] / 2, 0, 0);
    case Visual::Shape::kCapsule:
      return shape.pose * Vec3(shape.size[1] / 2 + shape.size[0], 0, 0);
  }
  return std::nullopt;
}

bool isFree(const desc::Pose& tip) {
  const auto zero = [](const desc::Number& n) { return n.value == 0 && n.expression.empty(); };
  return !tip.rpy && !tip.quaternion && std::all_of(tip.position.begin(), tip.position.end(), zero);
}

bool carriesSomething(const Description& description, ObjectId link) {
  return std::any_of(description.links.begin(), description.links.end(),
                     [link](const desc::Link& each) { return each.parent.id == link; });
}

desc::Number3 described(const Vec3& v, double of) {
  return {readableNumber(v.x(), of), readableNumber(v.y(), of), readableNumber(v.z(), of)};
}

}  // namespace

std::optional<double> meanDensity(const Model& model, ObjectId id) {
  const Link* link = linkOf(model, id);
  if (!link || link->visuals.empty() || !(link->rigid.mass > 0)) return std::nullopt;
  try {
    return link->rigid.mass / massOfShapes(link->visuals).volume;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

Edit weighShapes(const Description& description, const Model& model, ObjectId id, double density) {
  const std::string name = nameOf(description, {ItemKind::kLink, id});
  const Link* link = linkOf(model, id);
  std::string wrong = !link || link->visuals.empty() ? "has no shape" : "";
  SolidMass mass;
  std::optional<Vec3> end;
  try {
    if (wrong.empty()) mass = massOfShapes(link->visuals), end = farEnd(link->visuals.front());
  } catch (const std::runtime_error& error) {
    wrong = std::string("its shape ") + error.what();
  }
  return {"Weigh the shape of “" + name + "”", [=](Description& changed, std::vector<Problem>& problems) {
            desc::Link* target = objectOf(changed.links, id);
            if (!target) return noSuchLink(problems);
            const std::string path = "links." + target->name + ".body";
            if (desc::isSoft(*target))
              return fail(problems, path, "a soft body has its mass from its material", "change the density there");
            if (!wrong.empty())
              return fail(problems, path + ".visual", wrong, "choose a box, cylinder, sphere, capsule or closed mesh");
            if (!target->body) target->body = desc::RigidBody{};
            auto& body = std::get<desc::RigidBody>(*target->body);
            setMass(body, mass, density);
            if (end && isFree(body.tip) && !carriesSomething(changed, id))
              body.tip.position = described(*end, std::cbrt(mass.volume));
            return true;
          }};
}

}  // namespace tendril::edits
