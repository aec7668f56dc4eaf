// SPDX-License-Identifier: BSD-3-Clause
// Points of a body with a backbone, and how their sections deform. Internal to core/model/volume.
#pragma once

#include "core/math/simd_packet.hpp"
#include "core/model/volume/map/point_map.hpp"
#include "core/model/volume/map/primitives/backbone_tables.hpp"
#include "core/model/volume/map/primitives/radial.hpp"

namespace tendril {

/// Points in the same interval of the backbone. Rows are padded to whole SimdPacket.
class BackboneEvaluationPoints final : public EvaluationPoints {
 public:
  BackboneEvaluationPoints(const BackboneTables& tables, std::span<const Vec3> points);
  int count() const override { return count_; }
  int padded() const { return static_cast<int>(y.size()); }

  int interval = 0;
  MatX powers;     ///< padded × (kOrder + 1) of σ
  VecX y, z;       ///< m, undeformed
  VecX inverseR2;  ///< 1/(y² + z²), 1/m²; 0 on the axis
  MatX phi, dphi;  ///< padded × n: modes and their slopes d/ds

 private:
  int count_;
};

/// How many points an evaluator on S takes at once, and on what scalar; W: numbers without derivatives.
template <class S>
struct Batch {
  using Point = S;
  using W = double;
  static constexpr int kCount = 1;
  static W load(const double* from) { return *from; }
  static void store(const S& x, S* to, int) { *to = x; }
};
template <>
struct Batch<double> {
  using Point = SimdPacket;
  using W = SimdPacket;
  static constexpr int kCount = SimdPacket::kCount;
  static W load(const double* from) { return SimdPacket::load(from); }
  static void store(const SimdPacket& x, double* to, int count) { x.store(to, count); }
};

/// Whether a strain deforms sections; the others turn and shift them.
constexpr bool deformsSections(BackboneRow row) {
  return row == BackboneRow::kStretch || row == BackboneRow::kBendingY || row == BackboneRow::kBendingZ ||
         row == BackboneRow::kSource;
}

/// What the strains of a section make of its points: everything that h depends on.
template <class S>
struct SectionState {
  S e{1.0}, ky{0.0}, kz{0.0}, m{0.0};

  void add(BackboneRow row, const S& amount) {
    if (row == BackboneRow::kStretch) e += amount;
    if (row == BackboneRow::kBendingY) ky += amount;
    if (row == BackboneRow::kBendingZ) kz += amount;
    if (row == BackboneRow::kSource) m += amount;
  }
};

/// h at one point (or a few), with what its derivatives need. radial.hpp
template <class S, class W>
struct Radial {
  W y, z, ir2;
  S ie, k, c, s, h, h3, iE;

  Radial(const W& y, const W& z, const W& ir2, const SectionState<S>& x) : y(y), z(z), ir2(ir2) {
    ie = 1.0 / x.e;
    k = x.ky * z - x.kz * y;
    c = k * ie * (2.0 / 3);
    s = ie + x.m * ir2;
    h = radialFactor(c, s);
    h3 = h * h * h;
    iE = 1.0 / S(3.0 * c * h * h + 2.0 * h);
  }
  /// Change of h for changes of c and s.
  S slope(const S& dc, const S& ds) const { return S((ds - dc * h3) * iE); }

  /// Changes of c and s for the change of one strain.
  struct Change {
    S c, s;
  };
  Change change(BackboneRow row, const W& amount) const {
    switch (row) {
      case BackboneRow::kStretch:
        return {S(c * ie * -amount), S(ie * ie * -amount)};
      case BackboneRow::kBendingY:
        return {S(ie * (2.0 / 3 * z * amount)), S(0.0)};
      case BackboneRow::kBendingZ:
        return {S(ie * (-2.0 / 3 * y * amount)), S(0.0)};
      case BackboneRow::kSource:
        return {S(0.0), S(ir2 * amount)};
      default:
        return {S(0.0), S(0.0)};
    }
  }
};

/// The points from row i on that an evaluator on S takes at once.
template <class S>
struct PointsAt {
  using P = typename Batch<S>::Point;
  using W = typename Batch<S>::W;
  const BackboneEvaluationPoints& points;
  int i;

  W phi(int j) const { return Batch<S>::load(&points.phi(i, j)); }
  W dphi(int j) const { return Batch<S>::load(&points.dphi(i, j)); }
  W power(int k) const { return Batch<S>::load(&points.powers(i, k)); }
  Radial<P, W> radial(const SectionState<P>& state) const {
    return {Batch<S>::load(&points.y[i]), Batch<S>::load(&points.z[i]), Batch<S>::load(&points.inverseR2[i]), state};
  }
  /// Into column `column` and the two after it.
  void put(Columns<S>& to, int column, const Vec3T<P>& x) const {
    for (int a = 0; a < 3; ++a) Batch<S>::store(x[a], &to(i, column + a), points.count() - i);
  }
  void put(Columns<S>& to, int column, const Mat3T<P>& x) const {
    for (int c = 0; c < 3; ++c) put(to, column + 3 * c, Vec3T<P>(x.col(c)));
  }
};

}  // namespace tendril
