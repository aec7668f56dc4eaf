// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/rod/basis/basis.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/model/rod/basis/basis_families.hpp"

namespace tendril {
namespace {

struct Family {
  std::string_view name;
  StrainBasisPtr (*make)(int order);
  int smallestOrder;
};

// One line per family.
constexpr Family kFamilies[] = {
    {"constant", makeConstantBasis, 0},
    {"monomial", makeMonomialBasis, 0},
    {"legendre", makeLegendreBasis, 0},
    {"chebyshev", makeChebyshevBasis, 0},
    {"fourier", makeFourierBasis, 0},
    {"gaussian", makeGaussianBasis, 0},
    {"inverse_multiquadric", makeInverseMultiquadricBasis, 0},
    {"piecewise_constant", makePiecewiseConstantBasis, 1},
    {"fem_linear", makeFemLinearBasis, 1},
    {"fem_quadratic", makeFemQuadraticBasis, 1},
    {"fem_cubic", makeFemCubicBasis, 1},
    {"hermite", makeHermiteBasis, 1},
};

constexpr int kLargestOrder = 1000;

class CustomBasis final : public StrainBasis {
 public:
  explicit CustomBasis(std::vector<std::function<double(double)>> functions) : functions_(std::move(functions)) {}
  int count() const override { return static_cast<int>(functions_.size()); }
  double value(int k, double s) const override { return functions_[static_cast<std::size_t>(k)](s); }
  int gaussPoints() const override { return std::max(5, count()); }

 private:
  std::vector<std::function<double(double)>> functions_;
};

}  // namespace

StrainBasisPtr makeStrainBasis(std::string_view name, int order) {
  for (const Family& family : kFamilies) {
    if (family.name != name) continue;
    if (order < family.smallestOrder || order > kLargestOrder)
      throw std::invalid_argument("order of basis \"" + std::string(name) + "\" must be from " +
                                  std::to_string(family.smallestOrder) + " to " + std::to_string(kLargestOrder) +
                                  ", not " + std::to_string(order));
    return family.make(order);
  }
  std::string known;
  for (const Family& family : kFamilies) known += (known.empty() ? "" : ", ") + std::string(family.name);
  throw std::invalid_argument("unknown basis \"" + std::string(name) + "\"; known are " + known);
}

std::vector<std::string> strainBasisNames() {
  std::vector<std::string> names;
  for (const Family& family : kFamilies) names.emplace_back(family.name);
  return names;
}

StrainBasisPtr makeCustomBasis(std::vector<std::function<double(double)>> functions) {
  return std::make_shared<CustomBasis>(std::move(functions));
}

}  // namespace tendril
