// SPDX-License-Identifier: BSD-3-Clause
// The classical explicit Runge–Kutta method of order 4 on the group (Munthe-Kaas 1999): within a step q = qₙ ⊕ exp(Θ),
// Θ' = T_r(Θ)⁻¹ v, v' = q̈(q, v, t); for coordinates with v = q̇ that is the ordinary method.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/constraints/loop_closure.hpp"
#include "core/constraints/loop_projection.hpp"
#include "core/constraints/prescribed_motion.hpp"
#include "core/integrators/balance.hpp"
#include "core/integrators/contact_refinement.hpp"
#include "core/integrators/stable_step.hpp"

namespace tendril {
namespace {

constexpr double kFarthestStep = 1e4;  // rad or m in one step: no robot moves like that
constexpr double kOpen = 2e-7;         // m, rad: loops beyond are closed after a step
constexpr double kFarStage = 10;       // rad or m: a matrix that fails so far out says nothing about the robot

/// x + ½ ad_θ x + 1/12 ad_θ² x − 1/720 ad_θ⁴ x = T_r(θ)⁻¹ x up to O(θ⁶).
template <class V, class Bracket>
V inverseTangent(const V& theta, const V& x, Bracket bracket) {
  const V first = bracket(theta, x), second = bracket(theta, first);
  const V fourth = bracket(theta, V(bracket(theta, second)));
  return x + 0.5 * first + second / 12 - fourth / 720;
}

/// rate = T_r(Θ)⁻¹ v
void applyInverseTangent(const Model& model, const VecX& theta, const VecX& v, VecX& rate) {
  rate = v;
  for (const ManifoldBlock& block : model.groups) {
    const int i = block.v;
    if (block.kind == ManifoldBlock::Kind::kSO3)
      rate.segment<3>(i) = inverseTangent<Vec3>(theta.segment<3>(i), v.segment<3>(i),
                                                [](const Vec3& a, const Vec3& b) { return Vec3(a.cross(b)); });
    else
      rate.segment<6>(i) = inverseTangent<Vec6>(theta.segment<6>(i), v.segment<6>(i), crossMotion<double>);
  }
}

class RungeKutta4 : public Integrator {
 public:
  StepResult reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  StepResult step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) override;
  void continueAccount(const StepStatistics& account) override {
    statistics_ = account;
    motionSum_ = motionBefore_, changeSum_ = changeBefore_;
  }

 private:
  struct Stage {
    VecX thetaRate, acceleration;
    double powerIn = 0, powerOut = 0;
  };
  void evaluate(const Model& model, Data& data, double t, const VecX& theta, Stage& stage);
  void between(const Stage& stage, double h, const VecX& v);
  void follow(const Model& model, const InputsProvider& inputs, double t);
  StepResult tryStep(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs);
  StepResult applyVelocityJump(const Model& model, const State& state, double h, const InputsProvider& inputs);
  void keepConditions(const Data& data);
  bool isAsKept(const Data& data) const;
  void firstStage(const Model& model, Data& data, const State& state);
  bool makeStages(const Model& model, Data& data, const State& state, double h, const InputsProvider& inputs);
  void combine(double h, const State& state);
  StepResult close(const Model& model, Data& data, double t, double h);
  double weighted(double h, double Stage::*member) const;
  void measureError(double h, const VecX& v);

