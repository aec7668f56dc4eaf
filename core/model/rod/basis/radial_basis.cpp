// SPDX-License-Identifier: BSD-3-Clause
// Radial functions around p + 1 equally spaced centres, one half at half the spacing: Gaussian, inverse multiquadric.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/rod/basis/basis_families.hpp"

namespace tendril {
namespace {

double gaussian(double x) {
  return std::exp(-x * x);
}
double inverseMultiquadric(double x) {
  return 1 / std::sqrt(1 + x * x);
}

class RadialBasis final : public StrainBasis {
 public:
  RadialBasis(int intervals, double width, double (*function)(double))
      : intervals_(intervals), scale_(2 * width * intervals), function_(function) {}
  int count() const override { return intervals_ + 1; }
  double value(int k, double s) const override {
    if (intervals_ == 0) return 1;
    return function_(scale_ * (s - static_cast<double>(k) / intervals_));
  }
  std::vector<double> breakpoints() const override {
    std::vector<double> points;
    for (int i = 1; i < intervals_; ++i) points.push_back(static_cast<double>(i) / intervals_);
    return points;
  }
  int gaussPoints() const override { return intervals_ == 0 ? 5 : std::max(3, (5 + intervals_ - 1) / intervals_); }

 private:
  int intervals_;
  double scale_;
  double (*function_)(double);
};

}  // namespace

StrainBasisPtr makeGaussianBasis(int order) {
  return std::make_shared<RadialBasis>(order, std::sqrt(std::numbers::ln2), gaussian);
}

StrainBasisPtr makeInverseMultiquadricBasis(int order) {
  return std::make_shared<RadialBasis>(order, std::numbers::sqrt3, inverseMultiquadric);
}

}  // namespace tendril
