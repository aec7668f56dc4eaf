// SPDX-License-Identifier: BSD-3-Clause
// Springs, dampers and actuators: everything that a robot does to itself.
#include "core/dynamics/drive_springs.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/model/joint/joint_forces.hpp"
#include "core/model/parallel.hpp"

namespace tendril {

void elasticForce(const Model& model, Data& data, const VecXRef& q) {
  data.elastic.setZero();
  for (const Link& link : model.links)
    if (link.nvJoint)
      addJointElasticForce(link.joint, q.data() + link.qJoint, data.elastic.segment(link.vJoint, link.nvJoint));
  addDriveSpringForces(model, q, data.elastic);
  forEachBody(model, [&](int i) {
    const Link& link = model.links[static_cast<std::size_t>(i)];
    link.body->addElasticForce(q.segment(link.qBody, link.nBody), data.elastic.segment(link.vBody, link.nBody));
  });
}

void dampingForce(const Model& model, Data& data, const VecXRef& q, const VecXRef& v) {
  data.damping.setZero();
  for (const Link& link : model.links)
    if (link.nvJoint)
      addJointDampingForce(link.joint, q.data() + link.qJoint, v.data() + link.vJoint,
                           data.damping.segment(link.vJoint, link.nvJoint));
  forEachBody(model, [&](int i) {
    const Link& link = model.links[static_cast<std::size_t>(i)];
    link.body->addDampingForce(q.segment(link.qBody, link.nBody), v.segment(link.vBody, link.nBody),
                               data.damping.segment(link.vBody, link.nBody));
  });
}

void addStiffness(const Model& model, const VecXRef& q, MatXMut out) {
  for (const Link& link : model.links)
    if (link.nvJoint)
      addJointStiffness(link.joint, q.data() + link.qJoint,
                        out.block(link.vJoint, link.vJoint, link.nvJoint, link.nvJoint));
  addDriveSpringStiffness(model, q, out);
  forEachBody(
      model,
      [&](int i) {
        const Link& link = model.links[static_cast<std::size_t>(i)];
        link.body->addStiffness(q.segment(link.qBody, link.nBody),
                                out.block(link.vBody, link.vBody, link.nBody, link.nBody));
      },
      kDerivativeShare);
}

void addDampingDerivatives(const Model& model, const VecXRef& q, const VecXRef& v, MatXMut dq, MatXMut dv) {
  for (const Link& link : model.links)
    if (link.nvJoint)
      addJointDampingDerivative(link.joint, q.data() + link.qJoint,
                                dv.block(link.vJoint, link.vJoint, link.nvJoint, link.nvJoint));
  forEachBody(
      model,
      [&](int i) {
        const Link& link = model.links[static_cast<std::size_t>(i)];
        link.body->addDampingDerivatives(q.segment(link.qBody, link.nBody), v.segment(link.vBody, link.nBody),
                                         dq.block(link.vBody, link.vBody, link.nBody, link.nBody),
                                         dv.block(link.vBody, link.vBody, link.nBody, link.nBody));
      },
      kDerivativeShare);
}

void stiffnessMatrix(const Model& model, Data&, const VecXRef& q, MatXMut out) {
  out.setZero();
  addStiffness(model, q, out);
}

void dampingMatrix(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, MatXMut out) {
  out.setZero();
  data.square.setZero();
  addDampingDerivatives(model, q, v, data.square, out);
}

void actuationMatrixAtCurrent(const Model& model, Data& data) {
  data.B.setZero();
  for (size_t i = 0; i < model.actuators.size(); ++i) {
    const Actuator& actuator = *model.actuators[i];
    actuator.actuationMatrix(model, data, data.B.middleCols(model.inputOffset[i], actuator.inputs()));
  }
}

void addActuationDerivative(const Model& model, const Data& data, const VecX& u, MatXMut out) {
  for (size_t i = 0; i < model.actuators.size(); ++i) {
    const Actuator& actuator = *model.actuators[i];
    const auto inputs = u.segment(model.inputOffset[i], actuator.inputs());
    if (!inputs.isZero(0)) actuator.addDerivative(model, data, inputs, out);
  }
}

void addActuationProductDerivative(const Model& model, const Data& data, const VecX& u, const VecXRef& along,
                                   MatXMut scratch, VecXMut row) {
  for (size_t i = 0; i < model.actuators.size(); ++i) {
    const Actuator& actuator = *model.actuators[i];
    const auto inputs = u.segment(model.inputOffset[i], actuator.inputs());
    if (!inputs.isZero(0)) actuator.addProductDerivative(model, data, inputs, along, scratch, row);
  }
}

void actuationMatrix(const Model& model, Data& data, const VecXRef& q) {
  data.scratch.setZero();
  kinematics(model, data, q, data.scratch);
  actuationMatrixAtCurrent(model, data);
}

void actuationCoordinates(const Model& model, Data& data, const VecXRef& q, VecXMut y) {
  data.scratch.setZero();
  kinematics(model, data, q, data.scratch);
  for (size_t i = 0; i < model.actuators.size(); ++i) {
    const Actuator& actuator = *model.actuators[i];
    actuator.coordinates(model, data, y.segment(model.inputOffset[i], actuator.inputs()));
  }
}

void actuationDerivative(const Model& model, Data& data, const VecXRef& q, const VecXRef& u, MatXMut out) {
  data.inputs = u;
  out.setZero();
  if (model.hasPointForces) addPointForceDerivative(model, data, q, data.inputs, out);
  data.scratch.setZero();
  kinematics(model, data, q, data.scratch);
  addActuationDerivative(model, data, data.inputs, out);
}

}  // namespace tendril
