// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live/force_probe.hpp"

#include "core/model/loop_state.hpp"

namespace tendril {

/// Accelerations of what is driven.
void ForceProbe::drive(const Snapshot& out, const InputsProvider* inputs) {
  const Model& model = *out.model;
  motion_.setZero(model.nv);
  if (model.prescribedJoints.empty()) return;
  rate_.setZero(model.nu), acceleration_.setZero(model.nu);
  if (inputs) {
    inputs->rates(out.t, rate_, acceleration_);
  } else {
    model.inputRatesAt(out.t, rate_, acceleration_);
  }
  for (const PrescribedJoint& driven : model.prescribedJoints) motion_[driven.v] = acceleration_[driven.input];
}

void ForceProbe::fill(Snapshot& out, const InputsProvider* inputs) {
  if (!out.model || out.model->nl == 0) return;
  const Model& model = *out.model;
  if (model_ != out.model) {
    model_ = out.model;
    data_ = std::make_unique<Data>(model);
  }
  data_->gravity = out.gravity;
  if (out.anchors.size() == model.anchorSize) data_->anchors = out.anchors;
  u_ = out.u;
  if (u_.size() != model.nu) u_.setZero(model.nu);
  model.clipInputs(u_);
  drive(out, inputs);
  try {
    const Perturbation* held = inputs ? inputs->perturbation() : nullptr;
    forwardDynamics(model, *data_, out.q, out.v, {.t = out.t, .u = &u_, .motion = &motion_, .perturbation = held});
  } catch (const EngineError&) {
    return;
  }
  if (!data_->lambda.allFinite()) return;
  for (std::size_t i = 0; i < model.loops.size(); ++i) {
    LoopState& state = out.loops[i];
    const Vec6 wrench = loopWrench(*data_, model.loops[i], data_->lambda);
    state.torque = state.b.R * wrench.head<3>();
    state.force = state.b.R * wrench.tail<3>();
    state.loaded = true;
  }
}

}  // namespace tendril
