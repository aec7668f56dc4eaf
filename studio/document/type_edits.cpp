// SPDX-License-Identifier: GPL-3.0-or-later
// Another kind of section, joint or body: what the new kind needs is made of what the old one had.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/description/number_text.hpp"
#include "core/model/description/walk.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"
#include "studio/document/edits.hpp"
#include "studio/document/items.hpp"
#include "studio/document/type_edits.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

// ---- sections

desc::Number scaled(const desc::Number& number, double factor) {
  if (factor == 1) return number;
  if (number.expression.empty()) return number.value * factor;
  desc::Number out;
  out.expression = '(' + number.expression + ")*" + numberText(factor);
  return out;
}

desc::Measure scaled(const desc::Measure& measure, double factor) {
  desc::Measure out;
  out.start = scaled(measure.start, factor);
  if (measure.end) out.end = scaled(*measure.end, factor);
  if (!measure.formula.empty()) out.formula = '(' + measure.formula + ")*" + numberText(factor);
  return factor == 1 ? measure : out;
}

/// Half of the size along y and along z.
struct HalfSize {
  desc::Measure y = 0.01, z = 0.01;
};

HalfSize halfSize(const desc::CircleSection& circle) {
  return {circle.radius, circle.radius};
}
HalfSize halfSize(const desc::TubeSection& tube) {
  return {tube.radius, tube.radius};
}
HalfSize halfSize(const desc::RectangleSection& rectangle) {
  return {scaled(rectangle.height, 0.5), scaled(rectangle.width, 0.5)};
}
HalfSize halfSize(const desc::EllipseSection& ellipse) {
  return {ellipse.a, ellipse.b};
}
HalfSize halfSize(const desc::ProfileSection& profile) {
  double y = 0, z = 0;
  for (const auto& polygon : profile.polygons)
    for (const desc::Number2& corner : polygon) {
      y = std::max(y, std::abs(corner[0].value));
      z = std::max(z, std::abs(corner[1].value));
    }
  if (y <= 0 || z <= 0) return {};
  return {desc::Measure(y), desc::Measure(z)};
}

void fill(desc::CircleSection& circle, const HalfSize& size) {
  circle.radius = size.y;
}
void fill(desc::TubeSection& tube, const HalfSize& size) {
  tube.radius = size.y;
  tube.inner = scaled(size.y, 0.5);
}
void fill(desc::RectangleSection& rectangle, const HalfSize& size) {
  rectangle.height = scaled(size.y, 2);
  rectangle.width = scaled(size.z, 2);
}
void fill(desc::EllipseSection& ellipse, const HalfSize& size) {
  ellipse.a = size.y;
  ellipse.b = size.z;
}
void fill(desc::ProfileSection& profile, const HalfSize& size) {
  const auto number = [](const desc::Measure& measure) {
    return measure.formula.empty() && measure.start.expression.empty() ? measure.start.value : 0.01;
  };
  const double y = number(size.y), z = number(size.z);
  profile.polygons = {{{-y, -z}, {y, -z}, {y, z}, {-y, z}}};
}

// ---- joints

template <class T>
void fitCount(desc::OneOrMany<T>& values, int count) {
  if (!values.list || static_cast<int>(values.values.size()) == count) return;
  values = values.values.empty() ? desc::OneOrMany<T>(T{}) : desc::OneOrMany<T>(values.values.front());
}

void fitCount(std::vector<desc::Number>& values, int count) {
  if (static_cast<int>(values.size()) != count) values.clear();
}

bool isParallel(const desc::Number3& a, const desc::Number3& b) {
  double dot = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!a[i].expression.empty() || !b[i].expression.empty()) return false;
    dot += a[i].value * b[i].value;
  }
  return dot != 0;
}

/// A second axis at a right angle to the first.
desc::Number3 acrossAxis(const desc::Number3& axis) {
  const double x = axis[0].value, y = axis[1].value, z = axis[2].value;
  if (std::abs(x) < std::abs(y)) return {0.0, -z, y};
  return {z == 0 && x == 0 ? 1.0 : -z, 0.0, x};
}

