// SPDX-License-Identifier: BSD-3-Clause
// Bodies of tetrahedra that move by modes of finite elements, or by other displacement fields (primitives.md §11).
#pragma once

#include "core/description/bodies/tetrahedra.hpp"

namespace tendril::description {

struct FemBody : TetrahedraBody {
  static constexpr std::string_view kType = "fem";
  static constexpr std::string_view kMeaning = "Soft body of tetrahedra that moves by modes of finite elements";
  static constexpr std::string_view kGuide = "formulas.md#finite-elements";

  Number modes = 8;
  std::string basis;

  FemBody() { quadrature = 4; }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    describeMaterial(self, v);
    describeMesh(self, v);
    v.field(self.basis, {.key = "basis",
                         .meaning = "File of displacement fields instead of modes (.csv: a row x, y, z, u1x, u1y, u1z, "
                                    "u2x, … for every node), relative to the project",
                         .file = true,
                         .source = "primitives.md §11",
                         .depth = Depth::kAll});
    v.field(self.modes, {.key = "modes",
                         .meaning = "Number of modes of vibration, the lowest, with the base held; a coordinate is the "
                                    "largest displacement in its mode, m",
                         .minimum = 1,
                         .maximum = 200,
                         .integer = true,
                         .when = self.basis.empty(),
                         .condition = "only without basis",
                         .source = "[kane] Table 2, primitives.md §11",
                         .typical = "4…20"});
    describePoints(self, v);
    describeState(self, v);
  }
};

}  // namespace tendril::description
