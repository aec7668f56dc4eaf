// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/view_selection.hpp"

#include <algorithm>
#include <utility>

#include "studio/app/context/studio_context.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

TargetPart partOf(PickPart part) {
  switch (part) {
    case PickPart::kJoint:
      return TargetPart::kJoint;
    case PickPart::kBody:
      return TargetPart::kBody;
    case PickPart::kStation:
      return TargetPart::kStation;
    case PickPart::kLink:
      break;
  }
  return TargetPart::kWhole;
}

PickPart partOf(TargetPart part) {
  switch (part) {
    case TargetPart::kJoint:
      return PickPart::kJoint;
    case TargetPart::kBody:
      return PickPart::kBody;
    case TargetPart::kStation:
      return PickPart::kStation;
    case TargetPart::kWhole:
      break;
  }
  return PickPart::kLink;
}

/// Index of the actuator that an input belongs to; −1 if there is none.
int actuatorOf(const Model& model, int input) {
  int actuator = -1;
  for (std::size_t i = 0; i < model.inputOffset.size() && input >= 0; ++i)
    if (model.inputOffset[i] <= input) actuator = static_cast<int>(i);
  return actuator;
}

/// It has a way or a wall of its own; what others move has an outline itself.
bool hasPlace(const Actuator& actuator) {
  return dynamic_cast<const Tendon*>(&actuator) || dynamic_cast<const PressureChamber*>(&actuator);
}

/// Snapshots tell of these only when they are asked to.
bool isAskedFor(const SceneSelection& outline) {
  return outline.actuator >= 0 || outline.load >= 0;
}

}  // namespace

ViewSelection::ViewSelection(StudioContext& context) : QObject(&context.window()), context_(context) {
  Viewport& viewport = context.view().viewport();
  connect(&viewport, &Viewport::picked, this, &ViewSelection::pick);
  connect(&viewport, &Viewport::menuRequested, this, &ViewSelection::popUp);
  connect(&viewport, &Viewport::climbRequested, &context.selection(), &Selection::climb);
  connect(&context.selection(), &Selection::changed, this, &ViewSelection::show);
  connect(&context.player(), &Player::modelChanged, this, &ViewSelection::show);
  context.selection().setPartsOf(
      [&context](description::ObjectId link) { return partsOf(context.description(), link); });
}

std::optional<Target> ViewSelection::targetOf(const PickTarget& picked, const Model& model,
                                              const Description& description) {
  if (picked.kind == PickKind::kTendon) {
    const int actuator = actuatorOf(model, picked.input);
    if (actuator < 0 || static_cast<std::size_t>(actuator) >= description.actuators.size()) return std::nullopt;
    return Target::object(TargetKind::kActuator, description.actuators[static_cast<std::size_t>(actuator)].id);
  }
  if (picked.kind == PickKind::kLoop) {
    if (picked.loop < 0 || picked.loop >= std::ssize(model.loops)) return std::nullopt;
    const Target loop = Target::object(TargetKind::kLoop, model.loops[static_cast<std::size_t>(picked.loop)].id);
    return exists(description, loop) ? std::optional(loop) : std::nullopt;
  }
  if (picked.kind == PickKind::kContact) {
    if (picked.contact < 0 || picked.contact >= std::ssize(model.contacts)) return std::nullopt;
    const auto& contact = model.contacts[static_cast<std::size_t>(picked.contact)];
    const Target load = Target::object(TargetKind::kLoad, contact.id);
    return exists(description, load) ? std::optional(load) : std::nullopt;
  }
  if (picked.link < 0 || static_cast<std::size_t>(picked.link) >= model.links.size()) return std::nullopt;
  const description::ObjectId id = model.links[static_cast<std::size_t>(picked.link)].id;
  const Target object = Target::object(TargetKind::kObject, id);
  if (exists(description, object)) return object;
  Target target = Target::link(id, partOf(picked.part));
  target.at = picked.at;
  if (exists(description, target)) return target;
  target = Target::link(target.id);  // the project has been edited since: the link, if that is still there
  return exists(description, target) ? std::optional(target) : std::nullopt;
}

std::vector<SceneSelection> ViewSelection::outlinesOf(const std::vector<Target>& targets, const Model& model) {
  std::vector<SceneSelection> outlines;
  for (const Target& target : targets) {
    const int link = target.kind == TargetKind::kLink ? linkIndexOf(model, target.id) : -1;
    if (link >= 0) outlines.push_back({.link = link, .part = partOf(target.part), .at = target.at});
    if (const int object = target.kind == TargetKind::kObject ? linkIndexOf(model, target.id) : -1; object >= 0)
      outlines.push_back({.link = object, .at = {}});
    if (target.kind == TargetKind::kLoad)
      for (std::size_t i = 0; i < model.contacts.size(); ++i)
        if (model.contacts[i].id == target.id) outlines.push_back({.at = {}, .contact = static_cast<int>(i)});
    const int loop = target.kind == TargetKind::kLoop ? loopIndexOf(model, target.id) : -1;
    if (loop >= 0) outlines.push_back({.at = {}, .loop = loop});
    const int actuator = target.kind == TargetKind::kActuator ? actuatorIndexOf(model, target.id) : -1;
    if (actuator >= 0 && hasPlace(*model.actuators[static_cast<std::size_t>(actuator)]))
      outlines.push_back({.at = {}, .actuator = actuator});
    const int load = target.kind == TargetKind::kLoad ? loadIndexOf(model, target.id) : -1;
    if (load >= 0) outlines.push_back({.at = {}, .load = load});
  }
  return outlines;
}

void ViewSelection::pick(const PickTarget& picked, bool adds) {
  const auto& model = context_.player().snapshot().model;
  const std::optional<Target> target = model ? targetOf(picked, *model, context_.description()) : std::nullopt;
  if (!target) {
    if (!adds) context_.selection().clear();
  } else if (adds) {
    context_.selection().toggle(*target);
  } else {
    context_.selection().select(*target);
  }
}

/// The menu of the tree, for what is under the cursor; what is selected already stays so.
void ViewSelection::popUp(const PickTarget& picked, const QPoint& global) {
  const auto& model = context_.player().snapshot().model;
  if (!model) return;
  const std::optional<Target> target = targetOf(picked, *model, context_.description());
  if (!target) {
    context_.selection().clear();
  } else {
    const std::vector<description::ObjectId> chosen = context_.selection().ids(target->kind);
    if (std::find(chosen.begin(), chosen.end(), target->id) == chosen.end()) context_.selection().select(*target);
  }
  Q_EMIT context_.tree().menuRequested(global);
}

void ViewSelection::show() {
  const auto& model = context_.player().snapshot().model;
  if (!model) return;
  const std::vector<SceneSelection> outlines = outlinesOf(context_.selection().targets(), *model);
  context_.view().viewport().setSelection(outlines);
  const bool asks = std::any_of(outlines.begin(), outlines.end(), isAskedFor);
  if (asks != std::exchange(asks_, asks)) context_.player().showPlaces(asks);
}

}  // namespace tendril
