// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/hybrid/mobility.hpp"

#include "core/dynamics/factorization.hpp"
#include "core/dynamics/loops.hpp"
#include "core/dynamics/tree_passes.hpp"

namespace tendril {

void accelerationsPerForce(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs,
                           const MatX& forces, MatX& out) {
  kinematics(model, data, q, v);
  accelerationsPerForceAtCurrent(model, data, inputs, forces, out);
}

void accelerationsPerForceAtCurrent(const Model& model, Data& data, const Inputs& inputs, const MatX& forces,
                                    MatX& out) {
  forwardDynamicsAtCurrent(model, data, inputs);
  const CoordinateLock lock(model, data);
  solveColumnsNegated(model, data, forces, out);
  out = -out;
  if (model.nl == 0) return;
  MatX lambda = -data.loopJacobian * out;
  solveLoopSquare(data, lambda);
  out.noalias() += data.loopY * lambda;
}

void accelerationsPerForce(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, double t,
                           const MatX& forces, MatX& out) {
  accelerationsPerForce(model, data, q, v, Inputs{.t = t}, forces, out);
}

}  // namespace tendril
