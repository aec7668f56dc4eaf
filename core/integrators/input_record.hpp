// SPDX-License-Identifier: BSD-3-Clause
// What a method that is ahead of the state has seen of the world there.
#pragma once

#include "core/integrators/balance.hpp"

namespace tendril {

/// Gravity, what held the robot, and what inputs and loads answered at one instant.
class InputRecord {
 public:
  /// data: after kinematics near t (s).
  void remember(const Model& model, const Data& data, double t, const InputsProvider& inputs);
  /// Whether all of them answer the same when they are asked again for that instant.
  bool isStillTrue(const Model& model, const Data& data, const InputsProvider& inputs);

 private:
  bool isHeldAsBefore(const Perturbation* now) const;

  struct LoadAnswer {
    StationState at;
    Vec6 F;
  };
  double t_ = 0;
  Vec3 gravity_ = Vec3::Zero();
  VecX u_, tau_, uNow_, tauNow_;
  std::optional<Perturbation> perturbation_;
  std::vector<LoadAnswer> loads_;
  StationWrench wrench_;
};

}  // namespace tendril
