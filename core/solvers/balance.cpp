// SPDX-License-Identifier: BSD-3-Clause
#include "core/solvers/balance.hpp"

#include <cmath>

namespace tendril {

StationState loadStation(const Model& model, const Data& data, int k, double t) {
  const Frame& frame = data.frames[model.loadFrames[k]];
  const Pose X = frame.X * model.loadOffsets[k];
  return {{X.R, X.p + data.origin}, transformTwistInverse<double>(X, frame.V), -(X.R.transpose() * data.gravity), t};
}

Vec6 loadWrench(const Model& model, const Data& data, int k, double t) {
  StationWrench wrench;
  model.loads[k].load->evaluate(loadStation(model, data, k, t), wrench);
  return transformWrench<double>(data.frames[model.loadFrames[k]].X * model.loadOffsets[k], wrench.F);
}

namespace {

/// force (nv) += generalised force of load `k`; after kinematics.
void addLoad(const Model& model, const Data& data, int k, double t, VecX& force) {
  const Vec6 F = loadWrench(model, data, k, t);
  for (const ColumnRange& range : model.frameUpstream(model.loadFrames[k]))
    for (int i = 0; i < range.size; ++i) force[range.v + i] += data.J.col(range.column + i).dot(F);
}

}  // namespace

void PowerForces::resize(const Model& model) {
  in.setZero(model.nv), dissipative.setZero(model.nv), tau.setZero(model.nv);
  B.setZero(model.nv, model.nu), u.setZero(model.nu);
}

void PowerForces::evaluate(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs) {
  dampingForce(model, data, q, v);
  dissipative = data.damping;
  in.setZero();
  if (inputs.loads)
    for (int k = 0; k < static_cast<int>(model.loads.size()); ++k) addLoad(model, data, k, inputs.t, in);
  if (inputs.u) {
    u = *inputs.u;
    B.setZero();
    for (std::size_t i = 0; i < model.actuators.size(); ++i)
      model.actuators[i]->actuationMatrix(model, data,
                                          B.middleCols(model.inputOffset[i], model.actuators[i]->inputs()));
    in.noalias() += B.lazyProduct(u);
  }
  if (inputs.tau) tau = *inputs.tau, in += tau;
}

void PowerForces::changeInputs(const VecXRef& newU, const VecXRef& newTau) {
  in.noalias() += B.lazyProduct(newU - u);
  in += newTau - tau;
  u = newU, tau = newTau;
}

void WorkMeter::addStep(const VecXRef& delta, StepStatistics& statistics) const {
  const double in = 0.5 * (from_.in.dot(delta) + to_.in.dot(delta));
  const double dissipated = 0.5 * (from_.dissipative.dot(delta) + to_.dissipative.dot(delta));
  addWork(in, dissipated, statistics);
}

void addWork(double in, double dissipated, StepStatistics& statistics) {
  statistics.workIn += in;
  statistics.dissipated += dissipated;
  statistics.exchanged += std::abs(in) + std::abs(dissipated);
}

void startAccount(const Energy& energy, StepStatistics& statistics) {
  statistics = {};
  statistics.energyStart = energy.total();
  statistics.largestKinetic = energy.kinetic;
}

}  // namespace tendril
