// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/dense_output/bdf_equations.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/loops.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

constexpr int kMaxIterations = 4;
constexpr int kOldest = 40;           // steps that matrices are used for at most
constexpr double kSlow = 0.5;         // contraction above which new matrices pay
constexpr double kGammaChange = 0.1;  // relative change of γ above which the iteration matrix is factorised anew
constexpr double kIgnored = 1e-100;   // weight of what error control does not look at
constexpr double kDifference = 1e-7;

Vec3 at3(const VecX& x, int i) {
  return x.segment<3>(i);
}

Mat3 rotationAt(const VecX& unitQ, int i) {
  return rotationFromQuaternion<double>(Vec4(unitQ.segment<4>(i)));
}

/// N(q) v for quaternions as they are, not of unit length: then |q| is an invariant of the equations.
void positionRate(const Model& model, const VecX& raw, const VecX& unitQ, const VecX& v, VecXMut out) {
  for (const ManifoldBlock& block : model.manifold) {
    if (block.isVector()) {
      out.segment(block.q, block.size) = v.segment(block.v, block.size);
      continue;
    }
    const int start = block.quaternion();
    const Vec3 omega = at3(v, block.v);
    out.segment<4>(start) =
        quaternionProduct<double>(Vec4(raw.segment<4>(start)), Vec4(0, omega[0] / 2, omega[1] / 2, omega[2] / 2));
    if (block.kind == ManifoldBlock::Kind::kSE3)
      out.segment<3>(block.q) = rotationAt(unitQ, start) * at3(v, block.v + 3);
  }
}

}  // namespace

BdfEquations::BdfEquations(const Model& model, double rtol, double atol, bool analyticJacobian, bool forces)
    : model_(model),
      nq_(model.nq),
      nv_(model.nv),
      nf_(forces ? model.nl : 0),
      rtol_(rtol),
      atol_(atol),
      analyticJacobian_(analyticJacobian),
      system_(std::make_unique<KktSolver>(nv_, model.nl)) {
  for (VecX* x : {&tau_, &v_, &acceleration_, &residual_, &correction_, &suspicion_}) x->setZero(nv_);
  for (VecX* x : {&raw_, &q_, &before_}) x->setZero(nq_);
  for (MatX* x : {&M_, &D_, &K_, &S_}) x->setZero(nv_, nv_);
  for (MatX* x : {&A_, &Cq_, &Cv_, &C_}) x->setZero(model.nl, nv_);
  for (VecX* x : {&lambda_, &loopResidual_}) x->setZero(model.nl);
  broyden_.resize(nv_ + model.nl, nv_, kMaxIterations);
  move_.setZero(nv_ + model.nl);
  u_.setZero(model.nu);
  driven_.resize(model);
  motion_.setZero(nv_);
  driveForce_.setZero(static_cast<Eigen::Index>(model.prescribedJoints.size()));
  driveRows_.setZero(static_cast<Eigen::Index>(model.prescribedJoints.size()), nv_);
}

BdfEquations::~BdfEquations() = default;

void BdfEquations::evaluateInputs(double t) {
  provider_->evaluate(t, u_, tau_);
  driven_.sample(*provider_, t);
  driven_.giveAcceleration(motion_);
  inputs_ = {.t = t,
             .u = model_.nu ? &u_ : nullptr,
             .tau = &tau_,
             .motion = &motion_,
             .perturbation = provider_->perturbation()};
  if (model_.nl) inputs_.lambda = &lambda_;
}

MultistepProblem::Outcome BdfEquations::fineIf(bool finite) {
  if (finite) return Outcome::kGood;
  notFinite_ = true;
  uThen_ = u_, tauThen_ = tau_;
  return Outcome::kTryShorter;
}

MultistepProblem::Outcome BdfEquations::rate(double t, const VecXRef& y, VecXMut out) {
  evaluateInputs(t);
  raw_ = q_ = y.head(nq_), v_ = y.segment(nq_, nv_);
  driven_.givePosition(raw_), driven_.givePosition(q_), driven_.giveVelocity(v_);
  normalize(model_, q_);
  if (!y.allFinite() || driven_.check(t)) return fineIf(false);
  Inputs open = inputs_;
  open.lambda = nullptr;
  forwardDynamics(model_, *data_, q_, v_, open);
  lambda_ = data_->lambda;
  positionRate(model_, raw_, q_, v_, out.head(nq_));
  out.segment(nq_, nv_) = data_->acceleration;
  acceleration_ = data_->acceleration;
  if (driven_.any()) evaluateResidual();
  for (std::size_t k = 0; k < model_.prescribedJoints.size(); ++k)
    driveForce_[static_cast<Eigen::Index>(k)] = residual_[model_.prescribedJoints[k].v];
  out.segment(nq_ + nv_, nf_).setZero();
  power(out.tail<kWork>());
  return fineIf(out.allFinite());
}

