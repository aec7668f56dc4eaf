// SPDX-License-Identifier: BSD-3-Clause
// References for rotations and rigid motions: the defining power series in 80-bit arithmetic, sharing nothing with the
// closed forms under test.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <vector>

#include "core/math/se3.hpp"

namespace tendril::reference {

using Real = long double;
template <int N>
using Square = Eigen::Matrix<Real, N, N>;
using Column = Eigen::Matrix<Real, 3, 1>;

/// Angles at which everything is tried.
inline const std::vector<double>& angles() {
  static const std::vector<double> list{0,
                                        1e-300,
                                        1e-20,
                                        1e-12,
                                        1e-10,
                                        1e-8,
                                        1e-6,
                                        1e-4,
                                        1e-3,
                                        0.01,
                                        0.1,
                                        0.3,
                                        0.5,
                                        0.99,
                                        0.9999999999,
                                        1,
                                        1.01,
                                        1.5,
                                        1.99,
                                        2,
                                        2.01,
                                        2.5,
                                        3,
                                        3.1,
                                        3.14,
                                        angle::kPi - 1e-6,
                                        angle::kPi - 1e-9,
                                        angle::kPi};
  return list;
}

/// Unit directions, awkward ones included.
inline std::vector<Vec3> directions() {
  std::vector<Vec3> list{Vec3::UnitX(),    Vec3::UnitY(),       Vec3::UnitZ(), Vec3(1, 1, 1),
                         Vec3(-1, 2, 0.5), Vec3(0.3, -1e-9, 1), Vec3(1, 1, 0), Vec3(-1e-5, -1, 1e-7)};
  for (Vec3& n : list) n.normalize();
  return list;
}

inline Square<3> hat(const Vec3& w) {
  return skew<double>(w).cast<Real>();
}

inline Square<6> ad(const Vec6& V) {
  return crossMotionMatrix<double>(V).cast<Real>();
}

/// Σ A^k/(k + offset)!: the exponential for offset 0, the tangent operator for offset 1.
template <int N>
Square<N> powerSeries(const Square<N>& A, int offset) {
  Square<N> power = Square<N>::Identity(), sum = Square<N>::Zero();
  for (int k = 0; k < 60; ++k) {
    sum += power;
    power = (power * A / static_cast<Real>(k + 1 + offset)).eval();
  }
  return sum;
}

/// Derivative of Σ A^k/(k + 1)! in the direction D.
template <int N>
Square<N> tangentDerivative(const Square<N>& A, const Square<N>& D) {
  Square<N> power = Square<N>::Identity(), change = Square<N>::Zero(), sum = Square<N>::Zero();
  for (int k = 0; k < 60; ++k) {
    sum += change;
    const Real factor = 1 / static_cast<Real>(k + 2);
    change = ((change * A + power * D) * factor).eval();
    power = (power * A * factor).eval();
  }
  return sum;
}

inline Eigen::Matrix<Real, 4, 4> expSE3(const Vec6& Omega) {
  Square<4> A = Square<4>::Zero();
  A.topLeftCorner<3, 3>() = hat(Omega.head<3>());
  A.topRightCorner<3, 1>() = Omega.tail<3>().cast<Real>();
  return powerSeries<4>(A, 0);
}

/// f_r as polynomials in s: Σ ad^k/(k+1)! reduced with ad⁵ = −2 s ad³ − s² ad (rods.md §4).
struct TangentPolynomials {
  static constexpr int kDegree = 40;
  std::array<std::array<Real, kDegree>, 5> f{};  ///< f[r][j]: coefficient of s^j ad^r

  TangentPolynomials() {
    std::array<std::array<Real, kDegree>, 5> power{};  // ad^k as a combination of ad^1…ad^4
    power[1][0] = 1;
    Real factorial = 1;
    for (int k = 1; k < 2 * kDegree - 4; ++k) {
      factorial *= static_cast<Real>(k + 1);
      for (std::size_t r = 1; r <= 4; ++r) {
        for (std::size_t j = 0; j < kDegree; ++j) f[r][j] += power[r][j] / factorial;
      }
      std::array<std::array<Real, kDegree>, 5> next{};
      for (std::size_t j = 0; j < kDegree; ++j) {
        for (std::size_t r = 1; r <= 3; ++r) next[r + 1][j] += power[r][j];
        if (j + 1 < kDegree) next[3][j + 1] -= 2 * power[4][j];
        if (j + 2 < kDegree) next[1][j + 2] -= power[4][j];
      }
      power = next;
    }
  }

  /// d^order f_r/ds^order.
  Real evaluate(int r, int order, Real s) const {
    Real sum = 0;
    for (int j = kDegree - 1; j >= order; --j) {
      Real c = f[static_cast<std::size_t>(r)][static_cast<std::size_t>(j)];
      for (int i = 0; i < order; ++i) c *= static_cast<Real>(j - i);
      sum = sum * s + c;
    }
    return sum;
  }
};

/// Norm-wise relative error.
template <class A, class B>
double relativeError(const A& value, const B& reference) {
  return static_cast<double>((value.template cast<Real>() - reference).norm() / reference.norm());
}

}  // namespace tendril::reference
