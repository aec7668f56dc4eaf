// SPDX-License-Identifier: BSD-3-Clause
// Elastic energy of incompressible volumes as a function of the invariants of C = FᵀF.
#pragma once

#include <memory>

namespace tendril {

/// Energy per volume and its derivatives with respect to I1 and I2, Pa.
struct LawValues {
  double W = 0, W1 = 0, W2 = 0;
  double W11 = 0, W12 = 0, W22 = 0;
};

/// Factor of the identity in the stress ∂W/∂F at rest, Pa.
inline double restStress(const LawValues& rest) {
  return 2.0 * (rest.W1 + rest.W2 * 3.0) - 2.0 * rest.W2;
}

/// W(I1, I2), zero at I1 = I2 = 3. Immutable.
class VolumeLaw {
 public:
  virtual ~VolumeLaw() = default;
  virtual LawValues evaluate(double I1, double I2) const = 0;
  /// W1 + W2 at rest: half the shear modulus, Pa. Damping is relaxation × this (primitives.md §3.3).
  double stiffness() const {
    const LawValues rest = evaluate(3, 3);
    return rest.W1 + rest.W2;
  }
};

/// Σ aₖ (I1 − 3)ᵏ, k = 1…3, + b (I2 − 3): neo-Hookean, Mooney–Rivlin, Yeoh.
class PolynomialLaw final : public VolumeLaw {
 public:
  PolynomialLaw(double a1, double a2, double a3, double b) : a1_(a1), a2_(a2), a3_(a3), b_(b) {}
  LawValues evaluate(double I1, double I2) const override {
    const double x = I1 - 3;
    return {.W = x * (a1_ + x * (a2_ + x * a3_)) + b_ * (I2 - 3),
            .W1 = a1_ + x * (2 * a2_ + x * 3 * a3_),
            .W2 = b_,
            .W11 = 2 * a2_ + 6 * a3_ * x};
  }

 private:
  double a1_, a2_, a3_, b_;
};

}  // namespace tendril
