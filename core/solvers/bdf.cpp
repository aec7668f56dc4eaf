// SPDX-License-Identifier: BSD-3-Clause
// Variable-order, variable-step BDF (orders 1 to 5) by CVODE, with the error held within rtol and atol.
//
// CVODE walks in steps of its own; a step of h that is asked for reads the solution between them. It is therefore ahead
// of the state by up to one internal step, and what it has seen of the inputs must still hold when the next step is
// asked for. So every step first asks the inputs, and the loads, for the values that they gave before, at the state's
// time and at CVODE's: if one answers otherwise (a hand took an input, moved the point it pulls), what lies ahead is
// forgotten and the integration starts anew from the state. So it does when the state is not the one it gave last.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/solvers/bdf_equations.hpp"
#include "core/solvers/failure.hpp"
#include "core/solvers/loop_closure.hpp"
#include "core/solvers/memory.hpp"

namespace tendril {
namespace {

constexpr double kLongest = 50;    // internal steps, in steps asked for: signals are looked at at least that often
constexpr int kMostSteps = 10000;  // internal steps for one step that is asked for
constexpr int kMostStuck = 20;     // internal steps in a row that are too short to advance time

/// Gravity, and what inputs and loads answered at the end of CVODE's last step.
class Witness {
 public:
  void remember(const Model& model, const Data& data, double t, const InputsProvider& inputs);
  bool stillTrue(const Model& model, const Data& data, const InputsProvider& inputs);

 private:
  struct LoadAnswer {
    StationState at;
    Vec6 F;
  };
  double t_ = 0;
  Vec3 gravity_ = Vec3::Zero();
  VecX u_, tau_, uNow_, tauNow_;
  std::vector<LoadAnswer> loads_;
  StationWrench wrench_;
};

void Witness::remember(const Model& model, const Data& data, double t, const InputsProvider& inputs) {
  t_ = t;
  gravity_ = data.gravity;
  u_.resize(model.nu), tau_.resize(model.nv);
  inputs.evaluate(t, u_, tau_);
  loads_.resize(model.loads.size());
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    loads_[k].at = loadStation(model, data, static_cast<int>(k), t);
    model.loads[k].load->evaluate(loads_[k].at, wrench_);
    loads_[k].F = wrench_.F;
  }
}

bool Witness::stillTrue(const Model& model, const Data& data, const InputsProvider& inputs) {
  if (data.gravity != gravity_) return false;
  uNow_.resize(model.nu), tauNow_.resize(model.nv);
  inputs.evaluate(t_, uNow_, tauNow_);
  if (uNow_ != u_ || tauNow_ != tau_) return false;
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    model.loads[k].load->evaluate(loads_[k].at, wrench_);
    if (wrench_.F != loads_[k].F) return false;
  }
  return true;
}

class Bdf : public Integrator {
 public:
  explicit Bdf(const SimulationSettings& settings) : settings_(settings) {}
  StepResult reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  StepResult step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) override;

 private:
  bool goesOn(const Model& model, const Data& data, const State& state, const InputsProvider& inputs);
  void startAt(const State& state);
  StepResult advance(const Model& model, Data& data, const State& state, double h, const InputsProvider& inputs);
  void take(const Model& model, State& state, double h);
  Failure failure(Cvode::Result result, const Model& model, Data& data, const State& state, double h);
  void count(std::int64_t internalSteps);

  SimulationSettings settings_;
  std::unique_ptr<BdfEquations> equations_;
  std::unique_ptr<Cvode> cvode_;
  bool ahead_ = false;  ///< CVODE's memory belongs to the state that was handed out last
  double lastT_ = 0;
  VecX lastQ_, lastV_, lastU_, lastTau_, tau_;
  VecX y_;
  Witness witness_;
};

StepResult Bdf::reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  cvode_.reset();
  equations_ = std::make_unique<BdfEquations>(model, settings_.rtol, settings_.atol, settings_.analyticJacobian);
  cvode_ = std::make_unique<Cvode>(equations_->size(), kLongest * settings_.step, *equations_);
  equations_->use(data, inputs);
  for (VecX* x : {&lastV_, &lastTau_, &tau_, &acceleration_}) x->setZero(model.nv);
  for (VecX* x : {&u_, &lastU_}) x->setZero(model.nu);
  y_.setZero(equations_->size());
  ahead_ = false;
  normalize(model, state.q);
  if (StepResult bad = closeLoops(model, data, state)) return bad;
  if (!hasMemory(state, {})) giveMemory(state, {});
  inputs.evaluate(state.t, u_, tau_);
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  try {
    forwardDynamics(model, data, state.q, state.v, {state.t, model.nu ? &u_ : nullptr, &tau_});
  } catch (const SingularMassMatrix& singular) {
    return makeSingularFailure(model, state.t, singular.link);
  }
  acceleration_ = data.acceleration;
  if (!acceleration_.allFinite()) return makeFailure(model, Failure::Kind::kNotFinite, state.t, acceleration_);
  startAccount(energy(model, data, state.q, state.v), statistics_);
  return {};
}

