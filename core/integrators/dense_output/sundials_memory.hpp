// SPDX-License-Identifier: BSD-3-Clause
// What CVODE and IDA share behind multistep.hpp: vectors, the solver of their implicit equations, exceptions kept.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <utility>

#include "core/integrators/dense_output/multistep.hpp"

namespace tendril::sundials {

inline Eigen::Map<VecX> view(N_Vector x) {
  return {N_VGetArrayPointer(x), static_cast<Eigen::Index>(N_VGetLength(x))};
}

/// What C callbacks get to see.
struct Memory {
  Memory(int n, MultistepProblem& given) : problem(given), constant(VecX::Zero(n)) {
    if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
    for (N_Vector* x : {&y, &other, &rate}) {
      *x = N_VNew_Serial(n, context);
      if (!*x) throw std::bad_alloc();
      view(*x).setZero();
    }
  }
  ~Memory() {
    if (method) freeMethod(&method);
    if (solver) SUNNonlinSolFreeEmpty(solver);
    for (N_Vector x : {y, other, rate})
      if (x) N_VDestroy(x);
    if (context) SUNContext_Free(&context);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// What a callback returns: 0 good, `tryShorter` > 0, < 0 give up. Keeps an exception for later.
  template <class F>
  int guarded(int tryShorter, F&& call) {
    try {
      return call() == MultistepProblem::Outcome::kGood ? 0 : tryShorter;
    } catch (...) {
      thrown = std::current_exception();
      return -1;
    }
  }
  void rethrow() {
    if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
  }

  using Solve = int (*)(SUNNonlinearSolver, N_Vector, N_Vector, N_Vector, realtype, booleantype, void*);
  /// A solver whose content is this. Its own residual is not wanted: it needs f, the problem's does not.
  void makeSolver(Solve solve) {
    solver = SUNNonlinSolNewEmpty(context);
    if (!solver) throw std::bad_alloc();
    solver->content = this;
    solver->ops->gettype = [](SUNNonlinearSolver) { return SUNNONLINEARSOLVER_ROOTFIND; };
    solver->ops->setsysfn = [](SUNNonlinearSolver, SUNNonlinSolSysFn) -> int { return SUN_NLS_SUCCESS; };
    solver->ops->solve = solve;
  }

  MultistepProblem& problem;
  SUNContext context = nullptr;
  N_Vector y = nullptr, other = nullptr, rate = nullptr;
  SUNNonlinearSolver solver = nullptr;
  void* method = nullptr;  ///< of CVODE or IDA
  void (*freeMethod)(void**) = nullptr;
  VecX constant;
  std::exception_ptr thrown;
};

/// What the equations of a step may leave unsolved, in the norm of the method (its tolerance is what it asks for). A
/// rest near the tolerance looks like a high derivative of the solution: the method takes it for error, falls to order
/// 1 or 2, and the steps become short. Digits that the numbers do not have cannot be solved for.
inline double unsolvedAllowed(double tolerance, N_Vector predicted, N_Vector weights) {
  constexpr double kShare = 0.02, kDigits = 4 * std::numeric_limits<double>::epsilon();
  const double digits = kDigits * view(predicted).cwiseProduct(view(weights)).norm() /
                        std::sqrt(static_cast<double>(N_VGetLength(predicted)));
  return std::max(kShare * tolerance, std::min(tolerance, digits));
}

/// How CVODE or IDA is asked for what it knows of its last step and of those that it refused.
struct Questions {
  int (*time)(void*, realtype*);
  int (*derivative)(void*, realtype, int, N_Vector);
  int (*errors)(void*, N_Vector);
  int (*weights)(void*, N_Vector);
  int (*refusedForErrors)(void*, long*);
  int (*refusedForEquations)(void*, long*);
};

/// What both answer alike.
class Method : public Multistep {
 public:
  Method(int n, MultistepProblem& problem, const Questions& questions) : memory_(n, problem), ask_(questions) {}

  double time() const override {
    double t = 0;
    ask_.time(memory_.method, &t);
    return t;
  }
  void interpolate(double t, int k, VecXMut out) override {
    ask_.derivative(memory_.method, t, k, memory_.other);
    out = view(memory_.other);
  }
  void scaledErrors(VecXMut out) override {
    ask_.errors(memory_.method, memory_.other);
    out = view(memory_.other);
    ask_.weights(memory_.method, memory_.other);
    out.array() *= view(memory_.other).array();
  }
  std::int64_t refused() const override {
    long errors = 0, equations = 0;
    ask_.refusedForErrors(memory_.method, &errors), ask_.refusedForEquations(memory_.method, &equations);
    return errors + equations;
  }

 protected:
  Memory memory_;

 private:
  const Questions ask_;
};

/// What matters comes back as a result.
inline void silence(int, const char*, const char*, char*, void*) {}

inline int writeWeights(N_Vector y, N_Vector out, void* user) {
  static_cast<Memory*>(user)->problem.weights(view(y), view(out));
  return view(out).allFinite() ? 0 : -1;
}

}  // namespace tendril::sundials