  std::array<Stage, 5> stages_;  // the fifth, at the end of a step, is the first of the next
  VecX theta_, q_, v_, tau_;     // the point that is evaluated
  VecX lastQ_, lastV_, lastU_, lastTau_;
  double lastT_ = 0;
  double motionBefore_ = 0, changeBefore_ = 0;  // the sums before the last step, which may be undone
  double motionSum_ = 0, changeSum_ = 0;        // squares of velocities and of corrections of the acceleration
  VecX lastAnchors_;
  Vec3 lastGravity_ = Vec3::Zero();
  const Perturbation* perturbation_ = nullptr;  // of the step that is being made
  std::optional<Perturbation> lastPerturbation_;
  PrescribedMotion driven_;
  LoopProjection loops_;
  State next_;
  VecX driveJump_,
      motion_;  // nv: what the accelerations of driven coordinates lack of their change of velocity; accelerations
};

/// Prescribed coordinates of the point where they are wanted at t.
void RungeKutta4::follow(const Model&, const InputsProvider& inputs, double t) {
  driven_.sample(inputs, t);
  driven_.givePosition(q_), driven_.giveVelocity(v_), driven_.giveAcceleration(motion_);
}

/// driveJump_ of a step: acceleration that is added in all stages, so that a kink in a prescribed velocity is felt. Of
/// the order of the method's error where there is none.
StepResult RungeKutta4::applyVelocityJump(const Model& model, const State& state, double h,
                                          const InputsProvider& inputs) {
  if (!driven_.any()) return {};
  driveJump_.setZero();
  constexpr std::array kNodes = {0.0, 0.5, 1.0};
  constexpr std::array kWeights = {1.0 / 6, 4.0 / 6, 1.0 / 6};
  for (std::size_t k = 0; k < kNodes.size(); ++k) {
    driven_.sample(inputs, state.t + kNodes[k] * h);
    if (StepResult bad = driven_.check(state.t + kNodes[k] * h)) return bad;
    for (const PrescribedJoint& d : model.prescribedJoints) driveJump_[d.v] -= kWeights[k] * driven_.acceleration(d);
  }
  for (const PrescribedJoint& d : model.prescribedJoints) driveJump_[d.v] += (driven_.velocity(d) - state.v[d.v]) / h;
  return checkJumps(model, state.q, state.v, state.t, h, driven_);
}

StepResult RungeKutta4::reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  for (Stage& stage : stages_) stage.thetaRate.setZero(model.nv), stage.acceleration.setZero(model.nv);
  for (VecX* x : {&theta_, &v_, &tau_, &lastV_, &lastTau_, &acceleration_}) x->setZero(model.nv);
  for (VecX* x : {&u_, &lastU_}) x->setZero(model.nu);
  for (VecX* x : {&driveJump_, &motion_}) x->setZero(model.nv);
  loops_.resize(model);
  normalize(model, state.q);
  if (StepResult bad = followInputs(model, driven_, inputs, state)) return bad;
  if (StepResult bad = closeLoops(model, data, state, &inputs)) return bad;
  if (!hasIntegratorState(state, {})) setIntegratorState(state, {});
  startAnchors(model, data, state);
  inputs.evaluate(state.t, u_, tau_);
  perturbation_ = inputs.perturbation();
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  try {
    q_ = state.q, v_ = state.v, theta_.setZero();
    driven_.giveAcceleration(motion_);
    evaluate(model, data, state.t, theta_, stages_[4]);
  } catch (const SingularMassMatrix& singular) {
    return makeSingularFailure(model, state.t, singular.link);
  } catch (const OverconstrainedMotion& blocked) {
    return makeBlockedFailure(model, state.t, blocked.row);
  }
  acceleration_ = stages_[4].acceleration;
  if (!acceleration_.allFinite()) return makeFailure(model, Failure::Kind::kNotFinite, state.t, acceleration_);
  lastT_ = state.t, lastQ_ = state.q, lastV_ = state.v, lastU_ = u_, lastTau_ = tau_;
  keepConditions(data);
  startAccount(model, data, state, statistics_);
  motionSum_ = changeSum_ = motionBefore_ = changeBefore_ = 0;
  return {};
}

