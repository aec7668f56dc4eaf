// SPDX-License-Identifier: BSD-3-Clause
#include <ida/ida.h>

#include <cmath>

#include "core/integrators/dense_output/sundials_memory.hpp"

namespace tendril {
namespace {

using sundials::Memory;
using sundials::view;

/// IDA asks for F(t, y, y') only through its solver, which the problem replaces.
int residualUnused(realtype, N_Vector, N_Vector, N_Vector, void*) {
  return -1;
}

/// A step of IDA is y = predicted + c, y' = predicted' + c/γ: the same y = constant + γ y' as of BDF in CVODE.
int solve(SUNNonlinearSolver solver, N_Vector, N_Vector correction, N_Vector weights, realtype tolerance, booleantype,
          void*) {
  auto& memory = *static_cast<Memory*>(solver->content);
  return memory.guarded(SUN_NLS_CONV_RECVR, [&] {
    realtype t = 0, cj = 0;
    N_Vector predicted = nullptr, rate = nullptr, y = nullptr, yp = nullptr, residual = nullptr;
    void* user = nullptr;
    IDAGetNonlinearSystemData(memory.method, &t, &predicted, &rate, &y, &yp, &residual, &cj, &user);
    const double gamma = 1 / cj;
    memory.constant = view(predicted) - gamma * view(rate);
    const double wanted = sundials::unsolvedAllowed(tolerance, predicted, weights);
    return memory.problem.solve({t, gamma, view(predicted), memory.constant, view(weights), wanted}, view(correction));
  });
}

constexpr sundials::Questions kQuestions = {IDAGetCurrentTime,     IDAGetDky,
                                            IDAGetEstLocalErrors,  IDAGetErrWeights,
                                            IDAGetNumErrTestFails, IDAGetNumStepSolveFails};

class Ida : public sundials::Method {
 public:
  Ida(int n, double longest, MultistepProblem& problem) : Method(n, problem, kQuestions) {
    Memory& m = memory_;
    m.freeMethod = IDAFree;
    m.method = IDACreate(m.context);
    if (!m.method || IDAInit(m.method, residualUnused, 0, m.y, m.rate) != IDA_SUCCESS) throw std::bad_alloc();
    IDASetErrHandlerFn(m.method, sundials::silence, nullptr);
    IDASetUserData(m.method, &m);
    m.makeSolver(solve);
    IDAWFtolerances(m.method, sundials::writeWeights);
    IDASetNonlinearSolver(m.method, m.solver);
    if (std::isfinite(longest)) IDASetMaxStep(m.method, longest);
  }

  /// With rates and entries without rate that belong to y.
  Result start(double t, const VecXRef& y) override {
    Memory& m = memory_;
    view(m.y) = y;
    const MultistepProblem::Outcome outcome = m.problem.rate(t, y, view(m.rate));
    if (outcome != MultistepProblem::Outcome::kGood) return Result::kRate;
    m.problem.settle(view(m.y));
    return IDAReInit(m.method, t, m.y, m.rate) == IDA_SUCCESS ? Result::kGood : Result::kRate;
  }

  Result advance(double towards, double stop) override {
    Memory& m = memory_;
    double t = 0;
    IDASetStopTime(m.method, stop);
    const int flag = IDASolve(m.method, towards, &t, m.y, m.rate, IDA_ONE_STEP);
    m.rethrow();
    if (flag >= 0) return Result::kGood;
    switch (flag) {
      case IDA_ERR_FAIL:
      case IDA_TOO_MUCH_ACC:
      case IDA_TOO_MUCH_WORK:
      case IDA_ILL_INPUT:  // no step fits between t and where it should go
        return Result::kTolerance;
      default:
        return Result::kEquations;
    }
  }
};

}  // namespace

std::unique_ptr<Multistep> makeIdaBdf(int n, double longest, MultistepProblem& problem) {
  return std::make_unique<Ida>(n, longest, problem);
}

}  // namespace tendril
