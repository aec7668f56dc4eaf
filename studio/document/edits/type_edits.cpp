// SPDX-License-Identifier: GPL-3.0-or-later
// Another kind of section, joint or body: what the new kind needs is made of what the old one had.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/catalogue/catalogue.hpp"
#include "core/description/bodies.hpp"
#include "core/description/fields/walk.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/emplace_named.hpp"
#include "studio/document/edits/type_edits.hpp"
#include "studio/document/items.hpp"

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

// ---- bodies

double numberOr(const desc::Number& number, double otherwise) {
  return number.expression.empty() && std::isfinite(number.value) && number.value > 0 ? number.value : otherwise;
}

/// Length, half thickness and mass of a body, roughly; kept when it becomes one of another kind.
struct BodySize {
  double length = 0.2, radius = 0.015, mass = 0.1;
};

BodySize bodySizeOf(const desc::RigidBody& body) {
  return {.length = numberOr(body.tip.position[0], 0.2), .mass = numberOr(body.mass, 0.1)};
}
BodySize bodySizeOf(const desc::RodBody& body) {
  BodySize size{.length = 0};
  for (const desc::RodDivision& part : body.parts()) size.length += numberOr(part.length, 0.1);
  const HalfSize half =
      std::visit([](const auto& shape) { return halfSize(shape); }, body.parts().front().section.shape);
  if (half.y.formula.empty()) size.radius = numberOr(half.y.start, size.radius);
  size.mass = 1000 * std::numbers::pi * size.radius * size.radius * size.length;
  return size;
}

BodySize bodySizeOf(const desc::ConstantCurvatureBody& body) {
  BodySize size{.length = numberOr(body.length, 0.2), .radius = numberOr(body.radius, 0.015)};
  size.mass = 1000 * std::numbers::pi * size.radius * size.radius * size.length;
  return size;
}
BodySize bodySizeOf(const desc::TetrahedraBody& body) {
  BodySize size;
  if (body.length) size.length = numberOr(*body.length, size.length);
  if (const auto* shape = std::get_if<desc::MeshShape>(&body.mesh.value)) {
    const auto round = [&](const auto& mesh) {
      if (mesh) size.radius = numberOr(mesh->radius, size.radius);
    };
    round(shape->cylinder), round(shape->tube), round(shape->helicoid), round(shape->gripper);
    if (shape->box) size.radius = numberOr(shape->box->height, 2 * size.radius) / 2;
  }
  size.mass = 1000 * std::numbers::pi * size.radius * size.radius * size.length;
  return size;
}

void convertTo(desc::RigidBody& body, const BodySize& size, Description&) {
  const double r = size.radius, l = size.length;
  const double across = size.mass * (3 * r * r + l * l) / 12;
  body.mass = size.mass;
  body.com = {l / 2, 0.0, 0.0};
  body.inertia = {size.mass * r * r / 2, across, across, 0.0, 0.0, 0.0};
  body.tip.position = {l, 0.0, 0.0};
  desc::Visual visual;
  visual.cylinder = desc::RoundShape{.radius = r, .length = l};
  visual.pose.position = body.com;
  body.visual = visual;
}
void convertTo(desc::RodBody& body, const BodySize& size, Description& description) {
  body.single.material = desc::MaterialRef(someMaterial(description, MaterialUse::kSections));
  body.single.length = size.length;
  body.single.section.shape = desc::CircleSection{desc::Measure(size.radius)};
  for (auto* mode : {&body.single.strain.bendingY, &body.single.strain.bendingZ}) {
    mode->emplace();
    (*mode)->order = 2;
  }
}

void convertTo(desc::ConstantCurvatureBody& body, const BodySize& size, Description& description) {
  body.material = desc::MaterialRef(someMaterial(description, MaterialUse::kSections));
  body.length = size.length;
  body.radius = size.radius;
  body.planar = false;
}
void convertTo(desc::VolumeBody& body, const BodySize& size, Description& description) {
  body = softCylinder(size.length, size.radius, someMaterial(description, MaterialUse::kVolumes));
}

void convertTo(desc::FemBody& body, const BodySize& size, Description& description) {
  body = fineCylinder(size.length, size.radius, someMaterial(description, MaterialUse::kCompressible));
}
void convertTo(desc::ExpressionBody& body, const BodySize& size, Description& description) {
  body = bendingCylinder(size.length, size.radius, someMaterial(description, MaterialUse::kCompressible));
}

