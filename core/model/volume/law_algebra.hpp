// SPDX-License-Identifier: BSD-3-Clause
// What laws of volumes compute with on numbers and on duals. Internal to core/model/volume.
#pragma once

#include "core/model/volume/map/dual_vector.hpp"
#include "core/model/volume/volume_law.hpp"

namespace tendril {

/// A : B
template <class S>
S contract(const Mat3T<S>& A, const Mat3T<S>& B) {
  if constexpr (!std::is_same_v<S, Directions>) {
    return A.cwiseProduct(B).sum();
  } else {
    S out(0.0);
    double* d = out.d.data();
    for (int i = 0; i < 9; ++i) {
      const S &a = A.data()[i], &b = B.data()[i];
      out.value += a.value * b.value;
      for (int n = 0; n < kDirections; ++n) d[n] += a.value * b.d[n] + b.value * a.d[n];
    }
    return out;
  }
}

/// A B
template <class S>
Mat3T<S> product(const Mat3T<S>& A, const Mat3T<S>& B) {
  Mat3T<S> out;
  for (int c = 0; c < 3; ++c) out.col(c) = turned<S>(A, B.col(c));
  return out;
}

/// Aᵀ B
template <class S>
Mat3T<S> transposedProduct(const Mat3T<S>& A, const Mat3T<S>& B) {
  return product<S>(A.transpose(), B);
}

/// det A · A⁻ᵀ.
template <class S>
Mat3T<S> cofactor(const Mat3T<S>& A) {
  Mat3T<S> out;
  for (int c = 0; c < 3; ++c) {
    const Vec3T<S> a = A.col((c + 1) % 3), b = A.col((c + 2) % 3);
    out.col(c) = crossed<S>(a, b);
  }
  return out;
}

/// a with a~ = A − Aᵀ.
template <class S>
Vec3T<S> skewAxis(const Mat3T<S>& A) {
  return Vec3T<S>(S(A(2, 1) - A(1, 2)), S(A(0, 2) - A(2, 0)), S(A(1, 0) - A(0, 1)));
}

/// W1 and W2 of a law at invariants on any scalar.
template <class S>
void slopesOf(const InvariantLaw& law, const S& I1, const S& I2, S& W1, S& W2) {
  if constexpr (std::is_same_v<S, MotionSeries>) {
    law.slopes(I1, I2, W1, W2);
  } else if constexpr (std::is_same_v<S, SimdPacket>) {
    for (int i = 0; i < SimdPacket::kCount; ++i) {
      const LawValues x = law.evaluate(I1.v[i], I2.v[i]);
      W1.v[i] = x.W1, W2.v[i] = x.W2;
    }
  } else {
    const LawValues x = law.evaluate(plainValue(I1), plainValue(I2));
    W1 = S(x.W1), W2 = S(x.W2);
    if constexpr (!std::is_same_v<S, double>) {
      W1.d = x.W11 * I1.d + x.W12 * I2.d;
      W2.d = x.W12 * I1.d + x.W22 * I2.d;
    }
  }
}

/// What a damping force is contracted with, per second of relaxation, where the coordinates move at qd.
template <class S>
Mat3T<S> viscousStress(const VolumeLaw& law, const Mat3T<S>& G, const Mat3T<S>& rate, bool turning) {
  if (turning) return rate * S(2.0 * law.stiffness());
  return law.viscousStress(G, rate);
}

}  // namespace tendril
