// SPDX-License-Identifier: BSD-3-Clause
// How a section of the backbone family deforms: every point moves along its ray, (y, z) → h (y, z), where h solves
//     c h³ + h² = s,   c = ⅔ (κy z − κz y)/ε,   s = 1/ε + m/(y² + z²).
// That is the cubic of primitives.md §1B with stretch, bending and source in one: ψ = h/√s solves wψ³ + ψ² = 1 with
// w = c √s. All derivatives follow implicitly from E ḣ + ċ h³ = ṡ with E = 3c h² + 2h.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/math/scalar.hpp"
#include "core/math/simd_packet.hpp"

namespace tendril {

/// ψ(w) of primitives.md §1B: the root of w ψ³ + ψ² = 1 with ψ(0) = 1. NaN for w < −2/(3√3).
inline double bendingRoot(double w) {
  // Y = 1/ψ: Y³ − Y − w = 0, its largest root.
  const double z = 1.5 * std::sqrt(3.0) * w;
  double Y = z <= 1 ? std::cos(std::acos(z) / 3) : std::cosh(std::acosh(z) / 3);
  Y *= 2 / std::sqrt(3.0);
  const double slope = 3 * Y * Y - 1;
  if (slope > 1e-4) Y -= (Y * (Y * Y - 1) - w) / slope;
  return 1 / Y;
}

/// Four at a time: Halley's method from the series about 0, which is right to 0.01 there, so that two steps have all
/// digits; lanes that bend more are computed one by one.
inline SimdPacket bendingRoot(const SimdPacket& w) {
  constexpr double kSeries = 0.25;
  bool small = true;
  for (int i = 0; i < SimdPacket::kCount; ++i) small = small && std::abs(w.v[i]) <= kSeries;
  if (!small) return eachLane(w, [](double each) { return bendingRoot(each); });
  SimdPacket Y = 1.0 + w * (0.5 + w * (0.5 * w - 0.375));
  for (int i = 0; i < 2; ++i) {
    const SimdPacket f = Y * (Y * Y - 1.0) - w, slope = 3.0 * Y * Y - 1.0;
    Y -= f * slope / (slope * slope - 3.0 * Y * f);
  }
  return 1.0 / Y;
}

inline SimdPacket radialFactor(const SimdPacket& c, const SimdPacket& s) {
  const SimdPacket root = sqrt(s);
  return root * bendingRoot(SimdPacket(c * root));
}

/// h on any scalar: solved on numbers, then steps of Newton carry the derivatives, of which each doubles the order.
template <class S>
S radialFactor(const S& c, const S& s) {
  const double root = std::sqrt(plainValue(s));
  const double h = root * bendingRoot(plainValue(c) * root);
  if constexpr (std::is_same_v<S, double>) {
    return h;
  } else {
    S x = (c * (2.0 * h * h * h) + s + h * h) / (c * (3.0 * h * h) + 2.0 * h);
    for (int right = 1; right < kNilpotency<S>; right = 2 * right + 1) {
      const S square = x * x;
      x = S(c * square * x * 2.0 + s + square) / S(c * square * 3.0 + x * 2.0);
    }
    return x;
  }
}

}  // namespace tendril
