// SPDX-License-Identifier: BSD-3-Clause
// Machines for tests of statics, modes and loops: small enough for closed forms.
#pragma once

#include "tests/core/integrators/robots.hpp"

namespace tendril::tests {

/// The four-bar linkage of trees.md §11.4 with a crank angle (rad); the other angles close it roughly.
ModelSpec fourBarSpec(double crank);
/// Two clamped upright rods whose tips meet in a hinge.
ModelSpec archSpec();
/// `count` masses (kg) along x, each on a spring (N/m) to the one before, the first to the world; weightless.
ModelSpec springChainSpec(int count, double mass, double stiffness);
/// A body that floats freely, and a second one on a spring along its x axis; weightless.
ModelSpec floatingPairSpec(double first, double second, double stiffness);
/// Ziegler's column: two arms of length 1 m on springs of 1 Nm, masses 2 kg and 1 kg at their ends, and a force (N)
/// that follows the second arm and presses along it. It flutters above (7/2 − √2) N.
ModelSpec zieglerSpec(double force);

}  // namespace tendril::tests
