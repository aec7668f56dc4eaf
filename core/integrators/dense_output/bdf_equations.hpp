// SPDX-License-Identifier: BSD-3-Clause
// The equation of motion as multistep methods see it, and the implicit equations of their steps reduced to the
// velocities.
//
// y = [q; v; w], or [q; v; λ; w] with the forces of loops, with w = ∫[power in, power dissipated, |power in| + |power
// dissipated|], the energy account, which error control ignores. A step asks for y = c + γ f(t, y). Its rows for q are
// solved exactly for any v: q = c_q + γ v; with quaternions, q̇ = ½ q ⊗ ω, q = c_q ⊗ (1 − γω/2)⁻¹. What is left is
// residual(q(v), v, (v − c_v)/γ) = 0 with the iteration matrix M/γ + ∂r/∂v + ∂r/∂q G, G = ∂q/∂v: n × n, and no mass
// matrix is inverted. rods.md §13
// Prescribed coordinates have the positions, velocities and accelerations of their inputs wherever f or r is evaluated;
// they stay in y, where error control ignores them, and leave the iteration matrix. Loops are held at index 1: A a + Ȧ
// v + (2/T) A v + e/T² = 0 with λ as further unknowns; what drifts is projected out.
#pragma once

#include <algorithm>
#include <memory>

#include "core/constraints/kkt_solver.hpp"
#include "core/constraints/prescribed_motion.hpp"
#include "core/integrators/balance.hpp"
#include "core/integrators/broyden_update.hpp"
#include "core/integrators/dense_output/multistep.hpp"

namespace tendril {

class BdfEquations : public MultistepProblem {
 public:
  static constexpr int kWork = 3;  ///< entries of w

  /// `forces`: λ is part of y.
  BdfEquations(const Model& model, double rtol, double atol, bool analyticJacobian, bool forces);
  ~BdfEquations() override;

  /// What the equations are evaluated with; valid while the method steps.
  void use(Data& data, const InputsProvider& inputs) { data_ = &data, provider_ = &inputs, notFinite_ = false; }
  int size() const { return nq_ + nv_ + nf_ + kWork; }
  /// Iteration matrices are built anew in the next step.
  void forgetMatrices() { age_ = -1; }
  /// They serve on: the short steps of a new start are no reason to build others, as long as the iteration contracts.
  void keepMatrices() { age_ = std::min(age_, 0); }
  /// From the next step on, errors count `factor` times as much as rtol and atol say.
  void sharpen(double factor) { sharpness_ = factor; }

  Outcome rate(double t, const VecXRef& y, VecXMut out) override;
  void settle(VecXMut y) const override { y.segment(nq_ + nv_, nf_) = lambda_.head(nf_); }
  Outcome solve(const Implicit& equations, VecXMut correction) override;
  void weights(const VecXRef& y, VecXMut out) const override;
  void project(const VecXRef& y, VecXMut correction, VecXMut error) const override;

  /// Kinetic energy at the end of the last solve(), with the last mass matrix, J.
  double kineticEnergy();
  /// The last mass matrix.
  const MatX& lastMass() const { return M_; }
  /// Whether a value that is not a finite number was met since use(), and the inputs (nu, nv) when it was last.
  bool metNotFinite() const { return notFinite_; }
  const VecX& uThen() const { return uThen_; }
  const VecX& tauThen() const { return tauThen_; }
  /// The last correction of Newton's method, times the weights (nv).
  const VecX& suspicion() const { return suspicion_; }

  std::int64_t jacobians = 0, newton = 0;

 private:
  void evaluateInputs(double t);
  Outcome fineIf(bool finite);
  void place(const Implicit& equations);
  bool evaluateResidual();
  bool iterate(const Implicit& equations, bool fresh);
  double correct(const Implicit& equations);
  bool differentiate(const Implicit& equations);
  void differentiateByDifferences();
  void differentiateLoops();
  void factorize(double gamma);
  void linearizeLoops();
  void multiplyByPositionDerivative(double gamma, MatXMut matrix) const;
  void power(VecXMut out);
  void measureDrives();

  const Model& model_;
  const int nq_, nv_, nf_;  ///< nf: entries of λ in y
  const double rtol_, atol_;
  double sharpness_ = 1;
  const bool analyticJacobian_;
  Data* data_ = nullptr;
  const InputsProvider* provider_ = nullptr;

  VecX u_, tau_, uThen_, tauThen_;
  Inputs inputs_;
  VecX raw_, q_, v_, acceleration_;  ///< a point of the motion: q as the method has it, with unit quaternions, v, q̈
  VecX before_, residual_, correction_, suspicion_;
  MatX M_, D_, K_, S_;      ///< ∂r/∂a, ∂r/∂v, ∂r/∂q, iteration matrix
  double gamma_ = 0;        ///< of S_
  int age_ = -1;            ///< steps since M_, D_, K_ were built, −1: never
  double contraction_ = 1;  ///< of Newton's corrections with these matrices
  bool notFinite_ = false;
  std::unique_ptr<KktSolver> system_;
  BroydenUpdate broyden_;
  VecX move_;                   ///< nv + nl: one correction of v and λ
  VecX lambda_, loopResidual_;  ///< nl: forces of the loops' rows; what their accelerations leave open
  PrescribedMotion driven_;     ///< at the point
  VecX motion_;                 ///< nv: accelerations of driven coordinates
  VecX driveForce_;             ///< per driven coordinate
  MatX driveRows_;              ///< rows of S_ of driven coordinates
  MatX A_, Cq_, Cv_, C_;  ///< nl × nv: ∂/∂a, ∂/∂q, ∂/∂v of loopResidual, and its derivative by v along a step
};

}  // namespace tendril