/// Whether CVODE's memory belongs to this state and what it has seen ahead of it is still so. u_, tau_: inputs now.
bool Bdf::goesOn(const Model& model, const Data& data, const State& state, const InputsProvider& inputs) {
  return ahead_ && state.t == lastT_ && state.q == lastQ_ && state.v == lastV_ && u_ == lastU_ && tau_ == lastTau_ &&
         witness_.stillTrue(model, data, inputs);
}

void Bdf::startAt(const State& state) {
  y_ << state.q, state.v, statistics_.workIn, statistics_.dissipated, statistics_.exchanged;
  cvode_->start(state.t, y_);
  equations_->forgetMatrices();  // so that nothing of the past is left
}

StepResult Bdf::step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) {
  if (StepResult bad = checkStep(state.t, h)) return bad;
  inputs.evaluate(state.t, u_, tau_);
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  equations_->use(data, inputs);
  const bool on = goesOn(model, data, state, inputs);
  ahead_ = false;  // until the step is made, whatever ends it
  if (!on) startAt(state);
  if (StepResult bad = advance(model, data, state, h, inputs)) return bad;
  take(model, state, h);
  inputs.evaluate(state.t, u_, tau_);
  lastU_ = u_, lastTau_ = tau_;
  return {};
}

/// Internal steps until t + h is reached.
StepResult Bdf::advance(const Model& model, Data& data, const State& state, double h, const InputsProvider& inputs) {
  const double end = state.t + h;
  bool moved = false;
  int stuck = 0;
  try {
    for (int k = 0; cvode_->time() < end; ++k) {
      const double before = cvode_->time();
      const bool hopeless = k >= kMostSteps || stuck >= kMostStuck;
      const Cvode::Result result = hopeless ? Cvode::Result::kTolerance : cvode_->advance(end);
      count(result == Cvode::Result::kGood);
      if (result != Cvode::Result::kGood) return failure(result, model, data, state, h);
      stuck = cvode_->time() > before ? 0 : stuck + 1;
      moved = true;
      statistics_.largestKinetic = std::max(statistics_.largestKinetic, equations_->kineticEnergy());
    }
  } catch (const SingularMassMatrix& singular) {
    return makeSingularFailure(model, state.t, singular.link);
  }
  if (moved) witness_.remember(model, data, cvode_->time(), inputs);
  return {};
}

void Bdf::count(std::int64_t internalSteps) {
  statistics_.substeps += internalSteps;
  statistics_.jacobians = equations_->jacobians;
  statistics_.newton = equations_->newton;
}

/// The solution at t + h: state, acceleration and energy account.
void Bdf::take(const Model& model, State& state, double h) {
  state.t += h;
  cvode_->interpolate(state.t, 1, y_);
  acceleration_ = y_.segment(model.nq, model.nv);
  cvode_->interpolate(state.t, 0, y_);
  state.q = y_.head(model.nq), state.v = y_.segment(model.nq, model.nv);
  normalize(model, state.q);
  const Vec3 work = y_.tail<BdfEquations::kWork>();
  statistics_.workIn = work[0], statistics_.dissipated = work[1], statistics_.exchanged = work[2];
  ++statistics_.steps;
  lastT_ = state.t, lastQ_ = state.q, lastV_ = state.v;
  ahead_ = true;
}

Failure Bdf::failure(Cvode::Result result, const Model& model, Data& data, const State& state, double h) {
  if (equations_->metNotFinite()) {
    StepResult bad = checkFinite(model, state.t, state.q, state.v, equations_->uThen(), equations_->tauThen());
    return bad ? *bad : makeNotFiniteFailure(model, data, state, h, equations_->suspicion());
  }
  if (result != Cvode::Result::kTolerance)
    return makeFailure(model, Failure::Kind::kNewtonDiverged, state.t, equations_->suspicion());
  cvode_->scaledErrors(y_);
  return makeFailure(model, Failure::Kind::kToleranceNotMet, state.t, y_.segment(model.nq, model.nv));
}

}  // namespace

std::unique_ptr<Integrator> makeBdf(const SimulationSettings& settings) {
  return std::make_unique<Bdf>(settings);
}

}  // namespace tendril
