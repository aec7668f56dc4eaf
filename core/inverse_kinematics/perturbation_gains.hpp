// SPDX-License-Identifier: BSD-3-Clause
// How strong a pull or twist is: soft on a soft robot, strong on a heavy one.
#pragma once

#include "core/model/data.hpp"
#include "core/model/perturbation.hpp"

namespace tendril {

/// Stiffness and damping of a perturbation; see Perturbation.
struct PerturbationGains {
  double stiffness = 0, damping = 0;
};

/// Gains that suit the robot in the configuration q (nq). A pull over a third of its size then gives a force comparable
/// with what deforms or lifts the robot at that point; the damping is 0.7 of critical for the mass that is felt there.
/// Zero where the point cannot move. `data` is overwritten.
PerturbationGains perturbationGains(const Model& model, Data& data, const VecXRef& q, const Perturbation& perturbation);

/// Diagonal of the box around all frames, m; after kinematics.
double robotSize(const Model& model, const Data& data);

}  // namespace tendril
