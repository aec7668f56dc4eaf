// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that add objects. Sizes are those of a thing that stands on a desk; every result moves at once.
#include <cmath>
#include <numbers>

#include "core/description/bodies.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/edits/type_edits.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

constexpr double kArmLength = 0.2, kArmRadius = 0.015, kArmDensity = 1200;  // m, m, kg/m³ (nylon)
constexpr double kRodLength = 0.3;
constexpr double kMotorTorque = 100, kMotorForce = 1000;  // N·m, N: of a strong motor of an arm
constexpr double kHeight = 0.5;                           // of what hangs on the world, above the ground

desc::Material silicone(std::string name) {
  desc::Material material;
  material.name = std::move(name);
  material.density = 1000;
  desc::LinearElastic law;
  law.young = 1e6;
  law.viscosity = 1e4;
  material.law = law;
  return material;
}

/// The same as a law of volumes.
desc::Material rubber(std::string name) {
  desc::Material material;
  material.name = std::move(name);
  material.density = 1000;
  desc::NeoHookean law;
  law.c1 = 1e5;
  law.relaxation = 0.02;
  material.law = law;
  return material;
}

/// Soft, and its volume can change.
desc::Material foam(std::string name) {
  desc::Material material = silicone(std::move(name));
  desc::LinearElastic law;
  law.young = 1e6;
  law.poisson = 0.4;
  law.relaxation = 0.01;
  material.law = law;
  return material;
}

desc::StrainMode legendre(double order) {
  desc::StrainMode mode;
  mode.order = order;
  return mode;
}

desc::RodBody rod(std::string material) {
  desc::RodBody body;
  body.single.material = desc::MaterialRef(std::move(material));
  body.single.length = kRodLength;
  desc::CircleSection circle;
  circle.radius = desc::Measure(0.012);
  circle.radius.end = desc::Number(0.008);
  body.single.section.shape = circle;
  body.single.strain.torsion = legendre(2);
  body.single.strain.bendingY = legendre(3);
  body.single.strain.bendingZ = legendre(3);
  return body;
}

/// A block or arm of solid material along x from its base to its tip; `centred`: around its base.
desc::RigidBody box(double x, double y, double z, double density, bool centred) {
  desc::RigidBody body;
  const double mass = density * x * y * z;
  const auto moment = [mass](double a, double b) { return mass * (a * a + b * b) / 12; };
  const double middle = centred ? 0 : x / 2;
  body.mass = mass;
  body.com = {middle, 0.0, 0.0};
  body.inertia = {moment(y, z), moment(x, z), moment(x, y), 0.0, 0.0, 0.0};
  if (!centred) body.tip.position = {x, 0.0, 0.0};
  desc::Visual visual;
  visual.box = desc::Number3{x, y, z};
  visual.pose.position = body.com;
  body.visual = visual;
  return body;
}

/// A round arm along x.
desc::RigidBody arm() {
  desc::RigidBody body;
  const double r = kArmRadius, l = kArmLength;
  const double mass = std::round(kArmDensity * std::numbers::pi * r * r * l * 1000) / 1000;  // to the gram
  const double across = mass * (3 * r * r + l * l) / 12;
  body.mass = mass;
  body.com = {l / 2, 0.0, 0.0};
  body.inertia = {mass * r * r / 2, across, across, 0.0, 0.0, 0.0};
  body.tip.position = {l, 0.0, 0.0};
  desc::Visual visual;
  visual.cylinder = desc::RoundShape{.radius = r, .length = l};
  visual.pose.position = body.com;
  body.visual = visual;
  return body;
}

void giveJoint(desc::Link& link, LinkTemplate kind) {
  desc::Joint& joint = link.joint;
  switch (kind) {
    case LinkTemplate::kRevoluteArm:
      joint.type = JointType::kRevolute;
      joint.axis = {0.0, 1.0, 0.0};
      joint.damping = desc::Number(0.005);
      break;
    case LinkTemplate::kPrismaticArm:
      joint.type = JointType::kPrismatic;
      joint.axis = {1.0, 0.0, 0.0};
      joint.stiffness = desc::Number(50);
      joint.damping = desc::Number(0.5);
      break;
    case LinkTemplate::kSphericalArm:
      joint.type = JointType::kSpherical;
      joint.damping = desc::Number(0.005);
      break;
    case LinkTemplate::kFloatingBase:
      joint.type = JointType::kFree;
      break;
    case LinkTemplate::kRod:
    case LinkTemplate::kConstantCurvature:
    case LinkTemplate::kVolume:
    case LinkTemplate::kFem:
    case LinkTemplate::kExpression:
    case LinkTemplate::kRigid:
    case LinkTemplate::kFrame:
      break;
  }
}

