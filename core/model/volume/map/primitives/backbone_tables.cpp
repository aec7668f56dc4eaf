// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/primitives/backbone_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tendril {
namespace {

constexpr int kDegree = 8;
constexpr int kFewest = 4, kMost = 64;  // intervals
constexpr double kTurn = 0.7;           // rad: largest turn of an interval for which the series has converged
constexpr double kExact = 1e-13;        // of the largest value: error between the points of interpolation

/// σ ∈ [0, 1] of the Chebyshev–Lobatto points, and the shifted Chebyshev polynomials Tⱼ(2σ − 1) in powers of σ (column
/// j), which are whole numbers.
struct Chebyshev {
  Chebyshev() : points(kDegree + 1), powers(MatX::Zero(kDegree + 1, kDegree + 1)) {
    for (int i = 0; i <= kDegree; ++i) points[i] = 0.5 + 0.5 * std::cos(std::numbers::pi * i / kDegree);
    powers(0, 0) = 1;
    powers(0, 1) = -1, powers(1, 1) = 2;
    for (int j = 2; j <= kDegree; ++j)
      for (int k = 0; k <= kDegree; ++k)
        powers(k, j) = -2 * powers(k, j - 1) + (k > 0 ? 4 * powers(k - 1, j - 1) : 0) - powers(k, j - 2);
  }
  /// Coefficients of σ⁰, σ¹, … of the polynomial through these values; those of Tⱼ that rounding alone makes are left
  /// out, so that the series of a straight mode stays short and exact.
  VecX coefficients(const VecX& values) const {
    constexpr double kRounding = 2e-15;
    const double scale = values.cwiseAbs().maxCoeff();
    VecX out = VecX::Zero(kDegree + 1);
    for (int j = 0; j <= kDegree; ++j) {
      double sum = 0;
      for (int i = 0; i <= kDegree; ++i)
        sum += (i == 0 || i == kDegree ? 0.5 : 1.0) * values[i] * std::cos(std::numbers::pi * i * j / kDegree);
      sum *= (j == 0 || j == kDegree ? 1.0 : 2.0) / kDegree;
      if (std::abs(sum) > kRounding * scale) out += sum * powers.col(j);
    }
    return out;
  }
  VecX points;
  MatX powers;
};

double polynomial(const Eigen::Ref<const VecX>& c, double x) {
  double sum = 0;
  for (Eigen::Index k = c.size(); k-- > 0;) sum = sum * x + c[k];
  return sum;
}

}  // namespace

BackboneTables::BackboneTables(double length, double radius, std::vector<BackboneMode> modes)
    : length_(length), modes_(std::move(modes)) {
  for (std::size_t j = 0; j < modes_.size(); ++j)
    for (int i = 0; i <= 50; ++i)
      if (const double X = i / 50.0; !std::isfinite(modes_[j].mode.value(X)) || !std::isfinite(modes_[j].mode.slope(X)))
        throw std::invalid_argument("mode \"" + modes_[j].mode.expression().text() +
                                    "\" is not finite at X = " + std::to_string(X));
  // The section of a body that bends more than this folds over its centre of curvature (primitives.md §1B).
  const double steepest = radius > 0 ? 1 / (std::sqrt(3.0) * radius) : 0;
  int count = std::clamp(static_cast<int>(std::ceil(steepest * length / kTurn)), kFewest, kMost);
  while (!fit(count) && count < kMost) count = std::min(2 * count, kMost);
}

/// False if a mode differs from its polynomials between their points.
bool BackboneTables::fit(int count) {
  static const Chebyshev chebyshev;
  intervals_.assign(static_cast<std::size_t>(count), {});
  bool good = true;
  for (int i = 0; i < count; ++i) {
    BackboneInterval& interval = intervals_[static_cast<std::size_t>(i)];
    interval.start = length_ * i / count, interval.length = length_ / count;
    interval.modes.resize(kDegree + 1, size());
    for (int j = 0; j < size(); ++j) {
      const Curve& mode = modes_[static_cast<std::size_t>(j)].mode;
      const auto value = [&](double sigma) { return mode.value(std::min(1.0, (i + sigma) / count)); };
      VecX values(kDegree + 1);
      for (int k = 0; k <= kDegree; ++k) values[k] = value(chebyshev.points[k]);
      const double scale = values.cwiseAbs().maxCoeff();
      const VecX c = chebyshev.coefficients(values);
      interval.modes.col(j) = c;
      for (double sigma : {0.11, 0.42, 0.63, 0.97})
        good = good && std::abs(polynomial(c, sigma) - value(sigma)) <= kExact * std::max(scale, 1e-300) * 10;
    }
    Eigen::Index degree = kDegree;
    while (degree > 0 && interval.modes.row(degree).isZero(0)) --degree;
    interval.modes.conservativeResize(degree + 1, Eigen::NoChange);
  }
  return good;
}

int BackboneTables::intervalAt(double s) const {
  const int count = static_cast<int>(intervals_.size());
  return std::clamp(static_cast<int>(s / length_ * count), 0, count - 1);
}

void BackboneTables::evaluate(double s, VecX& values, VecX& slopes) const {
  values.resize(size()), slopes.resize(size());
  for (int j = 0; j < size(); ++j) {
    const Curve& mode = modes_[static_cast<std::size_t>(j)].mode;
    values[j] = mode.value(s / length_);
    slopes[j] = mode.slope(s / length_) / length_;
  }
}

}  // namespace tendril
