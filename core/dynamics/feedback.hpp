// SPDX-License-Identifier: BSD-3-Clause
// Inputs of which Data::feedback gives some.
#pragma once

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// The inputs that act at (q, v): those given, with what Data::feedback makes of them in data.actingInputs.
/// inputs.u must not be null.
const VecX& actingInputs(Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs);
/// The inputs that the last residual() or forwardDynamics() with these inputs acted on.
inline const VecX& lastActingInputs(const Data& data, const Inputs& inputs) {
  return data.feedback ? data.actingInputs : *inputs.u;
}
/// dq, dv (nv × nv) −= B ∂e/∂u ∂u/∂q, B ∂e/∂u ∂u/∂v at (data.q, data.v), with the efforts e of the last call.
void subtractFeedbackDerivatives(const Model& model, Data& data, double t, MatXMut dq, MatXMut dv);

}  // namespace tendril
