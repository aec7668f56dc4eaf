// SPDX-License-Identifier: BSD-3-Clause
#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>

#include <cmath>

#include "core/integrators/dense_output/sundials_memory.hpp"

namespace tendril {
namespace {

using sundials::Memory;
using sundials::view;

/// A state that is right within the tolerances may be far from the equilibrium of its stiffest parts. After three
/// refusals CVODE goes on at order 1, where only steps shorter than theirs pass: it needs more tries to get there than
/// its own seven. Each of them divides the step by five or more.
constexpr int kMostErrorTests = 20;

int rate(realtype t, N_Vector y, N_Vector out, void* user) {
  auto& memory = *static_cast<Memory*>(user);
  return memory.guarded(1, [&] { return memory.problem.rate(t, view(y), view(out)); });
}

int project(realtype, N_Vector y, N_Vector correction, realtype, N_Vector error, void* user) {
  auto& memory = *static_cast<Memory*>(user);
  memory.problem.project(view(y), view(correction), view(error));
  return 0;
}

int solve(SUNNonlinearSolver solver, N_Vector, N_Vector correction, N_Vector weights, realtype tolerance, booleantype,
          void*) {
  auto& memory = *static_cast<Memory*>(solver->content);
  return memory.guarded(SUN_NLS_CONV_RECVR, [&] {
    realtype t = 0, gamma = 0, rl1 = 0;
    N_Vector predicted = nullptr, y = nullptr, f = nullptr, zn1 = nullptr;
    void* user = nullptr;
    CVodeGetNonlinearSystemData(memory.method, &t, &predicted, &y, &f, &gamma, &rl1, &zn1, &user);
    memory.constant = view(predicted) - rl1 * view(zn1);
    const double wanted = sundials::unsolvedAllowed(tolerance, predicted, weights);
    return memory.problem.solve({t, gamma, view(predicted), memory.constant, view(weights), wanted}, view(correction));
  });
}

constexpr sundials::Questions kQuestions = {CVodeGetCurrentTime,     CVodeGetDky,
                                            CVodeGetEstLocalErrors,  CVodeGetErrWeights,
                                            CVodeGetNumErrTestFails, CVodeGetNumStepSolveFails};

class Cvode : public sundials::Method {
 public:
  Cvode(int family, int n, double longest, MultistepProblem& problem) : Method(n, problem, kQuestions) {
    Memory& m = memory_;
    m.freeMethod = CVodeFree;
    m.method = CVodeCreate(family, m.context);
    if (!m.method || CVodeInit(m.method, rate, 0, m.y) != CV_SUCCESS) throw std::bad_alloc();
    CVodeSetErrHandlerFn(m.method, sundials::silence, nullptr);
    CVodeSetUserData(m.method, &m);
    m.makeSolver(solve);
    CVodeWFtolerances(m.method, sundials::writeWeights);
    CVodeSetNonlinearSolver(m.method, m.solver);
    CVodeSetMaxErrTestFails(m.method, kMostErrorTests);
    if (family == CV_BDF) CVodeSetProjFn(m.method, project);
    if (std::isfinite(longest)) CVodeSetMaxStep(m.method, longest);
  }

  Result start(double t, const VecXRef& y) override {
    view(memory_.y) = y;
    CVodeReInit(memory_.method, t, memory_.y);
    return Result::kGood;
  }

  Result advance(double towards, double stop) override {
    double t = 0;
    CVodeSetStopTime(memory_.method, stop);
    const int flag = CVode(memory_.method, towards, memory_.y, &t, CV_ONE_STEP);
    memory_.rethrow();
    if (flag >= 0) return Result::kGood;
    switch (flag) {
      case CV_ERR_FAILURE:
      case CV_TOO_MUCH_ACC:
      case CV_TOO_CLOSE:
      case CV_TOO_MUCH_WORK:
        return Result::kTolerance;
      case CV_RHSFUNC_FAIL:
      case CV_FIRST_RHSFUNC_ERR:
      case CV_REPTD_RHSFUNC_ERR:
      case CV_UNREC_RHSFUNC_ERR:
        return Result::kRate;
      default:
        return Result::kEquations;
    }
  }
};

}  // namespace

std::unique_ptr<Multistep> makeCvodeBdf(int n, double longest, MultistepProblem& problem) {
  return std::make_unique<Cvode>(CV_BDF, n, longest, problem);
}

std::unique_ptr<Multistep> makeCvodeAdams(int n, double longest, MultistepProblem& problem) {
  return std::make_unique<Cvode>(CV_ADAMS, n, longest, problem);
}

}  // namespace tendril
