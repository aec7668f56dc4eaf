// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/selection.hpp"

#include <algorithm>
#include <utility>

namespace tendril {

using description::ObjectId;

std::optional<Target> Selection::current() const {
  if (targets_.empty()) return std::nullopt;
  return targets_.back();
}

bool Selection::contains(const Target& target) const {
  return std::find(targets_.begin(), targets_.end(), target) != targets_.end();
}

std::vector<ObjectId> Selection::ids(TargetKind kind) const {
  std::vector<ObjectId> found;
  for (const Target& target : targets_)
    if (target.kind == kind && std::find(found.begin(), found.end(), target.id) == found.end())
      found.push_back(target.id);
  return found;
}

void Selection::set(std::vector<Target> targets) {
  if (targets == targets_) return;
  targets_ = std::move(targets);
  Q_EMIT changed();
}

void Selection::toggle(const Target& target) {
  std::vector<Target> next = targets_;
  const auto at = std::find(next.begin(), next.end(), target);
  if (at == next.end())
    next.push_back(target);
  else
    next.erase(at);
  set(std::move(next));
}

void Selection::climb() {
  const std::optional<Target> now = current();
  if (!now || now->part == TargetPart::kWhole) return clear();
  std::vector<TargetPart> parts = {TargetPart::kWhole, TargetPart::kJoint, TargetPart::kBody, TargetPart::kStation};
  if (partsOf_) parts = partsOf_(now->id);
  const auto here = std::find(parts.begin(), parts.end(), now->part);
  if (here == parts.begin() || parts.empty()) return clear();
  select(Target::link(now->id, here == parts.end() ? TargetPart::kWhole : *(here - 1)));
}

void Selection::retain(const Description& description) {
  std::vector<Target> kept;
  for (const Target& target : targets_)
    if (exists(description, target)) kept.push_back(target);
  set(std::move(kept));
}

bool Selection::jumpTo(const Description& description, const QString& field) {
  if (field.isEmpty()) return false;
  select(targetOf(description, field.toStdString()));
  Q_EMIT fieldRequested(field);
  return true;
}

}  // namespace tendril
