// SPDX-License-Identifier: GPL-3.0-or-later
// Adding what pushes and drives: contacts, objects, fluids, chambers, spools, drives.
#include <algorithm>

#include "core/description/bodies.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/edits/type_edits.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

constexpr double kFriction = 0.5, kDamping = 2;  // of contacts that people add
constexpr double kBall = 0.015;                  // m, at the tip of a rigid link that has no shape
constexpr double kBore = 0.005;                  // m, of a chamber in a body without a bore
constexpr double kObjectSize = 0.06, kObjectMass = 0.1, kBeside = 0.25;  // m, kg, m from the robot's axis
constexpr double kHeight = 0.5;                                          // m, of an object without a floor
constexpr double kObstacle = 0.05, kTube = 0.1;                          // m, radii of surfaces that people add

/// Name of a link or object; empty if there is neither.
std::string bodyName(const Description& description, ObjectId id) {
  if (const auto* link = objectOf(description.links, id)) return link->name;
  const auto* object = objectOf(description.objects, id);
  return object ? object->name : std::string();
}

/// Balls for a rigid link that draws itself.
void giveBalls(const Description& description, ObjectId id, desc::Contact& contact) {
  const desc::Link* link = objectOf(description.links, id);
  const auto* rigid = link && link->body ? std::get_if<desc::RigidBody>(&*link->body) : nullptr;
  if (!link || desc::isSoft(*link) || (rigid && rigid->hasShape())) return;
  desc::ContactBall ball;
  if (rigid) ball.position = rigid->tip.position;
  ball.radius = kBall;
  contact.spheres = {ball};
}

void addLoadOf(Description& description, std::string_view wish, desc::LoadType type) {
  desc::Load load;
  load.name = freeName(description, wish);
  load.type = std::move(type);
  description.loads.push_back(std::move(load));
}

/// Whether a link can be the second side as it is drawn.
bool hasSurface(const Description& description, ObjectId id) {
  if (objectOf(description.objects, id)) return true;
  const desc::Link* link = objectOf(description.links, id);
  const auto* rigid = link && link->body ? std::get_if<desc::RigidBody>(&*link->body) : nullptr;
  return link && (desc::isSoft(*link) || (rigid && rigid->hasShape()));
}

/// Where a link that hangs on the world begins; for others where links begin that people add.
desc::Number3 startOf(const Description& description, ObjectId id) {
  const desc::Link* link = objectOf(description.links, id);
  return link && link->parent.name == desc::kWorldName ? link->pose.position : desc::Number3{0.0, 0.0, kHeight};
}

/// The bore that the body is made with, or a narrow one.
desc::ChamberSurface boreOf(const desc::TetrahedraBody& body) {
  desc::BoreCylinder cylinder;
  cylinder.radius = kBore;
  if (const auto* shape = std::get_if<desc::MeshShape>(&body.mesh.value)) {
    if (shape->tube) cylinder.radius = shape->tube->inner;
    if (shape->helicoid) cylinder.radius = shape->helicoid->inner;
    if (shape->gripper) cylinder.radius = shape->gripper->inner;
  }
  desc::ChamberSurface surface;
  surface.value = desc::FoundSurface{.cylinder = cylinder, .around = {}};
  return surface;
}

}  // namespace

desc::Contact floorContact(std::string body, double height) {
  desc::Contact contact;
  contact.between = {desc::BodyRef(std::move(body)), desc::BodyRef(std::string(desc::kWorldName))};
  contact.surface = desc::ContactSurface::kPlane;
  contact.pose.position = {0.0, 0.0, height};
  contact.friction = kFriction;
  contact.damping = kDamping;
  return contact;
}

Edit addContact(ObjectId a, ObjectId b, double floor) {
  return {"Add contact", [a, b, floor](Description& description, std::vector<Problem>& problems) {
            const std::string first = bodyName(description, a), second = bodyName(description, b);
            if (first.empty() || (b != 0 && second.empty()))
              return fail(problems, "loads", "there is no such body any more", "select another one");
            desc::Contact contact = floorContact(first, floor);
            if (b != 0) {
              if (!hasSurface(description, b))
                return fail(problems, "loads", "“" + second + "” has no shape that could be touched",
                            "give its body a picture first");
              contact.between[1] = desc::BodyRef(second);
              contact.surface = desc::ContactSurface::kNone;
              contact.pose = {};
            }
            giveBalls(description, a, contact);
            addLoadOf(description, "contact", std::move(contact));
            return true;
          }};
}

Edit addObstacle(ObjectId a, desc::ContactSurface surface, double floor) {
  return {"Add obstacle", [a, surface, floor](Description& description, std::vector<Problem>& problems) {
            const std::string body = bodyName(description, a);
            if (body.empty()) return fail(problems, "loads", "there is no such body any more", "select another one");
            desc::Contact contact = floorContact(body, floor);
            contact.surface = surface;
            const bool around = surface == desc::ContactSurface::kCylinderInside;
            contact.pose.position = {0.0, kBeside, floor + kObstacle};
            if (around) contact.pose.position = startOf(description, a), contact.axis = {1.0, 0.0, 0.0};
            if (contact.hasRadius()) contact.radius = around ? kTube : kObstacle;
            if (surface == desc::ContactSurface::kBox)
              contact.size = desc::Number3{2 * kObstacle, 2 * kObstacle, 2 * kObstacle};
            giveBalls(description, a, contact);
            addLoadOf(description, "obstacle", std::move(contact));
            return true;
          }};
}

