// SPDX-License-Identifier: BSD-3-Clause
// What the Gauss points of a division can tell of its strain functions, and what they cost in accuracy.
#pragma once

#include <optional>

#include "core/model/rod/rod_tables.hpp"

namespace tendril {

/// Functions of one strain of which some combination vanishes at all points: it would have no stiffness.
struct UnresolvedStrain {
  int strain = 0;     ///< row of ξ
  int functions = 0;  ///< of this strain
  int resolved = 0;   ///< rank of their values at the points
  int smallest = 0;   ///< Gauss points per element that resolve the division; 0: the functions depend on each other
};

/// The first strain whose functions the division's points do not resolve; none if all are resolved.
std::optional<UnresolvedStrain> unresolvedStrain(const RodDivision& division);

/// How exactly a division places its tip, of smooth bent shapes of its free strains (about two radians, a tenth of
/// stretch) beyond its reference strain: position over length or rad, the larger.
struct RodAccuracy {
  double points = 0;     ///< error of the rule in use: Magnus steps between its Gauss points (rods.md §3, §4)
  double functions = 0;  ///< what the strain functions themselves leave of such shapes; 0: exact or not computed
  int offered = 0;       ///< Gauss points per element with which the rule no longer limits the functions; 0: it is so
  double then = 0;       ///< error of that rule
};

/// Accuracy of a division that has coordinates. `magnus` is the order of the steps.
RodAccuracy rodAccuracy(const RodDivision& division, int magnus);

}  // namespace tendril
