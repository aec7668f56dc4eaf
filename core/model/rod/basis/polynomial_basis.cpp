// SPDX-License-Identifier: BSD-3-Clause
// Polynomials over the whole division: constant, monomial, Legendre, Chebyshev.
#include <algorithm>
#include <cmath>

#include "core/model/rod/basis/basis_families.hpp"

namespace tendril {
namespace {

double monomial(int k, double s) {
  return std::pow(s, k);
}

double legendre(int k, double s) {
  const double x = 2 * s - 1;
  double previous = 1, current = x;
  if (k == 0) return previous;
  for (int n = 1; n < k; ++n) {
    const double next = ((2 * n + 1) * x * current - n * previous) / (n + 1);
    previous = current;
    current = next;
  }
  return current;
}

double chebyshev(int k, double s) {
  const double x = 2 * s - 1;
  double previous = 1, current = x;
  if (k == 0) return previous;
  for (int n = 1; n < k; ++n) {
    const double next = 2 * x * current - previous;
    previous = current;
    current = next;
  }
  return current;
}

class PolynomialBasis final : public StrainBasis {
 public:
  PolynomialBasis(int order, double (*function)(int, double)) : order_(order), function_(function) {}
  int count() const override { return order_ + 1; }
  double value(int k, double s) const override { return function_(k, s); }
  int gaussPoints() const override { return std::max(5, order_ + 1); }

 private:
  int order_;
  double (*function_)(int, double);
};

}  // namespace

StrainBasisPtr makeConstantBasis(int) {
  return std::make_shared<PolynomialBasis>(0, monomial);
}
StrainBasisPtr makeMonomialBasis(int order) {
  return std::make_shared<PolynomialBasis>(order, monomial);
}
StrainBasisPtr makeLegendreBasis(int order) {
  return std::make_shared<PolynomialBasis>(order, legendre);
}
StrainBasisPtr makeChebyshevBasis(int order) {
  return std::make_shared<PolynomialBasis>(order, chebyshev);
}

}  // namespace tendril
