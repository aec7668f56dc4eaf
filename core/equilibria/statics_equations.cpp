// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/statics_equations.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/constraints/loop_closure.hpp"
#include "core/constraints/prescribed_motion.hpp"
#include "core/dynamics/loops.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/equilibria/comparable_directions.hpp"
#include "core/equilibria/free_directions.hpp"
#include "core/model/loop_state.hpp"

namespace tendril::statics {
namespace {

constexpr double kSingular = 1e-13;   // reciprocal condition below which a tangent counts as singular
constexpr double kNeutral = 1e-12;    // of the stiffest direction: below, a direction is neutral
constexpr double kTerms = 1e-14;      // of the terms of φᵀKφ: what is left where they cancel
constexpr double kConsistent = 1e-9;  // of the right side: what a singular system may leave unsolved
constexpr double kDependent = 1e-10;  // of the largest pivot: rows of loops that others imply
constexpr double kLightest = 1e-9;    // of the heaviest coordinate: the least weight that scales one

double largest(const VecX& x) {
  return x.size() ? x.cwiseAbs().maxCoeff() : 0;
}

}  // namespace

VecX inputsOf(const Model& model, const StaticsProblem& problem) {
  if (problem.u.size()) return problem.u;
  VecX u = VecX::Zero(model.nu), signals = u;
  if (!model.prescribedJoints.empty()) model.inputsAt(problem.t, signals);
  for (const PrescribedJoint& d : model.prescribedJoints) u[d.input] = signals[d.input];
  return u;
}

Equations::Equations(const Model& robot, Data& data, const StaticsProblem& problem, const StaticsOptions& options)
    : model(robot), data_(data), options_(options) {
  const int n = model.nv + model.nl;
  data.anchors.setZero();  // friction holds nothing
  zero_ = VecX::Zero(model.nv);
  lambda_ = open_ = VecX::Zero(model.nl);
  u_ = inputsOf(model, problem);
  tau_ = problem.tau.size() ? problem.tau : zero_;
  inputs_ = {.t = problem.t,
             .u = model.nu ? &u_ : nullptr,
             .tau = &tau_,
             .loads = problem.loads,
             .lambda = model.nl ? &lambda_ : nullptr,
             .perturbation = problem.perturbation};
  residual = elastic = VecX::Zero(n);
  tangent = elasticStiffness = MatX::Zero(n, n);
  mass_ = MatX::Zero(model.nv, model.nv);
  weight_ = inverseWeight_ = VecX::Ones(n);
}

VecX Equations::begin(const VecX& q) {
  VecX x = VecX::Zero(model.nq + model.nl);
  x.head(model.nq) = q;
  if (model.nl == 0) return x;
  evaluate(x);
  open_ = data_.loopError;
  x.tail(model.nl) = data_.loopJacobian.transpose().completeOrthogonalDecomposition().solve(residual.head(model.nv));
  if (!x.allFinite()) x.tail(model.nl).setZero();
  return x;
}

void Equations::move(const VecX& x, const VecX& p, VecX& out) const {
  VecX moved = x;
  integrate(model, x.head(model.nq), p.head(model.nv), moved.head(model.nq));
  moved.tail(model.nl) += p.tail(model.nl);
  out = std::move(moved);
}

void Equations::evaluate(const VecX& x) {
  lambda_ = x.tail(model.nl);
  tendril::residual(model, data_, x.head(model.nq), zero_, zero_, inputs_);
  split();
}

void Equations::evaluateTangent(const VecX& x) {
  ++iterations;
  lambda_ = x.tail(model.nl);
  MatX ofLoops;
  if (model.nl) ofLoops = loopStiffness(x);
  options_.analyticTangent ? residualDerivatives(model, data_, x.head(model.nq), zero_, zero_, inputs_)
                           : differentiateByDifferences(x.head(model.nq));
  split();
  const int nv = model.nv;
  tangent.topLeftCorner(nv, nv) = data_.dIDdq;
  mass_ = data_.massMatrix;
  const double lightest = nv ? mass_.diagonal().minCoeff() : 0;
  pinSquare(model, mass_, lightest > 0 ? lightest : 1);
  elasticStiffness.setZero();
  if (model.nl) elasticStiffness.topLeftCorner(nv, nv) = ofLoops;
  addStiffness(model, x.head(model.nq), elasticStiffness.topLeftCorner(nv, nv));
  pinStiffness();
  const double heaviest = nv ? mass_.diagonal().maxCoeff() : 0;
  if (heaviest > 0) {
    startScale_ = std::max(startScale_, weightScale());
    scale_ = std::max(scale_, startScale_);
    weight_.head(nv) = mass_.diagonal().cwiseMax(kLightest * heaviest).cwiseSqrt();
    inverseWeight_ = weight_.cwiseInverse();
  }
  if (directions_.size() == 0) directions_ = comparableDirections(model, mass_, weight_.head(nv));
  if (model.nl) border(tangent), border(elasticStiffness);
}

/// What residualDerivatives gives of a robot at rest, column by column.
void Equations::differentiateByDifferences(const VecX& q) {
  constexpr double kChange = 1e-7;
  massMatrix(model, data_, q);
  tendril::residual(model, data_, q, zero_, zero_, inputs_);
  const VecX start = data_.tau;
  MatX columns(model.nv, model.nv);
  VecX moved = q;
  for (int k = 0; k < model.nv; ++k) {
    integrate(model, q, kChange * VecX::Unit(model.nv, k), moved);
    tendril::residual(model, data_, moved, zero_, zero_, inputs_);
    columns.col(k) = (data_.tau - start) / kChange;
  }
  tendril::residual(model, data_, q, zero_, zero_, inputs_);
  data_.dIDdq = columns;
}

/// Prescribed coordinates hold still: as stiff as the stiffest of the others, so that no scale changes.
void Equations::pinStiffness() {
  if (model.prescribedJoints.empty()) return;
  const int nv = model.nv;
  pinSquare(model, tangent.topLeftCorner(nv, nv), 0);
  double stiff = 0;
  for (int i = 0; i < nv; ++i) stiff = std::max(stiff, std::abs(tangent(i, i)) / std::max(mass_(i, i), 1e-300));
  const int held = model.prescribedJoints.front().v;
  const double diagonal = (stiff > 0 ? stiff : 1) * mass_(held, held);
  pinSquare(model, tangent.topLeftCorner(nv, nv), diagonal);
  pinSquare(model, elasticStiffness.topLeftCorner(nv, nv), diagonal);
}

/// The rows of the loops in a tangent, and weights that make them comparable with its stiffness.
void Equations::border(MatX& matrix) const {
  matrix.topRightCorner(model.nv, model.nl) = -data_.loopJacobian.transpose();
  matrix.bottomLeftCorner(model.nl, model.nv) = data_.loopErrorJacobian;
  matrix.bottomRightCorner(model.nl, model.nl).setZero();
}

/// ∂(−Aᵀλ)/∂q: what is left of the derivatives of a robot at rest without weight, loads and inputs.
MatX Equations::loopStiffness(const VecX& x) {
  const Vec3 gravity = std::exchange(data_.gravity, Vec3::Zero());
  inverseDynamicsDerivatives(model, data_, x.head(model.nq), zero_, zero_, {.loads = false, .lambda = &lambda_});
  data_.gravity = gravity;
  return data_.dIDdq;
}

void Equations::split() {
  const int nv = model.nv;
  pinEntries(model, data_.tau), pinEntries(model, data_.elastic);
  residual.head(nv) = data_.tau;
  elastic.head(nv) = data_.elastic;
  double forces = std::max(largest(data_.tau - data_.elastic), largest(data_.elastic));
  if (model.nl) {
    loopErrors(model, data_);
    pinColumns(model, data_.loopJacobian), pinColumns(model, data_.loopErrorJacobian);
    elastic.head(nv).noalias() -= data_.loopJacobian.transpose() * lambda_;
    forces = std::max(largest((residual - elastic).head(nv)), largest(data_.elastic));
    residual.tail(model.nl) = data_.loopError;
    elastic.tail(model.nl) = data_.loopError - open_;
  }
  impliedOpen_ = widestGap(model, data_, &Loop::dropped);
  if (impliedOpen_ <= kLoopsClosed) impliedOpen_ = 0;
  if (iterations <= 1) startScale_ = std::max(startScale_, forces);
  scale_ = std::max(forces, startScale_);
}

/// A hundredth of the largest generalised weight that any configuration with these inertias can have: by the inequality
/// of Cauchy and Schwarz |g_i| ≤ √(M_ii m) |g|.
double Equations::weightScale() const {
  constexpr double kShare = 0.01;
  double mass = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    mass += data_.bodies[i] ? data_.bodies[i]->mass : model.links[i].rigid.mass;
  return kShare * std::sqrt(mass_.diagonal().maxCoeff() * mass) * data_.gravity.norm();
}

double Equations::relative(const VecX& r) const {
  if (!r.allFinite()) return std::numeric_limits<double>::infinity();
  const double forces = scale_ > 0 ? largest(r.head(model.nv)) / scale_ : 0;
  return std::max(forces, largest(r.tail(model.nl)));  // loops: of a metre or a radian
}

std::string Equations::openLoops() const {
  return openRows(model, data_, kLoopsClosed);
}

double Equations::stiffest() const {
  double out = 0;
  for (Eigen::Index i = 0; i < model.nv; ++i)
    out = std::max(out, std::abs(tangent(i, i)) * inverseWeight_[i] * inverseWeight_[i]);
  return out;
}

double Equations::turn(const VecX& x, const VecX& p) const {
  kinematics(model, data_, x.head(model.nq), p.head(model.nv));
  double out = 0;
  for (const Frame& frame : data_.frames) out = std::max(out, frame.V.head<3>().norm());
  return out;
}

VecX Equations::scales(const MatX& matrix) const {
  VecX inverse = inverseWeight_;
  if (model.nl) {  // rows of loops as large as the stiffest coordinate
    const double stiff = std::max(stiffest(), 1e-300);
    for (int k = model.nv; k < inverse.size(); ++k) {
      const double row = matrix.row(k).head(model.nv).cwiseProduct(inverseWeight_.head(model.nv).transpose()).norm();
      inverse[k] = row > 0 ? stiff / row : 1;
    }
  }
  return inverse;
}

bool Equations::solve(const MatX& matrix, const VecX& rhs, VecX& p) const {
  if (!matrix.allFinite() || !rhs.allFinite()) return false;
  const VecX inverse = scales(matrix);
  const MatX scaled = inverse.asDiagonal() * matrix * inverse.asDiagonal();
  const VecX right = inverse.cwiseProduct(rhs);
  const Eigen::PartialPivLU<MatX> lu(scaled);
  if (lu.rcond() > kSingular) {
    p = inverse.cwiseProduct(lu.solve(right));
    return p.allFinite();
  }
  Eigen::CompleteOrthogonalDecomposition<MatX> cod;
  cod.setThreshold(kNeutral);
  cod.compute(scaled);
  const VecX y = cod.solve(right);
  p = inverse.cwiseProduct(y);
  return p.allFinite() && (scaled * y - right).norm() <= kConsistent * right.norm();
}

/// Directions (nv × free) along which the loops stay closed, in which stiffnesses compare.
MatX Equations::allowed() const {
  if (model.nl == 0) return directions_;
  Eigen::ColPivHouseholderQR<MatX> qr;
  qr.setThreshold(kDependent);
  qr.compute((data_.loopErrorJacobian * directions_).transpose());
  const MatX Q = qr.householderQ();
  return directions_ * Q.rightCols(directions_.cols() - qr.rank());
}

bool Equations::solveShifted(double shift, VecX& p) const {
  if (!tangent.allFinite() || !residual.allFinite()) return false;
  const int nv = model.nv;
  MatX matrix = tangent;
  matrix.topLeftCorner(nv, nv) += shift * mass_;
  if (shift > 0) matrix.diagonal().head(nv) += shift * kLightest * weight_.head(nv).cwiseAbs2();
  const auto block = matrix.topLeftCorner(nv, nv);
  const MatX Z = allowed();
  if (MatX(Z.transpose() * (0.5 * (block + block.transpose())) * Z).llt().info() != Eigen::Success) return false;
  if (model.nl) return solve(matrix, -residual, p);
  const auto inverse = inverseWeight_.head(nv).asDiagonal();
  const MatX scaled = inverse * matrix * inverse;
  p = inverseWeight_.cwiseProduct(scaled.partialPivLu().solve(-inverseWeight_.cwiseProduct(residual)));
  return p.allFinite();
}

MatX Equations::freeDirections() const {
  return statics::freeDirections(model, data_.loopErrorJacobian, inverseWeight_.head(model.nv));
}

/// What rounding leaves of φᵀKφ: of its terms, which cancel, and of the forces.
double Equations::rounding(const MatX& stiffness, const VecX& direction) const {
  const VecX size = direction.cwiseAbs();
  return kTerms * size.dot(stiffness.cwiseAbs() * size);
}

Equations::Stability Equations::stability() const {
  Stability out;
  const int nv = model.nv;
  const MatX Z = allowed();
  if (Z.cols() == 0) return out.definite = true, out;
  if (!tangent.allFinite()) return out;
  const auto block = tangent.topLeftCorner(nv, nv);
  const MatX symmetric = 0.5 * (block + block.transpose());
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(MatX(Z.transpose() * symmetric * Z));
  const MatX directions = Z * eigen.eigenvectors();
  out.values = eigen.eigenvalues();
  out.noise = VecX::Constant(out.values.size(), kNeutral * std::max(largest(out.values), 1e-300));
  for (Eigen::Index k = 0; k < out.values.size(); ++k) out.noise[k] += rounding(symmetric, directions.col(k));
  out.lowest = out.values[0];
  out.definite = (out.values.array() > out.noise.array()).all();
  out.negative = static_cast<int>((out.values.array() < -out.noise.array()).count());
  out.unstable = out.negative > 0;
  out.direction = VecX::Zero(nv + model.nl);
  out.direction.head(nv) = directions.col(0);
  out.direction /= largest(out.direction);
  for (Eigen::Index k = 0; k < out.values.size(); ++k) {
    if (std::abs(out.values[k]) > out.noise[k]) continue;
    Eigen::Index most = 0;
    directions.col(k).cwiseProduct(weight_.head(nv)).cwiseAbs().maxCoeff(&most);
    out.moved.push_back(static_cast<int>(most));
  }
  return out;
}

bool Equations::finished() const {
  return iterations >= options_.maxIterations || (options_.cancel && options_.cancel->load(std::memory_order_relaxed));
}

}  // namespace tendril::statics
