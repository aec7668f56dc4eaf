// SPDX-License-Identifier: BSD-3-Clause
// Tendons in rods: length Σ w |κ×d + ν + d'|, with d(X) = (0, y, z) the offset in the section (rods.md §10).
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/math/se3.hpp"
#include "core/math/series.hpp"
#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

struct TendonPoint {
  double weight;  ///< m
  int division;
  Vec3 offset, slope;  ///< d, d' with respect to arclength
  Vec6 reference;
  VecX phi;                 ///< values of the division's functions
  std::vector<int> strain;  ///< of each of them
};

/// A place on the path for drawing.
struct PathPoint {
  double at;
  Vec3 offset;
};

using Route = std::function<RoutePoint(double)>;

/// The interval of the rod over which X of a route runs from 0 to 1, m.
struct Domain {
  double start, length;
};

class RodTendonPiece final : public TendonPiece {
 public:
  RodTendonPiece(const Rod& rod, const Route& route, Domain domain, double from, double to);

  double length(const VecXRef& q) const override {
    double sum = 0;
    for (const TendonPoint& p : points_) sum += p.weight * tangent(p, q).norm();
    return sum;
  }
  void addGradient(const VecXRef& q, VecXMut gradient) const override;
  void addHessian(const VecXRef& q, double tension, MatXMut hessian) const override;
  void addGradientSeries(const MatX& q, MatX& gradient) const override;
  void path(const BodyData& data, std::vector<Vec3>& points) const override;

 private:
  Vec3 tangent(const TendonPoint& p, const VecXRef& q) const;
  void addSandwich(const TendonPoint& p, const Mat6& C, MatXMut hessian) const;
  void addElement(const RodDivision& division, int index, double s0, double s1, int gauss);
  TendonPoint makePoint(int division, double s, double weight) const;

  const Rod& rod_;
  Route route_;
  Domain domain_;
  std::vector<TendonPoint> points_;
  std::vector<PathPoint> path_;
};

RodTendonPiece::RodTendonPiece(const Rod& rod, const Route& route, Domain domain, double from, double to)
    : rod_(rod), route_(route), domain_(domain) {
  const double x0 = domain.start + from * domain.length, x1 = domain.start + to * domain.length;
  for (int i = 0; i < rod.divisionCount(); ++i) {
    const RodDivision& d = rod.division(i);
    const double L = d.spec.length;
    // Rounding must not cut slivers off a division that is covered.
    const auto local = [&](double x) {
      const double s = std::clamp((x - d.start) / L, 0.0, 1.0);
      return s < 1e-12 ? 0.0 : s > 1 - 1e-12 ? 1.0 : s;
    };
    std::vector<double> ends = d.breakpoints;
    ends.push_back(1);
    double start = 0;
    for (double end : ends) {
      const double s0 = std::max(start, local(x0)), s1 = std::min(end, local(x1));
      if (s1 > s0) addElement(d, i, s0, s1, d.gauss);
      start = end;
    }
  }
  route_ = nullptr;
}

void RodTendonPiece::addElement(const RodDivision& division, int index, double s0, double s1, int gauss) {
  for (const QuadraturePoint& g : gaussLegendre(gauss))
    points_.push_back(makePoint(index, s0 + (s1 - s0) * g.s, (s1 - s0) * g.weight * division.spec.length));
  constexpr int kPieces = 40;  // a helix of two turns still looks round
  for (int i = path_.empty() ? 0 : 1; i <= kPieces; ++i) {
    const double x = division.start + division.spec.length * (s0 + (s1 - s0) * i / kPieces);
    const RoutePoint r = route_((x - domain_.start) / domain_.length);
    path_.push_back({x / rod_.length(), Vec3(0, r.y, r.z)});
  }
}

TendonPoint RodTendonPiece::makePoint(int index, double s, double weight) const {
  const RodDivision& division = rod_.division(index);
  const RoutePoint r = route_((division.start + s * division.spec.length - domain_.start) / domain_.length);
  TendonPoint p{weight, index, Vec3(0, r.y, r.z), Vec3(0, r.dy, r.dz) / domain_.length, {}, VecX(division.columns), {}};
  if (!p.offset.allFinite() || !p.slope.allFinite() || !std::isfinite(r.weight))
    throw std::invalid_argument("a tendon's route is not finite at arclength " +
                                std::to_string(division.start + s * division.spec.length) + " m of the rod");
  p.weight *= r.weight;
  p.reference = referenceStrain(division, s);
  evaluateBases(division, s, p.phi);
  for (const StrainBlock& block : division.blocks) p.strain.insert(p.strain.end(), block.count, block.strain);
  return p;
}

Vec3 RodTendonPiece::tangent(const TendonPoint& p, const VecXRef& q) const {
  const RodDivision& division = rod_.division(p.division);
  Vec6 xi = p.reference;
  addStrain(division, p.phi, q.segment(division.firstColumn, division.columns), xi);
  return xi.head<3>().cross(p.offset) + xi.tail<3>() + p.slope;
}

