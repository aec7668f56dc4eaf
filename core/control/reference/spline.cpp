// SPDX-License-Identifier: BSD-3-Clause
// The spline of degree 5 with four continuous derivatives: pieces of Hermite form, whose slopes and curvatures at the
// knots make the third and fourth derivatives continuous. Schoenberg 1946; de Boor, A Practical Guide to Splines, ch.
// IX
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/control/reference/references.hpp"

namespace tendril {
namespace {

/// Coefficients c of Σ c_k s^k, s ∈ [0, 1] over a piece of length h, from value, slope and curvature at both ends.
using Coefficients = Eigen::Matrix<double, 6, 1>;
/// Columns: y0, y0', y0'', y1, y1', y1'' with derivatives in s.
const Eigen::Matrix<double, 6, 6>& hermite() {
  static const Eigen::Matrix<double, 6, 6> kBasis = (Eigen::Matrix<double, 6, 6>() << 1, 0, 0, 0, 0, 0,  //
                                                     0, 1, 0, 0, 0, 0,                                   //
                                                     0, 0, 0.5, 0, 0, 0,                                 //
                                                     -10, -6, -1.5, 10, -4, 0.5,                         //
                                                     15, 8, 1.5, -15, 7, -1,                             //
                                                     -6, -3, -0.5, 6, -3, 0.5)
                                                        .finished();
  return kBasis;
}

/// k-th derivative of a piece in s.
double derivative(const Coefficients& c, double s, int k) {
  double value = 0;
  for (int i = 5; i >= k; --i) {
    double factor = 1;
    for (int j = 0; j < k; ++j) factor *= i - j;
    value = value * s + factor * c[i];
  }
  return value;
}

/// Rows of the equations for slopes (2i) and curvatures (2i + 1) at the knots, in time; values on the right.
class SplineEquations {
 public:
  SplineEquations(const std::vector<double>& times, const MatX& points)
      : times_(times), points_(points), count_(static_cast<int>(times.size())) {
    right_.setZero(2 * count_, points.rows());
  }

  /// Σ sign · (d/dt)^k of a piece at one of its ends = 0.
  void add(int row, int piece, double s, int k, double sign) {
    const double h = times_[static_cast<std::size_t>(piece) + 1] - times_[static_cast<std::size_t>(piece)];
    const double scale = sign * std::pow(meanPiece() / h, k);  // rows of one size, whatever the unit of time is
    for (int column = 0; column < 6; ++column) {
      const double value = scale * derivative(hermite().col(column), s, k);
      const int knot = piece + column / 3, kind = column % 3;
      if (kind == 0) {
        right_.row(row) -= value * points_.col(knot).transpose();
      } else {
        triplets_.emplace_back(row, 2 * knot + kind - 1, value * std::pow(h, kind));
      }
    }
  }
  void addUnknown(int row, int unknown, double value) { triplets_.emplace_back(row, unknown, value); }

  /// One row per unknown: slope and curvature of knot i in rows 2i, 2i + 1.
  MatX solve() {
    Eigen::SparseMatrix<double> matrix(2 * count_, 2 * count_);
    matrix.setFromTriplets(triplets_.begin(), triplets_.end());
    Eigen::SparseLU<Eigen::SparseMatrix<double>> solver(matrix);
    if (solver.info() != Eigen::Success) throw std::invalid_argument("its times are too uneven for a spline");
    MatX unknowns = solver.solve(right_);
    return unknowns;
  }

 private:
  double meanPiece() const { return (times_.back() - times_.front()) / (count_ - 1); }

