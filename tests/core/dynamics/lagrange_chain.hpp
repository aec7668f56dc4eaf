// SPDX-License-Identifier: BSD-3-Clause
// The equations of Euler and Lagrange of a chain of planar bodies of constant curvature from nothing but its kinetic
// energy: d/dt ∂T/∂q̇ − ∂T/∂q by automatic differentiation, one direction per q and q̇, each along the motion. What
// [kane] simulation 3 compares with, without its symbolic expressions.
#pragma once

#include <array>
#include <cstddef>

#include "core/math/dual.hpp"
#include "core/math/types.hpp"

namespace tendril {

/// Integrals over an arc of length 1 in its plane, z(s) = ∫₀ˢ exp(i q σ) dσ, as power series in q: entire functions,
/// exact to rounding for |q| ≤ π.
struct ArcIntegrals {
  static constexpr std::size_t kTerms = 34;  // π^34 / 34! = 3e-22
  using Series = std::array<double, kTerms>;

  Series tipReal{}, tipImaginary{};    ///< z(1)
  Series meanReal{}, meanImaginary{};  ///< ∫ z ds
  Series square{};                     ///< ∫ |z|² ds
  Series turning{};                    ///< ∫ Im(z̄ ∂z/∂q) ds
  Series bending{};                    ///< ∫ |∂z/∂q|² ds

  ArcIntegrals() {
    std::array<double, kTerms + 3> inverse{1};  // 1/k!
    for (std::size_t k = 1; k < inverse.size(); ++k) inverse[k] = inverse[k - 1] / static_cast<double>(k);
    for (std::size_t k = 0; k < kTerms; ++k) {  // z = Σ (i q)^k s^(k+1) / (k+1)!
      const double sign = k % 4 < 2 ? 1 : -1;
      (k % 2 ? tipImaginary : tipReal)[k] = sign * inverse[k + 1];
      (k % 2 ? meanImaginary : meanReal)[k] = sign * inverse[k + 2];
    }
    for (std::size_t j = 0; j < kTerms; ++j)
      for (std::size_t k = 0; j + k < kTerms + 2; ++k) addProduct(j, k, inverse);
  }

 private:
  /// Term j of z̄ by term k of z, (−i)^j i^k q^(j+k) ∫ s^(j+k+2) ds / ((j+1)! (k+1)!); ∂/∂q brings down k / q.
  void addProduct(std::size_t j, std::size_t k, const std::array<double, kTerms + 3>& inverse) {
    if (j + 1 >= inverse.size() || k + 1 >= inverse.size()) return;
    const double size = inverse[j + 1] * inverse[k + 1] / static_cast<double>(j + k + 3);
    const double weight = (k + 3 * j) % 4 < 2 ? size : -size;
    const auto p = static_cast<double>(j), r = static_cast<double>(k);
    if ((j + k) % 2 == 0) {
      if (j + k < kTerms) square[j + k] += weight;
      if (j > 0 && k > 0) bending[j + k - 2] += p * r * weight;
    } else if (j + k - 1 < kTerms) {
      turning[j + k - 1] += r * weight;
    }
  }
};

/// A function of one coordinate with three derivatives.
struct SeriesValue {
  double f = 0, d1 = 0, d2 = 0, d3 = 0;

  SeriesValue(const ArcIntegrals::Series& series, double q) {
    for (std::size_t k = series.size(); k-- > 0;) {
      d3 = d3 * q + d2, d2 = d2 * q + d1, d1 = d1 * q + f;
      f = f * q + series[k];
    }
    d2 *= 2, d3 *= 6;
  }
};

/// N bodies without joints, elasticity and gravity.
template <int N>
class LagrangeChain {
 public:
  using Time = Dual<1>;  ///< a value and its rate along the motion
  using Scalar = DualT<Time, 2 * N>;
  using Vector = Eigen::Matrix<double, N, 1>;

  LagrangeChain(double length, double radius, double density)
      : length_(length), mass_(density * kPi * radius * radius * length), section_(mass_ * radius * radius / 4) {}

  /// M(q) a + c(q, v).
  Vector forces(const Vector& q, const Vector& v, const Vector& a) const {
    const Scalar energy = kinetic(q, v, a);
    Vector out;
    for (int i = 0; i < N; ++i) out[i] = energy.d[N + i].d[0] - energy.d[i].value;
    return out;
  }

 private:
  static constexpr double kPi = 3.141592653589793;
  struct Complex {
    Scalar x, y;
  };

  /// f or f′ of q_i, as it depends on q_i and time.
  static Scalar lift(double f, double d1, double d2, int i, double rate) {
    Scalar out(Time(f, Time::Partials(d1 * rate)));
    out.d[i] = Time(d1, Time::Partials(d2 * rate));
    return out;
  }
  static Scalar value(const SeriesValue& f, int i, double rate) { return lift(f.f, f.d1, f.d2, i, rate); }
  static Scalar slope(const SeriesValue& f, int i, double rate) { return lift(f.d1, f.d2, f.d3, i, rate); }

  Scalar kinetic(const Vector& q, const Vector& v, const Vector& a) const {
    Scalar energy(0.0), omega(0.0);
    Complex velocity{Scalar(0.0), Scalar(0.0)};  // of the base, in its axes
    for (int i = 0; i < N; ++i) {
      Scalar rate(Time(v[i], Time::Partials(a[i])));
      rate.d[N + i] = Time(1.0);
      addBody(q[i], v[i], i, rate, velocity, omega, energy);
    }
    return energy;
  }

  /// |V + i ω z + ∂z/∂q q̇|² and the turning of the sections, integrated; then V and ω of the tip, in the tip's axes.
  void addBody(double q, double v, int i, const Scalar& rate, Complex& V, Scalar& omega, Scalar& energy) const {
    const SeriesValue tx(series_.tipReal, q), ty(series_.tipImaginary, q), mx(series_.meanReal, q),
        my(series_.meanImaginary, q);
    const Scalar L = Scalar(length_), LL = Scalar(length_ * length_);
    const Scalar meanX = L * (slope(mx, i, v) * rate - omega * value(my, i, v));
    const Scalar meanY = L * (slope(my, i, v) * rate + omega * value(mx, i, v));
    const Scalar square = value({series_.square, q}, i, v), turning = value({series_.turning, q}, i, v),
                 bending = value({series_.bending, q}, i, v);
    const Scalar about = LL * (omega * omega * square + rate * rate * bending + 2.0 * omega * rate * turning);
    energy += Scalar(0.5 * mass_) * (V.x * V.x + V.y * V.y + 2.0 * (V.x * meanX + V.y * meanY) + about);
    energy += Scalar(0.5 * section_) * (omega * omega + omega * rate + rate * rate * (1.0 / 3));
    const Scalar x = V.x + L * (slope(tx, i, v) * rate - omega * value(ty, i, v));
    const Scalar y = V.y + L * (slope(ty, i, v) * rate + omega * value(tx, i, v));
    const double c = std::cos(q), s = std::sin(q);
    const Scalar cosine = lift(c, -s, -c, i, v), sine = lift(s, c, -s, i, v);
    V = {cosine * x + sine * y, cosine * y - sine * x};
    omega += rate;
  }

  double length_, mass_, section_;
  ArcIntegrals series_;
};

}  // namespace tendril
