// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/balance.hpp"

#include <cmath>

#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/feedback.hpp"
#include "core/dynamics/perturbations.hpp"
#include "core/dynamics/tree_passes.hpp"

namespace tendril {

namespace {

/// force (nv) += sign × generalised force of load `k`; after kinematics.
void addLoad(const Model& model, const Data& data, int k, double t, double sign, VecX& force) {
  const Vec6 F = sign * loadForce(model, data, k, t);
  for (const ColumnRange& range : model.frameUpstream(model.loadFrames[k]))
    for (int i = 0; i < range.size; ++i) force[range.v + i] += data.J.col(range.column + i).dot(F);
}

/// The damper's part of the effort of an actuator with a law.
double damperOf(const Actuator& actuator, const Model& model, const Data& data, double u, double rate) {
  Eigen::Matrix<double, 1, 1> y;
  actuator.coordinates(model, data, y);
  return actuator.effort(u, y[0], rate).dissipative;
}

void addActuatorPower(const Model& model, const Data& data, const VecX& u, PowerFlow& flow) {
  for (std::size_t i = 0; i < model.actuators.size(); ++i) {
    const Actuator& actuator = *model.actuators[i];
    for (int k = model.inputOffset[i]; k < model.inputOffset[i] + actuator.inputs(); ++k) {
      const double rate = data.B.col(k).dot(data.v);
      const double damper = actuator.hasEffortLaw() ? damperOf(actuator, model, data, u[k], rate) : 0;
      flow.in += (data.effort[k] - damper) * rate;
      flow.dissipated -= damper * rate;
    }
  }
}

}  // namespace

PowerFlow powerFlow(const Model& model, const Data& data, const Inputs& inputs) {
  PowerFlow flow;
  flow.dissipated = data.damping.dot(data.v);
  if (inputs.loads) {
    for (std::size_t k = 0; k < model.loads.size(); ++k) {
      const Vec6 F = loadForce(model, data, static_cast<int>(k), inputs.t);
      const double power = F.dot(data.frames[static_cast<std::size_t>(model.loadFrames[k])].V);
      if (model.loads[k].load->dissipative())
        flow.dissipated -= power;
      else
        flow.in += power;
    }
    flow.dissipated -= dissipativeContactPower(model, data);
  }
  if (inputs.perturbation) flow.in += transformWrench<double>(data.held.X, data.held.wrench.F).dot(data.held.V);
  if (inputs.u) addActuatorPower(model, data, lastActingInputs(data, inputs), flow);
  if (inputs.tau) flow.in += inputs.tau->dot(data.v);
  return flow;
}

void PowerForces::resize(const Model& model) {
  in.setZero(model.nv), dissipative.setZero(model.nv), tau.setZero(model.nv);
  contacts.setZero(model.nv), stored.setZero(model.nv);
  B.setZero(model.nv, model.nu);
  for (VecX* x : {&u, &effort, &damper, &y, &rate, &effortBefore_, &damperBefore_}) x->setZero(model.nu);
}

/// effort and damper of u at y, rate.
void PowerForces::evaluateEfforts(const Model& model) {
  effort = u;
  for (std::size_t i = 0; i < model.actuators.size() && model.hasEffortLaws; ++i) {
    const Actuator& actuator = *model.actuators[i];
    if (!actuator.hasEffortLaw()) continue;
    const int k = model.inputOffset[i];
    const Effort now = actuator.effort(u[k], y[k], rate[k]);
    effort[k] = now.value - now.dissipative, damper[k] = now.dissipative;
  }
}

void PowerForces::evaluate(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs) {
  dampingForce(model, data, q, v);
  dissipative = data.damping;
  in.setZero();
  if (inputs.loads)
    for (int k = 0; k < static_cast<int>(model.loads.size()); ++k) {
      const bool lost = model.loads[static_cast<std::size_t>(k)].load->dissipative();
      addLoad(model, data, k, inputs.t, lost ? -1 : 1, lost ? dissipative : in);
    }
  if (inputs.perturbation) addPerturbationForce(model, data, *inputs.perturbation, inputs.t, in);
  if (inputs.loads && !model.contacts.empty()) {
    contacts.setZero(), stored.setZero();
    addContactForces(model, data, stored, contacts);
    dissipative -= contacts;  // what is stored is part of the energy
  }
  if (inputs.u) {
    u = actingInputs(data, q, v, inputs);
    B.setZero();
    for (std::size_t i = 0; i < model.actuators.size(); ++i)
      model.actuators[i]->actuationMatrix(model, data,
                                          B.middleCols(model.inputOffset[i], model.actuators[i]->inputs()));
    if (model.hasEffortLaws) {
      for (std::size_t i = 0; i < model.actuators.size(); ++i)
        if (model.actuators[i]->hasEffortLaw())
          model.actuators[i]->coordinates(model, data, y.segment(model.inputOffset[i], 1));
      rate.noalias() = B.transpose().lazyProduct(v);
    }
    evaluateEfforts(model);
    in.noalias() += B.lazyProduct(effort);
    if (model.hasEffortLaws) dissipative.noalias() -= B.lazyProduct(damper);
  }
  if (inputs.tau) tau = *inputs.tau, in += tau;
}

void PowerForces::changeInputs(const Model& model, const VecXRef& newU, const VecXRef& newTau) {
  effortBefore_ = effort, damperBefore_ = damper;
  u = newU;
  evaluateEfforts(model);
  in.noalias() += B.lazyProduct(effort - effortBefore_);
  if (model.hasEffortLaws) dissipative.noalias() -= B.lazyProduct(damper - damperBefore_);
  in += newTau - tau;
  tau = newTau;
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

namespace {

/// Of the whole robot, N; after energy.
double weight(const Model& model, const Data& data) {
  double mass = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    mass += model.links[i].body ? data.bodies[i]->mass : model.links[i].rigid.mass;
  return mass * data.gravity.norm();
}

}  // namespace

void startAccount(const Model& model, Data& data, const State& state, StepStatistics& statistics, double known) {
  constexpr double kStill = 1e-6;    // rad/s, m/s: slower is at rest
  constexpr double kDigits = 1e-12;  // of energies
  const Energy slow = energy(model, data, state.q, VecX::Constant(model.nv, kStill));
  const Energy energy = tendril::energy(model, data, state.q, state.v);
  const double sizes = std::abs(energy.gravity) + std::abs(energy.elastic) + std::abs(energy.contact);
  statistics = {};
  statistics.energyStart = energy.total();
  statistics.largestKinetic = energy.kinetic;
  statistics.negligible = slow.kinetic + kDigits * (energy.kinetic + sizes);
  statistics.negligible += known * weight(model, data);
}

}  // namespace tendril
