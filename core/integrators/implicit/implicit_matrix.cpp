// SPDX-License-Identifier: BSD-3-Clause
// The iteration matrix of implicit methods: how it is built, and which steps it serves.
#include <cmath>

#include "core/integrators/implicit/implicit.hpp"

namespace tendril {
namespace {

constexpr double kSameStep = 1e-9;  // of a step: what rounding of times does to lengths

}  // namespace

/// Whether S of an earlier step is one of a step h, of the same method.
bool ImplicitIntegrator::matrixServes(double h) const {
  return keepsMatrix_ && built_.isKnown() && std::abs(h - built_.step()) <= kSameStep * h && !dampsStart_;
}

/// Notes where S is built, at to_, unless something acts there that is not there for ever.
void ImplicitIntegrator::keepMatrix(double h) {
  if (!keepsMatrix_) return;
  built_.forget();
  if (perturbation_ || dampsStart_) return;
  built_.step() = h, built_.time() = to_.t;
  built_.q() = to_.q, built_.v() = to_.v, built_.acceleration() = to_.acc;
  built_.increment() = delta_, built_.tau() = tau_, built_.u() = u_;
}

/// S of built_, as keepMatrix() noted it.
void ImplicitIntegrator::rebuildMatrix(const Model& model, Data& data) {
  if (!keepsMatrix_ || !built_.isKnown()) return;
  const VecX u = built_.u(), tau = built_.tau();
  residualDerivatives(model, data, built_.q(), built_.v(), built_.acceleration(),
                      {.t = built_.time(), .u = model.nu ? &u : nullptr, .tau = &tau});
  assemble(model, data, built_.step(), built_.increment());
  factorize(model, data, built_.increment());
}

void ImplicitIntegrator::factorize(const Model& model, Data& data, const VecX& increment) {
  mass_ = data.massMatrix, massDiagonal_ = mass_.diagonal();
  weights_ = massDiagonal_.cwiseMax(0).cwiseSqrt();
  pin(model, data);
  multiplyByTangent(model, increment, data.loopErrorJacobian);
  loopRows_ = data.loopErrorJacobian;
  system_->factorize(S_, data.loopJacobian, loopRows_);
}

void ImplicitIntegrator::assemble(const Model& model, const Data& data, double h, const VecX& increment) {
  const ImplicitScheme& s = scheme_;
  S_ = data.dIDdq;
  multiplyByTangent(model, increment, S_);
  S_ += (s.gamma / (s.beta * h)) * data.dIDdv;
  S_ += ((1 - s.alphaM) / (s.beta * h * h * (1 - s.alphaF))) * data.massMatrix;
}

/// Column by column from differences of the residual over D.
void ImplicitIntegrator::assembleByDifferences(const Model& model, Data& data, double h) {
  constexpr double kChange = 1e-7;
  residual(model, data, to_.q, to_.v, to_.acc, inputs_);
  residual_ = data.tau;
  const double change = kChange / (scheme_.beta * h * h);
  for (int i = 0; i < model.nv; ++i) {
    const double a = to_.a[i];
    to_.a[i] = a + change;
    place(model, h);
    residual(model, data, to_.q, to_.v, to_.acc, inputs_);
    S_.col(i) = (data.tau - residual_) / kChange;
    to_.a[i] = a;
  }
  place(model, h);
  massMatrix(model, data, to_.q);
  measureLoops(model, data);
}

}  // namespace tendril
