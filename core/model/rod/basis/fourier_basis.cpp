// SPDX-License-Identifier: BSD-3-Clause
// 1, cos 2πs, sin 2πs, cos 4πs, sin 4πs, …
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/rod/basis/basis_families.hpp"

namespace tendril {
namespace {

class FourierBasis final : public StrainBasis {
 public:
  explicit FourierBasis(int harmonics) : harmonics_(harmonics) {}
  int count() const override { return 2 * harmonics_ + 1; }
  double value(int k, double s) const override {
    if (k == 0) return 1;
    const int harmonic = (k + 1) / 2;
    const double angle = 2 * std::numbers::pi * harmonic * s;
    return k % 2 == 1 ? std::cos(angle) : std::sin(angle);
  }
  int gaussPoints() const override { return std::max(5, 4 * harmonics_); }

 private:
  int harmonics_;
};

}  // namespace

StrainBasisPtr makeFourierBasis(int order) {
  return std::make_shared<FourierBasis>(order);
}

}  // namespace tendril
