// SPDX-License-Identifier: BSD-3-Clause
// Variable-order, variable-step multistep methods of SUNDIALS, with the error held within rtol and atol: `bdf` (orders
// 1 to 5) and `adams` (1 to 12) by CVODE, `ida` (BDF, forces of loops as part of the solution) by IDA.
#include <algorithm>
#include <cmath>

#include "core/solvers/ahead.hpp"
#include "core/solvers/bdf_equations.hpp"
#include "core/solvers/failure.hpp"

namespace tendril {
namespace {

constexpr double kUnit = 1e-3;  // off unit length: quaternions beyond are made unit and the method starts anew

using MakeMethod = std::unique_ptr<Multistep> (*)(int n, double longest, MultistepProblem& problem);

class MultistepIntegrator : public AheadIntegrator {
 public:
  /// `forces`: those of loops are entries of y.
  MultistepIntegrator(const SimulationSettings& settings, MakeMethod make, bool forces)
      : AheadIntegrator(settings), make_(make), forces_(forces) {}

 private:
  void prepare(const Model& model, Data& data, const InputsProvider& inputs) override;
  void use(Data& data, const InputsProvider& inputs) override { equations_->use(data, inputs); }
  StepResult startAt(const Model& model, Data& data, const State& state) override;
  StepResult walk(const Model& model, Data& data, const State& state, double end) override;
  Failure hopeless(const Model& model, Data& data, const State& state) override;
  double walked() const override { return method_->time(); }
  bool read(const Model& model, Data& data, State& state) override;

  Failure failure(Multistep::Result result, const Model& model, Data& data, const State& state, double h);

  const MakeMethod make_;
  const bool forces_;
  std::unique_ptr<BdfEquations> equations_;
  std::unique_ptr<Multistep> method_;
  std::int64_t refusedBefore_ = 0;  ///< before the method was started last
  VecX y_;
};

void MultistepIntegrator::prepare(const Model& model, Data& data, const InputsProvider& inputs) {
  method_.reset();
  equations_ =
      std::make_unique<BdfEquations>(model, settings_.rtol, settings_.atol, settings_.analyticJacobian, forces_);
  method_ = make_(equations_->size(), kLongest * settings_.step, *equations_);
  equations_->use(data, inputs);
  y_.setZero(equations_->size());
}

StepResult MultistepIntegrator::startAt(const Model& model, Data& data, const State& state) {
  y_.setZero();
  y_.head(model.nq) = state.q, y_.segment(model.nq, model.nv) = state.v;
  y_.tail<BdfEquations::kWork>() << statistics_.workIn, statistics_.dissipated, statistics_.exchanged;
  refusedBefore_ = statistics_.rejected;
  const Multistep::Result result = method_->start(state.t, y_);
  equations_->forgetMatrices();  // so that nothing of the past is left
  if (result == Multistep::Result::kGood) return {};
  return failure(result, model, data, state, settings_.step);
}

StepResult MultistepIntegrator::walk(const Model& model, Data& data, const State& state, double end) {
  const Multistep::Result result = method_->advance(end);
  statistics_.substeps += result == Multistep::Result::kGood;
  statistics_.jacobians = equations_->jacobians;
  statistics_.newton = equations_->newton;
  statistics_.rejected = refusedBefore_ + method_->refused();
  if (result != Multistep::Result::kGood) return failure(result, model, data, state, end - state.t);
  statistics_.largestKinetic = std::max(statistics_.largestKinetic, equations_->kineticEnergy());
  return {};
}

bool MultistepIntegrator::read(const Model& model, Data&, State& state) {
  method_->interpolate(state.t, 1, y_);
  acceleration_ = y_.segment(model.nq, model.nv);
  method_->interpolate(state.t, 0, y_);
  state.q = y_.head(model.nq), state.v = y_.segment(model.nq, model.nv);
  const Vec3 work = y_.tail<BdfEquations::kWork>();
  statistics_.workIn = work[0], statistics_.dissipated = work[1], statistics_.exchanged = work[2];
  for (const int start : model.quaternions)
    if (std::abs(state.q.segment<4>(start).norm() - 1) > kUnit) return false;
  return true;
}

Failure MultistepIntegrator::hopeless(const Model& model, Data& data, const State& state) {
  return failure(Multistep::Result::kTolerance, model, data, state, settings_.step);
}

Failure MultistepIntegrator::failure(Multistep::Result result, const Model& model, Data& data, const State& state,
                                     double h) {
  if (equations_->metNotFinite()) {
    StepResult bad = checkFinite(model, state.t, state.q, state.v, equations_->uThen(), equations_->tauThen());
    return bad ? *bad : makeNotFiniteFailure(model, data, state, h, equations_->suspicion());
  }
  if (result != Multistep::Result::kTolerance)
    return makeFailure(model, Failure::Kind::kNewtonDiverged, state.t, equations_->suspicion());
  method_->scaledErrors(y_);
  return makeFailure(model, Failure::Kind::kToleranceNotMet, state.t, y_.segment(model.nq, model.nv));
}

}  // namespace

std::unique_ptr<Integrator> makeBdf(const SimulationSettings& settings) {
  return std::make_unique<MultistepIntegrator>(settings, makeCvodeBdf, false);
}

std::unique_ptr<Integrator> makeAdams(const SimulationSettings& settings) {
  return std::make_unique<MultistepIntegrator>(settings, makeCvodeAdams, false);
}

std::unique_ptr<Integrator> makeIda(const SimulationSettings& settings) {
  return std::make_unique<MultistepIntegrator>(settings, makeIdaBdf, true);
}

}  // namespace tendril
