// SPDX-License-Identifier: BSD-3-Clause
// Motion, inertia and forces of an arc of constant curvature in closed form, on any scalar. Everything in B.
//
// Coordinates: the turns (y, z) of the whole arc, φ = (0, y, z), and its length ℓ = L + elongation. Sections are round,
// rigid and stay perpendicular to the backbone; each carries its mass per reference length, also when the arc gets
// longer. With e = x and n = φ×e the section at σ has its centre at ℓ (S e + b n) and its axis along C e + S n.
// ad of (y, z): J a = (−a_z, a_y), so that ∂(a·n)/∂φ = J a. h = φ×φ̇ along e.
#pragma once

#include "core/math/pose.hpp"
#include "core/model/constant_curvature/arc_functions.hpp"

namespace tendril {

template <class S>
using Vec2T = Eigen::Matrix<S, 2, 1>;

/// J a for the part of a vector across the axis.
template <class S>
Vec2T<S> quarter(const Vec2T<S>& a) {
  return {-a[1], a[0]};
}
template <class S>
Vec2T<S> across(const Vec3T<S>& a) {
  return {a[1], a[2]};
}
template <class S>
Vec3T<S> turnVector(const Vec2T<S>& a) {
  return {S(0.0), a[0], a[1]};
}
/// φ×e.
template <class S>
Vec3T<S> bentTowards(const Vec2T<S>& a) {
  return {S(0.0), a[1], -a[0]};
}

/// Turn and length with two time derivatives, and what follows from them alone.
template <class S>
struct ArcMotion {
  Vec2T<S> phi, phid, phidd;
  S length, lengthd, lengthdd;
  S u, ud, udd;  ///< θ²
  S h, hd;       ///< φ×φ̇
  Vec3T<S> n, nd, ndd;