std::optional<desc::Body> bodyOf(LinkTemplate kind, Description& description) {
  switch (kind) {
    case LinkTemplate::kRod:
      return rod(someMaterial(description, MaterialUse::kSections));
    case LinkTemplate::kConstantCurvature: {
      desc::ConstantCurvatureBody body;
      body.material = desc::MaterialRef(someMaterial(description, MaterialUse::kSections));
      body.length = kRodLength;
      body.radius = 0.012;
      body.planar = false;
      return body;
    }
    case LinkTemplate::kVolume:
      return softCylinder(kRodLength, 0.02, someMaterial(description, MaterialUse::kVolumes));
    case LinkTemplate::kFem:
      return fineCylinder(kRodLength, 0.02, someMaterial(description, MaterialUse::kCompressible));
    case LinkTemplate::kExpression:
      return bendingCylinder(kRodLength, 0.02, someMaterial(description, MaterialUse::kCompressible));
    case LinkTemplate::kRigid:
      return box(0.1, 0.04, 0.04, kArmDensity, false);
    case LinkTemplate::kFloatingBase:
      return box(0.2, 0.2, 0.05, 500, true);
    case LinkTemplate::kFrame:
      return std::nullopt;
    case LinkTemplate::kRevoluteArm:
    case LinkTemplate::kPrismaticArm:
    case LinkTemplate::kSphericalArm:
      break;
  }
  return arm();
}

std::string_view wishedName(LinkTemplate kind) {
  switch (kind) {
    case LinkTemplate::kRod:
      return "rod";
    case LinkTemplate::kConstantCurvature:
      return "arc";
    case LinkTemplate::kVolume:
      return "volume";
    case LinkTemplate::kFem:
      return "beam";
    case LinkTemplate::kExpression:
      return "shape";
    case LinkTemplate::kRigid:
      return "block";
    case LinkTemplate::kFloatingBase:
      return "base";
    case LinkTemplate::kFrame:
      return "frame";
    case LinkTemplate::kRevoluteArm:
      return "arm";
    case LinkTemplate::kPrismaticArm:
      return "slider";
    case LinkTemplate::kSphericalArm:
      return "swing";
  }
  return "link";
}

/// Where the tip of a rigid link is, in its base frame.
desc::Number3 tipOf(const desc::Link& link) {
  const auto* rigid = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
  return rigid ? rigid->tip.position : desc::Number3{};
}

/// A share of a number that may be an expression.
desc::Number shareOf(const desc::Number& number, double share) {
  if (number.expression.empty()) return share * number.value;
  desc::Number out;
  out.expression = numberText(share) + "*(" + number.expression + ")";
  return out;
}

/// Piece through a link, beside its axis at an angle (rad). In rigid links it ends short of both ends: where links
/// meet, guides of both at one place would leave the pull without a direction.
desc::RoutePiece piece(const desc::Link& link, double angle) {
  desc::RoutePiece out;
  out.link = desc::LinkRef(link.name);
  const auto offset = [&](double direction) {
    const double rounded = std::abs(direction) < 1e-12 ? 0 : direction;
    if (rounded == 0) return desc::Formula(0);
    desc::Formula formula;
    formula.text = rounded == 1 ? "r(X)" : numberText(std::round(rounded * 1e4) / 1e4) + "*r(X)";
    return formula;
  };
  if (desc::isSoft(link)) {
    out.y = offset(std::cos(angle));
    out.z = offset(std::sin(angle));
    return out;
  }
  const double y = kArmRadius * std::cos(angle), z = kArmRadius * std::sin(angle);
  desc::Number3 tip = tipOf(link);
  if (tip[0].expression.empty()) tip[0] = tip[0].value != 0 ? tip[0].value : kArmLength / 2;
  out.points = {{shareOf(tip[0], 0.2), y, z}, {shareOf(tip[0], 0.8), y, z}};
  return out;
}

