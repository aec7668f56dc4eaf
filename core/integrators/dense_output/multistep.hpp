// SPDX-License-Identifier: BSD-3-Clause
// Multistep methods of SUNDIALS behind an interface of this library: variable order, variable step, implicit equations
// that the problem solves itself. C frames see no exceptions, nothing is printed.
#pragma once

#include <cstdint>
#include <memory>

#include "core/math/types.hpp"

namespace tendril {

/// y' = f(t, y), some entries of y perhaps given by f at once instead of by a rate, and what a method wants to know.
class MultistepProblem {
 public:
  enum class Outcome {
    kGood,
    kTryShorter,  ///< not here; the method comes again with a shorter step
  };
  /// The implicit equations of one step: y = constant + gamma f(t, y).
  struct Implicit {
    double t, gamma;
    VecXRef predicted, constant;
    VecXRef weights;   ///< of the norm √(Σ (wᵢ xᵢ)² / N)
    double tolerance;  ///< of the error of y in that norm
  };

  virtual ~MultistepProblem() = default;
  virtual Outcome rate(double t, const VecXRef& y, VecXMut out) = 0;
  /// After rate(): writes the entries of y that have no rate of their own.
  virtual void settle(VecXMut y) const = 0;
  /// Writes y − predicted.
  virtual Outcome solve(const Implicit& equations, VecXMut correction) = 0;
  virtual void weights(const VecXRef& y, VecXMut out) const = 0;
  /// What must be added to y to fulfil the invariants of the problem, and the error estimate without its part across.
  virtual void project(const VecXRef& y, VecXMut correction, VecXMut error) const = 0;
};

/// One integration. Exceptions of the problem come out of start() and advance() as if no C lay between.
class Multistep {
 public:
  enum class Result {
    kGood,
    kEquations,  ///< the implicit equations were not solved, not even with much shorter steps
    kTolerance,  ///< the error estimate stays above the tolerance
    kRate,       ///< f could not be evaluated
  };

  virtual ~Multistep() = default;

  /// Forgets all steps and goes on from y at t with order 1.
  virtual Result start(double t, const VecXRef& y) = 0;
  /// One step of whatever length the tolerances allow, at most to `stop` (> time()); `towards` (> time()) tells the
  /// first one the direction and scale.
  virtual Result advance(double towards, double stop) = 0;
  /// End of the last step, s.
  virtual double time() const = 0;
  /// The k-th derivative of the solution at t, which lies in the last step.
  virtual void interpolate(double t, int k, VecXMut out) = 0;
  /// Estimated error of the last step tried, times the weights (n).
  virtual void scaledErrors(VecXMut out) = 0;
  /// Steps tried and not taken since start().
  virtual std::int64_t refused() const = 0;
};

/// The problem has n entries and outlives the method. `longest`: no step is longer (s). std::bad_alloc.
/// BDF of orders 1 to 5 by CVODE, invariants projected.
std::unique_ptr<Multistep> makeCvodeBdf(int n, double longest, MultistepProblem& problem);
/// Adams–Moulton of orders 1 to 12 by CVODE, without project().
std::unique_ptr<Multistep> makeCvodeAdams(int n, double longest, MultistepProblem& problem);
/// BDF of orders 1 to 5 by IDA, for problems with entries that have no rate; without project().
std::unique_ptr<Multistep> makeIdaBdf(int n, double longest, MultistepProblem& problem);

}  // namespace tendril
