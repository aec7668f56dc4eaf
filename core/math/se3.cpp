// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/se3.hpp"

namespace tendril {
namespace {

/// A series and its first two derivatives.
struct Taylor2 {
  double value, first, second;
};

Taylor2 seriesWithDerivatives(const angle::Table& table, double s, int terms) {
  double value = 0, first = 0, second = 0;  // Horner's scheme differentiated twice; second is half of it
  for (int j = terms - 1; j >= 0; --j) {
    second = second * s + first;
    first = first * s + value;
    value = value * s + table[static_cast<std::size_t>(j)];
  }
  return {value, first, 2 * second};
}

/// f3 and f4 with derivatives in s from the closed forms of rods.md §4. Only for θ > 3, where they do not cancel.
void closedForm(double s, Taylor2& f3, Taylor2& f4) {
  const double t = std::sqrt(s), c = std::cos(t), y = std::sin(t), t3 = t * s, s2 = s * s, s3 = s2 * s;
  const double g3 = -8 + (8 - s) * c + 5 * t * y;
  const double g4 = -8 * t + (15 - s) * y - 7 * t * c;
  f3.value = (2 - 2 * c - t * y) / (2 * s2);
  f4.value = (2 * t - 3 * y + t * c) / (2 * s2 * t);
  f3.first = g3 / (4 * s3);
  f4.first = g4 / (4 * s3 * t);
  const double d3 = (40 - (40 - 8 * s) * c - (28 * t - t3) * y) / (2 * s3);
  const double d4 = (40 * t - (90 - 11 * s) * y + (50 * t - t3) * c) / (2 * s3 * t);
  f3.second = (d3 - 2 * f3.first) / (4 * s);
  f4.second = (d4 - 2 * f4.first) / (4 * s);
}

}  // namespace

TangentCoefficients tangentCoefficients(double s) {
  Taylor2 f3, f4;
  if (s < angle::kSeriesLimit) {
    const int n = angle::termCount(s);
    f3 = seriesWithDerivatives(angle::kF3, s, n);
    f4 = seriesWithDerivatives(angle::kF4, s, n);
  } else {
    closedForm(s, f3, f4);
  }
  const auto c = angle::rotationCoefficients(s);
  // f1 = c2 + s f3 with dc2/ds = −f3, so df1/ds = s df3/ds; likewise f2.
  return {{c.c2 + s * f3.value, c.c3 + s * f4.value, f3.value, f4.value},
          {s * f3.first, s * f4.first, f3.first, f4.first},
          {f3.first + s * f3.second, f4.first + s * f4.second, f3.second, f4.second}};
}

}  // namespace tendril