/// Rates at (q_, v_) with u_, tau_ there.
void RungeKutta4::evaluate(const Model& model, Data& data, double t, const VecX& theta, Stage& stage) {
  Inputs inputs{.t = t, .u = model.nu ? &u_ : nullptr, .tau = &tau_, .motion = &motion_, .perturbation = perturbation_};
  forwardDynamics(model, data, q_, v_, inputs);
  stage.acceleration = data.acceleration;
  applyInverseTangent(model, theta, v_, stage.thetaRate);
  const PowerFlow flow = powerFlow(model, data, inputs);
  stage.powerIn = flow.in, stage.powerOut = flow.dissipated;
  if (driven_.any()) {
    if (model.nl) inputs.lambda = &data.lambda;
    residual(model, data, q_, v_, stage.acceleration, inputs);
    for (const PrescribedJoint& d : model.prescribedJoints) stage.powerIn += data.tau[d.v] * v_[d.v];
  }
}

/// What besides state and inputs the rates of the fifth stage depend on.
void RungeKutta4::keepConditions(const Data& data) {
  lastGravity_ = data.gravity;
  lastAnchors_ = data.anchors;
  lastPerturbation_.reset();
  if (perturbation_) lastPerturbation_ = *perturbation_;
}

bool RungeKutta4::isAsKept(const Data& data) const {
  const bool sameHold = perturbation_ ? lastPerturbation_ && *lastPerturbation_ == *perturbation_ : !lastPerturbation_;
  return data.gravity == lastGravity_ && data.anchors == lastAnchors_ && sameHold;
}

/// The rates at the start of a step, kept from the end of the last one where nothing changed in between.
void RungeKutta4::firstStage(const Model& model, Data& data, const State& state) {
  const bool same = state.t == lastT_ && state.q == lastQ_ && state.v == lastV_ && u_ == lastU_ && tau_ == lastTau_ &&
                    isAsKept(data) && !driven_.any();
  lastQ_.setConstant(std::nan(""));  // until this step is made nothing is kept
  if (same) {
    std::swap(stages_[0], stages_[4]);
  } else {
    q_ = state.q, v_ = state.v, theta_.setZero();
    evaluate(model, data, state.t, theta_, stages_[0]);
  }
}

bool RungeKutta4::makeStages(const Model& model, Data& data, const State& state, double h,
                             const InputsProvider& inputs) {
  constexpr std::array kNodes = {0.0, 0.5, 0.5, 1.0};
  if (driven_.any()) driven_.sample(inputs, state.t), driven_.giveAcceleration(motion_), motion_ += driveJump_;
  firstStage(model, data, state);
  for (std::size_t k = 1; k < kNodes.size(); ++k) {
    const Stage& before = stages_[k - 1];
    theta_ = (kNodes[k] * h) * before.thetaRate;
    v_ = state.v + (kNodes[k] * h) * before.acceleration;
    if (!theta_.allFinite() || !v_.allFinite()) return false;
    integrate(model, state.q, theta_, q_);
    inputs.evaluate(state.t + kNodes[k] * h, u_, tau_);
    follow(model, inputs, state.t + kNodes[k] * h);
    motion_ += driveJump_;
    evaluate(model, data, state.t + kNodes[k] * h, theta_, stages_[k]);
  }
  combine(h, state);
  return theta_.allFinite() && v_.allFinite() && (theta_.size() == 0 || theta_.cwiseAbs().maxCoeff() < kFarthestStep);
}

/// Displacement and velocity of the whole step in theta_ and v_.
void RungeKutta4::combine(double h, const State& state) {
  const auto& [k1, k2, k3, k4, k5] = stages_;
  theta_ = (h / 6) * (k1.thetaRate + 2 * k2.thetaRate + 2 * k3.thetaRate + k4.thetaRate);
  v_ = state.v + (h / 6) * (k1.acceleration + 2 * k2.acceleration + 2 * k3.acceleration + k4.acceleration);
}

double RungeKutta4::weighted(double h, double Stage::*member) const {
  const auto& [k1, k2, k3, k4, k5] = stages_;
  return h / 6 * (k1.*member + 2 * k2.*member + 2 * k3.*member + k4.*member);
}

