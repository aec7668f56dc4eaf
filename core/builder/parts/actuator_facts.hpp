// SPDX-License-Identifier: BSD-3-Clause
// What of an actuator only the whole description says.
#pragma once

#include "core/description/description.hpp"

namespace tendril {

/// How many inputs an actuator has; 0 where that cannot be said, because what it names or computes is missing.
int inputCount(const Description& description, const description::Actuator& actuator);

/// Index of the link with a free joint on the world that the forces of an actuator drive: that of a joint actuator in
/// mode force, or what the link of propellers hangs on. −1: it drives none.
int drivenBase(const Description& description, const description::Actuator& actuator);

}  // namespace tendril
