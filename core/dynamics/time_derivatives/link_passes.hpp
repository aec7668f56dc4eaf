// SPDX-License-Identifier: BSD-3-Clause
// One coefficient of one link: motion from the parent's, wrench from the motion, wrench to the parent. trees.md §7.1
#pragma once

#include <type_traits>
#include <utility>

#include "core/dynamics/time_derivatives/workspace.hpp"

namespace tendril::series {

using Path = LinkConstants::Path;

TENDRIL_INLINE Packet4 twistPacket(double w, double v) {
  return Packet4{w, w, v, 0};
}

/// Adds ω × z d to v: coefficient k of what a frame that is d along z sees.
TENDRIL_INLINE void shiftMotion(const double* d, const Motion* a, int k, Motion& to) {
  Packet4 x{}, y{};
  for (int l = 0; l <= k; ++l) {
    const Packet4 by = all(d[l]);
    x += by * a[k - l].y, y += by * a[k - l].x;
  }
  to.x += toLinear(x), to.y -= toLinear(y);
}

/// Adds z d × f to m.
TENDRIL_INLINE void shiftWrench(const double* d, const Wrench* F, int k, Wrench& to) {
  Packet2 x{}, y{};
  for (int l = 0; l <= k; ++l) {
    const Packet2 by = both(d[l]);
    x += by * F[k - l].y, y += by * F[k - l].x;
  }
  to.x -= toMoment(x), to.y += toMoment(y);
}

/// The local motion with ω × p added to v.
TENDRIL_INLINE void shiftGeneral(const GeneralJoint& joint, const Motion* a, int k, Motion& to) {
  Motion sum{};
  for (int l = 0; l <= k; ++l) {
    const std::array<double, 3>& p = joint.p[static_cast<std::size_t>(l)];
    const Packet4 px = all(p[0]), py = all(p[1]), pz = all(p[2]);
    const Motion& b = a[k - l];
    sum.x += b.y * pz - b.z * py, sum.y += b.z * px - b.x * pz, sum.z += b.x * py - b.y * px;
  }
  to.x += toLinear(sum.x), to.y += toLinear(sum.y), to.z += toLinear(sum.z);
}

/// The advance of a screw, in place: of local motion only v changes, which it does not read.
inline void shiftScrew(Workspace& w, int i, int k) {
  Motion* local = w.local.data() + i * w.stride;
  shiftMotion(w.shift.data() + i * w.K, local, k, local[k]);
}

/// Rᵀ a of one pair of coefficients.
TENDRIL_INLINE Motion turnedInward(const std::array<double, 9>& R, const Motion& a) {
  return {all(R[0]) * a.x + all(R[3]) * a.y + all(R[6]) * a.z, all(R[1]) * a.x + all(R[4]) * a.y + all(R[7]) * a.z,
          all(R[2]) * a.x + all(R[5]) * a.y + all(R[8]) * a.z};
}

/// Rᵀ a
TENDRIL_INLINE Motion turnGeneral(const GeneralJoint& joint, const Motion* a, int k) {
  Motion sum{};
  for (int l = 0; l <= k; ++l) {
    const std::array<double, 9>& R = joint.R[static_cast<std::size_t>(l)];
    const Motion& b = a[k - l];
    sum.x += all(R[0]) * b.x + all(R[3]) * b.y + all(R[6]) * b.z;
    sum.y += all(R[1]) * b.x + all(R[4]) * b.y + all(R[7]) * b.z;
    sum.z += all(R[2]) * b.x + all(R[5]) * b.y + all(R[8]) * b.z;
  }
  return sum;
}

/// Coefficient k of S v is added.
inline void addOwnMotion(const GeneralJoint& joint, const double* rate, int K, int k, Motion& to) {
  std::array<double, 6> own{};
  for (int j = 0; j < joint.nv; ++j) {
    const double* v = rate + j * K;
    for (int l = 0; l <= (joint.varies ? k : 0); ++l) {
      const double* S = joint.S[static_cast<std::size_t>(l)].data() + 6 * j;
      for (std::size_t i = 0; i < 6; ++i) own[i] += S[i] * v[k - l];
    }
  }
  to.x += twistPacket(own[0], own[3]), to.y += twistPacket(own[1], own[4]), to.z += twistPacket(own[2], own[5]);
}

TENDRIL_INLINE Momentum momentumOf(const Workspace& w, const LinkConstants& link, const Motion& a) {
  Momentum L = link.inertia.momentum(a);
  if (link.added < 0) return L;
  const Vec6 V = (Vec6() << a.x[0], a.y[0], a.z[0], a.x[2], a.y[2], a.z[2]).finished();
  const Vec6 M = w.added[static_cast<std::size_t>(link.added)] * V;
  L.x += Packet4{M[0], M[3], M[3], 0}, L.y += Packet4{M[1], M[4], M[4], 0}, L.z += Packet4{M[2], M[5], M[5], 0};
  return L;
}

/// Coefficient k of the motion of a link whose joint is no plain turn, from that of the frame before the joint.
inline Motion moveOther(Workspace& w, int i, int k, Motion u) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  Motion* local = w.local.data() + i * w.stride;
  const double* shift = w.shift.data() + i * w.K;
  local[k] = u;
  if (link.path == Path::kSlide) {
    shiftMotion(shift, local, k, u);
    u.z += twistPacket(0, w.rate[static_cast<std::size_t>(link.v * w.K + k)]);
    return u;
  }
  const GeneralJoint& joint = w.general[static_cast<std::size_t>(link.general)];
  if (link.parent < 0) {  // the world does not move: γ alone, and that does not change
    u = turnedInward(joint.R[static_cast<std::size_t>(k)], local[0]);
  } else {
    shiftGeneral(joint, local, k, u);
    local[k] = u;
    u = turnGeneral(joint, local, k);
  }
  addOwnMotion(joint, w.rate.data() + link.v * w.K, w.K, k, u);
  return u;
}

