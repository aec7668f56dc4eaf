// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>

#include "core/model/volume/mesh/mesh_quadrature.hpp"

namespace tendril {
namespace {

/// The smallest box of the points; sides without extent count as 1 m, so that they scale nothing.
struct Box {
  Vec3 centre, half;

  explicit Box(std::span<const MeshPoint> points) {
    Vec3 low = points[0].position, high = low;
    for (const MeshPoint& point : points) {
      low = low.cwiseMin(point.position);
      high = high.cwiseMax(point.position);
    }
    centre = (low + high) / 2;
    half = (high - low) / 2;
    for (double& side : half)
      if (!(side > 0)) side = 1;
  }
  /// Coordinates from −1 to 1.
  Vec3 scaled(const Vec3& p) const { return (p - centre).cwiseQuotient(half); }
};

/// All products P_i(x) P_j(y) P_k(z) with j + k = section: they are fitted together.
struct Term {
  int forward, section;
  int size() const { return section + 1; }
};

/// Which polynomials are fitted, and which come next.
struct Moments {
  std::vector<Term> fitted, next;
  int forwardDegree = 0, sectionDegree = 0;

  Moments(int count, int slenderness) {
    bool full = false;
    for (int degree = 0, last = -1; last < 0 || degree <= last + 1; ++degree) {
      for (int section = 0; section * slenderness <= degree; ++section) {
        const Term term{degree - section * slenderness, section};
        if (last < 0 && size(fitted) + term.size() <= count) {
          fitted.push_back(term);
          forwardDegree = std::max(forwardDegree, term.forward);
          sectionDegree = std::max(sectionDegree, term.section);
        } else {
          next.push_back(term);
          full = true;
        }
      }
      if (full && last < 0) last = degree;
    }
  }
  static int size(const std::vector<Term>& terms) {
    return std::accumulate(terms.begin(), terms.end(), 0, [](int sum, const Term& term) { return sum + term.size(); });
  }
};

/// Values of products of Legendre polynomials at points.
class Products {
 public:
  Products(const std::vector<Term>& terms, const Box& box) : terms_(terms), box_(box), size_(Moments::size(terms)) {
    int degree = 0;
    for (const Term& term : terms) degree = std::max({degree, term.forward, term.section});
    for (auto& row : values_) row.resize(degree + 1);
  }
  int size() const { return size_; }

  /// sum += weight · values(p)
  void add(const Vec3& p, double weight, VecXMut sum) {
    const Vec3 scaled = box_.scaled(p);
    for (int axis = 0; axis < 3; ++axis) legendre(scaled[axis], values_[axis]);
    int index = 0;
    for (const Term& term : terms_) {
      const double forward = weight * values_[0][term.forward];
      for (int j = 0; j <= term.section; ++j) sum[index++] += forward * values_[1][j] * values_[2][term.section - j];
    }
  }

 private:
  static void legendre(double x, std::vector<double>& values) {
    values[0] = 1;
    if (values.size() > 1) values[1] = x;
    for (size_t n = 1; n + 1 < values.size(); ++n) {
      const double k = static_cast<double>(n);
      values[n + 1] = ((2 * k + 1) * x * values[n] - k * values[n - 1]) / (k + 1);
    }
  }

