// SPDX-License-Identifier: BSD-3-Clause
// Any point of the robot, and how it moves: what is led or looked at needs no station.
#pragma once

#include "core/dynamics/dynamics.hpp"
#include "core/model/perturbation.hpp"

namespace tendril {

class LedPoint {
 public:
  /// `place` on a link (index) of the model, which must outlive this. std::invalid_argument if there is no such link.
  LedPoint(const Model& model, int link, const BodyPlace& place);

  /// Where the point is at q, world, m. Overwrites the kinematics of `data`.
  Vec3 position(Data& data, const VecX& q);
  /// out (3 × nv) ← its Jacobian, world axes, m; after position().
  void jacobian(Data& data, MatX& out);

 private:
  const Model& model_;
  Perturbation held_;
  VecX rest_;
  MatX twists_;
};

/// The frame at `at` (0…1) of a link, from its base to its tip: a section of a soft body, a point of the straight line
/// between both of a rigid one. std::invalid_argument if there is no such link.
BodyPlace placeAlong(const Model& model, int link, double at);

}  // namespace tendril