Edit addObject(std::optional<double> floor, SolidShape shape, std::optional<Vec3> place) {
  return {"Add object", [floor, shape, place](Description& description, std::vector<Problem>&) {
            desc::FreeObject object;
            const double half = kObjectSize / 2;
            switch (shape) {
              case SolidShape::kBox:
                object.name = freeName(description, "box");
                object.shape.box = desc::Number3{kObjectSize, kObjectSize, kObjectSize};
                break;
              case SolidShape::kBall:
                object.name = freeName(description, "ball");
                object.shape.sphere = half;
                break;
              case SolidShape::kCylinder:
                object.name = freeName(description, "cylinder");
                object.shape.cylinder = desc::RoundShape{.radius = half, .length = kObjectSize};
                break;
            }
            object.mass = kObjectMass;
            const Vec3 beside = place.value_or(Vec3(kBeside, 0, 0));
            object.pose.position = {beside.x(), beside.y(), floor ? *floor + half : kHeight};
            const std::string name = object.name;
            description.objects.push_back(std::move(object));
            if (floor) addLoadOf(description, "floor", floorContact(name, *floor));
            return true;
          }};
}

Edit addFluid() {
  return {"Add fluid", [](Description& description, std::vector<Problem>&) {
            desc::FluidLoad fluid;
            // Slender bodies: what moves across drags and carries fluid along, what moves along slips through.
            const auto diagonal = [](double across) {
              std::vector<desc::OneOrMany<desc::Number>> values;
              for (const double each : {0.0, 0.0, 0.0, 0.0, across, across}) values.emplace_back(desc::Number(each));
              return values;
            };
            for (const desc::Link& link : description.links) {
              if (!desc::isSoft(link)) continue;
              fluid.addedMass.entries.emplace_back(desc::BodyRef(link.name), diagonal(0.6));
              fluid.viscousDrag.entries.emplace_back(desc::BodyRef(link.name), diagonal(1.1));
            }
            addLoadOf(description, "water", std::move(fluid));
            return true;
          }};
}

Edit addPressure(ObjectId link) {
  return {"Add chamber", [link](Description& description, std::vector<Problem>& problems) {
            const desc::Link* target = objectOf(description.links, link);
            if (!target || !desc::isSoft(*target))
              return fail(problems, "actuators", "a chamber needs a soft body to be in", "select a soft link");
            desc::PressureActuator chamber;
            chamber.link = desc::LinkRef(target->name);
            if (const desc::TetrahedraBody* volume = desc::tetrahedraOf(*target->body)) {
              chamber.surface = boreOf(*volume);
            } else {
              chamber.area.text = "0.2*r(X)^2";
              chamber.y.text = "0.5*r(X)";
            }
            desc::Actuator actuator;
            actuator.name = freeName(description, "chamber 1");
            actuator.type = std::move(chamber);
            actuator.range = desc::Number2{0.0, 1e5};
            description.actuators.push_back(std::move(actuator));
            return true;
          }};
}

Edit addPropellers(ObjectId link) {
  return {"Add propellers", [link](Description& description, std::vector<Problem>& problems) {
            const desc::Link* target = objectOf(description.links, link);
            if (!target || desc::isSoft(*target))
              return fail(problems, "actuators", "propellers need a rigid link to sit on", "select a rigid link");
            desc::PropellersActuator propellers;
            propellers.link = desc::LinkRef(target->name);
            propellers.arms = 4.0, propellers.radius = 0.2, propellers.phase = 0.785398163397448;
            propellers.thrust = 1e-5, propellers.drag = 1.6e-7;
            desc::Actuator actuator;
            actuator.name = freeName(description, "rotors");
            actuator.type = std::move(propellers);
            actuator.range = desc::Number2{0.0, 10.0};
            description.actuators.push_back(std::move(actuator));
            return true;
          }};
}

Edit addSpool(ObjectId link) {
  return {"Add spool", [link](Description& description, std::vector<Problem>& problems) {
            const std::size_t before = description.actuators.size();
            if (!addTendon(link).apply(description, problems) || description.actuators.size() == before) return false;
            desc::Actuator& actuator = description.actuators.back();
            auto& tendon = std::get<desc::TendonActuator>(actuator.type);
            tendon.mode = desc::TendonMode::kLength;
            tendon.tensionOnly = false;
            tendon.cableStiffness = 1e4;
            actuator.name.clear();
            actuator.name = freeName(description, "cable 1");
            actuator.range = desc::Number2{0.0, 0.05};
            return true;
          }};
}

Edit addDrive(ObjectId link) {
  return {"Add drive", [link](Description& description, std::vector<Problem>& problems) {
            if (!addMotor(link).apply(description, problems)) return false;
            desc::Actuator& actuator = description.actuators.back();
            auto& drive = std::get<desc::JointActuator>(actuator.type);
            const desc::Link* target = objectOf(description.links, link);
            drive.mode = desc::JointActuatorMode::kPosition;
            actuator.name.clear();
            actuator.name = freeName(description, "drive " + target->name);
            const double reach = slides(target->joint.type) ? 0.1 : 3.141592653589793;
            actuator.range = desc::Number2{-reach, reach};
            return true;
          }};
}

}  // namespace tendril::edits
