// SPDX-License-Identifier: BSD-3-Clause
// Numbers of four points with their change along one direction. Internal to core/model/volume.
#pragma once

#include "core/math/simd_packet.hpp"
#include "core/model/volume/map/backbone_points.hpp"

namespace tendril {

struct PacketDirection {
  SimdPacket value, d;

  PacketDirection() = default;
  TENDRIL_INLINE PacketDirection(double x) : value(x), d(0.0) {}
  TENDRIL_INLINE PacketDirection(const SimdPacket& x) : value(x), d(0.0) {}
  TENDRIL_INLINE PacketDirection(const SimdPacket& x, const SimdPacket& change) : value(x), d(change) {}
  TENDRIL_INLINE explicit PacketDirection(const Dual<1>& x) : value(x.value), d(x.d[0]) {}

  TENDRIL_INLINE PacketDirection& operator+=(const PacketDirection& y) { return value += y.value, d += y.d, *this; }
  TENDRIL_INLINE PacketDirection& operator-=(const PacketDirection& y) { return value -= y.value, d -= y.d, *this; }
  TENDRIL_INLINE friend PacketDirection operator+(PacketDirection x, const PacketDirection& y) { return x += y; }
  TENDRIL_INLINE friend PacketDirection operator-(PacketDirection x, const PacketDirection& y) { return x -= y; }
  TENDRIL_INLINE friend PacketDirection operator-(const PacketDirection& x) { return {-x.value, -x.d}; }
  TENDRIL_INLINE friend PacketDirection operator*(const PacketDirection& x, const PacketDirection& y) {
    return {x.value * y.value, x.d * y.value + x.value * y.d};
  }
  TENDRIL_INLINE friend PacketDirection operator/(const PacketDirection& x, const PacketDirection& y) {
    const SimdPacket quotient = x.value / y.value;
    return {quotient, (x.d - quotient * y.d) / y.value};
  }
  // With numbers that do not change.
  TENDRIL_INLINE friend PacketDirection operator*(const PacketDirection& x, const SimdPacket& y) {
    return {x.value * y, x.d * y};
  }
  TENDRIL_INLINE friend PacketDirection operator*(const SimdPacket& x, const PacketDirection& y) { return y * x; }
  TENDRIL_INLINE friend PacketDirection operator*(const PacketDirection& x, double y) { return x * SimdPacket(y); }
  TENDRIL_INLINE friend PacketDirection operator*(double x, const PacketDirection& y) { return y * SimdPacket(x); }
  TENDRIL_INLINE friend PacketDirection operator+(const PacketDirection& x, double y) {
    return {x.value + SimdPacket(y), x.d};
  }
  TENDRIL_INLINE friend PacketDirection operator/(double x, const PacketDirection& y) {
    const SimdPacket inverse = 1.0 / y.value;
    return {x * inverse, -(x * inverse * inverse) * y.d};
  }
};

inline PacketDirection sqrt(const PacketDirection& x) {
  const SimdPacket root = sqrt(x.value);
  return {root, x.d / (2.0 * root)};
}

/// h of four points (radial.hpp), its change implicitly from c h³ + h² = s.
inline PacketDirection radialFactor(const PacketDirection& c, const PacketDirection& s) {
  const SimdPacket h = radialFactor(c.value, s.value), h2 = h * h;
  return {h, (s.d - c.d * h2 * h) / (3.0 * c.value * h2 + 2.0 * h)};
}

template <>
struct Batch<Dual<1>> {
  using Point = PacketDirection;
  using W = SimdPacket;
  static constexpr int kCount = SimdPacket::kCount;
  static W load(const double* from) { return SimdPacket::load(from); }
};

}  // namespace tendril

namespace Eigen {

template <>
struct NumTraits<tendril::PacketDirection> : PacketTraits<tendril::PacketDirection> {};

}  // namespace Eigen