  const std::vector<double>& times_;
  const MatX& points_;
  int count_;
  std::vector<Eigen::Triplet<double>> triplets_;
  MatX right_;
};

class Spline : public Reference {
 public:
  Spline(const std::vector<double>& times, const MatX& points, SplineEnd ends)
      : times_(times),
        size_(static_cast<int>(points.rows())),
        periodic_(ends == SplineEnd::kPeriodic),
        atEnds_(ends == SplineEnd::kRest ? 2 : 0) {
    check(points);
    const int n = static_cast<int>(times.size());
    SplineEquations equations(times_, points);
    for (int i = 1; i + 1 < n; ++i)
      for (const int k : {3, 4}) {
        equations.add(2 * i + k - 3, i - 1, 1, k, 1);
        equations.add(2 * i + k - 3, i, 0, k, -1);
      }
    closeEnds(equations, n, ends);
    const MatX unknowns = equations.solve();
    for (int i = 0; i + 1 < n; ++i) addPiece(i, points, unknowns);
  }
  int size() const override { return size_; }
  void evaluate(double t, int order, MatXMut out) const override {
    const double first = times_.front(), last = times_.back();
    if (periodic_) t -= (last - first) * std::floor((t - first) / (last - first));
    const bool held = !periodic_ && (t < first || t >= last);
    t = std::clamp(t, first, last);
    const auto after = std::upper_bound(times_.begin(), times_.end(), t) - times_.begin();
    const auto piece =
        std::min<std::size_t>(static_cast<std::size_t>(std::max<std::ptrdiff_t>(after, 1)) - 1, times_.size() - 2);
    const double h = times_[piece + 1] - times_[piece], s = (t - times_[piece]) / h;
    for (int i = 0; i < size_; ++i) {
      const Coefficients& c = pieces_[piece * static_cast<std::size_t>(size_) + static_cast<std::size_t>(i)];
      double scale = 1;
      for (int k = 0; k <= order; ++k, scale /= h) out(i, k) = held && k > 0 ? 0 : scale * derivative(c, s, k);
    }
  }
  /// Four derivatives are continuous at the knots, at ends those that are zero there.
  std::vector<double> breaks(int order, double from, double to) const override {
    std::vector<double> out;
    const auto add = [&](double t, int continuous) {
      if (order >= continuous + 2 && from < t && t < to) out.push_back(t);
    };
    const double first = times_.front(), length = times_.back() - first;
    if (!periodic_) {
      for (const double t : times_) add(t, t == first || t == times_.back() ? atEnds_ : 4);
      return out;
    }
    for (double turn = std::floor((from - first) / length); first + turn * length < to; ++turn)
      for (std::size_t i = 0; i + 1 < times_.size(); ++i) add(times_[i] + turn * length, 4);
    return out;
  }

 private:
  void check(const MatX& points) const {
    if (times_.size() < 2) throw std::invalid_argument("a spline needs two points at least");
    if (points.cols() != static_cast<Eigen::Index>(times_.size()))
      throw std::invalid_argument("it has " + std::to_string(times_.size()) + " times and " +
                                  std::to_string(points.cols()) + " points");
    for (std::size_t i = 0; i + 1 < times_.size(); ++i)
      if (!(times_[i] < times_[i + 1])) throw std::invalid_argument("its times do not ascend");
    if (periodic_ && !(points.col(0) - points.rightCols(1)).isZero(1e-12 * (1 + points.cwiseAbs().maxCoeff())))
      throw std::invalid_argument("the last point of a periodic spline must be its first");
  }

  static void closeEnds(SplineEquations& equations, int n, SplineEnd ends) {
    const int last = 2 * (n - 1);
    if (ends == SplineEnd::kPeriodic) {
      for (const int k : {0, 1}) equations.addUnknown(k, k, 1), equations.addUnknown(k, last + k, -1);
      for (const int k : {3, 4}) equations.add(last + k - 3, n - 2, 1, k, 1), equations.add(last + k - 3, 0, 0, k, -1);
      return;
    }
    for (const int k : {0, 1}) {
      // Free ends leave the curvature of a parabola through two points open: those make a line.
      if (ends == SplineEnd::kRest || (n == 2 && k == 1)) {
        equations.addUnknown(k, k, 1), equations.addUnknown(last + k, last + k, 1);
      } else {
        equations.add(k, 0, 0, 3 + k, 1), equations.add(last + k, n - 2, 1, 3 + k, 1);
      }
    }
  }

  void addPiece(int i, const MatX& points, const MatX& unknowns) {
    const double h = times_[static_cast<std::size_t>(i) + 1] - times_[static_cast<std::size_t>(i)];
    for (int r = 0; r < size_; ++r) {
      Coefficients ends;
      ends << points(r, i), h * unknowns(2 * i, r), h * h * unknowns(2 * i + 1, r), points(r, i + 1),
          h * unknowns(2 * i + 2, r), h * h * unknowns(2 * i + 3, r);
      pieces_.push_back(hermite() * ends);
    }
  }

  std::vector<double> times_;
  int size_;
  bool periodic_;
  int atEnds_;                        ///< continuous derivatives where it is held
  std::vector<Coefficients> pieces_;  ///< per piece, per entry
};

}  // namespace

ReferencePtr makeSplineReference(const std::vector<double>& times, const MatX& points, SplineEnd ends) {
  return std::make_shared<Spline>(times, points, ends);
}

}  // namespace tendril
