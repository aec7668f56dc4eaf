// SPDX-License-Identifier: BSD-3-Clause
// Takes over the strain of another rod: least squares of the new functions to the old strain.
#include <Eigen/QR>

#include <algorithm>
#include <cmath>

#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

/// Where the material of a point of the new rod is in the old one.
struct OldPlace {
  int division;
  double s;
  double stretch;  ///< old arclength per new s, m: turns over the division = κ · stretch
};

constexpr int kFewest = 32;  // points over a division: functions that are no polynomials need them

class ShapeFit {
 public:
  ShapeFit(const Rod& from, const Rod& to) : from_(from), to_(to), same_(from.divisionCount() == to.divisionCount()) {}

  void fit(int d, const VecXRef& q, const VecXRef& v, VecXMut newQ, VecXMut newV) {
    const RodDivision& division = to_.division(d);
    sample(d, q, v);
    for (const StrainBlock& block : division.blocks) {
      if (copy(d, block, q, v, newQ, newV)) continue;
      const MatX X = solve(division, block);
      newQ.segment(block.first, block.count) = X.col(0);
      newV.segment(block.first, block.count) = X.col(1);
    }
  }

 private:
  OldPlace place(int d, double s) const {
    const RodDivision& division = to_.division(d);
    if (same_) return {d, s, from_.division(d).spec.length};
    const RodPoint point = from_.pointAt((division.start + s * division.spec.length) / to_.length());
    return {point.division, point.s, division.spec.length * from_.length() / to_.length()};
  }

  /// Boundaries of elements of either rod inside the new division.
  std::vector<double> boundaries(int d) const {
    const RodDivision& division = to_.division(d);
    if (same_) return mergeBreakpoints(division.breakpoints, from_.division(d).breakpoints);
    std::vector<double> old;
    for (int k = 0; k < from_.divisionCount(); ++k) {
      const RodDivision& other = from_.division(k);
      const auto add = [&](double s) {
        const double x = (other.start + s * other.spec.length) * to_.length() / from_.length();
        const double here = (x - division.start) / division.spec.length;
        if (here > 1e-9 && here < 1 - 1e-9) old.push_back(here);
      };
      add(0);
      for (double s : other.breakpoints) add(s);
    }
    std::sort(old.begin(), old.end());
    return mergeBreakpoints(division.breakpoints, old);
  }

  int pointsPerElement(int d, std::size_t elements) const {
    const RodDivision& division = to_.division(d);
    int wanted = std::max({8, kFewest / static_cast<int>(elements), division.gauss + 2});
    for (int k = 0; k < from_.divisionCount(); ++k) wanted = std::max(wanted, from_.division(k).gauss + 2);
    for (const StrainBlock& block : division.blocks)
      wanted = std::max(wanted, block.count / static_cast<int>(elements) + 3);
    return std::min(wanted, 200);
  }

  /// Strain and strain rate of the old rod at the Gauss points of a new division.
  void sample(int d, const VecXRef& q, const VecXRef& v) {
    const std::vector<double> inner = boundaries(d);
    points_ = divisionPoints(inner, pointsPerElement(d, inner.size() + 1));
    std::erase_if(points_, [](const QuadraturePoint& point) { return point.weight <= 0; });
    const auto count = static_cast<Eigen::Index>(points_.size());
    strain_.setZero(count, 6), rate_.setZero(count, 6);
    for (Eigen::Index i = 0; i < count; ++i) sampleAt(d, i, q, v);
  }

  void sampleAt(int d, Eigen::Index i, const VecXRef& q, const VecXRef& v) {
    const RodDivision& division = to_.division(d);
    const double s = points_[static_cast<std::size_t>(i)].s;
    const OldPlace at = place(d, s);
    const RodDivision& old = from_.division(at.division);
    VecX values(old.columns);
    evaluateBases(old, at.s, values);
    Vec6 strain = Vec6::Zero(), rate = Vec6::Zero();
    addStrain(old, values, q.segment(old.firstColumn, old.columns), strain);
    addStrain(old, values, v.segment(old.firstColumn, old.columns), rate);
    if (!same_) strain += referenceStrain(old, at.s);
    strain.head<3>() *= at.stretch, rate.head<3>() *= at.stretch;
    if (!same_) {
      Vec6 reference = referenceStrain(division, s);
      reference.head<3>() *= division.spec.length;
      strain -= reference;
    }
    strain_.row(i) = strain.transpose(), rate_.row(i) = rate.transpose();
  }

  /// Coordinates of the same functions are kept to the bit.
  bool copy(int d, const StrainBlock& block, const VecXRef& q, const VecXRef& v, VecXMut newQ, VecXMut newV) const {
    if (!same_) return false;
    const RodDivision& old = from_.division(d);
    const auto other = std::ranges::find(old.blocks, block.strain, &StrainBlock::strain);
    if (other == old.blocks.end() || other->count != block.count) return false;
    if (functions(to_.division(d), block.strain) != functions(old, block.strain)) return false;
    newQ.segment(block.first, block.count) = q.segment(other->first, block.count);
    newV.segment(block.first, block.count) = v.segment(other->first, block.count);
    return true;
  }

  /// A row per point.
  MatX functions(const RodDivision& division, int strain) const {
    const StrainBasis& basis = *division.spec.strain[static_cast<std::size_t>(strain)];
    MatX phi(static_cast<Eigen::Index>(points_.size()), basis.count());
    for (Eigen::Index i = 0; i < phi.rows(); ++i)
      for (int k = 0; k < basis.count(); ++k) phi(i, k) = basis.value(k, points_[static_cast<std::size_t>(i)].s);
    return phi;
  }

  /// Columns: of the strain, of its rate.
  MatX solve(const RodDivision& division, const StrainBlock& block) const {
    MatX A = functions(division, block.strain);
    MatX b(A.rows(), 2);
    b << strain_.col(block.strain), rate_.col(block.strain);
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      const double weight = std::sqrt(points_[static_cast<std::size_t>(i)].weight);
      A.row(i) *= weight, b.row(i) *= weight;
    }
    if (!A.allFinite() || !b.allFinite()) return MatX::Zero(block.count, 2);
    return A.completeOrthogonalDecomposition().solve(b);
  }

  const Rod& from_;
  const Rod& to_;
  bool same_;  // number of divisions
  std::vector<QuadraturePoint> points_;
  MatX strain_, rate_;  // a row per point; of turns: per s of the new division
};

}  // namespace

bool Rod::carryShape(const Body& from, const VecXRef& q, const VecXRef& v, VecXMut newQ, VecXMut newV) const {
  const auto* rod = dynamic_cast<const Rod*>(&from);
  if (!rod) return false;
  ShapeFit fit(*rod, *this);
  for (int d = 0; d < divisionCount(); ++d) fit.fit(d, q, v, newQ, newV);
  return true;
}

}  // namespace tendril
