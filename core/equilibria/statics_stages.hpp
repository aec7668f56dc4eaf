// SPDX-License-Identifier: BSD-3-Clause
// The stages of solveStatics: Newton's method, paths of growing load, the gradient flow.
#pragma once

#include "core/equilibria/statics_equations.hpp"

namespace tendril::statics {

/// Newton's method and the path along which it is led. At λ the equations are r_λ(q) = 0, r₁ = r.
class Path {
 public:
  enum class Kind {
    kLoad,   ///< r_λ = e + λ (r − e): gravity, inputs and loads grow together
    kGuess,  ///< r_λ = r − (1 − λ) r(q₀): from what holds the guess to nothing
  };
  Path(Equations& equations, Kind kind, double tolerance) : eq_(equations), kind_(kind), tolerance_(tolerance) {}

  /// From q at λ = 0 to λ = 1. True: q is the equilibrium, eq's tangent that of q. False: q is the last point of the
  /// path that was reached.
  bool follow(VecX& q);
  int steps() const { return steps_; }

 private:
  void equations(double lambda);
  bool correct(VecX& q, double lambda, double reach, int& used);
  bool predict();
  bool begin(VecX& q);

  Equations& eq_;
  Kind kind_;
  double tolerance_;
  int steps_ = 0;
  VecX start_;             ///< r(q₀) of kGuess
  VecX residual_, slope_;  ///< r_λ; dq/dλ at the last point reached
  MatX tangent_;
};

/// The gradient flow M q' = −r in implicit steps that grow into Newton's.
class Flow {
 public:
  enum class End { kStable, kNeutral, kUnheld, kLost };
  Flow(Equations& equations, double tolerance) : eq_(equations), tolerance_(tolerance) {}

  /// From q to an equilibrium that is stable, or neutral in some direction.
  End follow(VecX& q);
  /// After kUnheld: the velocity index that a constant force moves without end.
  int unheld() const { return unheld_; }

 private:
  bool step(VecX& q);
  bool arrived(VecX& q, End& end);

  Equations& eq_;
  double tolerance_;
  double shift_ = 0;  ///< 1/s²
  int constant_ = 0;  ///< steps in a row along which the force did not change
  int stays_ = 0;     ///< times that a saddle was left
  int unheld_ = -1;
  VecX p_, next_, force_;
};

}  // namespace tendril::statics
