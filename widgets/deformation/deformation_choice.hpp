// SPDX-License-Identifier: GPL-3.0-or-later
// What a person wants to see of how soft bodies are deformed.
#pragma once

#include <optional>
#include <utility>

#include "render/fields/deformation_layer.hpp"
#include "render/fields/field_range.hpp"

namespace tendril {

struct DeformationChoice {
  SurfaceField field = SurfaceField::kNone;
  /// Ends of the colours, typed, low < high; none: they follow what is seen by `rule`.
  std::optional<std::pair<double, double>> ends = {};
  RangeRule rule = {};
  bool cutting = false;
  CutPlane plane = {.axis = 1, .at = 0, .flipped = true};  ///< kept while nothing is cut
  bool leveled = false;
  double level = 0;  ///< value of the field at which a surface is drawn, SI; kept while none is
  bool operator==(const DeformationChoice&) const = default;
};

}  // namespace tendril
