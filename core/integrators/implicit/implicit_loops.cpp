// SPDX-License-Identifier: BSD-3-Clause
// What the implicit methods do about closed loops, which they hold at index 3.
#include <cmath>

#include "core/constraints/failure.hpp"
#include "core/dynamics/loops.hpp"
#include "core/integrators/implicit/implicit.hpp"

namespace tendril {
namespace {

constexpr double kNearlyClosed = 1e-6, kStaysOpen = 1e-8;  // m or rad, before and after the last correction
constexpr double kRinging = 0.7;                           // of the accelerations along a row: what is across it

}  // namespace

/// Whether accelerations at to_ lead across the loops: A a + Ȧ v is no longer small beside A a. Index 3 holds positions
/// alone, and a scheme that damps nothing, as newmark, lets what rings across them grow from step to step.
bool ImplicitIntegrator::rings(const Model& model, Data& data) const {
  if (scheme_.gamma > 0.5) return false;
  loopConstraints(model, data);
  for (const Loop& loop : model.loops) {
    const double T = loop.stabilization;
    for (int k = loop.firstRow; k < loop.firstRow + static_cast<int>(loop.rows.size()); ++k) {
      const auto row = data.loopJacobian.row(k);
      const double held = (2 / T) * row.dot(to_.v) + data.loopError[k] / (T * T);
      if (std::abs(data.loopResidual[k] - held) > kRinging * row.cwiseAbs().dot(to_.acc.cwiseAbs())) return true;
    }
  }
  return false;
}

/// Velocities, accelerations and forces of loops at from_ begin anew as the loops allow them.
void ImplicitIntegrator::calm(const Model& model, Data& data, double t) {
  loops_.weigh(data.massMatrix);
  kinematics(model, data, from_.q, from_.v);
  loops_.settle(model, data, from_.v);
  try {
    driven_.giveAcceleration(from_.acc);
    forwardDynamics(
        model, data, from_.q, from_.v,
        {.t = t, .u = model.nu ? &u_ : nullptr, .tau = &tau_, .motion = &from_.acc, .perturbation = perturbation_});
    from_.a = from_.acc = data.acceleration;
    lambdaFrom_ = data.lambda;
  } catch (const SingularMassMatrix&) {  // accelerations that do not exist ring on
  } catch (const OverconstrainedMotion&) {
  }
  startMeasured_ = false;
}

/// Whether the loops are closed with the last correction. A guess that ran away is no solution, though corrections are
/// small beside its speed, and rows of loops may look there as if they followed from others.
bool ImplicitIntegrator::closesLoops() const {
  if (loopError_.size() == 0) return true;
  return loopError_.cwiseAbs().maxCoeff() <= kNearlyClosed &&
         (loopError_ + loopRows_.lazyProduct(system_->x)).cwiseAbs().maxCoeff() <= kStaysOpen;
}

/// How far the loops are open at to_; data's kinematics are those of to_.
void ImplicitIntegrator::measureLoops(const Model& model, Data& data) {
  if (model.nl == 0) return;
  loopErrors(model, data);
  loopError_ = data.loopError;
}

void ImplicitIntegrator::keepAlongLoops(const Model& model, VecX& error) {
  pinEntries(model, error);
  if (model.nl == 0) return;
  loopError_.noalias() = loopRows_.lazyProduct(error);
  correction_.setZero();
  system_->solve(correction_, loopError_);
  error += system_->x;
  pinEntries(model, error);
}

}  // namespace tendril
