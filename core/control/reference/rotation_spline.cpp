// SPDX-License-Identifier: BSD-3-Clause
// The spline of rotations: on a piece R(t) = R_i exp(r(t)), r a polynomial of degree 5 with r = 0 at its start and
// log(R_iᵀ R_{i+1}) at its end. What is free of it are angular velocity ω and acceleration α at the knots; Newton's
// method finds those that make ω'' and ω''' continuous. About one axis the equations are linear, those of spline.cpp.
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/control/reference/pose_reference.hpp"
#include "core/math/dual.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

constexpr int kMostSteps = 60, kMostHalvings = 12, kGrowth = 8;
constexpr double kDone = 1e-13, kNear = 1e-9;  // of a step of Newton's method: it is found; rounding ends it here
constexpr double kDifference = 1e-5;

/// r over a piece as Σ c_k s^k, s ∈ [0, 1].
using Coefficients = Eigen::Matrix<double, 3, 6>;
/// ω and α at a knot.
using Knot = Eigen::Matrix<double, 6, 1>;
/// ω'', ω''' at the start of a piece, then at its end.
using EndRates = Eigen::Matrix<double, 12, 1>;

/// d/dt of the right Jacobian at r that moves with ρ, times ρ.
Vec3 jacobianRate(const Vec3& r, const Vec3& rho) {
  using S = Dual<1>;
  Vec3T<S> at, rate;
  for (Eigen::Index i = 0; i < 3; ++i) at[i].value = r[i], at[i].d[0] = rho[i], rate[i].value = rho[i];
  const Vec3T<S> moved = rightJacobianSO3<S>(at) * rate;
  return {moved[0].d[0], moved[1].d[0], moved[2].d[0]};
}

/// Of a piece of length h that turns by phi, between two knots.
Coefficients pieceOf(const Vec3& phi, double h, const Knot& first, const Knot& last) {
  const Mat3 inverse = rightJacobianInverseSO3<double>(phi);
  const Vec3 a1 = h * first.head<3>(), a2 = h * h * first.tail<3>();
  const Vec3 b1 = h * inverse * last.head<3>();
  const Vec3 b2 = inverse * (h * h * last.tail<3>() - jacobianRate(phi, b1));
  Coefficients c;
  c.col(0).setZero(), c.col(1) = a1, c.col(2) = 0.5 * a2;
  c.col(3) = 10 * phi - 6 * a1 - 1.5 * a2 - 4 * b1 + 0.5 * b2;
  c.col(4) = -15 * phi + 8 * a1 + 1.5 * a2 + 7 * b1 - b2;
  c.col(5) = 6 * phi - 3 * a1 - 0.5 * a2 - 3 * b1 + 0.5 * b2;
  return c;
}

/// exp(r) near s, in time.
Mat3T<TimeSeries> turnAt(const Coefficients& c, double s, double h) {
  Vec3T<TimeSeries> r;
  for (int i = 0; i < 3; ++i) {
    TimeSeries value;
    TimeSeries share(s);
    share[1] = 1 / h;
    for (int k = 5; k >= 0; --k) value = value * share + c(i, k);
    r[i] = value;
  }
  return expSO3<TimeSeries>(r);
}

/// The unknowns: ω and α of all knots, in units of a mean piece.
class RotationEquations {
 public:
  RotationEquations(const std::vector<double>& times, std::vector<Vec3> turns, SplineEnd ends)
      : times_(times),
        turns_(std::move(turns)),
        ends_(ends),
        count_(static_cast<int>(times.size())),
        mean_((times.back() - times.front()) / (count_ - 1)) {}

  /// At once, else by turns that grow.
  VecX solve() {
    VecX x = VecX::Zero(6 * count_);
    if (descend(x)) return x;
    x.setZero();
    const std::vector<Vec3> all = turns_;
    for (int k = 1; k <= kGrowth; ++k) {
      for (std::size_t i = 0; i < all.size(); ++i) turns_[i] = all[i] * k / kGrowth;
      if (!descend(x))
        throw std::invalid_argument("its orientations turn too abruptly for a spline: give poses between them");
    }
    return x;
  }
  Coefficients piece(const VecX& x, int i) const {
    return pieceOf(turns_[at(i)], length(i), knot(x, i), knot(x, i + 1));
  }