  ArcMotion(const Vec3T<S>& q, const Vec3T<S>& qd, const Vec3T<S>& qdd)
      : phi(q.template head<2>()),
        phid(qd.template head<2>()),
        phidd(qdd.template head<2>()),
        length(q[2]),
        lengthd(qd[2]),
        lengthdd(qdd[2]),
        u(phi.dot(phi)),
        ud(phi.dot(phid) * 2.0),
        udd((phid.dot(phid) + phi.dot(phidd)) * 2.0),
        h(phi[0] * phid[1] - phi[1] * phid[0]),
        hd(phi[0] * phidd[1] - phi[1] * phidd[0]),
        n(bentTowards(phi)),
        nd(bentTowards(phid)),
        ndd(bentTowards(phidd)) {}
};

/// A point that moves: position, velocity, acceleration.
template <class S>
struct ArcPoint {
  Vec3T<S> p, v, a;
};

/// ℓ (f e + g n) for functions f, g of u with two derivatives each.
template <class S>
ArcPoint<S> curvePoint(const ArcMotion<S>& m, const S (&f)[3], const S (&g)[3]) {
  Vec3T<S> r = m.n * g[0], rd = m.n * (g[1] * m.ud) + m.nd * g[0];
  Vec3T<S> rdd = m.n * (g[2] * m.ud * m.ud + g[1] * m.udd) + m.nd * (g[1] * m.ud * 2.0) + m.ndd * g[0];
  r[0] += f[0], rd[0] += f[1] * m.ud, rdd[0] += f[2] * m.ud * m.ud + f[1] * m.udd;
  return {r * m.length, r * m.lengthd + rd * m.length, r * m.lengthdd + rd * (m.lengthd * 2.0) + rdd * m.length};
}

/// The section at the far end of an arc: pose, and V = J q̇, A = dV/dt of it, spatial in B.
template <class S>
struct ArcEnd {
  PoseT<S> X;
  Vec6T<S> V, A;
};

/// R of the far end: the turn φ.
template <class S>
Mat3T<S> arcRotation(const Vec2T<S>& phi, const S& c0, const S& c1, const S& c2) {
  const S &y = phi[0], &z = phi[1];
  const S yz = c2 * y * z;
  Mat3T<S> R;
  R << c0, -c1 * z, c1 * y, c1 * z, 1.0 - c2 * z * z, yz, -c1 * y, yz, 1.0 - c2 * y * y;
  return R;
}

template <class S>
ArcEnd<S> arcEnd(const ArcMotion<S>& m, const ArcTable& table) {
  using F = ArcFunction;
  const ArcValues<S> at{table, m.u};
  const S c2[3] = {at(F::kC2), at(F::kC2, 1), at(F::kC2, 2)}, c1[3] = {at.c1(0), at.c1(1), at.c1(2)};
  const S c3 = at(F::kC3), c3d = at(F::kC3, 1) * m.ud;
  const ArcPoint<S> t = curvePoint(m, c1, c2);
  // spatial angular velocity φ̇ + c2 φ×φ̇ + c3 φ×(φ×φ̇)
  const Vec3T<S> axis = m.n * c3 + Vec3T<S>(c2[0], S(0.0), S(0.0));
  const Vec3T<S> axisd = m.n * c3d + m.nd * c3 + Vec3T<S>(c2[1] * m.ud, S(0.0), S(0.0));
  const Vec3T<S> w = turnVector(m.phid) + axis * m.h, wd = turnVector(m.phidd) + axis * m.hd + axisd * m.h;
  ArcEnd<S> out;
  out.X = {arcRotation<S>(m.phi, S(1.0 - m.u * c2[0]), c1[0], c2[0]), t.p};
  out.V << w, t.v - w.cross(t.p);
  out.A << wd, t.a - wd.cross(t.p) - w.cross(t.v);
  return out;
}

/// Columns of J at the far end: per unit of y, z, ℓ. Each on its own, because a planar arc needs one.
template <class S>
class ArcColumns {
 public:
  ArcColumns(const Vec2T<S>& phi, const S& length, const ArcTable& table) : phi_(phi), length_(length) {
    using F = ArcFunction;
    const ArcValues<S> at{table, phi.dot(phi)};
    const Vec3T<S> n = bentTowards(phi);
    c2_ = at(F::kC2);
    position_ = n * c2_, slope_ = n * at(F::kC2, 1), axis_ = n * at(F::kC3);
    position_[0] += at.c1(0), slope_[0] += at.c1(1), axis_[0] += c2_;
  }

  Vec6T<S> operator[](int i) const {
    Vec6T<S> column;
    if (i == 2) {
      column << Vec3T<S>::Zero(), position_;
      return column;
    }
    const Vec2T<S> unit(S(i == 0 ? 1.0 : 0.0), S(i == 1 ? 1.0 : 0.0));
    const Vec3T<S> w = turnVector(unit) + axis_ * quarter(phi_)[i];
    const Vec3T<S> change = slope_ * (2.0 * length_ * phi_[i]) + bentTowards(unit) * (length_ * c2_);
    column << w, change - w.cross(position_) * length_;
    return column;
  }

 private:
  Vec2T<S> phi_;
  S length_, c2_;
  Vec3T<S> position_, slope_, axis_;
};

/// Mass (kg) and k = r²/4 (m²), the second moment of a section over its area; 0 for mass on the backbone.
struct ArcMass {
  double mass = 0, section = 0;
};

/// Second moments ⟨p pᵀ⟩ − k 1 = ee e eᵀ + en (e nᵀ + n eᵀ) + nn n nᵀ, and of any rate of them.
template <class S>
struct ArcMoments {
  S ee, en, nn, polar;  ///< polar: 2k + ee + u nn, so that the inertia about the origin is polar·1 − (…)