/// Power in, dissipated, and the sum of their sizes where the residual was evaluated last, W: at the current point but
/// for a correction that is small against the tolerance.
void BdfEquations::power(VecXMut out) {
  PowerFlow flow = powerFlow(model_, *data_, inputs_);
  for (std::size_t k = 0; k < model_.prescribedJoints.size(); ++k)
    flow.in += driveForce_[static_cast<Eigen::Index>(k)] * data_->v[model_.prescribedJoints[k].v];
  out << flow.in, flow.dissipated, std::abs(flow.in) + std::abs(flow.dissipated);
}

/// q and q̈ that belong to v.
void BdfEquations::place(const Implicit& e) {
  const auto c = e.constant.head(nq_);
  driven_.giveVelocity(v_);
  acceleration_ = (v_ - e.constant.segment(nq_, nv_)) / e.gamma;
  driven_.giveAcceleration(acceleration_);
  for (const ManifoldBlock& block : model_.manifold) {
    if (block.isVector()) {
      raw_.segment(block.q, block.size) = c.segment(block.q, block.size) + e.gamma * v_.segment(block.v, block.size);
      continue;
    }
    const Vec3 half = 0.5 * e.gamma * at3(v_, block.v);
    raw_.segment<4>(block.quaternion()) = quaternionProduct<double>(
        Vec4(c.segment<4>(block.quaternion())), Vec4(Vec4(1, half[0], half[1], half[2]) / (1 + half.squaredNorm())));
  }
  driven_.givePosition(raw_);
  q_ = raw_;
  normalize(model_, q_);
  for (const ManifoldBlock& block : model_.groups) {
    if (block.kind != ManifoldBlock::Kind::kSE3) continue;
    const Vec3 p = c.segment<3>(block.q) + e.gamma * (rotationAt(q_, block.quaternion()) * at3(v_, block.v + 3));
    raw_.segment<3>(block.q) = q_.segment<3>(block.q) = p;
  }
}

/// matrix ← matrix · G, G = ∂q/∂v of place() with right perturbations of q.
void BdfEquations::multiplyByPositionDerivative(double gamma, MatXMut matrix) const {
  for (const ManifoldBlock& block : model_.manifold) {
    const int i = block.v;
    if (block.isVector()) {
      matrix.middleCols(i, block.size) *= gamma;
      continue;
    }
    const Vec3 half = 0.5 * gamma * at3(v_, i);
    const Mat3 turn = gamma / (1 + half.squaredNorm()) * (Mat3::Identity() - skew<double>(half));
    if (block.kind == ManifoldBlock::Kind::kSO3) {
      matrix.middleCols<3>(i) = (matrix.middleCols<3>(i) * turn).eval();
      continue;
    }
    Mat6 G = Mat6::Zero();
    G.topLeftCorner<3, 3>() = turn;
    G.bottomLeftCorner<3, 3>() = -gamma * skew<double>(at3(v_, i + 3)) * turn;
    G.bottomRightCorner<3, 3>() = gamma * Mat3::Identity();
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      const Eigen::Matrix<double, 1, 6> row = matrix.block<1, 6>(r, i);
      matrix.block<1, 6>(r, i) = row * G;
    }
  }
}

bool BdfEquations::evaluateResidual() {
  residual(model_, *data_, q_, v_, acceleration_, inputs_);
  residual_ = data_->tau;
  if (model_.nl == 0) return residual_.allFinite();
  loopConstraints(model_, *data_);
  loopResidual_ = data_->loopResidual;
  return residual_.allFinite() && loopResidual_.allFinite();
}