/// Signals of the joint's motors, one per velocity.
void fitSignals(Description& description, const desc::Link& link, int count) {
  for (const desc::Actuator& actuator : description.actuators) {
    const auto* motor = std::get_if<desc::JointActuator>(&actuator.type);
    if (!motor || motor->link.id != link.id) continue;
    for (desc::Controller& controller : description.controllers)
      for (auto& [output, source] : std::get<desc::SignalsController>(controller.type).outputs.entries) {
        auto* formulas = std::get_if<desc::OneOrMany<desc::Formula>>(&source.value);
        if (output.id != actuator.id || !formulas) continue;
        formulas->values.resize(static_cast<std::size_t>(count));
        formulas->list = count != 1;
      }
  }
}

// ---- bodies

double numberOr(const desc::Number& number, double otherwise) {
  return number.expression.empty() && std::isfinite(number.value) && number.value > 0 ? number.value : otherwise;
}

/// Length, half thickness and mass of a body, roughly; kept when it becomes one of another kind.
struct Bulk {
  double length = 0.2, radius = 0.015, mass = 0.1;
};

Bulk bulkOf(const desc::RigidBody& body) {
  return {.length = numberOr(body.tip.position[0], 0.2), .mass = numberOr(body.mass, 0.1)};
}
Bulk bulkOf(const desc::RodBody& body) {
  Bulk bulk{.length = 0};
  for (const desc::RodDivision& part : body.parts()) bulk.length += numberOr(part.length, 0.1);
  const HalfSize size =
      std::visit([](const auto& shape) { return halfSize(shape); }, body.parts().front().section.shape);
  if (size.y.formula.empty()) bulk.radius = numberOr(size.y.start, bulk.radius);
  bulk.mass = 1000 * std::numbers::pi * bulk.radius * bulk.radius * bulk.length;
  return bulk;
}

void become(desc::RigidBody& body, const Bulk& bulk, Description&) {
  const double r = bulk.radius, l = bulk.length;
  const double across = bulk.mass * (3 * r * r + l * l) / 12;
  body.mass = bulk.mass;
  body.com = {l / 2, 0.0, 0.0};
  body.inertia = {bulk.mass * r * r / 2, across, across, 0.0, 0.0, 0.0};
  body.tip.position = {l, 0.0, 0.0};
  desc::Visual visual;
  visual.cylinder = desc::RoundShape{.radius = r, .length = l};
  visual.pose.position = body.com;
  body.visual = visual;
}
void become(desc::RodBody& body, const Bulk& bulk, Description& description) {
  if (description.materials.items.empty()) {
    std::vector<Problem> none;
    addMaterial().apply(description, none);
  }
  body.single.material = desc::MaterialRef(description.materials.items.front().name);
  body.single.length = bulk.length;
  body.single.section.shape = desc::CircleSection{desc::Measure(bulk.radius)};
  for (auto* mode : {&body.single.strain.bendingY, &body.single.strain.bendingZ}) {
    mode->emplace();
    (*mode)->order = 2;
  }
}

/// What is fastened to a link, as its new body can carry it.
void fitFastened(Description& description, const desc::Link& link) {
  const bool soft = link.body && !std::holds_alternative<desc::RigidBody>(*link.body);
  const auto place = [&](desc::Attachment& at) {
    if (!soft && at.place == desc::Attachment::Place::kStation) at = desc::Attachment();
  };
  for (desc::Link& child : description.links)
    if (child.parent.id == link.id) place(child.at);
  for (desc::Load& load : description.loads)
    std::visit([&](auto& type) { type.link.id == link.id ? place(type.at) : void(); }, load.type);
  const auto* rigid = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
  for (desc::Actuator& actuator : description.actuators) {
    auto* tendon = std::get_if<desc::TendonActuator>(&actuator.type);
    if (!tendon) continue;
    for (desc::RoutePiece& part : tendon->route) {
      if (part.link.id != link.id || soft == part.points.empty()) continue;
      desc::RoutePiece fresh;
      fresh.link = part.link;
      if (!soft) fresh.points = {{0.0, 0.01, 0.0}, {rigid ? rigid->tip.position[0] : desc::Number(0.1), 0.01, 0.0}};
      if (soft) fresh.y.text = "r(X)";
      part = fresh;
    }
  }
}

template <class... Ts>
std::string_view typeOf(const std::variant<Ts...>& value) {
  return std::visit([](const auto& alternative) { return std::remove_cvref_t<decltype(alternative)>::kType; }, value);
}

