// SPDX-License-Identifier: BSD-3-Clause
// What formulas along a soft body may use of it, whatever its type.
#pragma once

#include "core/builder/build_context.hpp"

namespace tendril {

/// Undeformed length of a link's soft body, m; of a division of a rod if `division` ≥ 0. The body has been built.
double softLength(int link, int division, BuildContext& context);

/// r(X) of a link's soft body: the radius of its section; of one that is not round that of the circle of equal area,
/// of a mesh from a file the largest distance from the axis.
ExpressionFunction softRadius(int link, int division, BuildContext& context);

}  // namespace tendril
