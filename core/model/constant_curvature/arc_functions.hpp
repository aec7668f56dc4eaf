// SPDX-License-Identifier: BSD-3-Clause
// The scalar functions of u = θ² that an arc of constant curvature needs. With σ ∈ [0, 1] along the arc,
//   C = cos σθ,  S = sin σθ/θ,  b = (1 − cos σθ)/θ²,  d = (σ − S)/u
// the backbone is ℓ (S e + b n) and its tangent C e + S n, where e = x, n = φ×e, φ the vector of the turn, θ = |φ|. All
// integrals over σ that inertia and forces need are entire functions of u, so nothing happens at θ = 0: power series
// for small u, closed forms above. (primitives.md §4 has the planar toy body; its M is bb + 4 u g + section/3.)
#pragma once

#include <array>

#include "core/math/dual.hpp"

namespace tendril {

/// Names of the functions; ⟨·⟩ is the integral over σ from 0 to 1.
enum class ArcFunction {
  kC2,       ///< (1 − cos θ)/θ² = ⟨S⟩
  kC3,       ///< (θ − sin θ)/θ³ = ⟨b⟩
  kBB,       ///< ⟨b²⟩ = 2 (c3(u) − c3(4u))/u
  kSS,       ///< ⟨S²⟩ = 2 c3(4u)
  kSB,       ///< ⟨S b⟩ = c2²/2
  kCS,       ///< ⟨C S⟩ = c1²/2
  kMoment,   ///< ⟨S b' − b S'⟩, ' = d/du: the backbone's angular momentum
  kStretch,  ///< ⟨S'² + u b'² + b b'⟩: inertia of a change of θ
  kTwist,    ///< ⟨d⟩ − ⟨S b⟩: sections that turn about their own axes
  kSpin,     ///< 2⟨b²⟩ − (1/3 − ⟨S²⟩)/u: rotary inertia across the plane of bending
};
inline constexpr int kArcFunctions = 10;

/// Taylor coefficients f⁽ᵏ⁾/k! at u, k = 0…3.
struct ArcTable {
  static constexpr int kOrders = 4;
  /// Columns are padded to whole vector registers.
  std::array<std::array<double, 12>, kOrders> c{};

  double operator()(ArcFunction f, int order) const {
    return c[static_cast<std::size_t>(order)][static_cast<std::size_t>(f)];
  }
};

/// All functions at u ≥ 0 with `orders` ≤ 4 Taylor coefficients. Relative to the largest value of each function near u,
/// accurate to 1e-14 in value, for every angle.
void evaluateArc(double u, int orders, ArcTable& table);

/// The k-th derivative of a function, k ≤ 3 − (number of derivatives that S carries), at u on the scalar S.
template <class S>
struct ArcValues {
  const ArcTable& table;
  const S& u;

  S operator()(ArcFunction f, int k = 0) const {
    constexpr double kFactorial[] = {1, 1, 2, 6};
    const double value = kFactorial[k] * table(f, k);
    if constexpr (std::is_same_v<S, double>) {
      return value;
    } else {
      return S(value, kFactorial[k + 1] * table(f, k + 1) * u.d);
    }
  }
  /// k-th derivative of c1 = sin θ/θ = 1 − u c3, k = 0…2.
  S c1(int k) const {
    return k == 0 ? 1.0 - u * (*this)(ArcFunction::kC3)
                  : S(0.5 * ((*this)(ArcFunction::kC3, k - 1) - (*this)(ArcFunction::kC2, k - 1)));
  }
};

}  // namespace tendril
