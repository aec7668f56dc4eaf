// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/linear/riccati.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

namespace tendril {
namespace {

constexpr int kDoublings = 60, kNewtonSteps = 6;
constexpr double kSettled = 1e-16;   // change of a doubling, relative
constexpr double kAccurate = 1e-15;  // residual from which on Newton's method finds nothing
constexpr int kSignSteps = 60, kScaledSteps = 20;
constexpr double kSignSettled = 1e-13;

MatX symmetric(const MatX& x) {
  return 0.5 * (x + x.transpose());
}

/// The limit H of E ← E W⁻¹ E, G ← G + E W⁻¹ G Eᵀ, H ← H + Eᵀ H W⁻¹ E with W = I + G H.
MatX doubled(MatX E, MatX G, MatX H) {
  const MatX one = MatX::Identity(E.rows(), E.cols());
  for (int k = 0; k < kDoublings && H.allFinite(); ++k) {
    const Eigen::PartialPivLU<MatX> W(one + G * H);
    const MatX WE = W.solve(E), WG = W.solve(G);
    const MatX change = E.transpose() * H * WE;
    G = symmetric(G + E * WG * E.transpose());
    H = symmetric(H + change);
    E = E * WE;
    if (change.norm() <= kSettled * H.norm()) break;
  }
  return H;
}

/// Aᵀ X + X A + Q = 0, or X = Aᵀ X A + Q, for symmetric Q: column by column with A = U T Uᴴ, T triangular. Bartels and
/// Stewart 1972
enum class Time { kContinuous, kDiscrete };
MatX solveLyapunov(const MatX& A, const MatX& Q, Time time) {
  const Eigen::ComplexSchur<MatX> schur(A);
  const Eigen::MatrixXcd &T = schur.matrixT(), &U = schur.matrixU();
  const Eigen::MatrixXcd lower = T.adjoint(), right = U.adjoint() * Q * U;
  Eigen::MatrixXcd Y = Eigen::MatrixXcd::Zero(A.rows(), A.cols());
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    const Eigen::VectorXcd before = Y.leftCols(j) * T.col(j).head(j);
    Eigen::MatrixXcd system = lower;
    Eigen::VectorXcd known = right.col(j);
    if (time == Time::kContinuous) {
      system.diagonal().array() += T(j, j);
      known = -known - before;
    } else {
      system *= -T(j, j);
      system.diagonal().array() += 1;
      known += lower.triangularView<Eigen::Lower>() * before;
    }
    Y.col(j) = system.triangularView<Eigen::Lower>().solve(known);
  }
  return symmetric((U * Y * U.adjoint()).real());
}

/// X from the sign of the Hamiltonian matrix, by Newton's iteration scaled with determinants: [X; I] spans what its
/// stable poles leave. Roberts 1971, Byers 1987
MatX startContinuous(const MatX& A, const MatX& G, const MatX& Q) {
  const Eigen::Index n = A.rows();
  MatX S(2 * n, 2 * n);
  S << A, -G, -Q, -A.transpose();
  for (int k = 0; k < kSignSteps && S.allFinite(); ++k) {
    const Eigen::PartialPivLU<MatX> lu(S);
    const double logDeterminant = lu.matrixLU().diagonal().cwiseAbs().array().log().sum();
    const double scale = k < kScaledSteps ? std::exp(-logDeterminant / static_cast<double>(2 * n)) : 1;
    const MatX next = 0.5 * (scale * S + lu.inverse() / scale);
    const double change = (next - S).norm();
    S = next;
    if (change <= kSignSettled * S.norm()) break;
  }
  MatX left(2 * n, n), right(2 * n, n);
  left << S.topRightCorner(n, n), S.bottomRightCorner(n, n) + MatX::Identity(n, n);
  right << -S.topLeftCorner(n, n) - MatX::Identity(n, n), -S.bottomLeftCorner(n, n);
  if (!S.allFinite()) return S.topLeftCorner(n, n);
  return symmetric(left.colPivHouseholderQr().solve(right));
}

/// X improved until its residual does not shrink: `residual(X)` gives the matrix and its size relative to the largest
/// term, `correct(X, residual)` the change.
template <class Residual, class Correct>
void refine(RiccatiSolution& out, const Residual& residual, const Correct& correct) {
  auto [left, size] = residual(out.X);
  for (int k = 0; k < kNewtonSteps && size > kAccurate; ++k) {
    if (!left.allFinite()) break;
    const MatX better = symmetric(out.X + correct(out.X, left));
    if (!better.allFinite()) break;
    const auto [nextLeft, nextSize] = residual(better);
    if (!(nextSize < size)) break;
    out.X = better, left = nextLeft, size = nextSize;
  }
  out.residual = size;
}

}  // namespace

RiccatiSolution solveContinuousRiccati(const MatX& A, const MatX& B, const MatX& Q, const MatX& R) {
  RiccatiSolution out;
  const Eigen::LLT<MatX> weights(R);
  const MatX G = symmetric(B * weights.solve(B.transpose()));
  out.X = startContinuous(A, G, Q);
  if (!out.X.allFinite()) return out;
  const auto gain = [&](const MatX& X) { return MatX(weights.solve(B.transpose() * X)); };
  const auto residual = [&](const MatX& X) {
    const MatX AX = A.transpose() * X, K = gain(X), held = K.transpose() * R * K;
    const double size = 2 * AX.norm() + held.norm() + Q.norm();
    const MatX left = symmetric(AX + AX.transpose() - held + Q);
    return std::pair<MatX, double>(left, size > 0 ? left.norm() / size : 0);
  };
  refine(out, residual,
         [&](const MatX& X, const MatX& left) { return solveLyapunov(A - B * gain(X), left, Time::kContinuous); });
  out.K = gain(out.X);
  const MatX closed = A - B * out.K;
  out.found = closed.allFinite() && Eigen::EigenSolver<MatX>(closed, false).eigenvalues().real().maxCoeff() < 0;
  return out;
}

RiccatiSolution solveDiscreteRiccati(const MatX& A, const MatX& B, const MatX& Q, const MatX& R, const MatX& N) {
  RiccatiSolution out;
  const Eigen::LLT<MatX> weights(R);
  const MatX uncrossed = weights.solve(N.transpose());
  const MatX plain = A - B * uncrossed, cost = symmetric(Q - N * uncrossed);
  out.X = doubled(plain, symmetric(B * weights.solve(B.transpose())), cost);
  if (!out.X.allFinite()) return out;
  const auto gain = [&](const MatX& X) {
    const MatX XB = X * B;
    return MatX(Eigen::LLT<MatX>(symmetric(R + B.transpose() * XB)).solve(XB.transpose() * A + N.transpose()));
  };
  const auto residual = [&](const MatX& X) {
    const MatX AXA = A.transpose() * X * A, held = (A.transpose() * X * B + N) * gain(X);
    const double size = AXA.norm() + held.norm() + Q.norm() + X.norm();
    const MatX left = symmetric(AXA - X - held + Q);
    return std::pair<MatX, double>(left, size > 0 ? left.norm() / size : 0);
  };
  refine(out, residual,
         [&](const MatX& X, const MatX& left) { return solveLyapunov(A - B * gain(X), left, Time::kDiscrete); });
  out.K = gain(out.X);
  const MatX closed = A - B * out.K;
  out.found = closed.allFinite() && Eigen::EigenSolver<MatX>(closed, false).eigenvalues().cwiseAbs().maxCoeff() < 1;
  return out;
}

}  // namespace tendril
