// SPDX-License-Identifier: BSD-3-Clause
// The equations of an equilibrium and their linear algebra, for the stages of solveStatics.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/equilibria/statics.hpp"

namespace tendril::statics {

/// The inputs of a problem; where it gives none, positions are those of the model's signals.
VecX inputsOf(const Model& model, const StaticsProblem& problem);

/// The residual r(x) of a problem and its tangent K = ∂r/∂x (right perturbations), split into what the robot's own
/// springs do (e) and the load: r = e − load. Linear algebra happens in coordinates scaled by √Mᵢᵢ, so that radians,
/// metres and shape coefficients compare.
/// x = [q; λ] with the forces λ of the loops' rows, r = [forces; how far the loops are open]: nv + nl equations. Loop
/// forces count as the robot's own.
class Equations {
 public:
  Equations(const Model& model, Data& data, const StaticsProblem& problem, const StaticsOptions& options);

  /// The x of a configuration, with the λ that balances best. What its loops are open counts as load: along a path of
  /// growing load they close.
  VecX begin(const VecX& q);
  VecX configuration(const VecX& x) const { return x.head(model.nq); }
  /// x moved by p (nv + nl); `out` may be x.
  void move(const VecX& x, const VecX& p, VecX& out) const;
  /// Work of forces r along p.
  double work(const VecX& r, const VecX& p) const { return r.head(model.nv).dot(p.head(model.nv)); }

  /// r, e and the forces' scale at x.
  void evaluate(const VecX& x);
  /// The same with K and M; counts as an iteration.
  void evaluateTangent(const VecX& x);

  /// What is left of the load at the last evaluation: max |r| / max(|load|, |e|), where a load is at least a hundredth
  /// of what the weight could be in another configuration; 0 if there are no forces at all. Or impliedOpen(), if that
  /// is more.
  double relativeResidual() const { return std::max(relative(residual), impliedOpen_); }
  /// How far rows of loops that were dropped are open at the last evaluation (m, rad), 0 within kLoopsClosed: they are
  /// in no equation.
  double impliedOpen() const { return impliedOpen_; }
  /// The rows of loops that were not closed at the last evaluation, as openRows writes them; empty if all are.
  std::string openLoops() const;
  double relative(const VecX& r) const;
  /// √(pᵀ diag(M) p)
  double size(const VecX& p) const { return p.cwiseProduct(weight_).head(model.nv).norm(); }
  /// Largest angle (rad) by which a frame of the tree turns in the step p from x, to first order.
  double turn(const VecX& x, const VecX& p) const;
  /// p with matrix · p = rhs. Minimum-norm where the matrix is singular and the right side allows it; false where it
  /// does not, or if something is not finite.
  bool solve(const MatX& matrix, const VecX& rhs, VecX& p) const;
  /// p with (K + shift · M) p = −r; false unless the symmetric part of the matrix is positive definite.
  bool solveShifted(double shift, VecX& p) const;
  /// Smallest scaled eigenvalue of the symmetric part of K that matters, as a shift to begin with.
  double smallShift() const { return 1e-6 * stiffest(); }

  /// Definiteness of the symmetric part of K at the last evaluateTangent, along directions in which stiffnesses compare
  /// (comparable_directions.hpp): it does not depend on the functions that shapes are made of.
  struct Stability {
    bool definite = false;   ///< positive definite
    double lowest = 0;       ///< lowest eigenvalue, 1/s²
    VecX direction;          ///< its eigenvector, largest entry 1
    bool unstable = false;   ///< some eigenvalue is negative beyond rounding
    int negative = 0;        ///< how many are
    std::vector<int> moved;  ///< velocity indices that the neutral directions move most
    VecX values;             ///< all eigenvalues, ascending, 1/s²
    VecX noise;              ///< what rounding may make of them, 1/s²
  };
  Stability stability() const;
  /// Directions (nv × k) along which loops stay closed and driven coordinates hold still, orthonormal in coordinates
  /// scaled by √Mᵢᵢ, at the last evaluateTangent.
  MatX freeDirections() const;
  /// What x and r are multiplied by in scaled equations (nv + nl).
  VecX scales(const MatX& matrix) const;
  /// Scale of the forces at the last evaluation: what residuals are compared with.
  double forceScale() const { return scale_; }

  bool finished() const;  ///< the budget of iterations is spent, or it was cancelled

  const Model& model;
  int iterations = 0;
  VecX residual, elastic;          ///< nv + nl
  MatX tangent, elasticStiffness;  ///< square of that size

 private:
  void split();
  void pinStiffness();
  void differentiateByDifferences(const VecX& q);
  void border(MatX& matrix) const;
  MatX loopStiffness(const VecX& x);
  MatX allowed() const;
  double stiffest() const;
  double rounding(const MatX& stiffness, const VecX& direction) const;
  double weightScale() const;

  Data& data_;
  const StaticsOptions& options_;
  VecX u_, tau_, zero_, lambda_;
  VecX open_;  ///< nl: how far the loops were open at begin()
  Inputs inputs_;
  VecX weight_, inverseWeight_;
  MatX mass_, directions_;  ///< comparableDirections at the first evaluateTangent
  double scale_ = 0, startScale_ = 0, impliedOpen_ = 0;
};

}  // namespace tendril::statics
