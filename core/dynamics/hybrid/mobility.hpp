// SPDX-License-Identifier: BSD-3-Clause
// How forces move a robot: accelerations per force.
#pragma once

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// data.acceleration ← what the robot does at (q, v) with `inputs`; out (nv × k) ← ∂q̈ per generalised force along the
/// columns of `forces` (nv × k): M⁻¹ forces, with what loops and prescribed joints hold taken out. O(N) per column.
/// Throws as forwardDynamics.
void accelerationsPerForce(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs,
                           const MatX& forces, MatX& out);
/// The same at the q, v of the last kinematics().
void accelerationsPerForceAtCurrent(const Model& model, Data& data, const Inputs& inputs, const MatX& forces,
                                    MatX& out);
/// The same without inputs, loads as they are at t (s).
void accelerationsPerForce(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, double t,
                           const MatX& forces, MatX& out);

}  // namespace tendril
