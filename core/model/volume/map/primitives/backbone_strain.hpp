// SPDX-License-Identifier: BSD-3-Clause
// Deformation gradients of the backbone family. Internal to core/model/volume.
#pragma once

#include "core/model/volume/map/dual_vector.hpp"
#include "core/model/volume/map/primitives/backbone_points.hpp"

namespace tendril {

/// The strains of the sections that points are in.
template <class Scalar>
SectionState<typename Batch<Scalar>::Point> sectionAt(const BackboneTables& tables, const VecXT<Scalar>& q,
                                                      const PointsAt<Scalar>& points) {
  using S = typename Batch<Scalar>::Point;
  SectionState<S> out;
  for (int j = 0; j < tables.size(); ++j)
    out.add(tables.modes()[static_cast<std::size_t>(j)].row, S(S(q[j]) * points.phi(j)));
  return out;
}

/// G = [v + u×d + h_s e, ∂(h e)/∂y, ∂(h e)/∂z] with e = (0, y, z), d = h e, and its derivatives.
template <class Scalar>
class BackboneStrain {
 public:
  using S = typename Batch<Scalar>::Point;
  using W = typename Batch<Scalar>::W;
  using Row = BackboneRow;

  BackboneStrain(const BackboneTables& tables, const VecXT<Scalar>& q, const PointsAt<Scalar>& points)
      : points_(points), r(points.radial(sectionAt(tables, q, points))) {
    v[0] = S(1.0);
    SectionState<S> slopes;
    slopes.e = S(0.0);
    for (int j = 0; j < tables.size(); ++j) {
      const Row row = tables.modes()[static_cast<std::size_t>(j)].row;
      const int index = static_cast<int>(row);
      const S amount(S(q[j]) * points.phi(j));
      if (row != Row::kSource) (index < 3 ? u[index] : v[index - 3]) += amount;
      if (row == Row::kSource) m += amount;
      slopes.add(row, S(S(q[j]) * points.dphi(j)));
    }
    es = slopes.e, ks = slopes.ky * r.z - slopes.kz * r.y;
    const S ie2 = r.ie * r.ie;
    cDerivative = {S((ks * r.ie - r.k * es * ie2) * (2.0 / 3)), S(u[2] * r.ie * (-2.0 / 3)),
                   S(u[1] * r.ie * (2.0 / 3))};
    const W ir4 = r.ir2 * r.ir2;
    sDerivative = {S(slopes.m * r.ir2 - es * ie2), S(m * (-2 * r.y * ir4)), S(m * (-2 * r.z * ir4))};
    for (int a = 0; a < 3; ++a) h[a] = r.slope(cDerivative[a], sDerivative[a]);
    d = Vec3T<S>(S(0.0), S(r.h * r.y), S(r.h * r.z));
  }

  Mat3T<S> G() const { return assemble(v + crossed<S>(u, d), r.h, h); }

  /// ∂G/∂q_j.
  Mat3T<S> derivative(int j, Row row) const {
    Mat3T<S> M;  // one place from start to end: copies of packets are slow
    const Vec3T<S> first = turn(j, row);
    for (int a = 0; a < 3; ++a) M(a, 0) = first[a], M(a, 1) = S(0.0), M(a, 2) = S(0.0);
    forSection(row, [&]<Row kRow>() {
      const SectionChange x = sectionChange<kRow>(j);
      const Vec3T<S> cj = cSecond(j, kRow), sj = sSecond(j, kRow);
      for (int c = 0; c < 3; ++c) {
        const S slope = radialSlope<kRow>(x, cDerivative[c], h[c], cj[c], sj[c]);
        M(1, c) += slope * r.y, M(2, c) += slope * r.z;
      }
      M(1, 1) += x.h, M(2, 2) += x.h;
      const Vec3T<S> lean = leaning(x.h);
      for (int a = 0; a < 3; ++a) M(a, 0) += lean[a];
    });
    return M;
  }

  /// A direction in the undeformed body, with the slopes of c and h along it.
  struct Along {
    Vec3T<S> direction;
    S c, h;
  };
  Along along(const Vec3T<S>& direction) const {
    return {direction, dotted<S>(cDerivative, direction), dotted<S>(h, direction)};
  }
  /// ∂G/∂q_j times the direction.
  Vec3T<S> derivative(int j, Row row, const Along& way) const {
    Vec3T<S> out = turn(j, row);
    for (int a = 0; a < 3; ++a) out[a] = out[a] * way.direction[0];
    forSection(row, [&]<Row kRow>() {
      const SectionChange x = sectionChange<kRow>(j);
      const S slope = radialSlope<kRow>(x, way.c, way.h, dotted<S>(cSecond(j, kRow), way.direction),
                                        dotted<S>(sSecond(j, kRow), way.direction));
      const Vec3T<S> lean = leaning(x.h);
      for (int a = 0; a < 3; ++a) out[a] += lean[a] * way.direction[0];
      out[1] += slope * r.y + x.h * way.direction[1], out[2] += slope * r.z + x.h * way.direction[2];
    });
    return out;
  }

