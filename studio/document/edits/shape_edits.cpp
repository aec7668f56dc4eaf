// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/shape_edits.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/description/bodies.hpp"
#include "core/model/solid_mass.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

const Link* linkOf(const Model& model, ObjectId id) {
  const auto found =
      std::find_if(model.links.begin(), model.links.end(), [id](const Link& link) { return link.id == id; });
  return found == model.links.end() ? nullptr : &*found;
}

/// Of all shapes, at density 1. std::runtime_error as solidMass().
SolidMass massOfShapes(const Link& link) {
  std::vector<SolidMass> parts;
  SolidMass sum;
  for (const Visual& visual : link.visuals) parts.push_back(solidMass(visual));
  for (const SolidMass& part : parts) sum.volume += part.volume, sum.center += part.volume * part.center;
  if (!(sum.volume > 0)) throw std::runtime_error("has no volume");
  sum.center /= sum.volume;
  for (const SolidMass& part : parts) {
    const Vec3 d = part.center - sum.center;
    sum.inertia += part.inertia + part.volume * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  return sum;
}

/// Rounded to what a scale and a ruler could know, so that people can read it.
double readable(double value, double of) {
  constexpr double kShare = 1e-9;
  if (std::abs(value) < kShare * of) return 0;
  return std::stod(messageNumber(value, 9));
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
  return {readable(v.x(), of), readable(v.y(), of), readable(v.z(), of)};
}

}  // namespace

std::optional<double> meanDensity(const Model& model, ObjectId id) {
  const Link* link = linkOf(model, id);
  if (!link || link->visuals.empty() || !(link->rigid.mass > 0)) return std::nullopt;
  try {
    return link->rigid.mass / massOfShapes(*link).volume;
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
    if (wrong.empty()) mass = massOfShapes(*link), end = farEnd(link->visuals.front());
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
            const Mat3 inertia = density * mass.inertia;
            const double size = std::cbrt(mass.volume), moment = inertia.diagonal().maxCoeff();
            body.mass = readable(density * mass.volume, density * mass.volume);
            body.com = described(mass.center, size);
            for (int k = 0; k < 3; ++k) body.inertia[static_cast<std::size_t>(k)] = readable(inertia(k, k), moment);
            body.inertia[3] = readable(inertia(0, 1), moment);
            body.inertia[4] = readable(inertia(0, 2), moment);
            body.inertia[5] = readable(inertia(1, 2), moment);
            if (end && isFree(body.tip) && !carriesSomething(changed, id)) body.tip.position = described(*end, size);
            return true;
          }};
}

}  // namespace tendril::edits