/// How many tendons run through a link.
int tendonsIn(const Description& description, ObjectId link) {
  int count = 0;
  for (const desc::Actuator& actuator : description.actuators)
    if (const auto* tendon = std::get_if<desc::TendonActuator>(&actuator.type))
      for (const desc::RoutePiece& part : tendon->route) count += part.link.id == link;
  return count;
}

bool noSuchLink(std::vector<Problem>& problems) {
  return fail(problems, "links", "there is no such link any more", "select another one");
}

}  // namespace

std::string someMaterial(Description& description, MaterialUse use) {
  auto& materials = description.materials.items;
  const bool linear = use != MaterialUse::kVolumes, compressible = use == MaterialUse::kCompressible;
  for (const desc::Material& material : materials) {
    const auto* law = std::get_if<desc::LinearElastic>(&material.law);
    const bool swells = law && law->poisson.expression.empty() && law->poisson.value < 0.495;
    if ((law != nullptr) == linear && (!compressible || swells)) return material.name;
  }
  if (compressible)
    materials.push_back(foam(freeName(description, "foam")));
  else
    materials.push_back(linear ? silicone(freeName(description, "silicone")) : rubber(freeName(description, "rubber")));
  return materials.back().name;
}

desc::FemBody fineCylinder(double length, double radius, std::string material) {
  desc::FemBody body;
  static_cast<desc::TetrahedraBody&>(body) = softCylinder(length, radius, std::move(material));
  std::get<desc::MeshShape>(body.mesh.value).cylinder->tetrahedra = 300;  // of ten nodes each
  body.liveQuadrature.reset();
  body.modes = 6;
  return body;
}

desc::ExpressionBody bendingCylinder(double length, double radius, std::string material) {
  desc::ExpressionBody body;
  static_cast<desc::TetrahedraBody&>(body) = softCylinder(length, radius, std::move(material));
  body.coordinates = {"bend_y", "bend_z", "stretch"};
  body.position[0].text = "x + L*stretch*X - (y*bend_y + z*bend_z)*X*(2 - X)";
  body.position[1].text = "y + L*bend_y*X^2*(3 - X)/3";
  body.position[2].text = "z + L*bend_z*X^2*(3 - X)/3";
  return body;
}

desc::VolumeBody softCylinder(double length, double radius, std::string material) {
  desc::VolumeBody body;
  body.material = desc::MaterialRef(std::move(material));
  body.length = length;
  desc::CylinderMesh cylinder;
  cylinder.radius = radius;
  desc::MeshShape shape;
  shape.cylinder = cylinder;
  body.mesh.value = shape;
  body.quadrature = 4;  // one point errs by tens of percent in thick walls
  body.liveQuadrature.emplace().value = desc::Number(100);
  const auto add = [&](const char* type, std::vector<std::string> modes) {
    desc::Primitive& primitive = body.primitives.emplace_back();
    primitive.type = type;
    for (std::string& mode : modes) primitive.modes.emplace_back().text = std::move(mode);
  };
  add("stretch", {"X*(1-X)"});
  add("bending_y", {"1/L", "x/L"});
  add("bending_z", {"1/L", "x/L"});
  add("torsion", {"X"});
  return body;
}

Edit addLink(LinkTemplate kind, ObjectId parent) {
  return {"Add " + std::string(wishedName(kind)),
          [kind, parent](Description& description, std::vector<Problem>& problems) {
            const desc::Link* host = objectOf(description.links, parent);
            if (parent != 0 && !host) return noSuchLink(problems);
            desc::Link link;
            link.name = freeName(description, wishedName(kind));
            const bool onWorld = !host || kind == LinkTemplate::kFloatingBase;
            if (!onWorld) link.parent = desc::LinkRef(host->name);
            if (onWorld) link.pose.position = {0.0, 0.0, kHeight};
            giveJoint(link, kind);
            link.body = bodyOf(kind, description);
            description.links.push_back(std::move(link));
            return true;
          }};
}

Edit addMaterial() {
  return {"Add material", [](Description& description, std::vector<Problem>&) {
            description.materials.items.push_back(silicone(freeName(description, "silicone")));
            return true;
          }};
}

