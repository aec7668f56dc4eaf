// SPDX-License-Identifier: GPL-3.0-or-later
#include <numbers>

#include "studio/document/copies/mirror_parts.hpp"
#include "studio/document/copies/mirror_values.hpp"
#include "studio/document/edits/fail.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

bool mirror(desc::TendonActuator& tendon, const std::string&, std::vector<Problem>&) {
  for (desc::RoutePiece& piece : tendon.route) {
    negate(piece.y);
    for (desc::Number3& point : piece.points) mirrorWay(point);
  }
  return true;
}

bool mirror(desc::JointActuator&, const std::string&, std::vector<Problem>&) {
  return true;  // torques and positions mean the same for joints whose axes are mirrored
}

bool mirror(desc::PressureActuator& chamber, const std::string&, std::vector<Problem>&) {
  negate(chamber.y);
  auto* found = chamber.surface ? std::get_if<desc::FoundSurface>(&chamber.surface->value) : nullptr;
  if (found)
    for (desc::Number3& point : found->around) mirrorWay(point);
  return true;
}

/// The first of evenly spread arms has spin 1; its mirror image has −1, that of the arm after it 1.
bool mirrorArms(desc::PropellersActuator& propellers, const std::string& path, std::vector<Problem>& problems) {
  const int arms = propellers.arms->expression.empty() ? static_cast<int>(propellers.arms->value) : 0;
  if (arms <= 0 || arms % 2 != 0)
    return fail(problems, path, "an odd number of arms has no mirror image, since spins change from arm to arm",
                "list the rotors one by one");
  negate(propellers.phase);
  const std::string turn = "2*pi/" + std::to_string(arms);
  if (propellers.phase.expression.empty())
    propellers.phase.value -= 2 * std::numbers::pi / arms;
  else
    propellers.phase.expression += " - " + turn;
  return true;
}

bool mirror(desc::PropellersActuator& propellers, const std::string& path, std::vector<Problem>& problems) {
  if (propellers.arms) return mirrorArms(propellers, path, problems);
  for (desc::Rotor& rotor : propellers.rotors) {
    mirrorWay(rotor.position);
    negate(rotor.tilt[0]);
    negate(rotor.spin);
  }
  return true;
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

bool mirrorActuator(desc::Actuator& actuator, std::vector<Problem>& problems) {
  return std::visit([&](auto& type) { return mirror(type, "actuators." + actuator.name, problems); }, actuator.type);
}

bool mirrorLoad(desc::Load& load) {
  std::visit([](auto& type) { mirror(type); }, load.type);
  return true;
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
