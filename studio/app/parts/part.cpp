// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/part.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

#include "studio/document/edits/geometry/placement.hpp"

namespace tendril {
namespace {

using Surface = description::ContactSurface;

template <LinkTemplate kind>
Edit link(const PartPlace& place) {
  return edits::addLink(kind, {.parent = place.link, .at = place.at, .position = place.position});
}

/// Of edits that want a link and nothing else.
template <Edit (*add)(description::ObjectId)>
Edit on(const PartPlace& place) {
  return add(place.link);
}

Edit contactWithFloor(const PartPlace& place) {
  return edits::addContact(place.link, 0, place.floor);
}
Edit contactOfTwo(const PartPlace& place) {
  return edits::addContact(place.link, place.other, place.floor);
}
Edit contactWithItself(const PartPlace& place) {
  return edits::addContact(place.link, place.link, place.floor);
}
template <description::ContactSurface surface>
Edit obstacle(const PartPlace& place) {
  return edits::addObstacle(place.link, surface, place.floor);
}
template <edits::SolidShape shape>
Edit object(const PartPlace& place) {
  return edits::addObject(place.floor, shape, place.position);
}
Edit fluid(const PartPlace&) {
  return edits::addFluid();
}
Edit loop(const PartPlace& place) {
  if (!place.model) return edits::addLoop(place.link, place.other);
  return place.other != 0 ? edits::joinTips(*place.model, place.link, place.other)
                          : edits::pinInPlace(*place.model, place.link);
}

constexpr auto kBodies = PartGroup::kBodies, kJoints = PartGroup::kJoints;
constexpr auto kActuators = PartGroup::kActuators, kForces = PartGroup::kForces, kContacts = PartGroup::kContacts;
constexpr auto kNothing = PartNeeds::kNothing, kLink = PartNeeds::kLink, kBody = PartNeeds::kBody,
               kTwo = PartNeeds::kTwo;

#define TEXT(source) QT_TRANSLATE_NOOP("tendril::Part", source)

// a line each, so that they can be read as a table
// clang-format off
constexpr Part kParts[] = {
    {"rod", TEXT("Rod"), "link-soft", TEXT("A soft rod of silicone, 30 cm: bends and twists."), TEXT("cosserat beam soft link trunk"), kBodies, kNothing, link<LinkTemplate::kRod>},
    {"arc", TEXT("Constant-curvature body"), "link-soft", TEXT("A soft body that bends to an arc."), TEXT("soft link continuum pcc"), kBodies, kNothing, link<LinkTemplate::kConstantCurvature>},
    {"volume", TEXT("Soft volume"), "link-soft", TEXT("A cylinder of rubber, of tetrahedra: bends, twists, stretches, keeps its volume."), TEXT("soft link tetrahedra primitives mesh"), kBodies, kNothing, link<LinkTemplate::kVolume>},
    {"fem", TEXT("Body of finite elements"), "link-soft", TEXT("A cylinder of foam that moves by its modes of vibration."), TEXT("soft link fem modes"), kBodies, kNothing, link<LinkTemplate::kFem>},
    {"expression", TEXT("Body by formulas"), "link-soft", TEXT("A cylinder of foam whose motion you write down."), TEXT("soft link expression"), kBodies, kNothing, link<LinkTemplate::kExpression>},
    {"rigid", TEXT("Rigid block"), "link-rigid", TEXT("A rigid block, fixed to what it hangs on."), TEXT("box rigid link"), kBodies, kNothing, link<LinkTemplate::kRigid>},
    {"cylinder", TEXT("Rigid cylinder"), "link-rigid", TEXT("A rigid cylinder, fixed to what it hangs on."), TEXT("rigid link"), kBodies, kNothing, link<LinkTemplate::kCylinder>},
    {"sphere", TEXT("Rigid ball"), "link-rigid", TEXT("A rigid ball, fixed to what it hangs on."), TEXT("sphere rigid link"), kBodies, kNothing, link<LinkTemplate::kSphere>},
    {"base", TEXT("Floating base"), "link-floating", TEXT("A rigid body that is free in space."), TEXT("free vehicle drone"), kBodies, kNothing, link<LinkTemplate::kFloatingBase>},
    {"frame", TEXT("Frame"), "link-frame", TEXT("A frame without mass, to hang things on."), TEXT("empty link"), kBodies, kNothing, link<LinkTemplate::kFrame>},
    {"revolute", TEXT("Arm on a hinge"), "link-rigid", TEXT("A rigid arm that turns about one axis."), TEXT("revolute joint rotary"), kJoints, kNothing, link<LinkTemplate::kRevoluteArm>},
    {"prismatic", TEXT("Arm on a slide"), "link-rigid", TEXT("A rigid arm that slides along one axis."), TEXT("prismatic joint linear"), kJoints, kNothing, link<LinkTemplate::kPrismaticArm>},
    {"helical", TEXT("Arm on a screw"), "link-rigid", TEXT("A rigid arm that slides as it turns."), TEXT("helical joint"), kJoints, kNothing, link<LinkTemplate::kHelicalArm>},
    {"cylindrical", TEXT("Arm on a sleeve"), "link-rigid", TEXT("A rigid arm that slides along one axis and turns about it."), TEXT("cylindrical joint"), kJoints, kNothing, link<LinkTemplate::kCylindricalArm>},
    {"universal", TEXT("Arm on a universal joint"), "link-rigid", TEXT("A rigid arm on two crossed hinges."), TEXT("cardan joint"), kJoints, kNothing, link<LinkTemplate::kUniversalArm>},
    {"planar", TEXT("Arm in a plane"), "link-rigid", TEXT("A rigid arm that slides and turns in a plane."), TEXT("planar joint"), kJoints, kNothing, link<LinkTemplate::kPlanarArm>},
    {"spherical", TEXT("Arm on a ball joint"), "link-rigid", TEXT("A rigid arm that turns about a point."), TEXT("spherical joint"), kJoints, kNothing, link<LinkTemplate::kSphericalArm>},
    {"loop", TEXT("Loop"), "chain", TEXT("Closes a chain: between the two links that are selected, or the one and the world."), TEXT("close constraint joint"), kJoints, PartNeeds::kLinks, loop},
    {"tendon", TEXT("Tendon"), "tendon", TEXT("A cable through the link that pulls."), TEXT("cable wire muscle"), kActuators, kLink, on<edits::addTendon>},
    {"motor", TEXT("Motor"), "motor", TEXT("A torque or force in the joint of the link."), TEXT("actuator torque"), kActuators, kLink, on<edits::addMotor>},
    {"drive", TEXT("Drive by position"), "drive", TEXT("The joint of the link follows positions exactly."), TEXT("servo kinematic"), kActuators, kLink, on<edits::addDrive>},
    {"spool", TEXT("Cable on a spool"), "tendon", TEXT("A cable whose length is prescribed."), TEXT("winch tendon"), kActuators, kLink, on<edits::addSpool>},
    {"chamber", TEXT("Pressure chamber"), "chamber", TEXT("Pressure inside the soft body."), TEXT("pneumatic fluidic"), kActuators, kLink, on<edits::addPressure>},
    {"propellers", TEXT("Propellers"), "propellers", TEXT("Four propellers around the z axis of a rigid link."), TEXT("rotor thruster drone"), kActuators, kLink, on<edits::addPropellers>},
    {"load", TEXT("Load"), "load", TEXT("A force at the tip of the link."), TEXT("force wrench push weight"), kForces, kLink, on<edits::addLoad>},
    {"fluid", TEXT("Water around the robot"), "fluid", TEXT("Buoyancy, and drag and added mass of soft links."), TEXT("fluid drag buoyancy"), kForces, kNothing, fluid},
    {"object_box", TEXT("Box on the floor"), "object", TEXT("A box to push and grasp, and a floor below it."), TEXT("object thing"), kForces, kNothing, object<edits::SolidShape::kBox>},
    {"object_ball", TEXT("Ball on the floor"), "object", TEXT("A ball to push and grasp, and a floor below it."), TEXT("object sphere"), kForces, kNothing, object<edits::SolidShape::kBall>},
    {"object_cylinder", TEXT("Can on the floor"), "object", TEXT("A cylinder to push and grasp, and a floor below it."), TEXT("object cylinder"), kForces, kNothing, object<edits::SolidShape::kCylinder>},
    {"contact", TEXT("Contact with the floor"), "contact", TEXT("The link or object lies on a floor, with friction."), TEXT("ground plane collision"), kContacts, kBody, contactWithFloor},
    {"contact_two", TEXT("Contact of two"), "contact", TEXT("The two links or objects that are selected touch."), TEXT("pair collision"), kContacts, kTwo, contactOfTwo},
    {"contact_self", TEXT("Contact with itself"), "contact", TEXT("The soft link touches itself."), TEXT("self collision coil"), kContacts, kLink, contactWithItself},
    {"contact_ball", TEXT("Contact with a ball"), "contact", TEXT("A fixed ball beside the robot."), TEXT("sphere obstacle"), kContacts, kBody, obstacle<Surface::kSphere>},
    {"contact_box", TEXT("Contact with a box"), "contact", TEXT("A fixed box beside the robot."), TEXT("obstacle wall"), kContacts, kBody, obstacle<Surface::kBox>},
    {"contact_post", TEXT("Contact with a post"), "contact", TEXT("A fixed round post beside the robot."), TEXT("cylinder obstacle"), kContacts, kBody, obstacle<Surface::kCylinder>},
    {"contact_tube", TEXT("Contact inside a tube"), "contact", TEXT("The link is in a fixed tube."), TEXT("cylinder inside pipe lumen"), kContacts, kBody, obstacle<Surface::kCylinderInside>},
};
// clang-format on
#undef TEXT

QString text(const char* source) {
  return QCoreApplication::translate("tendril::Part", source);
}

}  // namespace

std::span<const Part> parts() {
  return kParts;
}

const Part* partOf(const QString& id) {
  const auto found = std::ranges::find_if(kParts, [&](const Part& part) { return id == QLatin1String(part.id); });
  return found == std::end(kParts) ? nullptr : found;
}

QString partName(const Part& part) {
  return text(part.name);
}

QString partHelp(const Part& part) {
  return text(part.help);
}

QString groupName(PartGroup group) {
  switch (group) {
    case PartGroup::kBodies:
      return text("Links");
    case PartGroup::kJoints:
      return text("Joints");
    case PartGroup::kActuators:
      return text("Actuators");
    case PartGroup::kForces:
      return text("Forces and objects");
    case PartGroup::kContacts:
      return text("Contacts");
  }
  return {};
}

QString whyNot(const Part& part, const PartPlace& place) {
  const bool one = place.link != 0, two = one && place.other != 0;
  switch (part.needs) {
    case PartNeeds::kNothing:
      return {};
    case PartNeeds::kLink:
    case PartNeeds::kLinks:
      return one ? QString() : text("Select a link first, or drag this onto one");
    case PartNeeds::kBody:
      return one ? QString() : text("Select a link or an object first, or drag this onto one");
    case PartNeeds::kTwo:
      return two ? QString() : text("Select two links or objects first");
  }
  return {};
}

}  // namespace tendril
