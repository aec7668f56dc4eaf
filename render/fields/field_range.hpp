// SPDX-License-Identifier: BSD-3-Clause
// The ends of a colour scale that follows what it sees.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/color_map.hpp"

namespace tendril {

/// What the ends of the colours follow.
enum class RangeKind {
  kRunning,     ///< everything seen so far: they grow in round steps and never shrink, so that they never flicker
  kInstant,     ///< the least and the largest value of what is seen now
  kPercentile,  ///< two percentiles of the values seen now: a few extreme ones do not take all the colours
};

struct RangeRule {
  RangeKind kind = RangeKind::kRunning;
  double below = 2, above = 98;  ///< percentiles, 0 ≤ below < above ≤ 100
  bool operator==(const RangeRule&) const = default;
};

/// The ends that somebody wants: these (low < high, SI), or such as a rule gives.
struct ColorEnds {
  std::optional<std::pair<double, double>> fixed = {};
  RangeRule rule = {};
  bool operator==(const ColorEnds&) const = default;
};

/// The scale of a field that these values give: running is that of the first picture. Ends are rounded outwards to 4 %
/// of the span's power of ten, those of fields with two sides lie evenly about the value at rest. Values that are not
/// finite do not count; without any it is the smallest scale of the field. `values` is put into another order.
FieldColors fieldColors(SurfaceField field, const RangeRule& rule, std::span<double> values);

/// The p-th percentile (0…100) of values without NaN, which are put into another order: linear between neighbours, as
/// NumPy has it. NaN without values.
double percentile(std::span<double> values, double p);

/// Follows a field by a rule from snapshot to snapshot. A running one grows in round steps (1, 1.5, 2, 3, 4, 5, 6,
/// 8 · 10ⁿ from the field's value at rest) until it is reset.
class FieldRange {
 public:
  /// Begins anew with a field.
  void reset(SurfaceField field, const RangeRule& rule = {});
  SurfaceField field() const { return colors_.field; }
  /// Values of the field; what is not finite does not count. True if the scale is another one now.
  bool include(std::span<const double> values);
  /// All values that a snapshot carries.
  bool include(const Deformation& deformation);
  const FieldColors& colors() const { return colors_; }

 private:
  bool grow(std::span<const double> values);

  RangeRule rule_;
  FieldColors colors_;
  std::vector<double> values_;
};

/// Adds all values that a snapshot carries.
void appendValues(const Deformation& deformation, std::vector<double>& out);

/// Whether any body has the field that a snapshot carries.
bool hasValues(const Deformation& deformation);

}  // namespace tendril
