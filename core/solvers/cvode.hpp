// SPDX-License-Identifier: BSD-3-Clause
// CVODE of SUNDIALS behind an interface of this library: variable-order, variable-step BDF whose implicit equations the
// problem solves itself. C frames see no exceptions, nothing is printed.
#pragma once

#include <memory>

#include "core/math/types.hpp"

namespace tendril {

/// y' = f(t, y), and what BDF wants to know about it.
class CvodeProblem {
 public:
  enum class Outcome {
    kGood,
    kTryShorter,  ///< not here; CVODE comes again with a shorter step
  };
  /// The implicit equations of one step: y = constant + gamma f(t, y).
  struct Implicit {
    double t, gamma;
    VecXRef predicted, constant;
    VecXRef weights;   ///< of the norm √(Σ (wᵢ xᵢ)² / N)
    double tolerance;  ///< of the error of y in that norm
  };

  virtual ~CvodeProblem() = default;
  virtual Outcome rate(double t, const VecXRef& y, VecXMut out) = 0;
  /// Writes y − predicted.
  virtual Outcome solve(const Implicit& equations, VecXMut correction) = 0;
  virtual void weights(const VecXRef& y, VecXMut out) const = 0;
  /// What must be added to y to fulfil the invariants of the problem, and the error estimate without its part across.
  virtual void project(const VecXRef& y, VecXMut correction, VecXMut error) const = 0;
};

/// One integration. Exceptions of the problem come out of start() and advance() as if no C lay between.
class Cvode {
 public:
  enum class Result {
    kGood,
    kEquations,  ///< the implicit equations were not solved, not even with much shorter steps
    kTolerance,  ///< the error estimate stays above the tolerance
    kRate,       ///< f could not be evaluated
  };

  /// The problem has n entries and outlives this. `longest`: no step is longer (s). std::bad_alloc.
  Cvode(int n, double longest, CvodeProblem& problem);
  ~Cvode();

  /// Forgets all steps and goes on from y at t with order 1.
  void start(double t, const VecXRef& y);
  /// One step of whatever length the tolerances allow; `towards` (> time()) tells the first one the direction and
  /// scale.
  Result advance(double towards);
  /// End of the last step, s.
  double time() const;
  /// The k-th derivative of the solution at t, which lies in the last step.
  void interpolate(double t, int k, VecXMut out);
  /// Estimated error of the last step tried, times the weights (n).
  void scaledErrors(VecXMut out);

  struct Memory;  ///< what C callbacks get to see

 private:
  std::unique_ptr<Memory> memory_;
};

}  // namespace tendril