/// The same behind a turn about z with the series c and s of its cosine and sine; v: its rate. What was known longest
/// comes first, so that the sum waits for the newest term alone.
template <class Order>
TENDRIL_INLINE Motion moveTurn(const Motion* local, const double* c, const double* s, double v, double pitch, Order k) {
  Packet4 x0{}, x1{}, y0{}, y1{};
  for (int l = k; l >= 0; --l) {
    const Packet4 cl = all(c[l]), sl = all(s[l]);
    const Motion& a = local[k - l];
    x0 += cl * a.x, x1 += sl * a.y, y0 += cl * a.y, y1 += sl * a.x;
  }
  return {x0 + x1, y0 - y1, local[k].z + twistPacket(v, pitch * v)};
}

/// Coefficient k of the motion in the frame before the joint, of a turn, or else of the link.
template <class Order>
TENDRIL_INLINE void moveFrame(Workspace& w, int i, Order k) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  const Motion* parent = link.parent < 0 ? w.world.data() : w.motion.data() + link.parent * w.K;
  const Motion u = inward(link.X, parent[k]);
  if (link.path == Path::kTurn) {
    w.local[static_cast<std::size_t>(i * w.stride + k)] = u;
    if (link.screw) shiftScrew(w, i, k);
  } else {
    w.motion[static_cast<std::size_t>(i * w.K + k)] = link.path == Path::kFixed ? u : moveOther(w, i, k, u);
  }
}

/// Coefficient k of a turn's motion.
template <class Order>
TENDRIL_INLINE void turnFrame(Workspace& w, int i, Order k) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  if (link.path != Path::kTurn) return;
  const int at = i * w.K;
  w.motion[static_cast<std::size_t>(at + k)] =
      moveTurn(w.local.data() + i * w.stride, w.cosine.data() + at, w.sine.data() + at,
               w.rate[static_cast<std::size_t>(link.v * w.K + k)], link.pitch, k);
}

