// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/implicit/implicit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/constraints/loop_closure.hpp"
#include "core/dynamics/loops.hpp"
#include "core/integrators/implicit/newton_monitor.hpp"

namespace tendril {
namespace {

constexpr const char* kAcceleration = ImplicitIntegrator::kAccelerationBlock;
// Of the motion in a step: the error of a start that springs, and what is left to pieces of it.
constexpr double kRough = 10, kCalm = 1;
constexpr const char* kLoopForces = ImplicitIntegrator::kLoopForcesBlock;
constexpr int kMoves = 8;  // remembered by Broyden's method
constexpr const char* kLinearization = "integrator.linearization";
constexpr const char* kJerk = "integrator.jerk";

/// Blocks of State::z as long as these; some models have no loops or keep no matrix.
std::vector<IntegratorBlock> blocks(const VecX& acceleration, const VecX& lambda, const VecX& built, const VecX& jerk) {
  std::vector<IntegratorBlock> out{{kAcceleration, acceleration}, {kAlgorithmicBlock, acceleration}};
  if (lambda.size() > 0) out.push_back({kLoopForces, lambda});
  if (built.size() > 0) out.push_back({kLinearization, built});
  if (jerk.size() > 0) out.push_back({kJerk, jerk});
  return out;
}

/// Whether an iteration matrix costs many residuals, and changes little from step to step.
bool isWorthKeeping(const Model& model) {
  const auto isCostly = [](const Link& link) { return link.body && link.body->hasCostlyDerivatives(); };
  return model.nl == 0 && model.prescribedJoints.empty() && model.contacts.empty() &&
         std::any_of(model.links.begin(), model.links.end(), isCostly);
}

}  // namespace

ImplicitIntegrator::ImplicitIntegrator(const ImplicitScheme& scheme, double tolerance, bool analyticJacobian)
    : scheme_(scheme), tolerance_(tolerance), analyticJacobian_(analyticJacobian) {}

ImplicitIntegrator::~ImplicitIntegrator() = default;

void ImplicitIntegrator::allocate(const Model& model) {
  const int nv = model.nv;
  for (MotionPoint* motion : {&from_, &to_}) {
    motion->q.setZero(model.nq);
    motion->v.setZero(nv), motion->a.setZero(nv), motion->acc.setZero(nv);
  }
  for (VecX* x :
       {&delta_, &correction_, &residual_, &massDiagonal_, &tau_, &acceleration_, &impulse_, &error_, &weights_})
    x->setZero(nv);
  driven_.resize(model);
  driveRows_.setZero(static_cast<Eigen::Index>(model.prescribedJoints.size()), nv);
  driveForce_.setZero(static_cast<Eigen::Index>(model.prescribedJoints.size()));
  u_.setZero(model.nu);
  S_.setZero(nv, nv), mass_.setZero(nv, nv);
  keepsMatrix_ = scheme_.keepMatrix && analyticJacobian_ && isWorthKeeping(model);
  if (keepsMatrix_)
    built_.resize(model), improvements_.resize(nv, nv, kMoves), jerk_.setZero(nv), endQ_.setZero(model.nq);
  loopRows_.setZero(model.nl, nv);
  for (VecX* x : {&lambda_, &lambdaFrom_, &loopError_}) x->setZero(model.nl);
  system_ = std::make_unique<KktSolver>(nv, model.nl);
  loops_.resize(model);
  meter_.resize(model);
}

StepResult ImplicitIntegrator::reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  allocate(model);
  atEnd_ = false;
  flight_.prepare(model, data);
  normalize(model, state.q);
  inputs.evaluate(state.t, u_, tau_);
  perturbation_ = inputs.perturbation();
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  if (StepResult bad = followInputs(model, driven_, inputs, state)) return bad;
  const bool resumes = hasIntegratorState(state, blocks(acceleration_, lambda_, built_.numbers(), jerk_));
  if (!resumes)
    if (StepResult bad = closeLoops(model, data, state, &inputs)) return bad;
  measureForces(model, data);
  startAnchors(model, data, state);
  if (!resumes) {
    if (StepResult bad = accelerate(model, data, state)) return bad;
    setIntegratorState(state, blocks(data.acceleration, data.lambda, built_.numbers(), jerk_));
  }
  load(state);
  if (!from_.acc.allFinite()) return makeFailure(model, Failure::Kind::kNotFinite, state.t, from_.acc);
  startAccount(model, data, state, statistics_);
  measureStart(model, data);
  errorSum_ = motionSum_ = errorBefore_ = motionBefore_ = 0;
  acceleration_ = from_.acc;
  rebuildMatrix(model, data);
  return {};
}

