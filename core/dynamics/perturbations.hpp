// SPDX-License-Identifier: BSD-3-Clause
// What Inputs::perturbation does: its wrench at the held point, its generalised force and their derivatives. All of it
// after kinematics(); the results of the last call are in Data::held.
#pragma once

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// Writes Data::held: where the held frame is, how it moves, and the wrench on it at time t (s).
void evaluatePerturbation(const Model& model, Data& data, const Perturbation& perturbation, double t);

/// The section or base frame that is held, world.
Pose heldFrame(const Model& model, Data& data, const Perturbation& perturbation);
/// 6 × nv Jacobian at the held point (the frame moved by the offset, its axes): body-frame twist. `out` is overwritten.
void heldJacobian(const Model& model, Data& data, const Perturbation& perturbation, MatXMut out);
/// force (nv) += generalised force at time t (s), on the right side of the equation of motion.
void addPerturbationForce(const Model& model, Data& data, const Perturbation& perturbation, double t, VecXMut force);

// ---- steps of the algorithms; each needs evaluatePerturbation()
/// Its share in data.wrenches, before they are projected.
void subtractPerturbationWrench(Data& data, const Perturbation& perturbation);
/// Its share in data.tau of the coordinates of the held body, after the wrenches were projected.
void projectPerturbation(const Model& model, Data& data, const Perturbation& perturbation);
/// The same as a composite where the base frame of a link is held; what a point of a deformable body adds comes with
/// addPerturbationDerivatives().
void subtractPerturbationComposite(Data& data, const Perturbation& perturbation);
/// Of link `i`, after Body::derivatives(): what a perturbation of its body adds to them.
void addPerturbationDerivatives(const Model& model, Data& data, const Perturbation& perturbation, int i);

}  // namespace tendril
