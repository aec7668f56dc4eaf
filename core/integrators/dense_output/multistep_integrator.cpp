// SPDX-License-Identifier: BSD-3-Clause
// Variable-order, variable-step multistep methods of SUNDIALS, with the error held within rtol and atol: `bdf` (orders
// 1 to 5) and `adams` (1 to 12) by CVODE, `ida` (BDF, forces of loops as part of the solution) by IDA.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/constraints/loop_projection.hpp"
#include "core/integrators/contact_approach.hpp"
#include "core/integrators/dense_output/bdf_equations.hpp"
#include "core/integrators/dense_output/dense_output_integrator.hpp"

namespace tendril {
namespace {

constexpr double kOpen = 2e-7;   // m, rad: loops beyond are closed when the solution is read
constexpr double kSudden = 5;    // steps that are asked for: an impact of a longer time scale is left to the tolerances
constexpr double kImpact = 4;    // times the time scale of an impact: how long it may last
constexpr double kPace = 0.1;    // of that time scale: internal steps while it lasts
constexpr double kSharper = 20;  // times smaller tolerances while something strikes
constexpr double kUnit = 1e-3;   // off unit length: quaternions beyond are made unit and the method starts anew

constexpr double kLook = 0.1;  // s: signals are looked at at least that often

using MakeMethod = std::unique_ptr<Multistep> (*)(int n, double longest, MultistepProblem& problem);

class MultistepIntegrator : public DenseOutputIntegrator {
 public:
  /// `forces`: those of loops are entries of y.
  MultistepIntegrator(const SimulationSettings& settings, MakeMethod make, bool forces)
      : DenseOutputIntegrator(settings), make_(make), forces_(forces) {}

 private:
  void prepare(const Model& model, Data& data, const InputsProvider& inputs) override;
  void use(Data& data, const InputsProvider& inputs) override { equations_->use(data, inputs); }
  StepResult startAt(const Model& model, Data& data, const State& state, bool same) override;
  StepResult internalStep(const Model& model, Data& data, const State& state, double end) override;
  Failure stepFailure(const Model& model, Data& data, const State& state) override;
  double internalTime() const override { return method_->time(); }
  bool read(const Model& model, Data& data, State& state) override;
  void closeGaps(const Model& model, Data& data, State& state) override;
  void countAnchors(double energy) override { statistics_.dissipated -= energy - energyThen_; }

  bool lookAhead(const Model& model, Data& data, double now, const VecXRef& acceleration);
  Failure failure(Multistep::Result result, const Model& model, Data& data, const State& state, double h);