/// What is attached to a link, as its new body can carry it.
void updateAttachments(Description& description, const desc::Link& link) {
  const bool soft = desc::isSoft(link), faces = link.body && desc::tetrahedraOf(*link.body);
  const auto place = [&](desc::Attachment& at) {
    if (!soft && at.place == desc::Attachment::Place::kStation) at = desc::Attachment();
    if (!faces && at.place == desc::Attachment::Place::kPoint) at = desc::Attachment();
  };
  for (desc::Link& child : description.links)
    if (child.parent.id == link.id) place(child.at);
  for (desc::Load& load : description.loads)
    std::visit(
        [&](auto& type) {
          if constexpr (requires { type.at; })
            if (type.link.id == link.id) place(type.at);
        },
        load.type);
  const auto* rigid = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
  for (desc::Actuator& actuator : description.actuators) {
    if (auto* chamber = std::get_if<desc::PressureActuator>(&actuator.type); chamber && chamber->link.id == link.id) {
      if (!link.body || !std::holds_alternative<desc::RodBody>(*link.body)) chamber->division.reset();
      if (desc::isSlender(link) && chamber->surface) chamber->surface.reset(), chamber->area.text = "0.2*r(X)^2";
    }
    auto* tendon = std::get_if<desc::TendonActuator>(&actuator.type);
    if (!tendon) continue;
    for (desc::RoutePiece& part : tendon->route) {
      if (part.link.id != link.id) continue;
      if (!link.body || !std::holds_alternative<desc::RodBody>(*link.body)) part.division.reset();
      if (soft == part.points.empty()) continue;
      desc::RoutePiece fresh;
      fresh.link = part.link;
      if (!soft) fresh.points = {{0.0, 0.01, 0.0}, {rigid ? rigid->tip.position[0] : desc::Number(0.1), 0.01, 0.0}};
      if (soft) fresh.y.text = "r(X)";
      part = fresh;
    }
  }
}

// ---- materials

/// Young's modulus at small strain and relaxation time of a law; what another law is made of.
struct Softness {
  double young = 6e5, relaxation = 0;
};

Softness softnessOf(const desc::LinearElastic& law) {
  Softness out{.young = numberOr(law.young, 6e5)};
  if (law.relaxation) out.relaxation = numberOr(*law.relaxation, 0);
  if (law.viscosity) out.relaxation = numberOr(*law.viscosity, 0) / out.young;
  return out;
}
template <class Rubber>
Softness softnessOf(const Rubber& law) {
  return {.young = 6 * numberOr(law.c1, 1e5), .relaxation = numberOr(law.relaxation, 0)};
}
Softness softnessOf(const desc::MooneyRivlin& law) {
  return {.young = 6 * (numberOr(law.c1, 1e5) + numberOr(law.c2, 0)), .relaxation = numberOr(law.relaxation, 0)};
}

/// Of coefficients that are numbers, and where they are not, of the plugin's own.
Softness softnessOf(const desc::PluginMaterial& material) {
  Softness out{.relaxation = numberOr(material.relaxation, 0)};
  const std::shared_ptr<const PluginLaw> law = Catalogue::ofProcess().law(material.law);
  if (!law) return out;
  std::vector<double> coefficients;
  for (const PluginLaw::Coefficient& c : law->coefficients()) {
    coefficients.push_back(c.standard);
    for (const auto& [name, number] : material.coefficients.entries)
      if (name == c.name) coefficients.back() = numberOr(number, c.standard);
  }
  std::array<double, 6> rest;
  if (law->evaluate(coefficients, 3, 3, rest).empty() && rest[1] + rest[2] > 0) out.young = 6 * (rest[1] + rest[2]);
  return out;
}

void fill(desc::LinearElastic& law, const Softness& from) {
  law.young = from.young;
  if (from.relaxation > 0) law.relaxation = from.relaxation;
}
template <class Rubber>
void fill(Rubber& law, const Softness& from) {
  law.c1 = from.young / 6;
  law.relaxation = from.relaxation;
}

std::span<const std::string_view> pluginLaws() {
  return Catalogue::ofProcess().names(OfferKind::kLaw);
}

/// Begins with the first law that there is. How stiff it is stays with the plugin: nobody else knows which coefficient
/// says so.
void fill(desc::PluginMaterial& law, const Softness& from) {
  if (const auto names = pluginLaws(); !names.empty()) law.law = names.front();
  law.relaxation = from.relaxation;
}

template <class... Ts>
std::string_view typeOf(const std::variant<Ts...>& value) {
  return std::visit([](const auto& alternative) { return std::remove_cvref_t<decltype(alternative)>::kType; }, value);
}