template <class Order>
TENDRIL_INLINE void setMomentum(Workspace& w, int i, Order k) {
  w.momentum[static_cast<std::size_t>(i * w.stride + k)] =
      momentumOf(w, w.links[static_cast<std::size_t>(i)], w.motion[static_cast<std::size_t>(i * w.K + k)]);
}

/// Coefficient k of the link's motion and momentum.
template <class Order>
TENDRIL_INLINE void move(Workspace& w, int i, Order k) {
  moveFrame(w, i, k);
  turnFrame(w, i, k);
  setMomentum(w, i, k);
}

/// Coefficient k of the wrench that the link's own inertia and weight need; the momentum is known up to k + 1.
template <class Order>
TENDRIL_INLINE void setOwnWrench(Workspace& w, int i, Order k) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  const Motion* V = w.motion.data() + i * w.K;
  const Momentum* L = w.momentum.data() + i * w.stride;
  Momentum sum = link.inertia.gravity(V[k]);
  addCrossForce(V, L, k, sum);
  const Wrench rising = toWrench(L[k + 1]);
  const Packet2 scale = both(static_cast<double>(k + 1));
  w.wrench[static_cast<std::size_t>(i * w.K + k)] = {
      toPacket2(sum.x) + scale * rising.x, toPacket2(sum.y) + scale * rising.y, toPacket2(sum.z) + scale * rising.z};
}

/// Coefficient k of Sᵀ F is added to the forces.
inline void projectGeneral(Workspace& w, const LinkConstants& link, const GeneralJoint& joint, const Wrench* F, int k) {
  for (int j = 0; j < joint.nv; ++j) {
    double sum = 0;
    for (int l = 0; l <= (joint.varies ? k : 0); ++l) {
      const double* S = joint.S[static_cast<std::size_t>(l)].data() + 6 * j;
      const Wrench& f = F[k - l];
      sum += S[0] * f.x[0] + S[1] * f.y[0] + S[2] * f.z[0] + S[3] * f.x[1] + S[4] * f.y[1] + S[5] * f.z[1];
    }
    w.forceOf(link.v + j)[k] += sum;
  }
}

/// R F
TENDRIL_INLINE Wrench turnedWrench(const std::array<double, 9>& R, const Wrench& F) {
  return {both(R[0]) * F.x + both(R[1]) * F.y + both(R[2]) * F.z,
          both(R[3]) * F.x + both(R[4]) * F.y + both(R[5]) * F.z,
          both(R[6]) * F.x + both(R[7]) * F.y + both(R[8]) * F.z};
}

/// Coefficient k of the wrench in the frame before the joint's motion.
TENDRIL_INLINE Wrench wrenchBefore(GeneralJoint& joint, const Wrench* F, int k) {
  Wrench sum{};
  for (int l = 0; l <= k; ++l) add(sum, turnedWrench(joint.R[static_cast<std::size_t>(l)], F[k - l]));
  joint.turned[static_cast<std::size_t>(k)] = sum;
  Wrench moment{};
  for (int l = 0; l <= k; ++l) {
    const std::array<double, 3>& p = joint.p[static_cast<std::size_t>(l)];
    const Packet2 px = both(p[0]), py = both(p[1]), pz = both(p[2]);
    const Wrench& f = joint.turned[static_cast<std::size_t>(k - l)];
    moment.x += py * f.z - pz * f.y, moment.y += pz * f.x - px * f.z, moment.z += px * f.y - py * f.x;
  }
  return {sum.x + toMoment(moment.x), sum.y + toMoment(moment.y), sum.z + toMoment(moment.z)};
}

/// What the highest coefficient alone, which changes by F, adds to the forces.
inline void projectChange(Workspace& w, const LinkConstants& link, const GeneralJoint& joint, const Wrench& F, int k) {
  for (int j = 0; j < joint.nv; ++j) {
    const double* S = joint.S[0].data() + 6 * j;
    w.forceOf(link.v + j)[k] +=
        S[0] * F.x[0] + S[1] * F.y[0] + S[2] * F.z[0] + S[3] * F.x[1] + S[4] * F.y[1] + S[5] * F.z[1];
  }
}

