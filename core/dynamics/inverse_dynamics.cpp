// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/feedback.hpp"
#include "core/dynamics/loops.hpp"
#include "core/dynamics/perturbations.hpp"
#include "core/dynamics/rigid.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/model/parallel.hpp"

namespace tendril {
namespace {

/// Phase B: the wrench of every body alone, in data.wrenches of its base frame.
void bodyWrenches(const Model& model, Data& data) {
  for (Vec6& wrench : data.wrenches) wrench.setZero();
  forEachBody(model, [&](int i) {
    const Link& link = model.links[i];
    link.body->inverseDynamics(*data.bodies[i], bodyCoordinates(link, data), baseMotion(data, data.frames[1 + i]));
  });
  for (size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const Frame& frame = data.frames[1 + i];
    if (link.body) {
      data.wrenches[1 + i] = transformWrench<double>(frame.X, data.bodies[i]->F);
    } else if (link.rigid.mass > 0 || !link.rigid.inertia.isZero(0)) {
      data.wrenches[1 + i] = rigidWrench(spatialInertia(link.rigid, frame.X), frame, data.gravity);
    }
    if (link.fluid && !link.body)
      data.wrenches[1 + i] += fluidWrench(fluidInertia(*link.fluid, frame.X), frame, data.gravity);
  }
}

void subtractLoads(const Model& model, Data& data, double t) {
  for (size_t k = 0; k < model.loads.size(); ++k)
    data.wrenches[model.loadFrames[k]] -= loadForce(model, data, static_cast<int>(k), t);
  subtractContactWrenches(model, data);
}

/// Phase R: wrenches from tips to root, projected on the coordinates.
void projectWrenches(const Model& model, Data& data) {
  for (int i = static_cast<int>(model.links.size()) - 1; i >= 0; --i) {
    const Link& link = model.links[i];
    Vec6& base = data.wrenches[1 + i];
    if (link.body) {
      auto tau = data.tau.segment(link.vBody, link.nBody);
      tau = data.bodies[i]->Q;
      for (size_t s = 0; s < link.stationColumns.size(); ++s) {
        const Vec6& attached = data.wrenches[link.firstStation + s];
        tau.noalias() += data.J.middleCols(link.stationColumns[s], link.nBody).transpose().lazyProduct(attached);
        base += attached;
      }
    }
    for (int k = 0; k < link.nvJoint; ++k) {
      double& tau = data.tau[link.vJoint + k];
      tau = data.J.col(link.columnJoint + k).dot(base);
      if (link.joint.driveInertia.size()) tau += link.joint.driveInertia[k] * data.a[link.vJoint + k];
    }
    data.wrenches[link.parentFrame] += base;
  }
}

}  // namespace

void inverseDynamics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                     const Inputs& inputs) {
  data.a = a;
  kinematics(model, data, q, v);
  inverseDynamicsAtCurrent(model, data, inputs);
}

void inverseDynamicsAtCurrent(const Model& model, Data& data, const Inputs& inputs) {
  accelerations(model, data);
  bodyWrenches(model, data);
  if (inputs.loads) subtractLoads(model, data, inputs.t);
  if (inputs.lambda) subtractLoopWrenches(model, data, *inputs.lambda);
  if (inputs.perturbation) {
    evaluatePerturbation(model, data, *inputs.perturbation, inputs.t);
    subtractPerturbationWrench(data, *inputs.perturbation);
  }
  projectWrenches(model, data);
  if (inputs.perturbation) projectPerturbation(model, data, *inputs.perturbation);
}

void residual(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
              const Inputs& inputs) {
  data.a = a;
  kinematics(model, data, q, v);
  residualAtCurrent(model, data, inputs);
}

void residualAtCurrent(const Model& model, Data& data, const Inputs& inputs) {
  inverseDynamicsAtCurrent(model, data, inputs);
  elasticForce(model, data, data.q);
  dampingForce(model, data, data.q, data.v);
  data.tau += data.elastic + data.damping;
  if (inputs.u && model.nu) {
    actuationMatrixAtCurrent(model, data);
    evaluateEfforts(model, data, actingInputs(data, data.q, data.v, inputs));
    data.tau.noalias() -= data.B.lazyProduct(data.effort);
  }
  if (inputs.tau) data.tau -= *inputs.tau;
}

}  // namespace tendril
