// SPDX-License-Identifier: BSD-3-Clause
// Piecewise polynomials on equal elements: constant, Lagrange (linear, quadratic, cubic) and Hermite.
#include <algorithm>
#include <cmath>

#include "core/model/rod/basis/basis_families.hpp"

namespace tendril {
namespace {

double flat(int, double) {
  return 1;
}

double linear(int i, double x) {
  return i == 0 ? 1 - x : x;
}

double quadratic(int i, double x) {
  if (i == 0) return 2 * (x - 0.5) * (x - 1);
  return i == 1 ? -4 * x * (x - 1) : 2 * x * (x - 0.5);
}

double cubic(int i, double x) {
  const double a = x - 1.0 / 3, b = x - 2.0 / 3, c = x - 1;
  if (i == 0) return -4.5 * a * b * c;
  if (i == 1) return 13.5 * x * b * c;
  return i == 2 ? -13.5 * x * a * c : 4.5 * x * a * b;
}

// Value and slope (with respect to the element's own x) at its two ends.
double hermite(int i, double x) {
  const double x2 = x * x, x3 = x2 * x;
  if (i == 0) return 1 - 3 * x2 + 2 * x3;
  if (i == 1) return x - 2 * x2 + x3;
  return i == 2 ? 3 * x2 - 2 * x3 : x3 - x2;
}

struct Shape {
  int functions;  ///< per element
  int shared;     ///< of them with the next element
  double (*value)(int, double);
};

class ElementBasis final : public StrainBasis {
 public:
  ElementBasis(int elements, Shape shape) : elements_(elements), shape_(shape) {}
  int count() const override { return elements_ * stride() + shape_.shared; }
  double value(int k, double s) const override {
    const int element = std::clamp(static_cast<int>(std::ceil(s * elements_)) - 1, 0, elements_ - 1);
    const int local = k - element * stride();
    return local < 0 || local >= shape_.functions ? 0 : shape_.value(local, s * elements_ - element);
  }
  std::vector<double> breakpoints() const override {
    std::vector<double> points;
    for (int i = 1; i < elements_; ++i) points.push_back(static_cast<double>(i) / elements_);
    return points;
  }
  int gaussPoints() const override { return std::max(shape_.functions, (5 + elements_ - 1) / elements_); }

 private:
  int stride() const { return shape_.functions - shape_.shared; }
  int elements_;
  Shape shape_;
};

}  // namespace

StrainBasisPtr makePiecewiseConstantBasis(int elements) {
  return std::make_shared<ElementBasis>(elements, Shape{1, 0, flat});
}
StrainBasisPtr makeFemLinearBasis(int elements) {
  return std::make_shared<ElementBasis>(elements, Shape{2, 1, linear});
}
StrainBasisPtr makeFemQuadraticBasis(int elements) {
  return std::make_shared<ElementBasis>(elements, Shape{3, 1, quadratic});
}
StrainBasisPtr makeFemCubicBasis(int elements) {
  return std::make_shared<ElementBasis>(elements, Shape{4, 1, cubic});
}
StrainBasisPtr makeHermiteBasis(int elements) {
  return std::make_shared<ElementBasis>(elements, Shape{4, 2, hermite});
}

}  // namespace tendril
