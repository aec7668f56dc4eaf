// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/context/studio_context.hpp"

#include <algorithm>

#include "core/description/bodies.hpp"

namespace tendril {
namespace {

/// Soft robots are small, and so is what one begins with; arms of rigid links are measured in metres.
QString usualLengthUnit(const Description& project) {
  const bool metres = !project.links.empty() && std::ranges::none_of(project.links, description::isSoft);
  return metres ? QStringLiteral("m") : QStringLiteral("mm");
}

}  // namespace

StudioContext::StudioContext(const StudioParts& parts) : parts_(parts), actions_(parts.window) {
  connect(&document(), &DocumentHost::opened, this, [this] { usualLengths_ = usualLengthUnit(description()); });
}

QString StudioContext::lengthUnit() const {
  const std::string kept = document().document().studio(kLengthUnit);
  if (kept == "\"m\"" || kept == "\"mm\"") return QString::fromStdString(kept).remove(u'"');
  return usualLengths_;
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