/// data.acceleration and data.lambda at the state with the inputs of this instant, driven_ sampled there.
StepResult ImplicitIntegrator::accelerate(const Model& model, Data& data, const State& state) {
  driven_.giveAcceleration(acceleration_);
  try {
    forwardDynamics(model, data, state.q, state.v,
                    {.t = state.t, .u = &u_, .tau = &tau_, .motion = &acceleration_, .perturbation = perturbation_});
  } catch (const SingularMassMatrix& singular) {
    return makeSingularFailure(model, state.t, singular.link);
  } catch (const OverconstrainedMotion& blocked) {
    return makeBlockedFailure(model, state.t, blocked.row);
  }
  return {};
}

/// Forces at the initial configuration at rest set the scale of forces of a robot that does not move.
void ImplicitIntegrator::measureForces(const Model& model, Data& data) {
  massMatrix(model, data, model.q0);
  massDiagonal_ = data.massMatrix.diagonal();
  const VecX zero = VecX::Zero(model.nv);
  data.anchors.setZero();
  residual(model, data, model.q0, zero, zero, {});
  forceScale_ = 0;
  for (int i = 0; i < model.nv; ++i)
    if (massDiagonal_[i] > 0) forceScale_ += data.tau[i] * data.tau[i] / massDiagonal_[i];
}

void ImplicitIntegrator::measureStart(const Model& model, Data& data) {
  kinematics(model, data, from_.q, from_.v);
  Inputs inputs{.t = from_.t, .u = &u_, .tau = &tau_, .perturbation = perturbation_};
  meter_.start().evaluate(model, data, from_.q, from_.v, inputs);
  if (driven_.any()) {
    inputs.lambda = model.nl ? &lambdaFrom_ : nullptr;
    residual(model, data, from_.q, from_.v, from_.acc, inputs);
    for (const PrescribedJoint& d : model.prescribedJoints) meter_.start().in[d.v] += data.tau[d.v];
  }
  startMeasured_ = true;
}

void ImplicitIntegrator::load(const State& state) {
  from_.t = state.t;
  from_.q = state.q, from_.v = state.v;
  from_.acc = state.block(kAcceleration);
  from_.a = state.block(kAlgorithmicBlock);
  if (lambdaFrom_.size()) lambdaFrom_ = state.block(kLoopForces);
  if (keepsMatrix_) jerk_ = state.block(kJerk);
}

void ImplicitIntegrator::store(State& state) const {
  state.q = from_.q, state.v = from_.v;
  integratorBlock(state, kAcceleration) = from_.acc;
  integratorBlock(state, kAlgorithmicBlock) = from_.a;
  if (lambdaFrom_.size()) integratorBlock(state, kLoopForces) = lambdaFrom_;
  if (keepsMatrix_) integratorBlock(state, kLinearization) = built_.numbers(), integratorBlock(state, kJerk) = jerk_;
}

StepResult ImplicitIntegrator::step(const Model& model, Data& data, State& state, double h,
                                    const InputsProvider& inputs) {
  if (StepResult bad = checkStep(state.t, h)) return bad;
  atEnd_ = false;
  load(state);
  if (keepsMatrix_ && state.block(kLinearization) != built_.numbers()) {  // a step was undone
    built_.numbers() = state.block(kLinearization);
    rebuildMatrix(model, data);
  }
  loadAnchors(model, state, data);
  errorBefore_ = errorSum_, motionBefore_ = motionSum_;
  inputs.evaluate(from_.t, u_, tau_);
  perturbation_ = inputs.perturbation();
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  driven_.sample(inputs, state.t + h);
  if (StepResult bad = driven_.check(state.t + h)) return bad;
  if (StepResult bad = checkJumps(model, from_.q, from_.v, state.t, h, driven_)) return bad;
  if (!startMeasured_) measureStart(model, data);
  if (data.feedback) data.feedback->evaluate(from_.t, from_.q, from_.v, u_);
  if (!u_.allFinite()) return makeFailure(model, Failure::Kind::kNotFinite, state.t, from_.acc);
  meter_.start().changeInputs(model, u_, tau_);
  const StepStatistics before = statistics_;
  if (!advanceInUnits(model, data, state.t, h, inputs)) {
    startMeasured_ = false;
    restoreEnergies(before);
    loadAnchors(model, state, data);
    driven_.sample(inputs, state.t + h);
    if (StepResult blocked = checkBlocked(model, data, state, driven_)) return blocked;
    return failure(model, data, state, h);
  }
  normalize(model, from_.q);
  if (!model.loops.empty()) {  // rows that were dropped are in no equation; the kinematics are those of the last
                               // correction but one
    if (StepResult open = checkLoops(model, data, state.t, kLoopsLost)) {
      startMeasured_ = false;
      restoreEnergies(before);
      loadAnchors(model, state, data);
      return open;
    }
    if (rings_) calm(model, data, state.t + h);
  }
  state.t += h;
  store(state);
  storeAnchors(model, data, state);
  if (keepsMatrix_) atEnd_ = true, endTime_ = state.t, endQ_ = data.q;
  acceleration_ = from_.acc;
  if (scheme_.holdInputs) inputs.evaluate(state.t, u_, tau_);
  ++statistics_.steps;
  return {};
}