/// M_, D_, K_ and the residual at the predicted v; false if something is not finite.
bool BdfEquations::differentiate(const Implicit& e) {
  v_ = e.predicted.segment(nq_, nv_);
  place(e);
  if (!q_.allFinite() || !v_.allFinite()) return false;
  ++jacobians;
  if (analyticJacobian_) {
    residualDerivatives(model_, *data_, q_, v_, acceleration_, inputs_);
    residual_ = data_->tau;
    M_ = data_->massMatrix, D_ = data_->dIDdv, K_ = data_->dIDdq;
  } else {
    differentiateByDifferences();
  }
  if (model_.nl && analyticJacobian_) differentiateLoops();
  age_ = 0, contraction_ = 1;
  factorize(e.gamma);
  return residual_.allFinite() && S_.allFinite();
}

void BdfEquations::differentiateLoops() {
  data_->a = acceleration_;
  kinematics(model_, *data_, q_, v_);
  accelerations(model_, *data_);
  motionColumns(model_, *data_);
  loopConstraints(model_, *data_);
  loopConstraintDerivatives(model_, *data_);
  loopResidual_ = data_->loopResidual;
  A_ = data_->loopJacobian, Cq_ = data_->loopRowsQ, Cv_ = data_->loopRowsV;
}

/// Residuals of forces and loops, column by column.
void BdfEquations::differentiateByDifferences() {
  massMatrix(model_, *data_, q_);
  M_ = data_->massMatrix;
  evaluateResidual();
  A_ = data_->loopJacobian;
  const VecX forces = residual_, loops = loopResidual_, v = v_, q = q_;
  const auto column = [&](auto&& ofForces, auto&& ofLoops) {
    evaluateResidual();
    ofForces = (residual_ - forces) / kDifference;
    ofLoops = (loopResidual_ - loops) / kDifference;
  };
  VecX& change = correction_;
  change.setZero();
  for (int i = 0; i < nv_; ++i) {
    v_[i] = v[i] + kDifference;
    column(D_.col(i), Cv_.col(i));
    v_[i] = v[i];
    change[i] = kDifference;
    integrate(model_, q, change, q_);
    column(K_.col(i), Cq_.col(i));
    q_ = q;
    change[i] = 0;
  }
  residual_ = forces, loopResidual_ = loops;
}

void BdfEquations::factorize(double gamma) {
  S_ = K_;
  multiplyByPositionDerivative(gamma, S_);
  S_ += M_ / gamma + D_;
  gamma_ = gamma;
  for (std::size_t k = 0; k < model_.prescribedJoints.size(); ++k)
    driveRows_.row(static_cast<Eigen::Index>(k)) = S_.row(model_.prescribedJoints[k].v);
  pinSquare(model_, S_);
  linearizeLoops();
  system_->factorize(S_, A_, C_);
}

/// C_ from the rows and their derivatives.
void BdfEquations::linearizeLoops() {
  if (model_.nl == 0) return;
  C_ = Cq_;
  multiplyByPositionDerivative(gamma_, C_);
  C_ += A_ / gamma_ + Cv_;
  pinColumns(model_, C_);
}

/// Forces of the drives: what their rows of the equations lack, after the correction that is being made.
void BdfEquations::measureDrives() {
  for (std::size_t k = 0; k < model_.prescribedJoints.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    driveForce_[row] = residual_[model_.prescribedJoints[k].v] + driveRows_.row(row).dot(correction_);
    if (model_.nl) driveForce_[row] -= A_.col(model_.prescribedJoints[k].v).dot(system_->lambda);
  }
}

/// One correction of v by the residual; its size in the method's norm.
double BdfEquations::correct(const Implicit& e) {
  // With the matrix of another γ this factor is the best for fast and slow modes together [CVODE, 2.1].
  const double scale = 2 / (1 + e.gamma / gamma_);
  system_->solve(residual_, loopResidual_);
  correction_ = scale * system_->x;
  pinEntries(model_, correction_);
  move_ << correction_, system_->lambda;
  broyden_.improve(e.weights.segment(nq_, nv_), move_);
  correction_ = move_.head(nv_), system_->lambda = move_.tail(model_.nl);
  measureDrives();
  lambda_ += system_->lambda;
  before_ = raw_;
  v_ += correction_;
  place(e);
  suspicion_ = correction_.cwiseProduct(e.weights.segment(nq_, nv_));
  const double squares = suspicion_.squaredNorm() + (raw_ - before_).cwiseProduct(e.weights.head(nq_)).squaredNorm();
  return std::sqrt(squares / static_cast<double>(e.weights.size()));
}

