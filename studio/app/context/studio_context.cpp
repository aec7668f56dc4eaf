// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/context/studio_context.hpp"

namespace tendril {

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
