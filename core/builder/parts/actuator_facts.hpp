// SPDX-License-Identifier: BSD-3-Clause
// What of an actuator only the whole description says, and what motors there are.
#pragma once

#include <string>
#include <vector>

#include "core/builder/parts/evaluator.hpp"
#include "core/description/description.hpp"

namespace tendril {

/// Motors behind springs that each velocity coordinate of a joint has: 0, 1 (elastic) or 2 (variable stiffness).
int motorsPerCoordinate(const description::Joint& joint);
/// Whether some joint has motors behind springs.
bool hasMotors(const Description& description);

/// How many inputs an actuator has; 0 where that cannot be said, because what it names or computes is missing.
int inputCount(const Description& description, const description::Actuator& actuator);

/// The rotors of propellers one by one: as they are listed, or those of arms, evenly around z with signs of alpha and
/// spin that alternate, so that six arms reach all directions. trees.md §10. Of arms all numbers are plain.
std::vector<description::Rotor> rotorsOf(const description::PropellersActuator& propellers, Evaluator& evaluator,
                                         const std::string& path = {});

/// Index of the link with a free joint on the world that the forces of an actuator drive: that of a joint actuator in
/// mode force, or what the link of propellers hangs on. −1: it drives none.
int drivenBase(const Description& description, const description::Actuator& actuator);

}  // namespace tendril