/// What a step has left open of loops, at q_ and v_.
StepResult RungeKutta4::close(const Model& model, Data& data, double t, double h) {
  if (model.loops.empty()) return {};
  next_.t = t + h, next_.q = q_, next_.v = v_;
  kinematics(model, data, q_, v_);
  if (loops_.isOpen(model, data, kOpen)) {
    massMatrix(model, data, q_);
    loops_.weigh(data.massMatrix);
    kinematics(model, data, q_, v_);
    loops_.close(model, data, next_);
    q_ = next_.q, v_ = next_.v;
  }
  return checkLoops(model, data, t, kLoopsLost);
}

/// For an oscillation of angular frequency ω the second correction of the acceleration at the middle of the step is,
/// over h, (ωh)³/4 of the velocity, and the step is wrong by (ωh)⁴/120 of the motion in it.
void RungeKutta4::measureError(double h, const VecX& v) {
  motionBefore_ = motionSum_, changeBefore_ = changeSum_;
  motionSum_ += v.squaredNorm();
  changeSum_ += h * h * (stages_[2].acceleration - stages_[1].acceleration).squaredNorm();
  if (motionSum_ > 0) statistics_.stepError = std::pow(16 * changeSum_ / motionSum_, 2.0 / 3) / 120;
}

StepResult RungeKutta4::step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) {
  loadAnchors(model, state, data);
  StepResult bad = tryStep(model, data, state, h, inputs);
  if (bad) loadAnchors(model, state, data);
  if (bad && bad->kind != Failure::Kind::kMotionJumps) explainExplicitStep(model, data, h, *bad);
  return bad;
}

StepResult RungeKutta4::tryStep(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) {
  if (StepResult bad = checkStep(state.t, h)) return bad;
  inputs.evaluate(state.t, u_, tau_);
  perturbation_ = inputs.perturbation();
  if (StepResult bad = checkFinite(model, state.t, state.q, state.v, u_, tau_)) return bad;
  try {
    if (StepResult bad = applyVelocityJump(model, state, h, inputs)) return bad;
    if (!makeStages(model, data, state, h, inputs)) return makeNotFiniteFailure(model, data, state, h, v_);
    const double in = weighted(h, &Stage::powerIn);
    double out = weighted(h, &Stage::powerOut);
    integrate(model, state.q, theta_, q_);
    normalize(model, q_);
    inputs.evaluate(state.t + h, u_, tau_);
    theta_.setZero();
    follow(model, inputs, state.t + h);
    if (StepResult open = close(model, data, state.t, h)) return open;
    if (model.anchorSize > 0) {
      kinematics(model, data, q_, v_);
      out -= anchorContacts(model, data);
    }
    evaluate(model, data, state.t + h, theta_, stages_[4]);
    if (!stages_[4].acceleration.allFinite())
      return makeNotFiniteFailure(model, data, state, h, stages_[4].acceleration);
    addWork(in, out, statistics_);
    measureError(h, state.v);
    statistics_.largestKinetic = std::max(statistics_.largestKinetic, energy(model, data, q_, v_).kinetic);
  } catch (const SingularMassMatrix& singular) {
    const bool lost = !theta_.allFinite() || theta_.cwiseAbs().maxCoeff() > kFarStage;
    if (lost) return makeNotFiniteFailure(model, data, state, h, v_);
    return makeSingularFailure(model, state.t, singular.link);
  } catch (const OverconstrainedMotion& blocked) {
    return makeBlockedFailure(model, state.t, blocked.row);
  }
  state.t += h;
  state.q = q_, state.v = v_;
  storeAnchors(model, data, state);
  acceleration_ = stages_[4].acceleration;
  lastT_ = state.t, lastQ_ = state.q, lastV_ = state.v, lastU_ = u_, lastTau_ = tau_;
  keepConditions(data);
  ++statistics_.steps, ++statistics_.substeps;
  return {};
}

}  // namespace

std::unique_ptr<Integrator> makeRungeKutta4(const SimulationSettings&) {
  return refineAtContacts(std::make_unique<RungeKutta4>(), StepKind::kExplicit);
}

}  // namespace tendril