 private:
  /// Change of the first column by the strain alone, with the section held.
  Vec3T<S> turn(int j, Row row) const {
    Vec3T<S> strain(S(0.0), S(0.0), S(0.0));
    if (row == Row::kSource) return strain;
    const int index = static_cast<int>(row);
    strain[index % 3] = S(points_.phi(j));
    return index < 3 ? crossed<S>(strain, d) : strain;
  }
  /// Calls f<row>() for a strain that deforms sections: what does not change with it then costs nothing.
  template <class F>
  static void forSection(Row row, F&& f) {
    if (row == Row::kStretch) f.template operator()<Row::kStretch>();
    if (row == Row::kBendingY) f.template operator()<Row::kBendingY>();
    if (row == Row::kBendingZ) f.template operator()<Row::kBendingZ>();
    if (row == Row::kSource) f.template operator()<Row::kSource>();
  }
  static constexpr bool bends(Row row) { return row == Row::kBendingY || row == Row::kBendingZ; }

  /// Change of h for coordinate j, and what changes of its slopes have in common.
  struct SectionChange {
    S h, E, h2;
  };
  template <Row kRow>
  SectionChange sectionChange(int j) const {
    const auto change = r.change(kRow, points_.phi(j));
    const S h2 = r.h * r.h, k = 6.0 * r.c * r.h + 2.0;
    SectionChange out;
    if constexpr (bends(kRow)) {
      out.h = -(change.c * r.h3) * r.iE;
    } else if constexpr (kRow == Row::kSource) {
      out.h = change.s * r.iE;
    } else {
      out.h = r.slope(change.c, change.s);
    }
    out.E = k * out.h;
    if constexpr (kRow != Row::kSource) out.E += 3.0 * change.c * h2;
    out.h2 = 3.0 * h2 * out.h;
    return out;
  }
  /// Change of a slope of h from those of c and h, and from the changes of those of c and s.
  template <Row kRow>
  S radialSlope(const SectionChange& x, const S& c, const S& hSlope, const S& cj, const S& sj) const {
    S sum = -(c * x.h2) - x.E * hSlope;
    if constexpr (kRow != Row::kSource) sum -= cj * r.h3;
    if constexpr (!bends(kRow)) sum += sj;
    return sum * r.iE;
  }
  /// u × (0, y, z) hj.
  Vec3T<S> leaning(const S& hj) const {
    const S y = hj * r.y, z = hj * r.z;
    return {S(u[1] * z - u[2] * y), S(-(u[0] * z)), S(u[0] * y)};
  }
  /// Derivatives of c and s with respect to (s, y, z), changed by coordinate j.
  Vec3T<S> cSecond(int j, Row row) const {
    const S ie2 = r.ie * r.ie;
    const W phi = points_.phi(j), f = 2.0 / 3 * phi, df = 2.0 / 3 * points_.dphi(j);
    switch (row) {
      case Row::kStretch:
        return {S((2.0 * r.k * es * r.ie - ks) * ie2 * f - r.k * ie2 * df), S(cDerivative[1] * r.ie * -phi),
                S(cDerivative[2] * r.ie * -phi)};
      case Row::kBendingY:
        return {S((r.ie * df - es * ie2 * f) * r.z), S(0.0), S(r.ie * f)};
      case Row::kBendingZ:
        return {S((r.ie * df - es * ie2 * f) * -r.y), S(r.ie * -f), S(0.0)};
      default:
        return {S(0.0), S(0.0), S(0.0)};
    }
  }
  Vec3T<S> sSecond(int j, Row row) const {
    const S ie2 = r.ie * r.ie;
    const W ir4 = r.ir2 * r.ir2, phi = points_.phi(j), dphi = points_.dphi(j);
    if (row == Row::kStretch) return {S(ie2 * (2.0 * es * r.ie * phi - dphi)), S(0.0), S(0.0)};
    if (row == Row::kSource) return {S(r.ir2 * dphi), S(-2 * r.y * ir4 * phi), S(-2 * r.z * ir4 * phi)};
    return {S(0.0), S(0.0), S(0.0)};
  }
  /// Columns along s, y and z from the first without its radial part, h, and ∂h/∂(s, y, z).
  Mat3T<S> assemble(const Vec3T<S>& first, const S& value, const Vec3T<S>& slopes) const {
    Mat3T<S> M;
    M.col(0) = first;
    M(0, 1) = S(0.0), M(0, 2) = S(0.0);
    for (int a = 0; a < 3; ++a) {
      if (a > 0) M(1, a) = S(0.0), M(2, a) = S(0.0);
      M(1, a) += slopes[a] * r.y, M(2, a) += slopes[a] * r.z;
    }
    M(1, 1) += value, M(2, 2) += value;
    return M;
  }

  PointsAt<Scalar> points_;
  Radial<S, W> r;
  Vec3T<S> u{S(0.0), S(0.0), S(0.0)}, v{S(0.0), S(0.0), S(0.0)};
  S m{0.0}, es{0.0}, ks{0.0};
  Vec3T<S> cDerivative, sDerivative;  ///< ∂c, ∂s with respect to (s, y, z)
  Vec3T<S> h;                         ///< ∂h/∂(s, y, z)
  Vec3T<S> d;
};

}  // namespace tendril
