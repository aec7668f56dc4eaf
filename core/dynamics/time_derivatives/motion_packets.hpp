// SPDX-License-Identifier: BSD-3-Clause
// One coefficient of the series of a link's motion, momentum and wrench, laid out so that one vector instruction works
// on all of its 3-vectors: by components x, y, z, with the 3-vectors side by side in the lanes. trees.md §7.2
#pragma once

#include "core/math/dual.hpp"
#include "core/math/pose.hpp"

namespace tendril::series {

using Packet4 = double __attribute__((vector_size(4 * sizeof(double))));
using Packet2 = double __attribute__((vector_size(2 * sizeof(double))));

/// Lanes ω, ω, v, γ: the twist and γ = −Rᵀg, all in the link's frame. ω stands twice for addCrossForce().
struct Motion {
  Packet4 x, y, z;
};
/// Lanes L_ω, L_v, L_v, 0 of the momentum I V.
struct Momentum {
  Packet4 x, y, z;
};
/// Lanes m, f.
struct Wrench {
  Packet2 x, y, z;
};

constexpr Motion kNoMotion{};
constexpr Wrench kNoWrench{};

TENDRIL_INLINE Packet4 all(double x) {
  return Packet4{x, x, x, x};
}
TENDRIL_INLINE Packet2 both(double x) {
  return Packet2{x, x};
}
/// Its halves changed: lanes v, γ, ω, ω of a motion.
TENDRIL_INLINE Packet4 swapped(Packet4 a) {
  return __builtin_shufflevector(a, a, 2, 3, 0, 1);
}
/// ω moved to the lane of v, zero elsewhere: what ω adds to v.
TENDRIL_INLINE Packet4 toLinear(Packet4 a) {
  return __builtin_shufflevector(a, Packet4{}, 4, 4, 0, 4);
}
/// x in the lane of v.
TENDRIL_INLINE Packet4 linear(double x) {
  return Packet4{0, 0, x, 0};
}
/// Lane 1 moved to lane 0: what f adds to m.
TENDRIL_INLINE Packet2 toMoment(Packet2 a) {
  return __builtin_shufflevector(a, Packet2{}, 1, 2);
}

/// A constant pose between two frames.
struct Frames {
  double R[9];  ///< row by row
  double p[3];

  static Frames of(const Pose& X) {
    Frames out;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) out.R[3 * i + k] = X.R(i, k);
      out.p[i] = X.p[i];
    }
    return out;
  }
};

/// Ad_X⁻¹ of the twist, Rᵀ of γ.
TENDRIL_INLINE Motion inward(const Frames& X, const Motion& a) {
  const Packet4 wx = swapped(a.x), wy = swapped(a.y), wz = swapped(a.z);
  const Packet4 px = linear(X.p[0]), py = linear(X.p[1]), pz = linear(X.p[2]);
  const Packet4 x = a.x + wy * pz - wz * py, y = a.y + wz * px - wx * pz, z = a.z + wx * py - wy * px;
  return {x * all(X.R[0]) + y * all(X.R[3]) + z * all(X.R[6]), x * all(X.R[1]) + y * all(X.R[4]) + z * all(X.R[7]),
          x * all(X.R[2]) + y * all(X.R[5]) + z * all(X.R[8])};
}

/// Ad_X⁻ᵀ of the wrench.
TENDRIL_INLINE Wrench outward(const Frames& X, const Wrench& F) {
  const Packet2 x = F.x * both(X.R[0]) + F.y * both(X.R[1]) + F.z * both(X.R[2]);
  const Packet2 y = F.x * both(X.R[3]) + F.y * both(X.R[4]) + F.z * both(X.R[5]);
  const Packet2 z = F.x * both(X.R[6]) + F.y * both(X.R[7]) + F.z * both(X.R[8]);
  const Packet2 fx = toMoment(x), fy = toMoment(y), fz = toMoment(z);
  const Packet2 px = both(X.p[0]), py = both(X.p[1]), pz = both(X.p[2]);
  return {x + py * fz - pz * fy, y + pz * fx - px * fz, z + px * fy - py * fx};
}

TENDRIL_INLINE void add(Motion& to, const Motion& a, double by) {
  const Packet4 s = all(by);
  to.x += a.x * s, to.y += a.y * s, to.z += a.z * s;
}
TENDRIL_INLINE void add(Wrench& to, const Wrench& a) {
  to.x += a.x, to.y += a.y, to.z += a.z;
}

