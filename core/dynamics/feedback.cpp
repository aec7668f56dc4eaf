// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/feedback.hpp"

namespace tendril {

const VecX& actingInputs(Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs) {
  if (!data.feedback) return *inputs.u;
  data.actingInputs = *inputs.u;
  data.feedback->evaluate(inputs.t, q, v, data.actingInputs);
  return data.actingInputs;
}

void subtractFeedbackDerivatives(const Model& model, Data& data, double t, MatXMut dq, MatXMut dv) {
  if (!data.feedback) return;
  data.feedbackByPosition.resize(model.nu, model.nv), data.feedbackByVelocity.resize(model.nu, model.nv);
  data.feedback->derivatives(t, data.q, data.v, data.feedbackByPosition, data.feedbackByVelocity);
  for (std::size_t i = 0; i < model.actuators.size() && model.hasEffortLaws; ++i) {
    if (!model.actuators[i]->hasEffortLaw()) continue;
    const int k = model.inputOffset[i];
    // A spool's effort knows only what lies between its input and its coordinate: e(u − y, ẏ).
    data.feedbackByPosition.row(k) *= -data.effortByCoordinate[k];
    data.feedbackByVelocity.row(k) *= -data.effortByCoordinate[k];
  }
  dq -= data.B.lazyProduct(data.feedbackByPosition);
  dv -= data.B.lazyProduct(data.feedbackByVelocity);
}

}  // namespace tendril
