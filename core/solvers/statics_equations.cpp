// SPDX-License-Identifier: BSD-3-Clause
#include "core/solvers/statics_equations.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/dynamics/sweeps.hpp"

namespace tendril::statics {
namespace {

constexpr double kSingular = 1e-13;   // reciprocal condition below which a tangent counts as singular
constexpr double kNeutral = 1e-12;    // of the stiffest direction: below, a direction is neutral
constexpr double kConsistent = 1e-9;  // of the right side: what a singular system may leave unsolved
constexpr double kLightest = 1e-9;    // of the heaviest coordinate: the least weight that scales one

double largest(const VecX& x) {
  return x.size() ? x.cwiseAbs().maxCoeff() : 0;
}

}  // namespace

Equations::Equations(const Model& robot, Data& data, const StaticsProblem& problem, const StaticsOptions& options)
    : model(robot), data_(data), options_(options) {
  zero_ = VecX::Zero(model.nv);
  u_ = problem.u.size() ? problem.u : VecX(VecX::Zero(model.nu));
  tau_ = problem.tau.size() ? problem.tau : zero_;
  inputs_ = {problem.t, model.nu ? &u_ : nullptr, &tau_, problem.loads};
  residual = elastic = zero_;
  tangent = elasticStiffness = mass_ = MatX::Zero(model.nv, model.nv);
  weight_ = inverseWeight_ = VecX::Ones(model.nv);
}

void Equations::evaluate(const VecX& q) {
  tendril::residual(model, data_, q, zero_, zero_, inputs_);
  split();
}

void Equations::evaluateTangent(const VecX& q) {
  ++iterations;
  residualDerivatives(model, data_, q, zero_, zero_, inputs_);
  split();
  tangent = data_.dIDdq;
  mass_ = data_.massMatrix;
  elasticStiffness.setZero();
  addStiffness(model, q, elasticStiffness);
  const double heaviest = model.nv ? mass_.diagonal().maxCoeff() : 0;
  if (!(heaviest > 0)) return;
  startScale_ = std::max(startScale_, weightScale());
  scale_ = std::max(scale_, startScale_);
  weight_ = mass_.diagonal().cwiseMax(kLightest * heaviest).cwiseSqrt();
  inverseWeight_ = weight_.cwiseInverse();
}

void Equations::split() {
  residual = data_.tau;
  elastic = data_.elastic;
  const double forces = std::max(largest(residual - elastic), largest(elastic));
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
  return scale_ > 0 ? largest(r) / scale_ : 0;
}

double Equations::stiffest() const {
  double out = 0;
  for (Eigen::Index i = 0; i < tangent.rows(); ++i)
    out = std::max(out, std::abs(tangent(i, i)) * inverseWeight_[i] * inverseWeight_[i]);
  return out;
}

double Equations::turn(const VecX& q, const VecX& p) const {
  kinematics(model, data_, q, p);
  double out = 0;
  for (const Frame& frame : data_.frames) out = std::max(out, frame.V.head<3>().norm());
  return out;
}

bool Equations::solve(const MatX& matrix, const VecX& rhs, VecX& p) const {
  if (!matrix.allFinite() || !rhs.allFinite()) return false;
  const MatX scaled = inverseWeight_.asDiagonal() * matrix * inverseWeight_.asDiagonal();
  const VecX right = inverseWeight_.cwiseProduct(rhs);
  const Eigen::PartialPivLU<MatX> lu(scaled);
  if (lu.rcond() > kSingular) {
    p = inverseWeight_.cwiseProduct(lu.solve(right));
    return p.allFinite();
  }
  Eigen::CompleteOrthogonalDecomposition<MatX> cod;
  cod.setThreshold(kNeutral);
  cod.compute(scaled);
  const VecX y = cod.solve(right);
  p = inverseWeight_.cwiseProduct(y);
  return p.allFinite() && (scaled * y - right).norm() <= kConsistent * right.norm();
}

bool Equations::solveShifted(double shift, VecX& p) const {
  if (!tangent.allFinite() || !residual.allFinite()) return false;
  MatX matrix = tangent + shift * mass_;
  if (shift > 0) matrix.diagonal() += shift * kLightest * weight_.cwiseAbs2();
  const MatX symmetric =
      inverseWeight_.asDiagonal() * (0.5 * (matrix + matrix.transpose())) * inverseWeight_.asDiagonal();
  if (symmetric.llt().info() != Eigen::Success) return false;
  const MatX scaled = inverseWeight_.asDiagonal() * matrix * inverseWeight_.asDiagonal();
  p = inverseWeight_.cwiseProduct(scaled.partialPivLu().solve(-inverseWeight_.cwiseProduct(residual)));
  return p.allFinite();
}

Equations::Stability Equations::stability() const {
  Stability out;
  if (model.nv == 0) return out.definite = true, out;
  if (!tangent.allFinite()) return out;
  const MatX symmetric =
      inverseWeight_.asDiagonal() * (0.5 * (tangent + tangent.transpose())) * inverseWeight_.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(symmetric);
  const VecX& values = eigen.eigenvalues();
  const double rounding = kNeutral * std::max(largest(values), 1e-300);
  out.lowest = values[0];
  out.definite = values[0] > rounding;
  out.unstable = values[0] < -rounding;
  out.direction = inverseWeight_.cwiseProduct(eigen.eigenvectors().col(0));
  out.direction /= largest(out.direction);
  for (Eigen::Index k = 0; k < values.size() && values[k] <= rounding; ++k) {
    if (values[k] < -rounding) continue;
    Eigen::Index most = 0;
    eigen.eigenvectors().col(k).cwiseAbs().maxCoeff(&most);
    out.moved.push_back(static_cast<int>(most));
  }
  return out;
}

bool Equations::finished() const {
  return iterations >= options_.maxIterations || (options_.cancel && options_.cancel->load(std::memory_order_relaxed));
}

}  // namespace tendril::statics