void ImplicitIntegrator::restoreEnergies(const StepStatistics& before) {
  statistics_.workIn = before.workIn, statistics_.dissipated = before.dissipated;
  statistics_.exchanged = before.exchanged, statistics_.largestKinetic = before.largestKinetic;
}

/// However a step ends, by an exception, too, the next one has the scheme again that this one began with.
class ImplicitIntegrator::SchemeScope {
 public:
  explicit SchemeScope(ImplicitIntegrator& method) : method_(method), usual_(method.scheme_) {}
  ~SchemeScope() { method_.scheme_ = usual_, method_.dampsStart_ = false; }
  SchemeScope(const SchemeScope&) = delete;
  SchemeScope& operator=(const SchemeScope&) = delete;

 private:
  ImplicitIntegrator& method_;
  ImplicitScheme usual_;
};

/// The step in one piece, or in pieces of 1/2, 1/4, … of it where that fails, or where a start is rough: what springs
/// there is damped by ρ∞ = 0, and the next step is a start again.
bool ImplicitIntegrator::advanceInUnits(const Model& model, Data& data, double t, double h,
                                        const InputsProvider& inputs) {
  const ImplicitScheme usual = scheme_;
  const SchemeScope scope(*this);
  const int units = 1 << scheme_.halvings;
  int done = 0, piece = units;
  const bool starts = isStart();
  bool good = true, rough = false;
  while (good && done < units) {
    from_.t = t + h * done / units;
    to_.t = t + h * (done + piece) / units;
    rough_ = false;
    const bool looks = starts && done == 0 && piece > 1;
    const double roughest = !looks ? std::numeric_limits<double>::infinity() : rough ? kCalm : kRough;
    if (advance(model, data, h * piece / units, inputs, roughest)) {
      done += piece;
      continue;
    }
    if (rough_) rough = dampsStart_ = true, scheme_ = damping(usual);
    good = piece > 1;
    piece /= 2;
  }
  if (rough && good) from_.a = from_.acc;
  return good;
}

/// Whether accelerations are those of forward dynamics, as after reset. Methods that damp nothing have no other ones.
bool ImplicitIntegrator::isStart() const {
  return scheme_.gamma > 0.5 && from_.a == from_.acc;
}

/// Whether the last solution springs: its accelerations do not belong to the motion in the step.
bool ImplicitIntegrator::isRough(double roughest) const {
  return stepSquare_ > roughest * roughest * motionSquare_;
}

/// ρ∞ = 0
ImplicitScheme ImplicitIntegrator::damping(const ImplicitScheme& scheme) {
  ImplicitScheme out = scheme;
  out.alphaM = -1, out.alphaF = 0, out.beta = 1, out.gamma = 1.5;
  return out;
}

bool ImplicitIntegrator::advance(const Model& model, Data& data, double h, const InputsProvider& inputs,
                                 double roughest) {
  if (!scheme_.holdInputs) inputs.evaluate(to_.t, u_, tau_);
  provider_ = &inputs;
  driven_.sample(inputs, to_.t);
  for (const PrescribedJoint& d : model.prescribedJoints) u_[d.input] = driven_.position(d);
  prescribe(model, h);
  flight_.start(model, data, from_, meter_.start().tau, perturbation_);
  inputs_ = {.t = to_.t, .u = model.nu ? &u_ : nullptr, .tau = &tau_, .perturbation = perturbation_};
  if (model.nl) inputs_.lambda = &lambda_;
  if (!solve(model, data, h, Predictor::kAcceleration) && !solve(model, data, h, Predictor::kPosition)) return false;
  measureError(model, h);
  if (isRough(roughest)) {
    rough_ = true;
    return false;
  }
  if (keepsMatrix_) jerk_ = (to_.acc - from_.acc) / h;
  rings_ = model.nl > 0 && rings(model, data);
  flight_.end(model, data, h, tau_, perturbation_, to_);
  meter_.end().evaluate(model, data, to_.q, to_.v, inputs_);
  for (std::size_t k = 0; k < model.prescribedJoints.size(); ++k)
    meter_.end().in[model.prescribedJoints[k].v] += driveForce_[static_cast<Eigen::Index>(k)];
  meter_.addStep(delta_, statistics_);
  if (model.anchorSize > 0) {
    kinematics(model, data, to_.q, to_.v);
    statistics_.dissipated -= anchorContacts(model, data);
  }
  errorSum_ += stepSquare_, motionSum_ += motionSquare_;
  statistics_.stepError = std::sqrt(errorSum_ / motionSum_);
  statistics_.largestKinetic = std::max(statistics_.largestKinetic, kineticEnergy());
  ++statistics_.substeps;
  meter_.swap();
  std::swap(from_, to_);
  lambdaFrom_ = lambda_;
  return true;
}

