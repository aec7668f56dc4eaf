// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/context/studio_context.hpp"

#include <utility>

namespace tendril {

StudioContext::StudioContext(const StudioParts& parts) : parts_(parts), actions_(parts.window) {
  connect(&document(), &DocumentHost::stateChanged, this, &StudioContext::followLengthUnit);
}

void StudioContext::followLengthUnit() {
  const QString unit = lengthUnit();
  if (std::exchange(toldLengths_, unit) != unit) Q_EMIT lengthUnitChanged(unit);
}

void StudioContext::setComparedRuns(const std::vector<std::uint64_t>& runs) {
  if (runs == comparedRuns_) return;
  comparedRuns_ = runs;
  Q_EMIT comparedRunsChanged();
}

void StudioContext::goToField(const QString& field) {
  if (selection().jumpTo(description(), field)) panels().showPanel("inspector");
}

void StudioContext::selectAdded() {
  std::optional<Target> first;
  for (const ItemRef& item : document().document().touched()) {
    const Target target = targetOf(item);
    if (!exists(description(), target)) continue;
    if (!first) first = target;
    if (target.kind != TargetKind::kLink) continue;
    first = target;
    break;
  }
  if (first) selection().select(*first);
}

}  // namespace tendril