/// What it adds to the wrench in the frame before the joint's motion.
inline Wrench changeBefore(GeneralJoint& joint, const Wrench& F, int k) {
  Wrench f = turnedWrench(joint.R[0], F);
  add(joint.turned[static_cast<std::size_t>(k)], f);
  const Packet2 px = both(joint.p[0][0]), py = both(joint.p[0][1]), pz = both(joint.p[0][2]);
  return {f.x + toMoment(py * f.z - pz * f.y), f.y + toMoment(pz * f.x - px * f.z),
          f.z + toMoment(px * f.y - py * f.x)};
}

/// Coefficient k of a wrench in the frame before a turn about z.
template <class Order>
TENDRIL_INLINE Wrench beforeTurn(const Wrench* F, const double* c, const double* s, Order k) {
  Packet2 x0{}, x1{}, y0{}, y1{};
  for (int l = k; l >= 0; --l) {
    const Packet2 cl = both(c[l]), sl = both(s[l]);
    const Wrench& f = F[k - l];
    x0 += cl * f.x, x1 += sl * f.y, y0 += cl * f.y, y1 += sl * f.x;
  }
  return {x0 - x1, y0 + y1, F[k].z};
}

/// Coefficient k of the wrench before a joint that is no plain turn; of its own force too.
inline Wrench transmitOther(Workspace& w, int i, int k) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  const Wrench* F = w.wrench.data() + i * w.K;
  Wrench out = F[k];
  if (link.path == Path::kSlide) {
    w.forceOf(link.v)[k] += out.z[1];
    shiftWrench(w.shift.data() + i * w.K, F, k, out);
  } else if (link.path == Path::kGeneral) {
    GeneralJoint& joint = w.general[static_cast<std::size_t>(link.general)];
    projectGeneral(w, link, joint, F, k);
    if (link.parent >= 0) out = wrenchBefore(joint, F, k);
  }
  return out;
}

/// The advance of a screw, in place: of a wrench only m changes, which it does not read.
inline void shiftScrewWrench(Workspace& w, int i, int k) {
  Wrench* F = w.wrench.data() + i * w.K;
  shiftWrench(w.shift.data() + i * w.K, F, k, F[k]);
}

/// Coefficient k of the link's wrench, which is whole, to the forces and to the parent.
template <class Order>
TENDRIL_INLINE void transmit(Workspace& w, int i, Order k) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  if (link.path != Path::kTurn) {
    const Wrench out = transmitOther(w, i, k);
    if (link.parent >= 0) add(w.wrench[static_cast<std::size_t>(link.parent * w.K + k)], outward(link.X, out));
    return;
  }
  const Wrench* F = w.wrench.data() + i * w.K;
  w.forceOf(link.v)[k] += F[k].z[0] + link.pitch * F[k].z[1];
  if (link.parent < 0) return;
  if (link.screw) shiftScrewWrench(w, i, k);
  const Wrench out = beforeTurn(F, w.cosine.data() + i * w.K, w.sine.data() + i * w.K, k);
  add(w.wrench[static_cast<std::size_t>(link.parent * w.K + k)], outward(link.X, out));
}

/// Calls work with a constant of the value of `count`, 0 … N − 1: loops over coefficients then have no branches.
template <int N, class Work>
void withConstant(int count, Work work) {
  const auto call = [&]<int... Value>(std::integer_sequence<int, Value...>) {
    (void)((count == Value ? (work(std::integral_constant<int, Value>()), true) : false) || ...);
  };
  call(std::make_integer_sequence<int, N>());
}

/// Calls work with constants 0 … N − 1.
template <int N, class Work>
TENDRIL_INLINE void forConstants(Work work) {
  [&]<int... K>(std::integer_sequence<int, K...>) {
    (work(std::integral_constant<int, K>()), ...);
  }
  (std::make_integer_sequence<int, N>());
}

}  // namespace tendril::series
