// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/part_adder.hpp"

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "studio/document/copies/solid_floor.hpp"
#include "studio/document/edits/geometry/pose_edits.hpp"
#include "widgets/format.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

using description::ObjectId;

constexpr double kApart = 1e-6;     // m, of tips that a loop joins
constexpr double kBelow = 0.02;     // of the robot's length: a floor below all of it
constexpr double kFirstRoom = 0.1;  // m, of the first body above its floor

/// Links and, for contacts, objects that are selected, in the order in which they were chosen.
std::vector<ObjectId> chosen(const Selection& selection, bool objects) {
  std::vector<ObjectId> out;
  for (const Target& target : selection.targets())
    if ((target.kind == TargetKind::kLink || (objects && target.kind == TargetKind::kObject)) &&
        std::find(out.begin(), out.end(), target.id) == out.end())
      out.push_back(target.id);
  return out;
}

/// Height of the floor of a project that is empty: on the ground, or below what is put under it; m.
double firstFloor(const PartPlace& place) {
  return place.position ? std::min(0.0, place.position->z() - kFirstRoom) : 0;
}

}  // namespace

PartAdder::PartAdder(StudioContext& context, QObject* parent) : QObject(parent), context_(context) {}

PartPlace PartAdder::selectedPlace(const Part& part) const {
  PartPlace place;
  const bool bodies = part.needs == PartNeeds::kBody || part.needs == PartNeeds::kTwo;
  const std::vector<ObjectId> selected = chosen(context_.selection(), bodies);
  const auto& links = context_.description().links;
  if (joinsTwo(part) && selected.size() > 1) {
    place.link = selected.back();
    place.other = selected[selected.size() - 2];
  } else if (!selected.empty()) {
    place.link = selected.back();
  } else if (part.needs != PartNeeds::kNothing && part.needs != PartNeeds::kTwo && !links.empty()) {
    place.link = links.back().id;
  }
  return place;
}

double PartAdder::floorHeight(const StudioContext& context) {
  const auto& scene = context.view().viewport().scene();
  if (!scene || !scene->hasPose()) return 0;
  return std::min(scene->groundHeight(), scene->lowest() - kBelow * scene->size().length);
}

void PartAdder::add(const Part& part, const PartPlace& place) {
  if (const QString reason = whyNot(part, place); !reason.isEmpty()) {
    context_.notices().show({.severity = Notice::Severity::kInfo,
                             .title = tr("“%1” needs a place").arg(partName(part)),
                             .advice = reason + u'.',
                             .details = {},
                             .passing = true});
    return;
  }
  const std::shared_ptr<const Model> model = isLoop(part) && place.other != 0 ? context_.document().model() : nullptr;
  const double gap = model ? edits::tipDistance(*model, place.link, place.other).value_or(0) : 0;
  const Edit edit = edits::onFirstFloor(edits::onSolidFloor(editOf(part, place)), firstFloor(place));
  // A contact with the floor that comes along is not what was asked for.
  const auto kind = isLink(part) ? std::optional(ItemKind::kLink) : std::nullopt;
  if (addBy(edit, kind) && gap > kApart) offerClosing(tr("The tips are %1 apart"), gap);
}

void PartAdder::join(const edits::LoopEnd& a, const edits::LoopEnd& b) {
  if (!addBy(edits::joinPlaces(a, b, context_.document().document().directory()), ItemKind::kLoop)) return;
  const auto model = context_.document().model();
  const auto& loops = context_.description().loops;
  const double gap = model && !loops.empty() ? edits::openingOf(*model, loops.back().id).value_or(0) : 0;
  if (gap > kApart) offerClosing(tr("The ends of the loop are %1 apart"), gap);
}

void PartAdder::trigger(const QString& name) {
  QAction* action = context_.actions().find(name);
  if (!action) return;
  if (action->isEnabled()) return action->trigger();
  QString reason = action->toolTip() + u'.';
  reason[0] = reason[0].toUpper();
  context_.notices().show({.severity = Notice::Severity::kInfo,
                           .title = tr("“%1” cannot be added").arg(action->iconText()),
                           .advice = reason,
                           .details = {},
                           .passing = true});
}

Edit PartAdder::editOf(const Part& part, PartPlace place) const {
  if (isLoop(part)) place.model = context_.document().model();
  place.floor = floorHeight(context_);
  return part.edit(place);
}

bool PartAdder::addBy(const Edit& edit, std::optional<ItemKind> kind) {
  const std::uint64_t before = context_.document().document().revision();
  if (!context_.document().tell(edit) || context_.document().document().revision() == before) return false;
  // The last object that is new is what was asked for; a material may have come with it.
  const std::vector<ItemRef>& touched = context_.document().document().touched();
  for (auto item = touched.rbegin(); item != touched.rend(); ++item)
    for (const Target& target : targetsOf(context_.description()))
      if (itemOf(target) == *item && item->kind == kind.value_or(item->kind) && item->kind != ItemKind::kMaterial) {
        context_.selection().select(target);
        return true;
      }
  for (const ItemRef& item : touched)
    if (item.kind == ItemKind::kMaterial) context_.selection().select(Target::object(TargetKind::kMaterial, item.id));
  return true;
}

/// Ends that are apart come together at the start of a run; a notice says so, and offers that as the initial position.
void PartAdder::offerClosing(const QString& what, double gap) {
  auto* keep = new QAction(tr("Close it in the initial position, too"), this);
  connect(keep, &QAction::triggered, this, [this] {
    const Snapshot& now = context_.player().snapshot();
    if (now.model) context_.document().tell(edits::setInitialPose(*now.model, now.q));
  });
  context_.notices().show(
      {.severity = Notice::Severity::kInfo,
       .title = what.arg(formatLength(gap, context_.lengthUnit(), 3).text()),
       .advice = tr("A run begins with the loop closed, as near to the initial position as it can."),
       .details = {},
       .actions = {keep},
       .passing = true});
}

}  // namespace tendril
