// SPDX-License-Identifier: BSD-3-Clause
// Series of time between jets and matrices of coefficients: row i holds x_i, column k its coefficient x⁽ᵏ⁾/k!.
#pragma once

#include <algorithm>

#include "core/math/jet.hpp"
#include "core/math/types.hpp"

namespace tendril {

/// Calls work(Jet<K>()) with the shortest series, of those that robots have, that has coefficient `last`.
template <class Work>
void withSeries(int last, Work work) {
  if (last <= 3) return work(Jet<3>());
  if (last <= 7) return work(Jet<7>());
  if (last <= 11) return work(Jet<11>());
  work(Jet<15>());
}

/// The series of a row; coefficients that are not given are 0.
template <class S>
S seriesOf(const Eigen::Ref<const MatX>& coefficients, Eigen::Index row) {
  S out;
  const auto count = std::min<Eigen::Index>(coefficients.cols(), static_cast<Eigen::Index>(out.c.size()));
  for (Eigen::Index k = 0; k < count; ++k) out[static_cast<int>(k)] = coefficients(row, k);
  return out;
}

/// Adds a series to a row, as far as there are columns.
template <class S>
void addSeries(const S& x, Eigen::Ref<MatX> coefficients, Eigen::Index row) {
  const auto count = std::min<Eigen::Index>(coefficients.cols(), static_cast<Eigen::Index>(x.c.size()));
  for (Eigen::Index k = 0; k < count; ++k) coefficients(row, k) += x[static_cast<int>(k)];
}

/// The derivative by time; the last coefficient is lost.
template <int K>
Jet<K> rateOf(const Jet<K>& x) {
  Jet<K> out;
  for (int k = 0; k < K; ++k) out[k] = (k + 1) * x[k + 1];
  return out;
}

}  // namespace tendril
