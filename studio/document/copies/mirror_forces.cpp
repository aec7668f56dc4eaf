// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/builder/parts/actuator_facts.hpp"
#include "studio/document/copies/mirror_parts.hpp"
#include "studio/document/copies/mirror_values.hpp"
#include "studio/document/edits/fail.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

void mirror(desc::TendonActuator& tendon, Evaluator&, const std::string&) {
  for (desc::RoutePiece& piece : tendon.route) {
    negate(piece.y);
    for (desc::Number3& point : piece.points) mirrorWay(point);
  }
}

/// Torques and positions mean the same for joints whose axes are mirrored.
void mirror(desc::JointActuator&, Evaluator&, const std::string&) {}

void mirror(desc::PressureActuator& chamber, Evaluator&, const std::string&) {
  negate(chamber.y);
  auto* found = chamber.surface ? std::get_if<desc::FoundSurface>(&chamber.surface->value) : nullptr;
  if (found)
    for (desc::Number3& point : found->around) mirrorWay(point);
}

void mirror(desc::PropellersActuator& propellers, Evaluator& evaluator, const std::string& path) {
  if (propellers.arms) {  // of an image the first one has the spin −1, which arms cannot say
    desc::PropellersActuator listed;
    listed.link = propellers.link;
    listed.rotors = rotorsOf(propellers, evaluator, path);
    propellers = std::move(listed);
  }
  for (desc::Rotor& rotor : propellers.rotors) {
    mirrorWay(rotor.position);
    negate(rotor.tilt[0]);
    negate(rotor.spin);
  }
}

void mirror(desc::PointWrench& load) {
  if (load.frame == desc::WrenchFrame::kWorld) return;  // as gravity: the same for both
  for (const std::size_t i : {0, 2, 4}) negate(load.wrench[i]);
}

void mirror(desc::Contact& contact) {
  for (desc::ContactBall& ball : contact.spheres) mirrorWay(ball.position);
  if (contact.between[1].id == 0) return;  // the floor is the same for both
  mirrorPose(contact.pose);
  mirrorWay(contact.axis);
}

void mirror(desc::FluidLoad&) {}

}  // namespace

bool mirrorActuator(const Description& part, desc::Actuator& actuator, std::vector<Problem>& problems) {
  Evaluator evaluator(part, problems);
  std::visit([&](auto& type) { mirror(type, evaluator, "actuators." + actuator.name); }, actuator.type);
  return problems.empty();
}

void mirrorLoad(desc::Load& load) {
  std::visit([](auto& type) { mirror(type); }, load.type);
}

bool mirrorLoop(desc::Loop& loop, std::vector<Problem>& problems) {
  for (desc::LoopSide* side : {&loop.a, &loop.b}) {
    if (side->link.id == 0)
      return fail(problems, "loops." + loop.name, "it holds something on the world, which is not mirrored",
                  "remove the loop first, and add another one to the copy");
    mirrorPose(side->pose);
  }
  mirrorAxes(loop.type, loop.axis, loop.axis2, loop.pitch);
  return true;
}

}  // namespace tendril::edits