/// ½ vᵀ M v with the last mass matrix that the step built.
double ImplicitIntegrator::kineticEnergy() {
  correction_.noalias() = mass_.lazyProduct(to_.v);
  return 0.5 * correction_.dot(to_.v);
}

bool ImplicitIntegrator::solve(const Model& model, Data& data, double h, Predictor predictor) {
  for (const bool matrixIsKnown : {true, false}) {
    if (matrixIsKnown && !matrixServes(h)) continue;
    predict(h, predictor);
    lambda_ = lambdaFrom_;
    place(model, h);
    if (iterate(model, data, h, matrixIsKnown)) return true;
  }
  return false;
}

bool ImplicitIntegrator::iterate(const Model& model, Data& data, double h, bool matrixIsKnown) {
  NewtonMonitor monitor(tolerance_, !matrixIsKnown);
  improvements_.clear();
  while (true) {
    provider_->checkpoint();
    const bool fresh = monitor.wantsMatrix();
    ++statistics_.newton;
    if (!evaluate(model, data, h, fresh)) return false;
    to_.a += correction_ / (scheme_.beta * h * h);
    lambda_ += system_->lambda;
    place(model, h);
    const NewtonMonitor::Verdict verdict = monitor.judge(correctionSize(h), fresh);
    if (verdict == NewtonMonitor::Verdict::kConverged && closesLoops()) return true;
    if (verdict == NewtonMonitor::Verdict::kContinue) continue;
    problem_ = Failure::Kind::kNewtonDiverged;
    return false;
  }
}

/// First guess: the acceleration goes on, as it changed in the step before where an iteration costs much, or the
/// position stays.
void ImplicitIntegrator::predict(double h, Predictor predictor) {
  const ImplicitScheme& s = scheme_;
  if (predictor == Predictor::kAcceleration) {
    to_.a = (from_.acc - s.alphaM * from_.a) / (1 - s.alphaM);
    if (keepsMatrix_) to_.a += ((1 - s.alphaF) * h / (1 - s.alphaM)) * jerk_;
  } else {
    to_.a = -(from_.v / h + (0.5 - s.beta) * from_.a) / s.beta;
  }
}

/// Kinks of the prescribed velocities in the step. from_.a holds the accelerations that the input had.
void ImplicitIntegrator::prescribe(const Model& model, double h) {
  for (const PrescribedJoint& d : model.prescribedJoints)
    impulse_[d.v] = driven_.velocity(d) - from_.v[d.v] - 0.5 * h * (from_.a[d.v] + driven_.acceleration(d));
}

/// Takes driven coordinates out of the equations; their rows are kept for the forces of the drives.
void ImplicitIntegrator::pin(const Model& model, Data& data) {
  for (std::size_t k = 0; k < model.prescribedJoints.size(); ++k)
    driveRows_.row(static_cast<Eigen::Index>(k)) = S_.row(model.prescribedJoints[k].v);
  pinSquare(model, S_);
  pinColumns(model, data.loopErrorJacobian);
}

/// Forces of the drives: what their rows of the equations lack, after the correction that is being made.
void ImplicitIntegrator::measureDrives(const Model& model, const Data& data) {
  for (std::size_t k = 0; k < model.prescribedJoints.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    driveForce_[row] = residual_[model.prescribedJoints[k].v] + driveRows_.row(row).dot(correction_);
    if (model.nl) driveForce_[row] -= data.loopJacobian.col(model.prescribedJoints[k].v).dot(system_->lambda);
  }
}

