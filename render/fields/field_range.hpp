// SPDX-License-Identifier: BSD-3-Clause
// The ends of a colour scale that follows what it sees without ever flickering.
#pragma once

#include <span>

#include "core/session/snapshot.hpp"
#include "render/color_map.hpp"

namespace tendril {

/// Grows in round steps (1, 1.5, 2, 3, 4, 5, 6, 8 · 10ⁿ from the field's value at rest) and never shrinks until it is
/// reset.
class FieldRange {
 public:
  /// Begins anew with a field.
  void reset(SurfaceField field);
  SurfaceField field() const { return colors_.field; }
  /// Values of the field; what is not finite does not count. True if the range has grown.
  bool include(std::span<const double> values);
  /// All values that a snapshot carries.
  bool include(const Deformation& deformation);
  const FieldColors& colors() const { return colors_; }

 private:
  FieldColors colors_;
};

/// Whether any body has the field that a snapshot carries.
bool hasValues(const Deformation& deformation);

}  // namespace tendril
