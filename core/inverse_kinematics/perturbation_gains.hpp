// SPDX-License-Identifier: BSD-3-Clause
// How strong a pull or twist is: soft on a soft robot, strong on a heavy one.
#pragma once

#include <Eigen/Cholesky>
#include <memory>

#include "core/model/data.hpp"
#include "core/model/perturbation.hpp"

namespace tendril {

/// Stiffness and damping of a perturbation; see Perturbation.
struct PerturbationGains {
  double stiffness = 0, damping = 0;
};

/// Gains that suit a robot wherever it is held. Making one takes a stiffness matrix of the robot; asking it, little.
class PerturbationTuner {
 public:
  /// For the model, which must outlive it, at rest in the configuration q (nq).
  PerturbationTuner(const Model& model, const VecXRef& q);

  /// A pull over a third of the robot's size gives a force comparable with what deforms or lifts the robot at that
  /// point; the damping is 0.7 of critical for the mass that is felt there. Zero where the point cannot move.
  PerturbationGains gains(const Perturbation& perturbation);

 private:
  const Model& model_;
  std::unique_ptr<Data> data_;  ///< after kinematics of q
  Eigen::LLT<MatX> mass_, stiffness_;
  bool movable_ = false;
  double size_ = 0, weight_ = 0;  ///< m, N
};

/// Diagonal of the box around all frames, m; after kinematics.
double robotSize(const Model& model, const Data& data);

}  // namespace tendril