/// Newton's method from the predicted v. `fresh`: residual and matrices are those of that very point.
bool BdfEquations::iterate(const Implicit& e, bool fresh) {
  if (!fresh) {
    v_ = e.predicted.segment(nq_, nv_);
    place(e);
  }
  double last = 0;
  broyden_.clear();
  for (int k = 0; k < kMaxIterations; ++k) {
    if (!(fresh && k == 0) && !evaluateResidual()) return false;
    if (model_.nl && k == 0 && !fresh) {
      // Loops turn fast: rows that are a few steps old point elsewhere and would spoil λ.
      A_ = data_->loopJacobian;
      linearizeLoops();
      system_->border(A_, C_);
    }
    ++newton;
    const double size = correct(e);
    if (!std::isfinite(size)) return false;
    if (k > 0) contraction_ = std::max(0.3 * contraction_, size / last);
    if (size * std::min(1.0, contraction_) <= e.tolerance) return true;
    if (k > 0 && size > 2 * last) return false;
    last = size;
  }
  return false;
}

MultistepProblem::Outcome BdfEquations::solve(const Implicit& e, VecXMut correction) {
  evaluateInputs(e.t);
  if (driven_.check(e.t)) return fineIf(false);
  if (!e.predicted.allFinite() || !u_.allFinite() || !tau_.allFinite()) return fineIf(false);
  if (nf_ > 0) lambda_ = e.predicted.segment(nq_ + nv_, nf_);
  bool fresh = age_ < 0 || age_ >= kOldest || contraction_ > kSlow;
  if (!fresh && std::abs(e.gamma / gamma_ - 1) > kGammaChange) factorize(e.gamma);
  bool solved = (!fresh || differentiate(e)) && iterate(e, fresh);
  if (!solved && !fresh) solved = differentiate(e) && iterate(e, true);
  if (!solved) {
    age_ = -1;
    fineIf(residual_.allFinite() && v_.allFinite());
    return Outcome::kTryShorter;
  }
  ++age_;
  correction.head(nq_) = raw_ - e.predicted.head(nq_);
  correction.segment(nq_, nv_) = v_ - e.predicted.segment(nq_, nv_);
  // Prescribed entries follow from their rates as the formula of the method wants it: values that are known would be
  // differentiated by it, which grows without bound for those of Adams of order 3 and more.
  for (const PrescribedJoint& d : model_.prescribedJoints) {
    correction[d.q] = e.constant[d.q] + e.gamma * driven_.velocity(d) - e.predicted[d.q];
    correction[nq_ + d.v] = e.constant[nq_ + d.v] + e.gamma * driven_.acceleration(d) - e.predicted[nq_ + d.v];
  }
  correction.segment(nq_ + nv_, nf_) = lambda_.head(nf_) - e.predicted.segment(nq_ + nv_, nf_);
  auto work = correction.tail<kWork>();
  power(work);
  work = e.constant.tail<kWork>() + e.gamma * work - e.predicted.tail<kWork>();
  return fineIf(correction.allFinite());
}

void BdfEquations::weights(const VecXRef& y, VecXMut out) const {
  // The norm divides by all entries, also by those that do not count.
  const int counted = nq_ + nv_ - 2 * static_cast<int>(model_.prescribedJoints.size());
  const double scale = std::sqrt(static_cast<double>(size()) / std::max(1, counted));
  out.head(nq_ + nv_) = scale / (rtol_ * y.head(nq_ + nv_).array().abs() + atol_);
  for (const int start : model_.quaternions) out.segment<4>(start).setConstant(scale / (rtol_ + atol_));
  for (const PrescribedJoint& d : model_.prescribedJoints) out[d.q] = out[nq_ + d.v] = kIgnored;
  out.head(nq_ + nv_) *= sharpness_;
  out.tail(nf_ + kWork).setConstant(kIgnored);
}

void BdfEquations::project(const VecXRef& y, VecXMut correction, VecXMut error) const {
  correction.setZero();
  for (const int start : model_.quaternions) {
    const Vec4 q = y.segment<4>(start), unit = q.normalized();
    correction.segment<4>(start) = unit - q;
    error.segment<4>(start) -= unit * unit.dot(error.segment<4>(start));
  }
}

double BdfEquations::kineticEnergy() {
  correction_.noalias() = M_.lazyProduct(v_);
  return 0.5 * correction_.dot(v_);
}

}  // namespace tendril