/// A link's inertia about the origin of its frame, and what weighs: mass and first moment less those of the fluid that
/// is displaced.
struct PacketInertia {
  Packet4 xx, xy, xz, yy, yz, zz;     ///< I in lane 0; the mass on the diagonal in lanes 1 and 2
  Packet4 cx, cy, cz;                 ///< m c, −m c, −m c
  Packet4 weight;                     ///< lane 3: what weighs
  Packet4 weightX, weightY, weightZ;  ///< lane 2: its first moment

  PacketInertia() = default;
  PacketInertia(double mass, const Vec3& moment, const Mat3& I, double heavy, const Vec3& heavyMoment)
      : xx{I(0, 0), mass, mass, 0},
        xy{I(0, 1), 0, 0, 0},
        xz{I(0, 2), 0, 0, 0},
        yy{I(1, 1), mass, mass, 0},
        yz{I(1, 2), 0, 0, 0},
        zz{I(2, 2), mass, mass, 0},
        cx{moment.x(), -moment.x(), -moment.x(), 0},
        cy{moment.y(), -moment.y(), -moment.y(), 0},
        cz{moment.z(), -moment.z(), -moment.z(), 0},
        weight{0, 0, 0, heavy},
        weightX(linear(heavyMoment.x())),
        weightY(linear(heavyMoment.y())),
        weightZ(linear(heavyMoment.z())) {}

  /// I V
  TENDRIL_INLINE Momentum momentum(const Motion& a) const {
    const Packet4 sx = swapped(a.x), sy = swapped(a.y), sz = swapped(a.z);
    const Packet4 px = even(a.x, sx), py = even(a.y, sy), pz = even(a.z, sz);  // ω, v, v, –
    const Packet4 qx = even(sx, a.x), qy = even(sy, a.y), qz = even(sz, a.z);  // v, ω, ω, –
    return {xx * px + xy * py + xz * pz + cy * qz - cz * qy, xy * px + yy * py + yz * pz + cz * qx - cx * qz,
            xz * px + yz * py + zz * pz + cx * qy - cy * qx};
  }
  /// I (0, γ) of what weighs, in the lanes of addCrossForce().
  TENDRIL_INLINE Momentum gravity(const Motion& a) const {
    const Packet4 gx = exchanged(a.x), gy = exchanged(a.y), gz = exchanged(a.z);
    return {weight * a.x + weightY * gz - weightZ * gy, weight * a.y + weightZ * gx - weightX * gz,
            weight * a.z + weightX * gy - weightY * gx};
  }

 private:
  TENDRIL_INLINE static Packet4 even(Packet4 a, Packet4 b) { return __builtin_shufflevector(a, b, 0, 4, 2, 6); }
  /// γ in the lane of v.
  TENDRIL_INLINE static Packet4 exchanged(Packet4 a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2); }
};

/// Lanes ω × L_ω, ω × L_v, v × L_v, – and what weighs to a wrench.
TENDRIL_INLINE Packet2 toPacket2(Packet4 a) {
  return __builtin_shufflevector(a, a, 0, 1) + __builtin_shufflevector(a, a, 2, 3);
}
/// Lanes L_ω, L_v of a momentum as a wrench.
TENDRIL_INLINE Wrench toWrench(const Momentum& L) {
  return {__builtin_shufflevector(L.x, L.x, 0, 1), __builtin_shufflevector(L.y, L.y, 0, 1),
          __builtin_shufflevector(L.z, L.z, 0, 1)};
}

/// Coefficient k of crossForce(V, L) = (ω × L_ω + v × L_v, ω × L_v), added to sum. Order: int, or a constant of that
/// value. Products of either sign are summed apart, one multiply-add each.
template <class Order>
TENDRIL_INLINE void addCrossForce(const Motion* V, const Momentum* L, Order k, Momentum& sum) {
  Momentum minus{};
  for (int l = 0; l <= k; ++l) {
    const Motion& a = V[l];
    const Momentum& b = L[k - l];
    sum.x += a.y * b.z, minus.x += a.z * b.y;
    sum.y += a.z * b.x, minus.y += a.x * b.z;
    sum.z += a.x * b.y, minus.z += a.y * b.x;
  }
  sum.x -= minus.x, sum.y -= minus.y, sum.z -= minus.z;
}

}  // namespace tendril::series