Edit addTendon(ObjectId link) {
  return {"Add tendon", [link](Description& description, std::vector<Problem>& problems) {
            const desc::Link* target = objectOf(description.links, link);
            if (!target) return noSuchLink(problems);
            const double angle = tendonsIn(description, link) * 2 * std::numbers::pi / 3;  // three go round
            desc::TendonActuator tendon;
            tendon.tensionOnly = true;
            const desc::Link* parent = objectOf(description.links, target->parent.id);
            if (!desc::isSoft(*target) && parent)
              tendon.route.push_back(piece(*parent, angle));  // alone it would do nothing
            tendon.route.push_back(piece(*target, angle));
            desc::Actuator actuator;
            actuator.name = freeName(description, "tendon 1");
            actuator.type = std::move(tendon);
            actuator.range = desc::Number2{0.0, 20.0};
            description.actuators.push_back(std::move(actuator));
            return true;
          }};
}

Edit addMotor(ObjectId link) {
  return {"Add motor", [link](Description& description, std::vector<Problem>& problems) {
            const desc::Link* target = objectOf(description.links, link);
            if (!target) return noSuchLink(problems);
            if (target->joint.type->velocities() == 0)
              return fail(problems, "links." + target->name + ".joint.type",
                          "the joint of “" + target->name + "” is fixed", "choose a joint that moves first");
            desc::JointActuator motor;
            motor.link = desc::LinkRef(target->name);
            desc::Actuator actuator;
            actuator.name = freeName(description, "motor " + target->name);
            actuator.type = motor;
            const double most = slides(target->joint.type) ? kMotorForce : kMotorTorque;
            actuator.range = desc::Number2{-most, most};
            description.actuators.push_back(std::move(actuator));
            return true;
          }};
}

Edit addLoad(ObjectId link) {
  return {"Add load", [link](Description& description, std::vector<Problem>& problems) {
            const desc::Link* target = objectOf(description.links, link);
            if (!target) return noSuchLink(problems);
            desc::PointWrench wrench;
            wrench.link = desc::LinkRef(target->name);
            wrench.wrench = {0.0, 0.0, 0.0, 0.0, 0.2, 0.0};
            desc::Load load;
            load.name = freeName(description, "push");
            load.type = wrench;
            description.loads.push_back(std::move(load));
            return true;
          }};
}

Edit addLoop(ObjectId a, ObjectId b) {
  return {"Add loop", [a, b](Description& description, std::vector<Problem>& problems) {
            const desc::Link *first = objectOf(description.links, a), *second = objectOf(description.links, b);
            if (!first || (b != 0 && !second)) return noSuchLink(problems);
            desc::Loop loop;
            loop.name = freeName(description, "loop");
            loop.type = JointType::kSpherical;
            loop.a.link = desc::LinkRef(first->name);
            loop.b.link = desc::LinkRef(second ? second->name : std::string(desc::kWorldName));
            description.loops.push_back(std::move(loop));
            return true;
          }};
}

Edit addSignal(ObjectId actuator) {
  return {"Add signal", [actuator](Description& description, std::vector<Problem>& problems) {
            const desc::Actuator* target = objectOf(description.actuators, actuator);
            if (!target) return fail(problems, "actuators", "there is no such actuator any more", "select another one");
            desc::SignalsController* signals = nullptr;
            for (desc::Controller& controller : description.controllers)
              if (!signals) signals = std::get_if<desc::SignalsController>(&controller.type);
            if (!signals) {
              desc::Controller controller;
              controller.name = freeName(description, "signals");
              description.controllers.push_back(std::move(controller));
              signals = &std::get<desc::SignalsController>(description.controllers.back().type);
            }
            signals->outputs.entries.emplace_back(desc::ActuatorRef(target->name), someSignal(description, *target));
            return true;
          }};
}

Edit addParameter(std::string name, double value) {
  std::string title = "Add parameter “" + name + "”";
  return {std::move(title), [name = std::move(name), value](Description& description, std::vector<Problem>&) {
            description.parameters.entries.emplace_back(name, desc::Number(value));
            return true;
          }};
}

}  // namespace tendril::edits
