// SPDX-License-Identifier: BSD-3-Clause
// The scalar functions of s = θ² that rotations need: entire in s, so they have no trouble at θ = 0 and can be
// evaluated on dual numbers and jets there. Power series below kSeriesLimit, closed forms above.
//
//   c0 = cos θ,  c1 = sin θ/θ,  c2 = (1 − cos θ)/θ²,  c3 = (θ − sin θ)/θ³
//   dc2/ds = −f3,  dc3/ds = −f4  with f3, f4 of rods.md §4;  f1 = c2 + s f3,  f2 = c3 + s f4
//   (f3 and f4 are printed in [gvs] appendix A; the relations follow by comparing coefficients)
//   b(s) = (1 − (θ/2) cot(θ/2))/θ²: the coefficient of W² in the inverse Jacobians, singular only at θ = 2π
#pragma once

#include <array>
#include <cmath>

namespace tendril::angle {

inline constexpr double kPi = 3.14159265358979323846264338327950288;

/// The series of c1, c2, c3, f3, f4 serve up to here, a little beyond θ = π: their terms fall factorially.
inline constexpr double kSeriesLimit = 10.0;
/// Below this the first kShortTerms terms are enough for values and two derivatives in s.
inline constexpr double kShortLimit = 1.0;
inline constexpr int kShortTerms = 12;
inline constexpr int kLongTerms = 22;
/// The series of b(s) has radius (2π)².
inline constexpr double kInverseSeriesLimit = 4.0;
inline constexpr int kInverseTerms = 20;

using Table = std::array<double, kLongTerms>;

/// Coefficients (−1)^j w(j)/(2j + offset)! with w = 1, or j + 1 if `weighted`.
constexpr Table makeTable(int offset, bool weighted) {
  Table table{};
  long double factorial = 1;
  for (int k = 2; k <= offset; ++k) factorial *= static_cast<long double>(k);
  for (int j = 0; j < kLongTerms; ++j) {
    const long double weight = weighted ? static_cast<long double>(j + 1) : 1.0L;
    table[static_cast<std::size_t>(j)] = static_cast<double>((j % 2 == 0 ? weight : -weight) / factorial);
    factorial *= static_cast<long double>(2 * j + offset + 1) * static_cast<long double>(2 * j + offset + 2);
  }
  return table;
}

inline constexpr Table kC1 = makeTable(1, false);
inline constexpr Table kC2 = makeTable(2, false);
inline constexpr Table kC3 = makeTable(3, false);
inline constexpr Table kF3 = makeTable(4, true);
inline constexpr Table kF4 = makeTable(5, true);

/// Coefficients |B_2k|/(2k)! of b(s), k = 1, 2, …, by Euler's recursion (2k+1) b_k = Σ b_j b_{k−j}.
constexpr std::array<double, kInverseTerms> makeInverseTable() {
  std::array<long double, kInverseTerms + 1> b{};
  std::array<double, kInverseTerms> table{};
  b[1] = 1.0L / 12.0L;
  for (std::size_t k = 2; k <= kInverseTerms; ++k) {
    long double sum = 0;
    for (std::size_t j = 1; j < k; ++j) sum += b[j] * b[k - j];
    b[k] = sum / static_cast<long double>(2 * k + 1);
  }
  for (std::size_t k = 0; k < kInverseTerms; ++k) table[k] = static_cast<double>(b[k + 1]);
  return table;
}
inline constexpr std::array<double, kInverseTerms> kInverse = makeInverseTable();

/// Σ table[j] s^j, `terms` terms.
template <class S, std::size_t N>
S series(const std::array<double, N>& table, const S& s, int terms) {
  S sum(table[static_cast<std::size_t>(terms - 1)]);
  for (int j = terms - 2; j >= 0; --j) sum = sum * s + table[static_cast<std::size_t>(j)];
  return sum;
}

/// Derivative of the series with respect to s.
template <class S, std::size_t N>
S seriesDerivative(const std::array<double, N>& table, const S& s, int terms) {
  S sum(table[static_cast<std::size_t>(terms - 1)] * (terms - 1));
  for (int j = terms - 2; j >= 1; --j) sum = sum * s + table[static_cast<std::size_t>(j)] * j;
  return sum;
}

/// Number of terms for s < kSeriesLimit.
template <class S>
int termCount(const S& s) {
  return s < S(kShortLimit) ? kShortTerms : kLongTerms;
}

/// c1, c2, c3 at s ≥ 0.
template <class S>
struct Rotation {
  S c1, c2, c3;
};
template <class S>
Rotation<S> rotationCoefficients(const S& s) {
  using std::cos, std::sin, std::sqrt;
  if (s < S(kSeriesLimit)) {
    const int n = termCount(s);
    return {series(kC1, s, n), series(kC2, s, n), series(kC3, s, n)};
  }
  const S theta = sqrt(s), c1 = sin(theta) / theta, half = sin(theta * 0.5);
  return {c1, half * half * 2.0 / s, (S(1.0) - c1) / s};
}

/// c1 alone: sin θ/θ.
template <class S>
S sinc(const S& s) {
  using std::sin, std::sqrt;
  if (s < S(kSeriesLimit)) return series(kC1, s, termCount(s));
  const S theta = sqrt(s);
  return sin(theta) / theta;
}

/// f3 = −dc2/ds and f4 = −dc3/ds at s ≥ 0.
template <class S>
struct Slope {
  S f3, f4;
};
template <class S>
Slope<S> slopeCoefficients(const S& s) {
  using std::cos, std::sin, std::sqrt;
  if (s < S(kSeriesLimit)) {
    const int n = termCount(s);
    return {series(kF3, s, n), series(kF4, s, n)};
  }
  const S theta = sqrt(s), c = cos(theta), y = sin(theta), s2 = s * s;
  return {(S(2.0) - c * 2.0 - theta * y) / (s2 * 2.0), (theta * 2.0 - y * 3.0 + theta * c) / (theta * s2 * 2.0)};
}

/// b(s) and db/ds, for θ < 2π.
template <class S>
struct Inverse {
  S b, db;
};
template <class S>
Inverse<S> inverseCoefficients(const S& s) {
  using std::cos, std::sin, std::sqrt;
  if (s < S(kInverseSeriesLimit)) {
    return {series(kInverse, s, kInverseTerms), seriesDerivative(kInverse, s, kInverseTerms)};
  }
  const S theta = sqrt(s), half = theta * 0.5, y = sin(half), g = half * cos(half) / y;
  const S dg = (cos(half) / y - half / (y * y)) / (theta * 4.0);  // dg/ds
  const S b = (S(1.0) - g) / s;
  return {b, -(dg + b) / s};
}

}  // namespace tendril::angle
