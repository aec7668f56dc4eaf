// SPDX-License-Identifier: BSD-3-Clause
#include "render/fields/field_range.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

/// The scale that departs from rest by `reach`.
FieldColors scaleOf(const SurfaceFieldInfo& info, double reach) {
  return {info.field, info.twoSided ? info.rest - reach : info.rest, info.rest + reach};
}

}  // namespace

void FieldRange::reset(SurfaceField field) {
  colors_ = {};
  if (field == SurfaceField::kNone) return;
  const SurfaceFieldInfo& info = surfaceFieldInfo(field);
  colors_ = scaleOf(info, info.least);
}

bool FieldRange::include(std::span<const double> values) {
  if (colors_.field == SurfaceField::kNone) return false;
  const SurfaceFieldInfo& info = surfaceFieldInfo(colors_.field);
  double reach = 0;
  for (const double value : values) {
    const double departure = info.twoSided ? std::abs(value - info.rest) : value - info.rest;
    if (std::isfinite(departure)) reach = std::max(reach, departure);
  }
  if (reach <= colors_.high - info.rest) return false;
  colors_ = scaleOf(info, scaleEnd(reach));
  return true;
}

bool FieldRange::include(const Deformation& deformation) {
  bool grown = false;
  for (const auto* values : {&deformation.surfaceValues, &deformation.insideValues, &deformation.sectionValues})
    grown = include(std::span<const double>(*values)) || grown;
  return grown;
}

bool hasValues(const Deformation& deformation) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return std::ranges::any_of(deformation.surfaceValues, finite) ||
         std::ranges::any_of(deformation.sectionValues, finite);
}

}  // namespace tendril