bool unknownType(const std::string& path, const std::string& type, std::vector<Problem>& problems) {
  problems.push_back({.path = path, .message = "there is no \"" + type + "\"", .cure = "choose one from the list"});
  return false;
}

bool noPluginLaw(const std::string& path, std::vector<Problem>& problems) {
  problems.push_back({.path = path,
                      .message = "no plugin that is loaded has a material law",
                      .cure = "load one first, or choose another law"});
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

bool changeSection(desc::Section& section, std::string_view type) {
  if (typeOf(section.shape) == type) return true;
  const HalfSize size = std::visit([](const auto& shape) { return halfSize(shape); }, section.shape);
  if (!emplaceNamed(section.shape, type)) return false;
  std::visit([&](auto& shape) { fill(shape, size); }, section.shape);
  return true;
}

bool changeBody(Description& description, desc::Link& link, std::string_view type) {
  if (link.body && typeOf(*link.body) == type) return true;
  const BodySize size =
      link.body ? std::visit([](const auto& body) { return bodySizeOf(body); }, *link.body) : BodySize();
  desc::Body body;
  if (!type.empty() && !emplaceNamed(body, type)) return false;
  if (type.empty()) {
    link.body.reset();
  } else {
    std::visit([&](auto& alternative) { convertTo(alternative, size, description); }, body);
    link.body = std::move(body);
  }
  updateAttachments(description, link);
  return true;
}

bool changeLaw(desc::Material& material, std::string_view type) {
  if (typeOf(material.law) == type) return true;
  const Softness softness = std::visit([](const auto& law) { return softnessOf(law); }, material.law);
  if (!emplaceNamed(material.law, type)) return false;
  std::visit([&](auto& law) { fill(law, softness); }, material.law);
  return true;
}

bool changeLoad(const Description& description, desc::Load& load, std::string_view type) {
  if (typeOf(load.type) == type) return true;
  const auto* wrench = std::get_if<desc::PointWrench>(&load.type);
  const auto* contact = std::get_if<desc::Contact>(&load.type);
  std::string body = wrench ? wrench->link.name : contact ? contact->between[0].name : std::string();
  if (!find(description, ItemKind::kLink, body)) body = description.links.empty() ? "" : description.links[0].name;
  if (!emplaceNamed(load.type, type)) return false;
  if (auto* made = std::get_if<desc::Contact>(&load.type)) {
    made->between = {desc::BodyRef(body), desc::BodyRef(std::string(desc::kWorldName))};
    made->surface = desc::ContactSurface::kPlane;
    made->pose.position = {0.0, 0.0, -1.0};
  } else if (auto* push = std::get_if<desc::PointWrench>(&load.type)) {
    push->link = desc::LinkRef(body);
  }
  return true;
}

Edit setType(std::string path, std::string type) {
  std::string title = "Change to " + type;
  return {
      std::move(title), [path, type](Description& description, std::vector<Problem>& problems) {
        const std::string owner = path.substr(0, path.rfind('.'));
        if (auto* section = path.ends_with(".shape") ? findAt<desc::Section>(description, owner) : nullptr)
          return changeSection(*section, type) || unknownType(path, type, problems);
        const auto item = itemAt(description, path);
        const bool ofLink = item && item->kind == ItemKind::kLink;
        const std::string object = ofLink ? pathOf(description, *item) : std::string();
        if (ofLink && path == object + ".body.type")
          return changeBody(description, *objectOf(description.links, item->id), type) ||
                 unknownType(path, type, problems);
        if (ofLink && path == object + ".joint.drive.type")
          return changeDrive(description, *objectOf(description.links, item->id), type) ||
                 unknownType(path, type, problems);
        if (item && item->kind == ItemKind::kMaterial && path == pathOf(description, *item) + ".model" &&
            type == desc::PluginMaterial::kType && pluginLaws().empty())
          return noPluginLaw(path, problems);
        if (item && item->kind == ItemKind::kMaterial && path == pathOf(description, *item) + ".model")
          return changeLaw(*objectOf(description.materials.items, item->id), type) || unknownType(path, type, problems);
        if (item && item->kind == ItemKind::kLoad && path == pathOf(description, *item) + ".type")
          return changeLoad(description, *objectOf(description.loads, item->id), type) ||
                 unknownType(path, type, problems);
        if (item && item->kind == ItemKind::kController)
          if (const auto done =
                  changeOfController(description, *objectOf(description.controllers, item->id), path, type, problems))
            return *done;
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