  /// (inertia about the origin) w
  Vec3T<S> times(const Vec3T<S>& w, const Vec3T<S>& n) const {
    const S wn = w.dot(n);
    Vec3T<S> out = w * polar - n * (en * w[0] + nn * wn);
    out[0] -= ee * w[0] + en * wn;
    return out;
  }
};

/// What F and Q of one arc are made of: functions of u and combinations with ℓ and k.
template <class S>
struct ArcCoefficients {
  S ll, lk;                     ///< ℓ², ℓ² + k u
  S ee, en, nn, ee1, en1, nn1;  ///< of ArcMoments; 1: d/du
  S bb, bb1, ss, sb, sb1, moment, moment1, twist, twist1;
  S a, b, c, d, a1, b1, c1, d1;  ///< kinetic energy ½ (a |φ̇|² + b p² + 2 c p ℓ̇ + d ℓ̇²), p = φ·φ̇
  S aL, bL, cL;                  ///< d/dℓ of a, b, c

  ArcCoefficients(const ArcMotion<S>& m, const ArcTable& table, double k) {
    using F = ArcFunction;
    const ArcValues<S> at{table, m.u};
    ll = m.length * m.length, lk = ll + m.u * k;
    bb = at(F::kBB), bb1 = at(F::kBB, 1), ss = at(F::kSS), sb = at(F::kSB);
    sb1 = at(F::kSB, 1);
    const S ss1 = at(F::kSS, 1), g = at(F::kStretch), g1 = at(F::kStretch, 1);
    const S r = at(F::kSpin), r1 = at(F::kSpin, 1);
    moment = at(F::kMoment), moment1 = at(F::kMoment, 1), twist = at(F::kTwist), twist1 = at(F::kTwist, 1);
    ee = lk * ss - k, en = ll * sb - k * at(F::kCS), nn = ll * bb - k * ss;
    ee1 = k * ss + lk * ss1, en1 = ll * sb1 - k * at(F::kCS, 1), nn1 = ll * bb1 - k * ss1;
    a = ll * bb + k / 3 + (k * r) * m.u, b = 4.0 * ll * g - k * r;
    c = 2.0 * m.length * at(F::kC3, 1), d = 2.0 * at(F::kC3);
    a1 = ll * bb1 + k * (r + r1 * m.u), b1 = 4.0 * ll * g1 - k * r1;
    c1 = 2.0 * m.length * at(F::kC3, 2), d1 = 2.0 * at(F::kC3, 1);
    aL = 2.0 * m.length * bb, bL = 8.0 * m.length * g, cL = 2.0 * at(F::kC3, 1);
  }
};

/// I, H, M of the arc: 6×6, 6×3, 3×3 for (y, z, ℓ).
template <class S>
struct ArcInertia {
  Vec3T<S> moment;  ///< mass × centre of mass
  Mat6T<S> I;
  Eigen::Matrix<S, 6, 3> H;
  Mat3T<S> M;
};

template <class S>
void arcInertia(const ArcMotion<S>& m, const ArcTable& table, const ArcMass& mass, ArcInertia<S>& out) {
  using F = ArcFunction;
  const ArcValues<S> at{table, m.u};
  const ArcCoefficients<S> x(m, table, mass.section);
  const S c2 = at(F::kC2), c3 = at(F::kC3);
  const Vec3T<S> e(S(1.0), S(0.0), S(0.0));
  const Vec3T<S> unit = e * c2 + m.n * c3, slope = e * at(F::kC2, 1) + m.n * at(F::kC3, 1);
  out.moment = unit * (m.length * mass.mass);
  const ArcMoments<S> moments{x.ee, x.en, x.nn, 2.0 * mass.section + x.ee + m.u * x.nn};
  out.I.setZero();
  for (int i = 0; i < 3; ++i) {
    Vec3T<S> axis = Vec3T<S>::Zero();
    axis[i] = S(mass.mass);
    out.I.template block<3, 1>(0, i) = moments.times(axis, m.n);
    out.I(3 + i, 3 + i) = S(mass.mass);
  }
  const Mat3T<S> cross = skew<S>(out.moment);
  out.I.template topRightCorner<3, 3>() = cross;
  out.I.template bottomLeftCorner<3, 3>() = -cross;

  const Vec3T<S> spin = e * (x.lk * x.bb) + m.n * (mass.section * x.twist), phi = turnVector(m.phi);
  const Vec2T<S> turned = quarter(m.phi);
  for (int i = 0; i < 2; ++i) {
    Vec2T<S> direction = Vec2T<S>::Zero();
    direction[i] = S(1.0);
    const Vec3T<S> angular = phi * (2.0 * x.ll * x.moment * m.phi[i]) +
                             turnVector(direction) * (x.ll * x.sb + 0.5 * mass.section) + spin * turned[i];
    const Vec3T<S> linear = slope * (2.0 * m.length * m.phi[i]) + bentTowards(direction) * (m.length * c3);
    out.H.col(i) << angular * S(mass.mass), linear * S(mass.mass);
    for (int j = 0; j < 2; ++j) out.M(i, j) = (x.b * m.phi[i] * m.phi[j] + (i == j ? x.a : S(0.0))) * mass.mass;
    out.M(i, 2) = out.M(2, i) = x.c * m.phi[i] * mass.mass;
  }
  out.H.col(2) << Vec3T<S>::Zero(), unit * S(mass.mass);
  out.M(2, 2) = x.d * mass.mass;
}

/// Wrench on B and forces on (y, z, ℓ): inertia and weight of the arc.
template <class S>
struct ArcForces {
  Vec6T<S> F;
  Vec3T<S> Q;
};

/// Angular momentum about the origin, per mass, of the motion relative to B, and its rate.
template <class S>
struct ArcSpin {
  Vec3T<S> value, rate;
};
template <class S>
ArcSpin<S> arcSpin(const ArcMotion<S>& m, const ArcCoefficients<S>& x, double k) {
  const S lld = 2.0 * m.length * m.lengthd, phiPart = x.ll * x.moment * m.ud, side = x.ll * x.sb + 0.5 * k;
  const S phiRate = lld * x.moment * m.ud + x.ll * (x.moment1 * m.ud * m.ud + x.moment * m.udd);
  const S sideRate = lld * x.sb + x.ll * x.sb1 * m.ud;
  const S along = x.lk * x.bb, alongRate = (lld + k * m.ud) * x.bb + x.lk * x.bb1 * m.ud;
  const Vec3T<S> spin = m.n * (k * x.twist), spinRate = m.n * (k * x.twist1 * m.ud) + m.nd * (k * x.twist);
  ArcSpin<S> out;
  out.value = turnVector<S>(m.phi * phiPart + m.phid * side) + spin * m.h;
  out.rate =
      turnVector<S>(m.phi * phiRate + m.phid * (phiPart + sideRate) + m.phidd * side) + spin * m.hd + spinRate * m.h;
  out.value[0] += m.h * along;
  out.rate[0] += m.hd * along + m.h * alongRate;
  return out;
}

/// F and Q for the twist V of B and its derivative A with γ added to the linear part (less what buoys the arc up).
template <class S>
ArcForces<S> arcForces(const ArcMotion<S>& m, const ArcTable& table, const ArcMass& mass, const Vec6& V,
                       const Vec6& A) {
  using F = ArcFunction;
  const ArcValues<S> at{table, m.u};
  const double k = mass.section;
  const ArcCoefficients<S> x(m, table, k);
  const Vec3T<S> w = V.head<3>().cast<S>(), v = V.tail<3>().cast<S>();
  const Vec3T<S> wd = A.head<3>().cast<S>(), a = A.tail<3>().cast<S>();
  const S f[3] = {at(F::kC2), at(F::kC2, 1), at(F::kC2, 2)}, g[3] = {at(F::kC3), at(F::kC3, 1), at(F::kC3, 2)};
  const ArcPoint<S> c = curvePoint(m, f, g);

  // wrench: rate of the momentum
  const ArcMoments<S> I{x.ee, x.en, x.nn, 2.0 * k + x.ee + m.u * x.nn};
  const S lld = 2.0 * m.length * m.lengthd;
  ArcMoments<S> rate{lld * x.ss + x.ee1 * m.ud, lld * x.sb + x.en1 * m.ud, lld * x.bb + x.nn1 * m.ud, S(0.0)};
  rate.polar = rate.ee + m.ud * x.nn + m.u * rate.nn;
  const S wn = w.dot(m.n), wnd = w.dot(m.nd);
  Vec3T<S> turned = rate.times(w, m.n) - m.nd * (x.en * w[0] + x.nn * wn) - m.n * (x.nn * wnd);  // dI/dt ω
  turned[0] -= x.en * wnd;
  const ArcSpin<S> spin = arcSpin(m, x, k);
  const Vec3T<S> linear = v + w.cross(c.p) + c.v, angular = I.times(w, m.n) + c.p.cross(v) + spin.value;
  ArcForces<S> out;
  out.F << I.times(wd, m.n) + turned + c.v.cross(v) + c.p.cross(a) + spin.rate + w.cross(angular) + v.cross(linear),
      a + wd.cross(c.p) + w.cross(c.v) + c.a + w.cross(linear);
  out.F *= S(mass.mass);

  // forces on the turns: of the moving centre, …
  const Vec3T<S> centre = a + w.cross(v);
  Vec2T<S> Q = m.phi * (2.0 * m.length * (f[1] * centre[0] + g[1] * centre.dot(m.n))) +
               quarter(across(centre)) * (m.length * g[0]);
  // … of the angular momentum ω·h, whose Lagrange derivative is α·∂h/∂φ̇ and a curl, …
  const Vec2T<S> side = across(w), phiTurned = quarter(m.phi);
  const S along = x.lk * x.bb, alongw = side.dot(m.phi);
  Q += m.phi * (2.0 * x.ll * x.moment * across(wd).dot(m.phi)) + across(wd) * (x.ll * x.sb + 0.5 * k) +
       phiTurned * (along * wd[0] + k * x.twist * wd.dot(m.n));
  const S curl = 2.0 * x.ll * (x.moment - x.sb1) * wn + 2.0 * w[0] * (along + m.u * (k * x.bb + x.lk * x.bb1)) +
                 k * wn * (3.0 * x.twist + 2.0 * m.u * x.twist1);
  const Vec2T<S> byLength = m.phi * (4.0 * m.length * x.moment * alongw) + side * (2.0 * m.length * x.sb) +
                            phiTurned * (2.0 * m.length * x.bb * w[0]);  // ∂²(ω·h)/∂ℓ∂φ̇
  Q += quarter(m.phid) * curl + byLength * m.lengthd;
  // … of the inertia that the turning base meets, …
  const S ww = w.dot(w);
  Q -= m.phi * ((x.ee1 + x.nn + m.u * x.nn1) * ww - x.ee1 * w[0] * w[0] - 2.0 * x.en1 * w[0] * wn - x.nn1 * wn * wn) -
       quarter(side) * (x.en * w[0] + x.nn * wn);
  // … and of the arc's own kinetic energy
  const S p = m.phi.dot(m.phid), pd = 0.5 * m.udd, speed = m.phid.dot(m.phid);
  const S push = (2.0 * x.b1 * p + x.bL * m.lengthd) * p + x.b * pd + x.cL * m.lengthd * m.lengthd + x.c * m.lengthdd -
                 x.a1 * speed - x.b1 * p * p - x.d1 * m.lengthd * m.lengthd;
  Q += m.phidd * x.a + m.phid * (2.0 * x.a1 * p + x.aL * m.lengthd) + m.phi * push;

  const S length =
      centre[0] * f[0] + centre.dot(m.n) * g[0] - byLength.dot(m.phid) -
      m.length * ((x.ss + m.u * x.bb) * ww - x.ss * w[0] * w[0] - 2.0 * x.sb * w[0] * wn - x.bb * wn * wn) +
      2.0 * x.c1 * p * p + x.cL * m.lengthd * p + x.c * pd + 2.0 * x.d1 * p * m.lengthd + x.d * m.lengthdd -
      0.5 * (x.aL * speed + x.bL * p * p + 2.0 * x.cL * m.lengthd * p);
  out.Q << Q, length;
  out.Q *= S(mass.mass);
  return out;
}

}  // namespace tendril