template <class... Ts>
bool emplaceNamed(std::variant<Ts...>& value, std::string_view type) {
  return ((Ts::kType == type && (value.template emplace<Ts>(), true)) || ...);
}

bool unknownType(const std::string& path, const std::string& type, std::vector<Problem>& problems) {
  problems.push_back({.path = path, .message = "there is no \"" + type + "\"", .cure = "choose one from the list"});
  return false;
}

/// Finds the section or the joint that a path leads to.
template <class Wanted>
struct Finder {
  std::string_view path;
  Wanted* found = nullptr;

  template <class T>
  void operator()(T& value, const desc::FieldInfo&, const std::string& at) {
    if constexpr (std::is_same_v<T, Wanted>)
      if (at == path) found = &value;
  }
};

template <class Wanted>
Wanted* findAt(Description& description, std::string_view path) {
  Finder<Wanted> finder{path};
  desc::walk(description, finder);
  return finder.found;
}

}  // namespace

void fitJoint(Description& description, desc::Link& link) {
  desc::Joint& joint = link.joint;
  const int nq = jointPositions(joint.type), nv = jointVelocities(joint.type);
  fitCount(joint.stiffness, nv);
  fitCount(joint.damping, nv);
  fitCount(joint.q0, nq);
  fitCount(joint.v0, nv);
  if (!desc::Joint::takesLimits(joint.type) || static_cast<int>(joint.limits.size()) != nq) joint.limits.clear();
  if (joint.type == JointType::kUniversal && isParallel(joint.axis, joint.axis2)) joint.axis2 = acrossAxis(joint.axis);
  if (joint.type == JointType::kFixed) joint.drive.reset();
  if (joint.drive)
    std::visit(
        [nv](auto& drive) {
          fitCount(drive.inertia, nv);
          fitCount(drive.friction, nv);
        },
        *joint.drive);
  fitSignals(description, link, nv);
}

bool changeSection(desc::Section& section, std::string_view type) {
  if (typeOf(section.shape) == type) return true;
  const HalfSize size = std::visit([](const auto& shape) { return halfSize(shape); }, section.shape);
  if (!emplaceNamed(section.shape, type)) return false;
  std::visit([&](auto& shape) { fill(shape, size); }, section.shape);
  return true;
}

bool changeBody(Description& description, desc::Link& link, std::string_view type) {
  if (link.body && typeOf(*link.body) == type) return true;
  const Bulk bulk = link.body ? std::visit([](const auto& body) { return bulkOf(body); }, *link.body) : Bulk();
  desc::Body body;
  if (!type.empty() && !emplaceNamed(body, type)) return false;
  if (type.empty()) {
    link.body.reset();
  } else {
    std::visit([&](auto& alternative) { become(alternative, bulk, description); }, body);
    link.body = std::move(body);
  }
  fitFastened(description, link);
  return true;
}

Edit setType(std::string path, std::string type) {
  std::string title = "Change to " + type;
  return {std::move(title), [path, type](Description& description, std::vector<Problem>& problems) {
            const std::string owner = path.substr(0, path.rfind('.'));
            if (auto* section = path.ends_with(".shape") ? findAt<desc::Section>(description, owner) : nullptr)
              return changeSection(*section, type) || unknownType(path, type, problems);
            const auto item = itemAt(description, path);
            const bool ofLink = item && item->kind == ItemKind::kLink;
            const std::string object = ofLink ? pathOf(description, *item) : std::string();
            if (ofLink && path == object + ".body.type")
              return changeBody(description, *objectOf(description.links, item->id), type) ||
                     unknownType(path, type, problems);
            if (!setByPath(description, path, json::writeCompact(json::Node::ofText(type)), problems)) return false;
            if (ofLink && path == object + ".joint.type") fitJoint(description, *objectOf(description.links, item->id));
            return true;
          }};
}

Edit setBody(const Description& description, ObjectId link, std::string type) {
  const std::string name = nameOf(description, {ItemKind::kLink, link});
  return {(type.empty() ? "Remove body of “" : "Make “") + name + (type.empty() ? "”" : "” " + type),
          [link, type](Description& changed, std::vector<Problem>& problems) {
            desc::Link* target = objectOf(changed.links, link);
            if (!target) return unknownType("links", type, problems);
            return changeBody(changed, *target, type) || unknownType("links." + target->name + ".body", type, problems);
          }};
}

}  // namespace tendril::edits