 private:
  /// Newton's method from x; false where it does not arrive.
  bool descend(VecX& x) const {
    VecX f = residual(x);
    for (int step = 0; step < kMostSteps; ++step) {
      const VecX move = newtonStep(x, f);
      const double size = 1 + x.cwiseAbs().maxCoeff(), length = move.cwiseAbs().maxCoeff();
      if (length <= kDone * size) return x += move, true;
      double share = 1;
      VecX next, there;
      for (int half = 0; half <= kMostHalvings; ++half, share *= 0.5) {
        next = x + share * move;
        there = residual(next);
        if (there.norm() < f.norm()) break;
      }
      if (!(there.norm() < f.norm())) return length <= kNear * size;
      x = std::move(next), f = std::move(there);
    }
    return false;
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  double length(int i) const { return times_[at(i) + 1] - times_[at(i)]; }
  Knot knot(const VecX& x, int i) const {
    Knot out = x.segment<6>(6 * i) / mean_;
    out.tail<3>() /= mean_;
    return out;
  }
  EndRates endRates(const VecX& x, int i) const {
    const Coefficients c = piece(x, i);
    EndRates out;
    for (const int end : {0, 1}) {
      const auto rates = bodyRates(turnAt(c, end, length(i)));
      out.segment<3>(6 * end) = rates.col(2) * std::pow(mean_, 3);
      out.segment<3>(6 * end + 3) = rates.col(3) * std::pow(mean_, 4);
    }
    return out;
  }
  /// Of the ends of piece i by the unknowns of its two knots.
  Eigen::Matrix<double, 12, 12> slopes(VecX& x, int i) const {
    Eigen::Matrix<double, 12, 12> out;
    for (int k = 0; k < 12; ++k) {
      double& unknown = x[6 * i + k];
      const double before = unknown, step = kDifference * (1 + std::abs(before));
      unknown = before + step;
      const EndRates above = endRates(x, i);
      unknown = before - step;
      const EndRates below = endRates(x, i);
      unknown = before;
      out.col(k) = (above - below) / (2 * step);
    }
    return out;
  }
  /// Calls row(r, piece, its end, sign) for what is summed to zero in rows r … r + 5 (`rows` of them, from ω'' on), and
  /// same(r, unknown, sign) for unknowns.
  template <class Row, class Same>
  void equations(Row row, Same same) const {
    const int last = count_ - 1;
    for (int i = 1; i < last; ++i) row(6 * i, i - 1, 1, 1, 6), row(6 * i, i, 0, -1, 6);
    if (ends_ == SplineEnd::kPeriodic) {
      for (int k = 0; k < 6; ++k) same(k, k, 1), same(k, 6 * last + k, -1);
      row(6 * last, last - 1, 1, 1, 6), row(6 * last, 0, 0, -1, 6);
      return;
    }
    // Free ends leave the acceleration of a parabola through two points open: those turn steadily.
    const int open = ends_ == SplineEnd::kRest ? 0 : count_ == 2 ? 3 : 6;
    for (int k = open; k < 6; ++k) same(k, k, 1), same(6 * last + k, 6 * last + k, 1);
    row(0, 0, 0, 1, open), row(6 * last, last - 1, 1, 1, open);
  }
  VecX residual(const VecX& x) const {
    std::vector<EndRates> rates;
    for (int i = 0; i + 1 < count_; ++i) rates.push_back(endRates(x, i));
    VecX f = VecX::Zero(x.size());
    equations([&](int r, int piece, int end, double sign,
                  int rows) { f.segment(r, rows) += sign * rates[at(piece)].segment(6 * end, rows); },
              [&](int r, int unknown, double sign) { f[r] += sign * x[unknown]; });
    return f;
  }
  VecX newtonStep(const VecX& x, const VecX& f) const {
    VecX moved = x;
    std::vector<Eigen::Matrix<double, 12, 12>> all;
    for (int i = 0; i + 1 < count_; ++i) all.push_back(slopes(moved, i));
    std::vector<Eigen::Triplet<double>> triplets;
    equations(
        [&](int r, int piece, int end, double sign, int rows) {
          for (int a = 0; a < rows; ++a)
            for (int b = 0; b < 12; ++b)
              triplets.emplace_back(r + a, 6 * piece + b, sign * all[at(piece)](6 * end + a, b));
        },
        [&](int r, int unknown, double sign) { triplets.emplace_back(r, unknown, sign); });
    Eigen::SparseMatrix<double> matrix(x.size(), x.size());
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    Eigen::SparseLU<Eigen::SparseMatrix<double>> solver(matrix);
    if (solver.info() != Eigen::Success) throw std::invalid_argument("its times are too uneven for a spline");
    VecX step = -solver.solve(f);
    return step;
  }

  const std::vector<double>& times_;
  std::vector<Vec3> turns_;
  SplineEnd ends_;
  int count_;
  double mean_;
};

class RotationSpline : public OrientationReference {
 public:
  RotationSpline(const std::vector<double>& times, const std::vector<Mat3>& rotations, SplineEnd ends)
      : times_(times), rotations_(rotations), periodic_(ends == SplineEnd::kPeriodic) {
    check();
    std::vector<Vec3> turns;
    for (std::size_t i = 0; i + 1 < rotations.size(); ++i)
      turns.push_back(logSO3<double>(rotations[i].transpose() * rotations[i + 1]));
    RotationEquations equations(times_, std::move(turns), ends);
    const VecX x = equations.solve();
    for (int i = 0; i + 1 < static_cast<int>(times.size()); ++i) pieces_.push_back(equations.piece(x, i));
  }
  void evaluate(double t, OrientationMotion& out) const override {
    const double first = times_.front(), last = times_.back();
    if (periodic_) t -= (last - first) * std::floor((t - first) / (last - first));
    const bool held = !periodic_ && (t < first || t >= last);
    t = std::clamp(t, first, last);
    const auto after = std::upper_bound(times_.begin(), times_.end(), t) - times_.begin();
    const auto piece =
        std::min<std::size_t>(static_cast<std::size_t>(std::max<std::ptrdiff_t>(after, 1)) - 1, times_.size() - 2);
    const double h = times_[piece + 1] - times_[piece];
    const Mat3T<TimeSeries> from = rotations_[piece].unaryExpr([](double entry) { return TimeSeries(entry); });
    out.R = from * turnAt(pieces_[piece], (t - times_[piece]) / h, h);
    if (held)
      for (TimeSeries& entry : out.R.reshaped()) entry = TimeSeries(entry[0]);
    const Mat3 value = out.R.unaryExpr([](const TimeSeries& entry) { return entry[0]; });
    out.turn = logSO3<double>(value);
  }

 private:
  void check() const {
    if (times_.size() < 2) throw std::invalid_argument("a spline needs two poses at least");
    if (rotations_.size() != times_.size())
      throw std::invalid_argument("it has " + std::to_string(times_.size()) + " times and " +
                                  std::to_string(rotations_.size()) + " poses");
    for (std::size_t i = 0; i + 1 < times_.size(); ++i)
      if (!(times_[i] < times_[i + 1])) throw std::invalid_argument("its times do not ascend");
    if (periodic_ && !(rotations_.front() - rotations_.back()).isZero(1e-12))
      throw std::invalid_argument("the last pose of a periodic spline must be its first");
  }

  std::vector<double> times_;
  std::vector<Mat3> rotations_;
  bool periodic_;
  std::vector<Coefficients> pieces_;
};

}  // namespace

OrientationPtr makeRotationSpline(const std::vector<double>& times, const std::vector<Mat3>& rotations,
                                  SplineEnd ends) {
  return std::make_shared<RotationSpline>(times, rotations, ends);
}

}  // namespace tendril
