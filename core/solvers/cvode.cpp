// SPDX-License-Identifier: BSD-3-Clause
#include "core/solvers/cvode.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <cmath>
#include <exception>
#include <new>
#include <utility>

namespace tendril {
namespace {

using View = Eigen::Map<VecX>;
using Outcome = CvodeProblem::Outcome;

View view(N_Vector x) {
  return {N_VGetArrayPointer(x), static_cast<Eigen::Index>(N_VGetLength(x))};
}

}  // namespace

struct Cvode::Memory {
  explicit Memory(CvodeProblem& problem) : problem(problem) {}
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// What a callback returns to CVODE: 0 good, > 0 try a shorter step, < 0 give up. Keeps an exception for later.
  template <class F>
  int guarded(int tryShorter, F&& call) {
    try {
      return call() == Outcome::kGood ? 0 : tryShorter;
    } catch (...) {
      thrown = std::current_exception();
      return -1;
    }
  }
  void rethrow() {
    if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
  }

  CvodeProblem& problem;
  SUNContext context = nullptr;
  N_Vector y = nullptr, other = nullptr;
  void* cvode = nullptr;
  SUNNonlinearSolver solver = nullptr;
  VecX constant;
  std::exception_ptr thrown;
};

Cvode::Memory::~Memory() {
  if (cvode) CVodeFree(&cvode);
  if (solver) SUNNonlinSolFreeEmpty(solver);
  if (other) N_VDestroy(other);
  if (y) N_VDestroy(y);
  if (context) SUNContext_Free(&context);
}

namespace {

extern "C" {

int cvodeRate(realtype t, N_Vector y, N_Vector out, void* user) {
  auto& memory = *static_cast<Cvode::Memory*>(user);
  return memory.guarded(1, [&] { return memory.problem.rate(t, view(y), view(out)); });
}

int cvodeWeights(N_Vector y, N_Vector out, void* user) {
  auto& memory = *static_cast<Cvode::Memory*>(user);
  memory.problem.weights(view(y), view(out));
  return view(out).allFinite() ? 0 : -1;
}

int cvodeProject(realtype, N_Vector y, N_Vector correction, realtype, N_Vector error, void* user) {
  auto& memory = *static_cast<Cvode::Memory*>(user);
  memory.problem.project(view(y), view(correction), view(error));
  return 0;
}

void cvodeMessage(int, const char*, const char*, char*, void*) {}  // what matters comes back as a result

SUNNonlinearSolver_Type solverType(SUNNonlinearSolver) {
  return SUNNONLINEARSOLVER_ROOTFIND;
}

int solverSystem(SUNNonlinearSolver, SUNNonlinSolSysFn) {
  return SUN_NLS_SUCCESS;  // CVODE's own residual needs f; ours does not
}

int solverSolve(SUNNonlinearSolver solver, N_Vector, N_Vector correction, N_Vector weights, realtype tolerance,
                booleantype, void*) {
  auto& memory = *static_cast<Cvode::Memory*>(solver->content);
  return memory.guarded(SUN_NLS_CONV_RECVR, [&] {
    realtype t = 0, gamma = 0, rl1 = 0;
    N_Vector predicted = nullptr, y = nullptr, rate = nullptr, zn1 = nullptr;
    void* user = nullptr;
    CVodeGetNonlinearSystemData(memory.cvode, &t, &predicted, &y, &rate, &gamma, &rl1, &zn1, &user);
    memory.constant = view(predicted) - rl1 * view(zn1);
    return memory.problem.solve({t, gamma, view(predicted), memory.constant, view(weights), tolerance},
                                view(correction));
  });
}

}  // extern "C"

SUNNonlinearSolver makeSolver(SUNContext context, void* content) {
  SUNNonlinearSolver solver = SUNNonlinSolNewEmpty(context);
  if (!solver) throw std::bad_alloc();
  solver->content = content;
  solver->ops->gettype = solverType;
  solver->ops->setsysfn = solverSystem;
  solver->ops->solve = solverSolve;
  return solver;
}

}  // namespace

Cvode::Cvode(int n, double longest, CvodeProblem& problem) : memory_(std::make_unique<Memory>(problem)) {
  Memory& m = *memory_;
  if (SUNContext_Create(nullptr, &m.context) != 0) throw std::bad_alloc();
  m.y = N_VNew_Serial(n, m.context);
  m.other = N_VNew_Serial(n, m.context);
  m.cvode = CVodeCreate(CV_BDF, m.context);
  if (!m.y || !m.other || !m.cvode) throw std::bad_alloc();
  m.constant.setZero(n);
  view(m.y).setZero(), view(m.other).setZero();
  CVodeSetErrHandlerFn(m.cvode, cvodeMessage, nullptr);
  CVodeSetUserData(m.cvode, &m);
  if (CVodeInit(m.cvode, cvodeRate, 0, m.y) != CV_SUCCESS) throw std::bad_alloc();
  m.solver = makeSolver(m.context, &m);
  CVodeWFtolerances(m.cvode, cvodeWeights);
  CVodeSetNonlinearSolver(m.cvode, m.solver);
  CVodeSetProjFn(m.cvode, cvodeProject);
  if (std::isfinite(longest)) CVodeSetMaxStep(m.cvode, longest);
}

Cvode::~Cvode() = default;

void Cvode::start(double t, const VecXRef& y) {
  view(memory_->y) = y;
  CVodeReInit(memory_->cvode, t, memory_->y);
}

Cvode::Result Cvode::advance(double towards) {
  double t = 0;
  const int flag = CVode(memory_->cvode, towards, memory_->y, &t, CV_ONE_STEP);
  memory_->rethrow();
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

double Cvode::time() const {
  double t = 0;
  CVodeGetCurrentTime(memory_->cvode, &t);
  return t;
}

void Cvode::interpolate(double t, int k, VecXMut out) {
  CVodeGetDky(memory_->cvode, t, k, memory_->other);
  out = view(memory_->other);
}

void Cvode::scaledErrors(VecXMut out) {
  CVodeGetEstLocalErrors(memory_->cvode, memory_->other);
  out = view(memory_->other);
  CVodeGetErrWeights(memory_->cvode, memory_->other);
  out.array() *= view(memory_->other).array();
}

}  // namespace tendril