/// q₊, v₊, q̈₊ and D that belong to a₊.
void ImplicitIntegrator::place(const Model& model, double h) {
  const ImplicitScheme& s = scheme_;
  delta_ = h * from_.v + (h * h) * ((0.5 - s.beta) * from_.a + s.beta * to_.a);
  to_.v = from_.v + h * ((1 - s.gamma) * from_.a + s.gamma * to_.a);
  to_.acc = ((1 - s.alphaM) * to_.a + s.alphaM * from_.a - s.alphaF * from_.acc) / (1 - s.alphaF);
  for (const PrescribedJoint& d : model.prescribedJoints) {
    delta_[d.v] = driven_.position(d) - from_.q[d.q];
    to_.v[d.v] = driven_.velocity(d);
    to_.a[d.v] = driven_.acceleration(d);
    to_.acc[d.v] = driven_.acceleration(d) + impulse_[d.v] / h;
  }
  integrate(model, from_.q, delta_, to_.q);
  driven_.givePosition(to_.q);
}

/// Residual and correction δD at the current point; false if something is not finite.
bool ImplicitIntegrator::evaluate(const Model& model, Data& data, double h, bool buildMatrix) {
  problem_ = Failure::Kind::kNotFinite;
  if (!to_.q.allFinite() || !to_.v.allFinite()) return false;
  if (buildMatrix) {
    ++statistics_.jacobians;
    if (analyticJacobian_) {
      residualDerivatives(model, data, to_.q, to_.v, to_.acc, inputs_);
      residual_ = data.tau;
      measureLoops(model, data);
      assemble(model, data, h, delta_);
    } else {
      assembleByDifferences(model, data, h);
    }
    if (!S_.allFinite() || !data.loopErrorJacobian.allFinite()) return false;
    factorize(model, data, delta_);
    keepMatrix(h);
  } else {
    residual(model, data, to_.q, to_.v, to_.acc, inputs_);
    residual_ = data.tau;
    measureLoops(model, data);
  }
  if (!residual_.allFinite() || !loopError_.allFinite()) return false;
  system_->solve(residual_, loopError_);
  correction_ = system_->x;
  if (keepsMatrix_ && buildMatrix) improvements_.clear();
  if (keepsMatrix_) improvements_.improve(weights_, correction_);
  pinEntries(model, correction_);
  measureDrives(model, data);
  return true;
}

/// Largest correction, relative to the displacement that the kinetic energy in the step (or what the robot's own
/// forces would give it from rest) makes along that coordinate; the digits that q itself can hold are allowed for.
double ImplicitIntegrator::correctionSize(double h) const {
  double energyFrom = 0, energyTo = 0, heaviest = 0;
  for (Eigen::Index i = 0; i < correction_.size(); ++i) {
    energyFrom += massDiagonal_[i] * from_.v[i] * from_.v[i];
    energyTo += massDiagonal_[i] * to_.v[i] * to_.v[i];
    heaviest = std::max(heaviest, massDiagonal_[i]);
  }
  const double reference = h * std::sqrt(std::max({energyFrom, energyTo, h * h * forceScale_}));
  double size = 0;
  for (Eigen::Index i = 0; i < correction_.size(); ++i) {
    const double mass = std::max(massDiagonal_[i], 1e-14 * heaviest);
    const double digits = 4 * std::numeric_limits<double>::epsilon() * (1 + std::abs(delta_[i]));
    const double scale = reference / std::sqrt(mass) + digits / tolerance_;
    size = std::max(size, std::abs(correction_[i]) / scale);
    if (!std::isfinite(correction_[i])) return std::numeric_limits<double>::infinity();
  }
  return size;
}

/// Squares of what D lacks to one whose accelerations change linearly in the step, and of the displacement that the
/// velocities make; driven coordinates have none.
void ImplicitIntegrator::measureError(const Model& model, double h) {
  error_ = delta_ - h * from_.v - (h * h / 6) * (2 * from_.acc + to_.acc);
  pinEntries(model, error_);
  stepSquare_ = massDiagonal_.dot(error_.cwiseAbs2());
  motionSquare_ =
      h * h * (massDiagonal_.dot(from_.v.cwiseAbs2().cwiseMax(to_.v.cwiseAbs2())) + 2 * statistics_.negligible);
}

/// Says which link the last correction, in the metric of the kinetic energy, was largest in.
Failure ImplicitIntegrator::failure(const Model& model, Data& data, const State& state, double h) const {
  VecX suspicion = residual_;
  for (Eigen::Index i = 0; i < suspicion.size(); ++i)
    suspicion[i] /= std::sqrt(std::max(massDiagonal_[i], std::numeric_limits<double>::min()));
  if (problem_ == Failure::Kind::kNotFinite) return makeNotFiniteFailure(model, data, state, h, suspicion);
  return makeFailure(model, problem_, state.t, suspicion);
}

}  // namespace tendril
