// SPDX-License-Identifier: BSD-3-Clause
#include "render/fields/field_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tendril {
namespace {

constexpr double kGrain = 0.04;  // of the span's power of ten: five ticks then have three digits

/// The scale that departs from rest by `reach`.
FieldColors scaleOf(const SurfaceFieldInfo& info, double reach) {
  return {info.field, info.twoSided ? info.rest - reach : info.rest, info.rest + reach};
}

double grainOf(double span) {
  return kGrain * std::pow(10, std::floor(std::log10(span)));
}

double roundedOut(double value, double grain, bool up) {
  constexpr double kSlack = 1e-9;  // what is round already stays
  return grain * (up ? std::ceil(value / grain - kSlack) : std::floor(value / grain + kSlack));
}

/// The scale from `low` to `high`, or a little more.
FieldColors spanOf(const SurfaceFieldInfo& info, double low, double high) {
  if (info.twoSided) {
    const double reach = std::max({std::abs(low - info.rest), std::abs(high - info.rest), info.least});
    return scaleOf(info, roundedOut(reach, grainOf(2 * reach), true));
  }
  if (high - low < info.least) {
    low = std::max(info.rest, (low + high - info.least) / 2);
    high = low + info.least;
  }
  const double grain = grainOf(high - low);
  return {info.field, roundedOut(low, grain, false), roundedOut(high, grain, true)};
}

double reachOf(const SurfaceFieldInfo& info, std::span<const double> values) {
  double reach = 0;
  for (const double value : values) {
    const double departure = info.twoSided ? std::abs(value - info.rest) : value - info.rest;
    if (std::isfinite(departure)) reach = std::max(reach, departure);
  }
  return reach;
}

}  // namespace

double percentile(std::span<double> values, double p) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = std::clamp(p, 0.0, 100.0) / 100 * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), values.begin() + below, values.end());
  const double low = values[static_cast<std::size_t>(below)], share = place - static_cast<double>(below);
  if (share <= 0) return low;
  return low + share * (*std::min_element(values.begin() + below + 1, values.end()) - low);
}

FieldColors fieldColors(SurfaceField field, const RangeRule& rule, std::span<double> values) {
  if (field == SurfaceField::kNone) return {};
  const SurfaceFieldInfo& info = surfaceFieldInfo(field);
  const auto end = std::partition(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  const std::span<double> known = values.first(static_cast<std::size_t>(end - values.begin()));
  if (known.empty()) return scaleOf(info, info.least);
  if (rule.kind == RangeKind::kRunning) {
    const double reach = reachOf(info, known);
    return scaleOf(info, reach > info.least ? scaleEnd(reach) : info.least);
  }
  const bool all = rule.kind == RangeKind::kInstant;
  return spanOf(info, percentile(known, all ? 0 : rule.below), percentile(known, all ? 100 : rule.above));
}

void FieldRange::reset(SurfaceField field, const RangeRule& rule) {
  rule_ = rule;
  colors_ = {};
  if (field == SurfaceField::kNone) return;
  const SurfaceFieldInfo& info = surfaceFieldInfo(field);
  colors_ = scaleOf(info, info.least);
}

bool FieldRange::grow(std::span<const double> values) {
  const SurfaceFieldInfo& info = surfaceFieldInfo(colors_.field);
  const double reach = reachOf(info, values);
  if (reach <= colors_.high - info.rest) return false;
  colors_ = scaleOf(info, scaleEnd(reach));
  return true;
}

bool FieldRange::include(std::span<const double> values) {
  if (colors_.field == SurfaceField::kNone) return false;
  if (rule_.kind == RangeKind::kRunning) return grow(values);
  values_.assign(values.begin(), values.end());
  const FieldColors before = colors_;
  colors_ = fieldColors(colors_.field, rule_, values_);
  return colors_ != before;
}

bool FieldRange::include(const Deformation& deformation) {
  std::vector<double> all;
  appendValues(deformation, all);
  return include(std::span<const double>(all));
}

void appendValues(const Deformation& deformation, std::vector<double>& out) {
  for (const auto* values : {&deformation.surfaceValues, &deformation.insideValues, &deformation.sectionValues})
    out.insert(out.end(), values->begin(), values->end());
}

bool hasValues(const Deformation& deformation) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return std::ranges::any_of(deformation.surfaceValues, finite) ||
         std::ranges::any_of(deformation.sectionValues, finite);
}

}  // namespace tendril
