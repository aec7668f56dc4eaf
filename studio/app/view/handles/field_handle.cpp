// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/handles/field_handle.hpp"

#include "studio/app/view/handles/handles_of.hpp"
#include "studio/document/items.hpp"

namespace tendril {
namespace {

void addLink(HandleMaker& maker, const description::Link& link, TargetPart part) {
  switch (part) {
    case TargetPart::kWhole:
      addJointFrame(maker, link);
      return addSizes(maker, link);
    case TargetPart::kJoint:
      addJointFrame(maker, link);
      return addJointHandles(maker, link);
    case TargetPart::kBody:
      addSizes(maker, link);
      return addRigidFrames(maker, link);
    case TargetPart::kStation:
      return;
  }
}

}  // namespace

std::vector<FieldHandle> handlesOf(const Description& description, const Snapshot& snapshot, const Target& target,
                                   const ArrowLengths& arrows) {
  HandleMaker maker(description, snapshot);
  switch (target.kind) {
    case TargetKind::kLink:
      if (const auto* link = objectOf(description.links, target.id)) addLink(maker, *link, target.part);
      break;
    case TargetKind::kObject:
      if (const auto* object = objectOf(description.objects, target.id)) addObjectHandles(maker, *object);
      break;
    case TargetKind::kLoop:
      if (const auto* loop = objectOf(description.loops, target.id)) addLoopHandles(maker, *loop);
      break;
    case TargetKind::kActuator:
      if (const auto* actuator = objectOf(description.actuators, target.id)) addActuatorHandles(maker, *actuator);
      break;
    case TargetKind::kLoad:
      if (const auto* load = objectOf(description.loads, target.id)) addLoadHandles(maker, *load, arrows);
      break;
    case TargetKind::kController:
      if (const auto* controller = objectOf(description.controllers, target.id))
        addControllerHandles(maker, *controller);
      break;
    case TargetKind::kProject:
    case TargetKind::kSimulation:
    case TargetKind::kParameters:
    case TargetKind::kMaterial:
      break;
  }
  return maker.take();
}

}  // namespace tendril