  const MakeMethod make_;
  const bool forces_;
  std::unique_ptr<BdfEquations> equations_;
  std::unique_ptr<Multistep> method_;
  std::int64_t refusedBefore_ = 0;  ///< before the method was started last
  VecX y_, rate_, q_;
  LoopProjection loops_;
  std::int64_t weighed_ = -1;  ///< Jacobian whose mass matrix loops_ has
  ContactApproach contacts_;
  VecX anchorsNow_;                    ///< at the end of the last internal step
  double energyThen_ = 0;              ///< J, of the anchors where that step began
  double struckUntil_ = 0, pace_ = 0;  ///< s: until when the last impact may last, and how long steps are in it
  int touches_ = 0;                    ///< pairs that touched then
  double lookedAt_ = 0, until_ = 0;  ///< s: when contacts were looked at, and until when nothing passes through another
};

void MultistepIntegrator::prepare(const Model& model, Data& data, const InputsProvider& inputs) {
  method_.reset();
  equations_ =
      std::make_unique<BdfEquations>(model, settings_.rtol, settings_.atol, settings_.analyticJacobian, forces_);
  method_ = make_(equations_->size(), std::max(kLongest * settings_.step, kLook), *equations_);
  equations_->use(data, inputs);
  for (VecX* x : {&y_, &rate_}) x->setZero(equations_->size());
  q_.setZero(model.nq);
  loops_.resize(model);
  weighed_ = -1;
  contacts_.prepare(model, data);
}

StepResult MultistepIntegrator::startAt(const Model& model, Data& data, const State& state, bool same) {
  y_.setZero();
  y_.head(model.nq) = state.q, y_.segment(model.nq, model.nv) = state.v;
  y_.tail<BdfEquations::kWork>() << statistics_.workIn, statistics_.dissipated, statistics_.exchanged;
  loadAnchors(model, state, data);
  anchors_ = anchorsNow_ = data.anchors;
  if (model.anchorSize > 0) energyThen_ = anchors_[0];
  refusedBefore_ = statistics_.rejected;
  equations_->jacobians = statistics_.jacobians, equations_->newton = statistics_.newton;
  const Multistep::Result result = method_->start(state.t, y_);
  // Else nothing of the past is left. A pull that moves 60 times a second would pay for new matrices each time.
  same ? equations_->keepMatrices() : equations_->forgetMatrices();
  struckUntil_ = state.t;
  lookAhead(model, data, state.t, acceleration_);
  if (result == Multistep::Result::kGood) return {};
  return failure(result, model, data, state, settings_.step);
}

/// Looks until when (s) no internal step may end beyond what is to be touched. A motion without forces is integrated
/// exactly in any step, so the error estimate alone would not see what lies within one. While something strikes, errors
/// count more: energy is what a bounce is judged by.
bool MultistepIntegrator::lookAhead(const Model& model, Data& data, double now, const VecXRef& acceleration) {
  const double horizon = kLongest * settings_.step;
  lookedAt_ = now, until_ = now + 2 * std::max(horizon, kLook);
  if (model.contacts.empty()) return false;
  const Approach& near =
      contacts_.look(model, data, y_.head(model.nq), y_.segment(model.nq, model.nv), acceleration, horizon);
  if (near.impactTime < kSudden * settings_.step) {
    pace_ = kPace * near.impactTime;
    struckUntil_ = now + kImpact * near.impactTime;
  }
  const bool strikes = now < struckUntil_;
  equations_->sharpen(strikes ? kSharper : 1);
  until_ = now + std::min({near.longestStep, near.resolvingStep, horizon, strikes ? pace_ : horizon});
  const bool changed = std::exchange(touches_, near.touches) != near.touches;
  return strikes && changed;
}

StepResult MultistepIntegrator::internalStep(const Model& model, Data& data, const State& state, double end) {
  anchors_ = data.anchors = anchorsNow_;
  if (const double now = method_->time(); now - lookedAt_ >= 0.5 * (until_ - lookedAt_)) {
    method_->interpolate(now, 1, rate_);
    method_->interpolate(now, 0, y_);
    if (lookAhead(model, data, now, rate_.segment(model.nq, model.nv))) {
      refusedBefore_ += method_->refused();
      method_->start(now, y_);
      equations_->forgetMatrices();
    }
  }
  // The first step behind a start is chosen by how far it is to go: a step of the run, also where that is asked for in
  // pieces, which must not change the motion.
  const Multistep::Result result = method_->advance(std::max(end, state.t + settings_.step), until_);
  if (result == Multistep::Result::kGood && model.anchorSize > 0) {
    method_->interpolate(method_->time(), 0, y_);
    q_ = y_.head(model.nq);
    normalize(model, q_);
    followAnchors(model, anchors_, q_, y_.segment(model.nq, model.nv), data);
    anchorsNow_ = data.anchors;
  }
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

void MultistepIntegrator::closeGaps(const Model& model, Data& data, State& state) {
  kinematics(model, data, state.q, state.v);
  if (!loops_.isOpen(model, data, kOpen)) return;
  if (std::exchange(weighed_, equations_->jacobians) != equations_->jacobians) loops_.weigh(equations_->lastMass());
  loops_.close(model, data, state);
}

Failure MultistepIntegrator::stepFailure(const Model& model, Data& data, const State& state) {
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
