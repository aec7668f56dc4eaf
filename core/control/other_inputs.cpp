// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/other_inputs.hpp"

#include <utility>

#include "core/dynamics/hybrid/mobility.hpp"

namespace tendril {

OtherInputs::OtherInputs(const Model& model, std::vector<int> outputs)
    : model_(model),
      outputs_(std::move(outputs)),
      u_(VecX::Zero(model.nu)),
      rate_(u_),
      acceleration_(u_),
      motion_(VecX::Zero(model.nv)) {}

void OtherInputs::read(const Measurement& measured) {
  u_.setZero();
  if (measured.u.size() == u_.size()) u_ = measured.u;
  for (const int output : outputs_) u_[output] = 0;
}

void OtherInputs::set(const VecXRef& outputs) {
  u_(outputs_) = outputs;
}

Inputs OtherInputs::at(double t) {
  if (!model_.prescribedJoints.empty()) model_.inputRatesAt(t, rate_, acceleration_);
  for (const PrescribedJoint& joint : model_.prescribedJoints) motion_[joint.v] = acceleration_[joint.input];
  // Forces of inputs that are all zero need not be found.
  const bool idle = !model_.hasEffortLaws && model_.prescribedJoints.empty() && u_.isZero(0);
  return {.t = t, .u = idle ? nullptr : &u_, .motion = &motion_};
}

void OtherInputs::accelerations(Data& data, double t, const VecXRef& q, const VecXRef& v, MatX& out) {
  columns_ = data.B;
  for (std::size_t i = 0; i < model_.actuators.size() && model_.hasEffortLaws; ++i)
    if (model_.actuators[i]->hasEffortLaw())  // of a spool: its effort knows its input less its coordinate alone
      columns_.col(model_.inputOffset[i]) *= -data.effortByCoordinate[model_.inputOffset[i]];
  accelerationsPerForce(model_, data, q, v, at(t), columns_, out);
  for (const int output : outputs_) out.col(output).setZero();
}

}  // namespace tendril
