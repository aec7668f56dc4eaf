// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/model.hpp"

namespace tendril {

/// Appends the motors behind springs of all joints as links of their own, which is what they are where they move: an
/// inertia each, on a joint of one coordinate. After all other links.
void appendMotors(ModelSpec& spec);

}  // namespace tendril
