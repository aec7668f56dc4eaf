// SPDX-License-Identifier: BSD-3-Clause
// What a section of a body tells besides where it is.
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// Of one of BodyData::sections, in the section's axes.
struct SectionResponse {
  Vec6 strain = Vec6::Zero();  ///< ξ = [κ; ν]: 1/m, – (conventions.md)
  /// [M; N], N·m and N: what the material on the side of the tip exerts on that of the base, of its elasticity alone,
  /// so that N_x > 0 pulls. NaN in the rows whose strain the body holds, and everywhere without a material.
  Vec6 wrench = Vec6::Zero();
  double energy = 0;  ///< elastic, J per undeformed m; NaN without a material
};

}  // namespace tendril
