// SPDX-License-Identifier: BSD-3-Clause
// Numbers of four points with their derivatives in N directions, and with their first two rates. Internal to
// core/model/volume.
#pragma once

#include <array>

#include "core/math/simd_packet.hpp"
#include "core/model/volume/map/primitives/backbone_points.hpp"

namespace tendril {

template <int N>
struct PacketDual {
  static constexpr std::size_t kCount = N;
  SimdPacket value;
  std::array<SimdPacket, kCount> d;

  PacketDual() = default;
  TENDRIL_INLINE PacketDual(double x) : PacketDual(SimdPacket(x)) {}
  TENDRIL_INLINE PacketDual(const SimdPacket& x) : value(x) { d.fill(SimdPacket(0.0)); }
  TENDRIL_INLINE explicit PacketDual(const Dual<N>& x) : value(x.value) {
    for (std::size_t n = 0; n < kCount; ++n) d[n] = x.d.data()[n];
  }
  /// The variable number `index` of N.
  TENDRIL_INLINE static PacketDual variable(const SimdPacket& x, std::size_t index) {
    PacketDual out(x);
    out.d[index] = 1.0;
    return out;
  }

  TENDRIL_INLINE PacketDual& operator+=(const PacketDual& y) {
    value += y.value;
    for (std::size_t n = 0; n < kCount; ++n) d[n] += y.d[n];
    return *this;
  }
  TENDRIL_INLINE PacketDual& operator-=(const PacketDual& y) {
    value -= y.value;
    for (std::size_t n = 0; n < kCount; ++n) d[n] -= y.d[n];
    return *this;
  }
  TENDRIL_INLINE friend PacketDual operator+(PacketDual x, const PacketDual& y) { return x += y; }
  TENDRIL_INLINE friend PacketDual operator-(PacketDual x, const PacketDual& y) { return x -= y; }
  TENDRIL_INLINE friend PacketDual operator-(const PacketDual& x) { return x * -1.0; }
  TENDRIL_INLINE friend PacketDual operator*(const PacketDual& x, const PacketDual& y) {
    PacketDual out;
    out.value = x.value * y.value;
    for (std::size_t n = 0; n < kCount; ++n) out.d[n] = x.d[n] * y.value + x.value * y.d[n];
    return out;
  }
  TENDRIL_INLINE friend PacketDual operator/(const PacketDual& x, const PacketDual& y) {
    const SimdPacket inverse = 1.0 / y.value;
    PacketDual out;
    out.value = x.value * inverse;
    for (std::size_t n = 0; n < kCount; ++n) out.d[n] = (x.d[n] - out.value * y.d[n]) * inverse;
    return out;
  }
  // With numbers that do not change.
  TENDRIL_INLINE friend PacketDual operator*(PacketDual x, const SimdPacket& y) {
    x.value *= y;
    for (std::size_t n = 0; n < kCount; ++n) x.d[n] *= y;
    return x;
  }
  TENDRIL_INLINE friend PacketDual operator*(const SimdPacket& x, const PacketDual& y) { return y * x; }
  TENDRIL_INLINE friend PacketDual operator*(const PacketDual& x, double y) { return x * SimdPacket(y); }
  TENDRIL_INLINE friend PacketDual operator*(double x, const PacketDual& y) { return y * SimdPacket(x); }
  TENDRIL_INLINE friend PacketDual operator+(PacketDual x, double y) {
    x.value += SimdPacket(y);
    return x;
  }
  TENDRIL_INLINE friend PacketDual operator/(double x, const PacketDual& y) {
    const SimdPacket inverse = 1.0 / y.value, slope = -(x * inverse * inverse);
    PacketDual out;
    out.value = x * inverse;
    for (std::size_t n = 0; n < kCount; ++n) out.d[n] = slope * y.d[n];
    return out;
  }
};

template <int N>
PacketDual<N> sqrt(const PacketDual<N>& x) {
  const SimdPacket root = sqrt(x.value), slope = 0.5 / root;
  PacketDual<N> out;
  out.value = root;
  for (std::size_t n = 0; n < out.d.size(); ++n) out.d[n] = slope * x.d[n];
  return out;
}

/// h of four points (radial.hpp), its change implicitly from c h³ + h² = s.
template <int N>
PacketDual<N> radialFactor(const PacketDual<N>& c, const PacketDual<N>& s) {
  const SimdPacket h = radialFactor(c.value, s.value), h2 = h * h, h3 = h2 * h;
  const SimdPacket inverse = 1.0 / (3.0 * c.value * h2 + 2.0 * h);
  PacketDual<N> out;
  out.value = h;
  for (std::size_t n = 0; n < out.d.size(); ++n) out.d[n] = (s.d[n] - c.d[n] * h3) * inverse;
  return out;
}

template <>
struct Batch<Dual<1>> {
  using Point = PacketDual<1>;
  using W = SimdPacket;
  static constexpr int kCount = SimdPacket::kCount;
  static W load(const double* from) { return SimdPacket::load(from); }
};

/// x, ẋ, ẍ of four points.
struct PacketJet {
  SimdPacket value, rate, acceleration;

  TENDRIL_INLINE friend PacketJet operator+(const PacketJet& x, const PacketJet& y) {
    return {x.value + y.value, x.rate + y.rate, x.acceleration + y.acceleration};
  }
  TENDRIL_INLINE friend PacketJet operator-(const PacketJet& x, const PacketJet& y) {
    return {x.value - y.value, x.rate - y.rate, x.acceleration - y.acceleration};
  }
  TENDRIL_INLINE friend PacketJet operator*(const PacketJet& x, const PacketJet& y) {
    return {x.value * y.value, x.rate * y.value + x.value * y.rate,
            x.acceleration * y.value + 2.0 * x.rate * y.rate + x.value * y.acceleration};
  }
  TENDRIL_INLINE friend PacketJet operator*(const PacketJet& x, const SimdPacket& y) {
    return {x.value * y, x.rate * y, x.acceleration * y};
  }
  TENDRIL_INLINE friend PacketJet operator*(const PacketJet& x, double y) { return x * SimdPacket(y); }
  TENDRIL_INLINE friend PacketJet operator/(double x, const PacketJet& y) {
    const SimdPacket inverse = 1.0 / y.value, value = x * inverse, rate = -value * y.rate * inverse;
    return {value, rate, -(value * y.acceleration + 2.0 * rate * y.rate) * inverse};
  }
};

/// h of four points with its rates, by differentiating c h³ + h² = s twice.
inline PacketJet radialFactor(const PacketJet& c, const PacketJet& s) {
  const SimdPacket h = radialFactor(c.value, s.value), h2 = h * h, h3 = h2 * h;
  const SimdPacket inverse = 1.0 / (3.0 * c.value * h2 + 2.0 * h);
  const SimdPacket rate = (s.rate - c.rate * h3) * inverse;
  return {h, rate,
          (s.acceleration - c.acceleration * h3 - 6.0 * c.rate * h2 * rate - (6.0 * c.value * h + 2.0) * rate * rate) *
              inverse};
}

}  // namespace tendril

namespace Eigen {

template <int N>
struct NumTraits<tendril::PacketDual<N>> : PacketTraits<tendril::PacketDual<N>> {};

}  // namespace Eigen
