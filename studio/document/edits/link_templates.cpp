// SPDX-License-Identifier: GPL-3.0-or-later
// Links to begin with. Sizes are those of a thing that stands on a desk; every result moves at once.
#include <cmath>
#include <numbers>

#include "core/description/bodies.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/edits/link_templates.hpp"
#include "studio/document/edits/type_edits.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

constexpr double kArmDensity = 1200;  // kg/m³ (nylon)
constexpr double kRodLength = 0.3;    // m
constexpr double kHeight = 0.5;       // m, of what hangs on the world, above the ground

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

double toTheGram(double mass) {
  return std::round(mass * 1000) / 1000;
}

/// A solid cylinder along x from its base to its tip, density kArmDensity.
desc::RigidBody roundBar(double r, double l) {
  desc::RigidBody body;
  const double mass = toTheGram(kArmDensity * std::numbers::pi * r * r * l);
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

/// A ball whose base is its lowest point along x, and its tip the one opposite.
desc::RigidBody ball(double r) {
  desc::RigidBody body;
  body.mass = toTheGram(kArmDensity * 4 / 3 * std::numbers::pi * r * r * r);
  const double moment = 0.4 * body.mass.value * r * r;
  body.com = {r, 0.0, 0.0};
  body.inertia = {moment, moment, moment, 0.0, 0.0, 0.0};
  body.tip.position = {2 * r, 0.0, 0.0};
  desc::Visual visual;
  visual.sphere = r;
  visual.pose.position = body.com;
  body.visual = visual;
  return body;
}

void giveJoint(desc::Link& link, LinkTemplate kind) {
  desc::Joint& joint = link.joint;
  switch (kind) {
    case LinkTemplate::kHelicalArm:
      joint.type = JointType::kHelical;
      joint.axis = {1.0, 0.0, 0.0};
      joint.pitch = 0.005;
      joint.damping = desc::Number(0.005);
      break;
    case LinkTemplate::kCylindricalArm:
      joint.type = JointType::kCylindrical;
      joint.axis = {1.0, 0.0, 0.0};
      joint.damping.values = {0.005, 0.5};
      joint.damping.list = true;
      break;
    case LinkTemplate::kUniversalArm:
      joint.type = JointType::kUniversal;
      joint.axis = {0.0, 0.0, 1.0};
      joint.axis2 = {0.0, 1.0, 0.0};
      joint.damping = desc::Number(0.005);
      break;
    case LinkTemplate::kPlanarArm:
      joint.type = JointType::kPlanar;
      joint.axis = {0.0, 0.0, 1.0};
      joint.damping.values = {0.5, 0.5, 0.005};
      joint.damping.list = true;
      break;
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
    case LinkTemplate::kCylinder:
    case LinkTemplate::kSphere:
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
    case LinkTemplate::kCylinder:
      return roundBar(0.03, 0.1);
    case LinkTemplate::kSphere:
      return ball(0.03);
    case LinkTemplate::kFrame:
      return std::nullopt;
    case LinkTemplate::kRevoluteArm:
    case LinkTemplate::kPrismaticArm:
    case LinkTemplate::kSphericalArm:
    case LinkTemplate::kHelicalArm:
    case LinkTemplate::kCylindricalArm:
    case LinkTemplate::kUniversalArm:
    case LinkTemplate::kPlanarArm:
      break;
  }
  return roundBar(kArmRadius, kArmLength);
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
    case LinkTemplate::kHelicalArm:
      return "screw";
    case LinkTemplate::kCylindricalArm:
      return "sleeve";
    case LinkTemplate::kUniversalArm:
      return "cardan";
    case LinkTemplate::kPlanarArm:
      return "plate";
    case LinkTemplate::kCylinder:
      return "cylinder";
    case LinkTemplate::kSphere:
      return "ball";
  }
  return "link";
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

Edit addLink(LinkTemplate kind, const LinkPlace& place) {
  return {"Add " + std::string(wishedName(kind)),
          [kind, place](Description& description, std::vector<Problem>& problems) {
            const desc::Link* host = objectOf(description.links, place.parent);
            if (place.parent != 0 && !host) return noSuchLink(problems);
            desc::Link link;
            link.name = freeName(description, wishedName(kind));
            if (host && kind != LinkTemplate::kFloatingBase) {
              link.parent = desc::LinkRef(host->name);
              link.at = place.at;
            } else {
              const Vec3 position = place.position.value_or(Vec3(0, 0, kHeight));
              link.pose.position = {position.x(), position.y(), position.z()};
            }
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

}  // namespace tendril::edits
