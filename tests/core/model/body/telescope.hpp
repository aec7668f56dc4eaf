// SPDX-License-Identifier: BSD-3-Clause
// A body that the program does not have, to prove that one class is all that the engine asks of one: a telescope along
// x that carries a rigid load at its end. Property tests run on it, and compare it with the two links
// that it is.
#pragma once

#include <memory>

#include "core/model/model.hpp"

namespace tendril::tests {

struct TelescopeSpec {
  double length = 0.4;                ///< at rest, m
  RigidInertia base;                  ///< of what does not slide, in B
  RigidInertia load;                  ///< of what stands at the end, in the frame of the end
  double stiffness = 0, damping = 0;  ///< N/m, N s/m
  double tube = 0.03, piston = 0.02;  ///< radii of its first quarter and of the rest, m
};

/// One coordinate: the extension, m. Station 0 is its end; others take their share of the extension.
std::shared_ptr<Body> makeTelescope(const TelescopeSpec& spec);

}  // namespace tendril::tests
