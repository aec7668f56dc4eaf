// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// True if some distribution of mass has this tensor about its centre of mass: Σ = tr(I)/2 − I is positive semidefinite
/// (the pseudo-inertia test of trees.md §0, about the centre of mass), up to rounding. `worst` is the least eigenvalue
/// of Σ over its greatest magnitude.
bool inertiaIsPossible(const Mat3& inertia, double& worst);

}  // namespace tendril