void RodTendonPiece::addGradient(const VecXRef& q, VecXMut gradient) const {
  for (const TendonPoint& p : points_) {
    const Vec3 v = tangent(p, q);
    const double norm = v.norm();
    if (norm == 0) continue;
    const Vec3 t = v * (p.weight / norm);
    Vec6 wrench;
    wrench.head<3>() = p.offset.cross(t);
    wrench.tail<3>() = t;
    const RodDivision& division = rod_.division(p.division);
    for (const StrainBlock& block : division.blocks) {
      const double w = wrench(block.strain);
      for (int k = 0; k < block.count; ++k)
        gradient(block.first + k) += w * p.phi(block.first - division.firstColumn + k);
    }
  }
}

void RodTendonPiece::addGradientSeries(const MatX& q, MatX& gradient) const {
  withSeries(static_cast<int>(q.cols()) - 1, [&]<class T>(T) {
    std::vector<T> x(static_cast<std::size_t>(q.rows())), sum(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = seriesOf<T>(q, static_cast<Eigen::Index>(j));
    for (const TendonPoint& p : points_) {
      const std::size_t first = static_cast<std::size_t>(rod_.division(p.division).firstColumn);
      Vec6T<T> xi = p.reference.cast<T>();
      for (std::size_t k = 0; k < p.strain.size(); ++k) xi[p.strain[k]] += x[first + k] * p.phi[static_cast<int>(k)];
      const Vec3T<T> offset = p.offset.cast<T>();
      const Vec3T<T> v = xi.template head<3>().cross(offset) + xi.template tail<3>() + p.slope.cast<T>();
      const T square = v.dot(v);
      if (plainValue(square) == 0) continue;
      const Vec3T<T> t = v * T(p.weight / sqrt(square));
      const Vec3T<T> m = offset.cross(t);
      for (std::size_t k = 0; k < p.strain.size(); ++k)
        sum[first + k] += (p.strain[k] < 3 ? m[p.strain[k]] : t[p.strain[k] - 3]) * p.phi[static_cast<int>(k)];
    }
    for (std::size_t j = 0; j < sum.size(); ++j) addSeries(sum[j], gradient, static_cast<Eigen::Index>(j));
  });
}

void RodTendonPiece::addHessian(const VecXRef& q, double tension, MatXMut hessian) const {
  if (tension == 0) return;
  for (const TendonPoint& p : points_) {
    const Vec3 v = tangent(p, q);
    const double norm = v.norm();
    if (norm == 0) continue;
    // ∂v/∂ξ = [−d~, 1]; ∂²|v| = ∂vᵀ (1 − t tᵀ)/|v| ∂v
    const Vec3 t = v / norm;
    Mat3 P = Mat3::Identity();
    P -= t * t.transpose();
    P *= tension * p.weight / norm;
    const Mat3 D = skew<double>(p.offset);
    Mat6 C;
    const Mat3 DP = D.lazyProduct(P);
    C.topLeftCorner<3, 3>() = -DP.lazyProduct(D);
    C.topRightCorner<3, 3>() = DP;
    C.bottomLeftCorner<3, 3>() = DP.transpose();
    C.bottomRightCorner<3, 3>() = P;
    addSandwich(p, C, hessian);
  }
}

/// hessian += Φᵀ C Φ, where each column of Φ has one entry, in the row of its strain. Columns of Φᵀ C are expanded for
/// some coordinates at a time, so that the sums run along columns.
void RodTendonPiece::addSandwich(const TendonPoint& p, const Mat6& C, MatXMut hessian) const {
  constexpr int kRows = 64;
  const RodDivision& division = rod_.division(p.division);
  const int n = division.columns, first = division.firstColumn;
  Eigen::Matrix<double, kRows, 6> expanded;
  for (int start = 0; start < n; start += kRows) {
    const int rows = std::min(kRows, n - start);
    for (int c = 0; c < 6; ++c)
      for (int i = 0; i < rows; ++i)
        expanded(i, c) = C(p.strain[static_cast<std::size_t>(start + i)], c) * p.phi(start + i);
    for (int j = 0; j < n; ++j)
      hessian.col(first + j).segment(first + start, rows) +=
          p.phi(j) * expanded.col(p.strain[static_cast<std::size_t>(j)]).head(rows);
  }
}

void RodTendonPiece::path(const BodyData& data, std::vector<Vec3>& points) const {
  points.clear();
  for (const PathPoint& p : path_) points.push_back(rod_.poseAt(data, p.at) * p.offset);
}

}  // namespace

std::unique_ptr<TendonPiece> Rod::makeTendonPiece(const std::function<RoutePoint(double)>& route, double from,
                                                  double to) const {
  return std::make_unique<RodTendonPiece>(*this, route, Domain{0, length()}, from, to);
}

std::unique_ptr<TendonPiece> Rod::makeTendonPieceOnDivision(const std::function<RoutePoint(double)>& route, double from,
                                                            double to, int index) const {
  if (index < 0 || index >= divisionCount()) return nullptr;
  const RodDivision& d = division(index);
  return std::make_unique<RodTendonPiece>(*this, route, Domain{d.start, d.spec.length}, from, to);
}

}  // namespace tendril