  std::vector<Term> terms_;
  Box box_;
  int size_;
  std::array<std::vector<double>, 3> values_;
};

/// A point and its share of the volume.
struct Share {
  int point;
  double weight;
};

/// Along a curve that fills the box: neighbours in the list are neighbours in space.
std::uint64_t curvePosition(const Vec3& scaled) {
  std::uint64_t code = 0;
  constexpr int kBits = 20;
  std::array<std::uint64_t, 3> cell;
  for (int axis = 0; axis < 3; ++axis)
    cell[axis] = static_cast<std::uint64_t>(std::clamp((scaled[axis] + 1) / 2, 0.0, 1.0) * ((1 << kBits) - 1));
  for (int bit = kBits - 1; bit >= 0; --bit)
    for (std::uint64_t c : cell) code = code << 1 | (c >> bit & 1);
  return code;
}

std::vector<Share> inSpaceOrder(std::span<const MeshPoint> points, const Box& box, double volume) {
  std::vector<std::pair<std::uint64_t, int>> order(points.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = {curvePosition(box.scaled(points[i].position)), static_cast<int>(i)};
  std::sort(order.begin(), order.end());
  std::vector<Share> shares;
  shares.reserve(order.size());
  for (const auto& [code, point] : order) shares.push_back({point, points[point].weight / volume});
  return shares;
}

/// Weights w ≥ 0 with the same moments · w as before and as few of them positive as `moments` has independent rows:
/// walks along null vectors until a weight is gone, and goes on with the null vectors that leave it alone.
void thinOut(const MatX& moments, VecX& weights) {
  Eigen::ColPivHouseholderQR<MatX> qr(moments.transpose());
  qr.setThreshold(1e-13);
  const Eigen::Index count = moments.cols(), rank = qr.rank();
  MatX null = MatX::Zero(count, count - rank);
  null.bottomRows(count - rank).setIdentity();
  null.applyOnTheLeft(qr.householderQ());
  VecX row, reflection;
  for (Eigen::Index left = null.cols(); left > 0; --left) {
    const auto direction = null.col(left - 1);
    Eigen::Index gone = -1;
    double step = 0;
    for (Eigen::Index i = 0; i < count; ++i) {
      if (!(direction[i] > 0)) continue;
      if (const double reach = weights[i] / direction[i]; gone < 0 || reach < step) {
        step = reach;
        gone = i;
      }
    }
    if (gone < 0) continue;  // not a null vector: their entries sum to zero
    weights = (weights - step * direction).cwiseMax(0.0);
    weights[gone] = 0;
    // A reflection turns the basis so that only its last vector moves weight `gone`.
    row = null.row(gone).head(left).transpose();
    const double length = row.norm();
    reflection = row;
    reflection[left - 1] += row[left - 1] >= 0 ? length : -length;
    const double scale = reflection.squaredNorm();
    if (!(scale > 0)) continue;
    auto active = null.leftCols(left);
    const VecX projected = active * reflection;
    active.noalias() -= (2 / scale) * projected * reflection.transpose();
    null.row(gone).head(left - 1).setZero();
  }
}

class Fit {
 public:
  Fit(std::span<const MeshPoint> points, int count, double volume)
      : points_(points),
        volume_(volume),
        box_(points),
        moments_(count, slenderness()),
        products_(moments_.fitted, box_),
        shares_(inSpaceOrder(points, box_, volume)) {}

  FittedQuadrature run() {
    const std::vector<Share> all = shares_;
    const VecX wanted = momentsOf(all, products_);
    while (static_cast<int>(shares_.size()) > products_.size() && halve()) {
    }
    correct(wanted);
    FittedQuadrature result;
    result.moments = products_.size();
    result.forwardDegree = moments_.forwardDegree;
    result.sectionDegree = moments_.sectionDegree;
    result.error = (momentsOf(shares_, products_) - wanted).cwiseAbs().maxCoeff();
    Products next(moments_.next, box_);
    result.nextError = (momentsOf(shares_, next) - momentsOf(all, next)).cwiseAbs().maxCoeff();
    for (const Share& share : shares_)
      result.points.push_back(
          {points_[share.point].position, share.weight * volume_, points_[share.point].tetrahedron});
    return result;
  }

 private:
  int slenderness() const {
    const double ratio = box_.half.x() / std::max(box_.half.y(), box_.half.z());
    return static_cast<int>(std::lround(std::clamp(ratio, 1.0, 3.0)));
  }

  VecX momentsOf(const std::vector<Share>& shares, Products& products) const {
    constexpr size_t kBlock = 256;  // sums of sums: rounding does not grow with the number of points
    VecX sum = VecX::Zero(products.size()), part = sum;
    for (size_t start = 0; start < shares.size(); start += kBlock) {
      part.setZero();
      for (size_t i = start; i < std::min(start + kBlock, shares.size()); ++i)
        products.add(points_[shares[i].point].position, shares[i].weight, part);
      sum += part;
    }
    return sum;
  }

  /// Leaves the points of at most as many groups as there are moments. False if none could be left out.
  bool halve() {
    const size_t count = shares_.size(), groups = std::min(count, 2 * static_cast<size_t>(products_.size()));
    const auto start = [&](size_t group) { return group * count / groups; };
    MatX means = MatX::Zero(products_.size(), static_cast<Eigen::Index>(groups));
    VecX weights = VecX::Zero(static_cast<Eigen::Index>(groups));
    for (size_t group = 0; group < groups; ++group) {
      const auto column = static_cast<Eigen::Index>(group);
      for (size_t i = start(group); i < start(group + 1); ++i) {
        weights[column] += shares_[i].weight;
        products_.add(points_[shares_[i].point].position, shares_[i].weight, means.col(column));
      }
      means.col(column) /= weights[column];
    }
    VecX thinned = weights;
    thinOut(means, thinned);
    std::vector<Share> left;
    for (size_t group = 0; group < groups; ++group) {
      const auto column = static_cast<Eigen::Index>(group);
      for (size_t i = start(group); i < start(group + 1); ++i)
        if (const double weight = shares_[i].weight * thinned[column] / weights[column]; weight > 0)
          left.push_back({shares_[i].point, weight});
    }
    const bool fewer = left.size() < count;
    shares_ = std::move(left);
    return fewer;
  }

  /// Takes away what rounding has left, as far as weights stay positive.
  void correct(const VecX& wanted) {
    MatX values = MatX::Zero(products_.size(), static_cast<Eigen::Index>(shares_.size()));
    for (size_t i = 0; i < shares_.size(); ++i)
      products_.add(points_[shares_[i].point].position, 1, values.col(static_cast<Eigen::Index>(i)));
    const Eigen::CompleteOrthogonalDecomposition<MatX> solver(values);
    VecX weights(static_cast<Eigen::Index>(shares_.size()));
    for (size_t i = 0; i < shares_.size(); ++i) weights[static_cast<Eigen::Index>(i)] = shares_[i].weight;
    for (int repeat = 0; repeat < 2; ++repeat) {
      const VecX corrected = weights + solver.solve(wanted - values * weights);
      if (!(corrected.minCoeff() > 0)) return;
      weights = corrected;
      for (size_t i = 0; i < shares_.size(); ++i) shares_[i].weight = weights[static_cast<Eigen::Index>(i)];
    }
  }

  std::span<const MeshPoint> points_;
  double volume_;
  Box box_;
  Moments moments_;
  Products products_;
  std::vector<Share> shares_;
};

}  // namespace

FittedQuadrature fittedQuadrature(std::span<const MeshPoint> points, int count) {
  if (count < kFewestFittedPoints)
    throw std::invalid_argument(std::to_string(count) + " fitted points are too few for mass and inertia; at least " +
                                std::to_string(kFewestFittedPoints) + " are needed, 100 to 200 are usual");
  long double volume = 0;
  for (const MeshPoint& point : points) {
    if (!(point.weight > 0) || !std::isfinite(point.weight) || !point.position.allFinite())
      throw std::invalid_argument("points are fitted only to points with positive, finite weights");
    volume += point.weight;
  }
  if (points.size() <= static_cast<size_t>(count)) return {{points.begin(), points.end()}, 0, 0, 0, 0, 0};
  return Fit(points, count, static_cast<double>(volume)).run();
}

}  // namespace tendril
