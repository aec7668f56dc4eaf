// SPDX-License-Identifier: BSD-3-Clause
// Signals of motors behind springs:
//   arm.motor[1].q[0], .v[0], .a[0]           position of a motor and its rates; one motor alone: arm.motor.q[0]
//   arm.motor[1].deflection, .spring_torque   of its spring: position less that of the joint; torque on the joint
//   arm.stiffness                             of a joint that two springs hold
#pragma once

#include <vector>

#include "core/signals/signal_catalogue.hpp"

namespace tendril {

/// Those of one motor; with the last one of a joint also what its springs do together.
std::vector<Signal> motorSignals(const Model& model, const Link& motor);

}  // namespace tendril
