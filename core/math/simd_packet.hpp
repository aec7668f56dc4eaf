// SPDX-License-Identifier: BSD-3-Clause
// Four numbers that are computed with at once: what a loop over points says of one of them, on whole registers.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/math/dual.hpp"

namespace tendril {

struct SimdPacket {
  static constexpr int kCount = 4;
  using Vector = double __attribute__((vector_size(kCount * sizeof(double))));
  Vector v;

  SimdPacket() = default;
  TENDRIL_INLINE SimdPacket(double x) : v{x, x, x, x} {}
  TENDRIL_INLINE explicit SimdPacket(Vector x) : v(x) {}

  /// The rows that whole packets for so many take.
  static constexpr Eigen::Index padded(Eigen::Index rows) { return (rows + kCount - 1) / kCount * kCount; }

  /// kCount numbers from `from` on.
  TENDRIL_INLINE static SimdPacket load(const double* from) {
    SimdPacket out;
    std::memcpy(&out.v, from, sizeof(Vector));
    return out;
  }
  /// The first `count`; behind them the first once more.
  TENDRIL_INLINE static SimdPacket load(const double* from, int count) {
    if (count >= kCount) return load(from);
    SimdPacket out(*from);
    for (int i = 1; i < count; ++i) out.v[i] = from[i];
    return out;
  }
  /// The first `count`; behind them zeros.
  TENDRIL_INLINE static SimdPacket loadOrZero(const double* from, int count) {
    if (count >= kCount) return load(from);
    SimdPacket out(0.0);
    for (int i = 0; i < count; ++i) out.v[i] = from[i];
    return out;
  }
  /// The first `count` of them.
  TENDRIL_INLINE void store(double* to, int count) const {
    if (count >= kCount) {
      std::memcpy(to, &v, sizeof(Vector));
    } else {
      for (int i = 0; i < count; ++i) to[i] = v[i];
    }
  }

  TENDRIL_INLINE SimdPacket& operator+=(const SimdPacket& y) { return v += y.v, *this; }
  TENDRIL_INLINE SimdPacket& operator-=(const SimdPacket& y) { return v -= y.v, *this; }
  TENDRIL_INLINE SimdPacket& operator*=(const SimdPacket& y) { return v *= y.v, *this; }
  TENDRIL_INLINE SimdPacket& operator/=(const SimdPacket& y) { return v /= y.v, *this; }
  TENDRIL_INLINE friend SimdPacket operator+(const SimdPacket& x, const SimdPacket& y) { return SimdPacket(x.v + y.v); }
  TENDRIL_INLINE friend SimdPacket operator-(const SimdPacket& x, const SimdPacket& y) { return SimdPacket(x.v - y.v); }
  TENDRIL_INLINE friend SimdPacket operator*(const SimdPacket& x, const SimdPacket& y) { return SimdPacket(x.v * y.v); }
  TENDRIL_INLINE friend SimdPacket operator/(const SimdPacket& x, const SimdPacket& y) { return SimdPacket(x.v / y.v); }
  TENDRIL_INLINE friend SimdPacket operator-(const SimdPacket& x) { return SimdPacket(-x.v); }
};

/// Every lane by itself.
template <class F>
TENDRIL_INLINE SimdPacket eachLane(const SimdPacket& x, F&& f) {
  SimdPacket out;
  for (int i = 0; i < SimdPacket::kCount; ++i) out.v[i] = f(x.v[i]);
  return out;
}

inline SimdPacket pow(const SimdPacket& x, double exponent) {
  return eachLane(x, [exponent](double one) { return std::pow(one, exponent); });
}

inline SimdPacket sqrt(const SimdPacket& x) {
  Eigen::Array<double, SimdPacket::kCount, 1> all;
  std::memcpy(all.data(), &x.v, sizeof(x.v));
  all = all.sqrt();
  return SimdPacket::load(all.data());
}

TENDRIL_INLINE double sumOf(const SimdPacket& x) {
  return (x.v[0] + x.v[2]) + (x.v[1] + x.v[3]);
}

}  // namespace tendril

namespace Eigen {

/// Of scalars made of registers.
template <class Packet>
struct PacketTraits : NumTraits<double> {
  using Real = Packet;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
template <>
struct NumTraits<tendril::SimdPacket> : PacketTraits<tendril::SimdPacket> {};

}  // namespace Eigen
