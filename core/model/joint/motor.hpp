// SPDX-License-Identifier: BSD-3-Clause
// Motors that move by themselves and turn a joint through springs. trees.md §9, [vsa] §III
#pragma once

#include <memory>

namespace tendril {

/// Torque of a spring (N·m, or N) at a deflection φ (rad, or m), and its derivatives by φ: the σ, ζ and η of [vsa].
struct SpringTorque {
  double torque = 0, stiffness = 0, slope = 0, curvature = 0;
};

/// How a spring between a motor and its joint pulls.
class SpringLaw {
 public:
  virtual ~SpringLaw() = default;
  /// φ = position of the motor less that of the joint; the torque pulls the joint towards the motor where φ > 0.
  virtual SpringTorque evaluate(double phi) const = 0;
  /// J, zero at φ = 0.
  virtual double energy(double phi) const = 0;
  /// torque[0…order] ← coefficients of the torque as a series of time, from those of φ (k-th derivative over k!).
  /// order ≤ kMostOrder.
  virtual void series(const double* phi, int order, double* torque) const = 0;
  static constexpr int kMostOrder = 15;
};

/// K φ + K_c φ³. [vsa] (15)
class CubicSpring final : public SpringLaw {
 public:
  explicit CubicSpring(double linear, double cubic = 0) : linear(linear), cubic(cubic) {}
  SpringTorque evaluate(double phi) const override {
    const double square = phi * phi;
    return {(linear + cubic * square) * phi, linear + 3 * cubic * square, 6 * cubic * phi, 6 * cubic};
  }
  double energy(double phi) const override { return (0.5 * linear + 0.25 * cubic * phi * phi) * phi * phi; }
  void series(const double* phi, int order, double* torque) const override {
    double square[kMostOrder + 1];
    for (int k = 0; k <= order; ++k) {
      square[k] = 0;
      for (int j = 0; j <= k; ++j) square[k] += phi[j] * phi[k - j];
      torque[k] = linear * phi[k];
      for (int j = 0; j <= k; ++j) torque[k] += cubic * phi[j] * square[k - j];
    }
  }

  const double linear, cubic;
};

/// One motor and its spring.
struct Motor {
  std::shared_ptr<const SpringLaw> spring;
  double inertia = 0;     ///< kg·m² or kg, as the joint feels it
  double friction = 0;    ///< viscous, N·m·s/rad or N·s/m
  double deflection = 0;  ///< at the start, rad or m
};

}  // namespace tendril
