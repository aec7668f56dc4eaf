// SPDX-License-Identifier: BSD-3-Clause
// Some coordinates move as prescribed, the others as the forces want. [lie] Table 4; rigid joints and the coordinates
// of soft bodies alike. The prescribed ones are left out of the factorisation, which stays O(N).
#include <Eigen/Cholesky>
#include <vector>

#include "core/dynamics/factorization.hpp"
#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/dynamics/loops.hpp"

namespace tendril {
void hybridDynamics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                    std::span<const int> prescribed, const Inputs& inputs) {
  VecX start = VecX::Zero(model.nv), tau = inputs.tau ? *inputs.tau : VecX(VecX::Zero(model.nv));
  for (const int k : prescribed) start[k] = a[k], tau[k] = 0;
  Inputs given = inputs;
  given.tau = &tau;
  const CoordinateLock lock(model, data, prescribed);
  residual(model, data, q, v, start, given);
  if (model.nl) loopConstraints(model, data, inputs.measure);
  factorize(model, data);
  data.acceleration = -data.tau;
  for (const int k : prescribed) data.acceleration[k] = 0;
  solveFactorized(model, data, data.acceleration);
  if (model.nl) addLoopForces(model, data);
  data.acceleration += start;
  if (model.nl) checkConstraintRows(model, data, start);
  if (model.nl) given.lambda = &data.lambda;
  given.tau = nullptr;
  residual(model, data, data.q, data.v, data.acceleration, given);
  for (int k = 0; k < model.nv; ++k)
    if (!data.locked[static_cast<std::size_t>(k)]) data.tau[k] = tau[k];
}

void hybridDynamicsDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                               std::span<const int> prescribed, const Inputs& inputs, HybridDerivatives& out) {
  hybridDynamics(model, data, q, v, a, prescribed, inputs);
  Inputs open = inputs;
  open.tau = nullptr;
  residualDerivatives(model, data, data.q, data.v, data.acceleration, open);
  std::vector<char> moved(static_cast<std::size_t>(model.nv), 0);
  for (const int k : prescribed) moved[static_cast<std::size_t>(k)] = 1;
  std::vector<int> free;
  for (int k = 0; k < model.nv; ++k)
    if (!moved[static_cast<std::size_t>(k)]) free.push_back(k);
  const MatX Mvv = data.massMatrix(free, free);
  const Eigen::LLT<MatX> factor(Mvv);
  const auto differentiate = [&](const MatX& dID, MatX& acceleration, MatX& force) {
    acceleration.setZero(model.nv, model.nv), force.setZero(model.nv, model.nv);
    const MatX moves = -factor.solve(MatX(dID(free, Eigen::all)));
    for (std::size_t k = 0; k < free.size(); ++k) acceleration.row(free[k]) = moves.row(static_cast<Eigen::Index>(k));
    for (const int k : prescribed) force.row(k) = dID.row(k) + data.massMatrix.row(k) * acceleration;
  };
  differentiate(data.dIDdq, out.aq, out.tauq);
  differentiate(data.dIDdv, out.av, out.tauv);
}

}  // namespace tendril
