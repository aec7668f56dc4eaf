// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/kkt_solver.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

namespace tendril {
namespace {

constexpr double kDependent = 1e-11;  // of the largest pivot: below, rows of loops depend on each other

}  // namespace

struct KktSolver::Factors {
  explicit Factors(int n) : lu(n) {}
  Eigen::PartialPivLU<MatX> lu;
  MatX Y, C;   // S⁻¹ Aᵀ (n × m); the rows
  VecX scale;  // of the unknowns λ and the rows
  Eigen::CompleteOrthogonalDecomposition<MatX> square;
};

KktSolver::KktSolver(int n, int m) : x(VecX::Zero(n)), lambda(VecX::Zero(m)), factors_(std::make_unique<Factors>(n)) {}
KktSolver::~KktSolver() = default;

void KktSolver::factorize(const MatX& S, const MatX& A, const MatX& C) {
  if (x.size() == 0) return;
  factors_->lu.compute(S);
  border(A, C);
}

void KktSolver::border(const MatX& A, const MatX& C) {
  if (x.size() == 0 || lambda.size() == 0) return;
  Factors& f = *factors_;
  f.Y = f.lu.solve(A.transpose());
  f.C = C;
  const MatX square = f.C * f.Y;
  f.scale = square.diagonal().cwiseAbs().cwiseSqrt().cwiseMax(1e-300).cwiseInverse();
  f.square.setThreshold(kDependent);
  f.square.compute(f.scale.asDiagonal() * square * f.scale.asDiagonal());
}

void KktSolver::solve(const VecX& r, const VecX& c) {
  if (x.size() == 0) return;
  Factors& f = *factors_;
  x = f.lu.solve(-r);
  if (lambda.size() == 0) return;
  const VecX right = f.scale.cwiseProduct(-c - f.C * x);
  lambda = f.scale.cwiseProduct(f.square.solve(right));
  x.noalias() += f.Y * lambda;
}

}  // namespace tendril
