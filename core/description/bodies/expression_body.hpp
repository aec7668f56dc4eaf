// SPDX-License-Identifier: BSD-3-Clause
// Bodies of tetrahedra whose points move by formulas (primitives.md §1F).
#pragma once

#include "core/description/bodies/tetrahedra.hpp"

namespace tendril::description {

struct ExpressionBody : TetrahedraBody {
  static constexpr std::string_view kType = "expression";
  static constexpr std::string_view kMeaning = "Soft body of tetrahedra whose points move by formulas";
  static constexpr std::string_view kGuide = "formulas.md#bodies-of-formulas";

  std::vector<std::string> coordinates;
  std::array<Formula, 3> position;

  /// Number of coordinates.
  int size() const { return static_cast<int>(coordinates.size()); }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    describeMaterial(self, v);
    describeMesh(self, v);
    v.field(self.coordinates, {.key = "coordinates",
                               .meaning = "Names of the coordinates, as the formulas use them",
                               .required = true,
                               .source = "primitives.md §1F"});
    v.field(self.position, {.key = "position",
                            .meaning = "Where the point x, y, z (m) is, along each axis of the base; with all "
                                       "coordinates 0 it must be where it was",
                            .required = true,
                            .variables = "X, x, y, z, L, the coordinates",
                            .source = "[kane] (2), primitives.md §1F",
                            .typical = "x, y + q*X^2, z"});
    describePoints(self, v);
    describeState(self, v);
  }
};

}  // namespace tendril::description
