// SPDX-License-Identifier: BSD-3-Clause
// Random robots whose joints have motors behind springs.
#pragma once

#include "core/model/motor_links.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril::tests {

/// Gives every joint that is a vector motors behind springs: pairs where it has one coordinate and `pairs`, else one.
inline void addMotors(ModelSpec& spec, Random& random, bool pairs) {
  for (LinkSpec& link : spec.links) {
    const JointKind& kind = *link.joint.type.operator->();
    if (!kind.isVector()) continue;
    const int per = pairs && kind.velocities() == 1 ? 2 : 1;
    link.joint.motorsPerCoordinate = per;
    for (int k = 0; k < kind.velocities(); ++k) {
      const auto law = std::make_shared<CubicSpring>(uniform(random, 20, 60), uniform(random, 50, 200));
      for (int m = 0; m < per; ++m)
        link.joint.motors.push_back({law, uniform(random, 0.5, 2), uniform(random, 0, 0.3),
                                     per == 2 ? (m ? -1 : 1) * uniform(random, 0.2, 0.4) : uniform(random, -0.1, 0.1)});
    }
    link.joint.driveInertia.resize(0), link.joint.driveFriction.resize(0);
  }
}

/// A torque for every motor of a spec with addMotors().
inline void addTorques(ModelSpec& spec) {
  spec.actuators.clear(), spec.signals = {};
  for (int i = 0; i < static_cast<int>(spec.links.size()); ++i)
    if (!spec.links[static_cast<std::size_t>(i)].joint.motors.empty())
      spec.actuators.push_back(
          [i](const Model& model) { return std::make_unique<JointActuator>("m" + std::to_string(i), model, i); });
}

}  // namespace tendril::tests
