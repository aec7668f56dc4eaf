// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/constant_curvature/arc_functions.hpp"

#include <cmath>

#include "core/math/jet.hpp"

namespace tendril {
namespace {

// The series serve up to θ = 3; beyond, the closed forms have lost nothing yet and never will.
constexpr double kSeriesLimit = 9, kShortLimit = 0.5;
constexpr int kLongTerms = 22, kShortTerms = 12;
using Row = std::array<double, 12>;

/// (−1)^j (power 4^j + constant + linear j)/(2j + offset)!: every function is of this form.
struct Series {
  long double power, constant, linear;
  int offset;
};
// In the order of ArcFunction; from the series of sin and cos in the definitions.
constexpr std::array<Series, kArcFunctions> kSeries{{{0, 1, 0, 2},
                                                     {0, 1, 0, 3},
                                                     {8, -2, 0, 5},
                                                     {2, 0, 0, 3},
                                                     {4, -1, 0, 4},
                                                     {1, 0, 0, 2},
                                                     {8, -3, -1, 6},
                                                     {8, -3, -1, 7},
                                                     {-4, 2, 0, 4},
                                                     {8, -4, 0, 5}}};

constexpr std::array<Row, kLongTerms> makeRows() {
  std::array<Row, kLongTerms> rows{};
  for (std::size_t f = 0; f < kArcFunctions; ++f) {
    const Series& series = kSeries[f];
    long double factorial = 1, power = 1;
    for (int k = 2; k <= series.offset; ++k) factorial *= static_cast<long double>(k);
    for (int j = 0; j < kLongTerms; ++j) {
      const long double top = series.power * power + series.constant + series.linear * static_cast<long double>(j);
      rows[static_cast<std::size_t>(j)][f] = static_cast<double>((j % 2 == 0 ? top : -top) / factorial);
      power *= 4;
      factorial *= static_cast<long double>(2 * j + series.offset + 1);
      factorial *= static_cast<long double>(2 * j + series.offset + 2);
    }
  }
  return rows;
}
constexpr std::array<Row, kLongTerms> kRows = makeRows();

/// Horner's rule for all functions at once, with their Taylor coefficients.
template <int Orders>
void series(double u, int terms, ArcTable& table) {
  std::array<Row, Orders> sum{};
  for (int j = terms - 1; j >= 0; --j) {
    const Row& row = kRows[static_cast<std::size_t>(j)];
    for (int k = Orders - 1; k > 0; --k)
      for (std::size_t f = 0; f < row.size(); ++f)
        sum[static_cast<std::size_t>(k)][f] =
            sum[static_cast<std::size_t>(k)][f] * u + sum[static_cast<std::size_t>(k) - 1][f];
    for (std::size_t f = 0; f < row.size(); ++f) sum[0][f] = sum[0][f] * u + row[f];
  }
  for (std::size_t k = 0; k < Orders; ++k) table.c[k] = sum[k];
}

template <int K>
void closed(double value, ArcTable& table) {
  using J = Jet<K>;
  const J u = J::parameter(value), theta = sqrt(u), half = sin(theta * 0.5);
  const J c0 = cos(theta), c1 = sin(theta) / theta, c2 = half * half * 2.0 / u, c3 = (1.0 - c1) / u;
  const J c3Twice = (1.0 - c0 * c1) / (u * 4.0);  // c3(4u), sin 2θ/2θ = c0 c1
  const J bb = (c3 - c3Twice) * 2.0 / u, ss = c3Twice * 2.0, sb = c2 * c2 * 0.5, cs = c1 * c1 * 0.5;
  const J sigmaB = (0.5 - c1 + c2) / u, sigmaS = (c1 - c0) / u;  // ⟨σ b⟩, ⟨σ S⟩
  const std::array<J, kArcFunctions> all{c2,
                                         c3,
                                         bb,
                                         ss,
                                         sb,
                                         cs,
                                         (sigmaB - sb) / (u * 2.0),
                                         (1.0 / 3 + c3 * 2.0 - sigmaS * 2.0 - u * bb) / (u * u * 4.0),
                                         (0.5 - c2) / u - sb,
                                         bb * 2.0 - (1.0 / 3 - ss) / u};
  for (std::size_t k = 0; k <= K; ++k)
    for (std::size_t f = 0; f < all.size(); ++f) table.c[k][f] = all[f].c[k];
}

}  // namespace

void evaluateArc(double u, int orders, ArcTable& table) {
  if (u < kSeriesLimit) {
    const int terms = u < kShortLimit ? kShortTerms : kLongTerms;
    orders <= 3 ? series<3>(u, terms, table) : series<4>(u, terms, table);
  } else {
    orders <= 3 ? closed<2>(u, table) : closed<3>(u, table);
  }
}

}  // namespace tendril
