// SPDX-License-Identifier: BSD-3-Clause
// Actuators whose effort e(u, y, ẏ) depends on the motion, such as cables on spools: with y' = Bᵀ v,
//   ∂(B e)/∂q = (∂B/∂q) e + B (e_y Bᵀ + e_ẏ ∂(Bᵀ v)/∂q),   ∂(B e)/∂v = B e_ẏ Bᵀ.
#include "core/dynamics/tree_passes.hpp"

namespace tendril {
namespace {

/// Calls each(actuator, input) for the actuators with a law.
template <class Each>
void forEachLaw(const Model& model, const Each& each) {
  for (std::size_t i = 0; i < model.actuators.size(); ++i)
    if (model.actuators[i]->hasEffortLaw()) each(*model.actuators[i], model.inputOffset[i]);
}

double coordinate(const Actuator& actuator, const Model& model, const Data& data) {
  Eigen::Matrix<double, 1, 1> y;
  actuator.coordinates(model, data, y);
  return y[0];
}

/// data.effortRows of one input: vᵀ ∂B/∂q, from the derivative of B for a unit effort.
void differentiateRate(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, int input) {
  data.unitEffort.setZero();
  data.unitEffort[input] = 1;
  data.square.setZero();
  if (model.hasPointForces) addPointForceDerivative(model, data, q, data.unitEffort, data.square);
  kinematics(model, data, q, v);
  addActuationDerivative(model, data, data.unitEffort, data.square);
  data.effortRows.row(input).noalias() = v.transpose().lazyProduct(data.square);
}

}  // namespace

void evaluateEfforts(const Model& model, Data& data, const VecX& u) {
  data.effort = u;
  if (!model.hasEffortLaws) return;
  data.effortByCoordinate.setZero(), data.effortByRate.setZero();
  forEachLaw(model, [&](const Actuator& actuator, int k) {
    const Effort effort = actuator.effort(u[k], coordinate(actuator, model, data), data.B.col(k).dot(data.v));
    data.effort[k] = effort.value;
    data.effortByCoordinate[k] = effort.byCoordinate, data.effortByRate[k] = effort.byRate;
  });
}

void prepareEffortDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecX& u) {
  if (!model.hasEffortLaws) {
    data.effort = u;
    return;
  }
  kinematics(model, data, q, v);
  actuationMatrixAtCurrent(model, data);
  evaluateEfforts(model, data, u);
  for (int k = 0; k < model.nu; ++k)
    if (data.effortByRate[k] != 0) differentiateRate(model, data, data.q, data.v, k);
}

void addEffortDerivatives(const Model& model, const Data& data, MatXMut dq, MatXMut dv) {
  forEachLaw(model, [&](const Actuator&, int k) {
    const auto b = data.B.col(k);
    if (data.effortByCoordinate[k] != 0) dq -= (data.effortByCoordinate[k] * b).lazyProduct(b.transpose());
    if (data.effortByRate[k] == 0) return;
    dq -= (data.effortByRate[k] * b).lazyProduct(data.effortRows.row(k));
    dv -= (data.effortByRate[k] * b).lazyProduct(b.transpose());
  });
}

double storedByActuators(const Model& model, Data& data, const VecX& u) {
  double sum = 0;
  forEachLaw(model, [&](const Actuator& actuator, int k) {
    sum += actuator.effort(u[k], coordinate(actuator, model, data), 0).stored;
  });
  return sum;
}

}  // namespace tendril
