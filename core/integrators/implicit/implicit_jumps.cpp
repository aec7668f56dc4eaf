// SPDX-License-Identifier: BSD-3-Clause
// Accelerations of implicit methods where inputs jump between two steps.
#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/dynamics/factorization.hpp"
#include "core/integrators/implicit/implicit.hpp"

namespace tendril {

StepResult ImplicitIntegrator::inputsJumped(const Model& model, Data& data, State& state,
                                            const InputsProvider& inputs) {
  const bool free = !perturbation_ && !inputs.perturbation();
  inputs.evaluate(state.t, u_, tau_);
  perturbation_ = inputs.perturbation();
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  if (free && isAtEnd(model, data, state)) {
    if (StepResult bad = changeAcceleration(model, data, state)) return bad;
  } else {
    driven_.sample(inputs, state.t);
    loadAnchors(model, state, data);
    if (StepResult bad = accelerate(model, data, state)) return bad;
  }
  if (!data.acceleration.allFinite()) return makeFailure(model, Failure::Kind::kNotFinite, state.t, data.acceleration);
  auto own = integratorBlock(state, kAlgorithmicBlock);
  own += data.acceleration - integratorBlock(state, kAccelerationBlock);
  acceleration_ = integratorBlock(state, kAccelerationBlock) = data.acceleration;
  if (model.nl > 0) integratorBlock(state, kLoopForcesBlock) = data.lambda;
  return {};
}

/// Whether the step that was made last ends in `state`, `data` has the kinematics of its last iteration, and forces
/// depend on inputs alone through columns that the step has found. Only where that is worth while.
bool ImplicitIntegrator::isAtEnd(const Model& model, const Data& data, const State& state) const {
  return keepsMatrix_ && atEnd_ && startMeasured_ && !model.hasEffortLaws && !data.feedback && state.t == endTime_ &&
         data.q == endQ_ && state.q == from_.q && state.v == from_.v;
}

/// data.acceleration from that at the end of the step by what u_ and tau_ change of the forces. The kinematics lack the
/// last correction, which is as small as what Newton's method leaves of the acceleration.
StepResult ImplicitIntegrator::changeAcceleration(const Model& model, Data& data, const State& state) {
  PowerForces& forces = meter_.start();
  correction_ = -forces.in;
  forces.changeInputs(model, u_, tau_);
  correction_ += forces.in;
  try {
    tendril::factorize(model, data);
  } catch (const SingularMassMatrix& singular) {
    return makeSingularFailure(model, state.t, singular.link);
  }
  solveFactorized(model, data, correction_);
  data.acceleration = state.block(kAccelerationBlock) + correction_;
  return {};
}

}  // namespace tendril
