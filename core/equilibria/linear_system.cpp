// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/linear_system.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using Complex = std::complex<double>;

constexpr double kRankTolerance = 1e-12;  // of A: a singular value that is rounding
constexpr double kStable = 1e-12;         // of A: a real part that is rounding
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// A in balanced coordinates, with B and C whose columns and rows are as large as A.
struct Balanced {
  explicit Balanced(const LinearSystem& system) : scales(balancingScales(system.A)) {
    const VecX inverse = scales.cwiseInverse();
    A = inverse.asDiagonal() * system.A * scales.asDiagonal();
    size = A.size() ? A.norm() : 0;
    const double wanted = size > 0 ? size : 1;
    B = inverse.asDiagonal() * system.B;
    Ct = (system.C * scales.asDiagonal()).transpose();
    for (MatX* columns : {&B, &Ct})
      for (auto column : columns->colwise())
        if (const double norm = column.norm(); norm > 0) column *= wanted / norm;
  }
  VecX scales;
  MatX A, B, Ct;
  double size = 0;
};

/// Smallest singular value of [A − λ, B]: of the triangle of a QR of its adjoint, by inverse iteration.
double smallestSingularValue(const MatX& A, const MatX& B, const Complex& pole) {
  constexpr int kIterations = 12;
  const Eigen::Index n = A.rows();
  Eigen::MatrixXcd adjoint(n + B.cols(), n);
  adjoint.topRows(n) = A.transpose().cast<Complex>();
  adjoint.topRows(n).diagonal().array() -= std::conj(pole);
  adjoint.bottomRows(B.cols()) = B.transpose().cast<Complex>();
  const Eigen::HouseholderQR<Eigen::MatrixXcd> qr(adjoint);
  const auto R = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  if (qr.matrixQR().diagonal().cwiseAbs().minCoeff() == 0) return 0;
  Eigen::VectorXcd x = Eigen::VectorXcd::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] += Complex(0, 0.3 * static_cast<double>(i % 7));
  double smallest = 0;
  for (int k = 0; k < kIterations; ++k) {
    x.normalize();
    x = R.adjoint().solve(x);
    const double grown = x.norm();
    if (!std::isfinite(grown)) return 0;
    smallest = 1 / grown;
    x = R.solve(x / grown);
    if (!x.allFinite()) return 0;
  }
  return smallest;
}

/// Slowest first, pairs together.
bool isBefore(const Complex& a, const Complex& b) {
  const double sizeA = std::abs(a), sizeB = std::abs(b);
  if (std::abs(sizeA - sizeB) > 1e-12 * std::max(sizeA, sizeB)) return sizeA < sizeB;
  if (a.real() != b.real()) return a.real() > b.real();
  return a.imag() > b.imag();
}

/// Of a singular A what a double pole at zero may have become is zero.
void clearZeroPoles(const Balanced& balanced, Eigen::VectorXcd& values) {
  const auto n = static_cast<double>(values.size());
  if (smallestSingularValue(balanced.A, MatX::Zero(balanced.A.rows(), 0), 0) > kRankTolerance * balanced.size) return;
  const double noise = std::sqrt(n * kEpsilon) * balanced.size;
  for (Complex& value : values)
    if (std::abs(value) <= noise) value = 0;
}

Pole makePole(const Complex& value, double systemSize) {
  Pole out;
  out.decays = value.real() < -kStable * systemSize;
  out.value = value;
  const double size = std::abs(value);
  out.frequency = size / (2 * std::numbers::pi);
  out.damping = size > 0 ? -value.real() / size : 0;
  return out;
}

void testPole(const Balanced& balanced, Pole& pole) {
  const double size = balanced.size > 0 ? balanced.size : 1;
  pole.controllability = smallestSingularValue(balanced.A, balanced.B, pole.value) / size;
  pole.observability = smallestSingularValue(balanced.A.transpose(), balanced.Ct, pole.value) / size;
  pole.controllable = pole.controllability > kRankTolerance;
  pole.observable = pole.observability > kRankTolerance;
}

}  // namespace

VecX balancingScales(const MatX& A) {
  constexpr double kBetter = 0.95;
  constexpr int kSweeps = 100;
  const Eigen::Index n = A.rows();
  VecX scales = VecX::Ones(n);
  MatX work = A.cwiseAbs();
  work.diagonal().setZero();
  bool changed = true;
  for (int sweep = 0; changed && sweep < kSweeps; ++sweep) {
    changed = false;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double column = work.col(i).sum(), row = work.row(i).sum();
      if (!(column > 0) || !(row > 0)) continue;
      const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
      if (!(column * factor + row / factor < kBetter * (column + row))) continue;
      work.col(i) *= factor, work.row(i) /= factor;
      scales[i] *= factor;
      changed = true;
    }
  }
  return scales;
}

std::string poleText(const Complex& pole) {
  if (pole.imag() == 0) return messageNumber(pole.real(), 4) + " 1/s";
  return messageNumber(pole.real(), 4) + " ± " + messageNumber(std::abs(pole.imag()), 4) + " i 1/s";
}

PoleAnalysis analysePoles(const LinearSystem& system, PoleTests tests, const PoleProgress& progress) {
  if (!system.A.allFinite() || !system.B.allFinite() || !system.C.allFinite())
    throw std::invalid_argument("poles: the matrices hold numbers that are not finite");
  PoleAnalysis out;
  const Eigen::Index n = system.A.rows();
  out.stable = true;
  if (n == 0) return out;
  const Balanced balanced(system);
  const Eigen::EigenSolver<MatX> eigen(balanced.A);
  Eigen::VectorXcd values = eigen.eigenvalues();
  clearZeroPoles(balanced, values);
  std::vector<Eigen::Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return isBefore(values[a], values[b]); });
  const Eigen::MatrixXcd vectors = balanced.scales.asDiagonal() * eigen.eigenvectors();
  out.shapes.resize(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    if (progress && !progress(static_cast<double>(i) / static_cast<double>(n))) return {};
    const Eigen::Index from = order[static_cast<std::size_t>(i)];
    Eigen::Index largest = 0;
    vectors.col(from).cwiseAbs().maxCoeff(&largest);
    out.shapes.col(i) = vectors.col(from) / vectors(largest, from);
    Pole pole = makePole(values[from], balanced.size);
    const bool conjugate = i > 0 && pole.value == std::conj(out.poles.back().value);
    if (conjugate) {  // the matrices are real: both of a pair answer alike
      const Complex value = pole.value;
      pole = out.poles.back(), pole.value = value;
    } else if (tests == PoleTests::kNotDecaying && pole.decays) {
      pole.controllable = pole.observable = true;
    } else {
      testPole(balanced, pole);
    }
    out.controllableRank += pole.controllable, out.observableRank += pole.observable;
    out.stable = out.stable && pole.decays;
    out.poles.push_back(pole);
  }
  return out;
}

}  // namespace tendril
