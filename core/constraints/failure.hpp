// SPDX-License-Identifier: BSD-3-Clause
// Turns a step that went wrong into something a person can act on.
#pragma once

#include "core/constraints/inputs_provider.hpp"
#include "core/constraints/state.hpp"
#include "core/constraints/step_result.hpp"
#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// `suspicion` (nv) tells per velocity coordinate how badly it behaves, scaled so that entries can be compared; an
/// entry that is not finite counts most. Names the link with the largest one.
Failure makeFailure(const Model& model, Failure::Kind kind, double time, const VecXRef& suspicion);

/// Names the link that owns position index q.
Failure makeFailureAtPosition(const Model& model, Failure::Kind kind, double time, int q);

/// kSingularMassMatrix at a known link.
Failure makeSingularFailure(const Model& model, double time, int link);

/// kNotFinite if q, v, u or tau hold something that is not a finite number; names the first link concerned.
StepResult checkFinite(const Model& model, double time, const VecXRef& q, const VecXRef& v, const VecXRef& u,
                       const VecXRef& tau);

/// kNotFinite of a step from `state` over h. A load that gives no finite wrench in it explains everything and is named
/// with its link; otherwise as makeFailure. Overwrites `data`.
Failure makeNotFiniteFailure(const Model& model, Data& data, const State& state, double h, const VecXRef& suspicion);

/// Where a step of h from `state` failed because a body is at the end of its admissible set (AdmissibleSet), says so:
/// kInadmissible with the link and what ends there. Else leaves the failure as it is.
void explainInadmissible(const Model& model, const State& state, double h, Failure& failure);

/// kStepTooSmall if h is not positive or t + h does not differ from t.
StepResult checkStep(double t, double h);

}  // namespace tendril
