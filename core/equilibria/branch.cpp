// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/branch.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "core/equilibria/statics_equations.hpp"

namespace tendril {
namespace {

using statics::Equations;

constexpr int kCorrections = 10, kQuick = 4;
constexpr double kContraction = 0.5;  // corrections that shrink less may lead to another branch
constexpr double kRounding = 1e-9;    // relative residual at which Newton's method may stall by rounding
constexpr double kShortest = 1e-7;    // of the first step
constexpr double kMeasure = 0.1;      // rad, m: a motion that counts as much as a sweep from A to B
constexpr double kSingular = 1e-15;   // reciprocal condition of the kkt matrix
constexpr double kClosest = 1e-12;    // of a step: how closely events are located
constexpr double kLocated = 1e-6;     // of a step: an interval that locates an event
constexpr double kBeside = 1e-9;      // of a step: off a point that is singular, at first
constexpr int kSearches = 60;

/// One place on the branch with everything that belongs to it.
struct Place {
  VecX x;
  double s = 0;
  VecX p;            ///< tangent: motion of x (nv + nl) and
  double sigma = 0;  ///< of s per unit of length
  double determinantLog = 0, determinantSign = 1;
  VecX eigenvalues;  ///< of the stiffness in the allowed directions
  int negative = 0;  ///< of them, beyond rounding
  bool stable = false;
  double residual = 0;
};

/// Two places of a step on the branch, `low` and `high` along it, between which a value changes its sign.
struct Bracket {
  Place first, second;
  double low = 0, high = 0;
  double atLow = 0, atHigh = 0;

  double width() const { return high - low; }
  /// Where a straight line through both ends vanishes, as a share of the way.
  double root() const { return atLow == atHigh ? 0.5 : std::clamp(atLow / (atLow - atHigh), 0.0, 1.0); }
};

class Follower {
 public:
  Follower(const BranchEnd& a, const BranchEnd& b, Data& data, const BranchOptions& options)
      : options_(options),
        limits_{.tolerance = options.tolerance,
                .analyticTangent = a.model.simulation.analyticJacobian,
                .cancel = options.cancel},
        A_(a.model, data, a.problem, limits_),
        dataB_(b.model),
        B_(b.model, dataB_, b.problem, limits_),
        n_(a.model.nv + a.model.nl),
        nv_(a.model.nv),
        uA_(statics::inputsOf(a.model, a.problem)),
        uB_(statics::inputsOf(b.model, b.problem)) {}

  Branch run(VecX q) {
    normalize(A_.model, q);
    Place at;
    at.x = A_.begin(q);
    B_.begin(q);
    if (!start(at)) return std::move(out_);
    add(at);
    double step = 1.0 / options_.points;
    const double shortest = kShortest * step;
    while (!out_.complete && out_.failure.empty()) {
      if (stopped()) break;
      Place next;
      int used = 0;
      const double length = std::min(step, limited(at));
      if (!go(at, length, next, used) || !smooth(at, next, length)) {
        step = length / 2;
        if (step < shortest) out_.failure = "The branch could not be followed beyond " + place(at) + ": " + obstacle();
        continue;
      }
      step = used <= kQuick ? 1.5 * length : length;
      if (next.s >= 1) {
        finish(at, next, length);
        break;
      }
      look(at, next, length);
      at = std::move(next);
      add(at);
      if (at.s < options_.lowest) out_.failure = "The branch leads to " + place(at) + " and away from the target.";
    }
    return std::move(out_);
  }

 private:
  static std::string place(const Place& at) {
    char text[32];
    std::snprintf(text, sizeof text, "s = %.6g", at.s);
    return text;
  }

  std::string obstacle() const {
    if (A_.impliedOpen() > 0) return "loops come apart there (" + A_.openLoops() + ").";
    return "Newton's method finds no point near. Look for a contact, a limit or a joint without spring.";
  }

  bool stopped() {
    if (options_.cancel && options_.cancel->load(std::memory_order_relaxed)) {
      out_.failure = "Stopped before the end of the branch.";
    } else if (static_cast<int>(out_.points.size()) >= options_.maxPoints) {
      out_.failure = "The branch has not reached its target within " + std::to_string(options_.maxPoints) + " points.";
    }
    return !out_.failure.empty();
  }

  /// Prescribed coordinates of x where the inputs of s want them.
  void drive(VecX& x, double s) const {
    for (const PrescribedJoint& d : A_.model.prescribedJoints) x[d.q] = (1 - s) * uA_[d.input] + s * uB_[d.input];
  }

  /// What the motion of driven coordinates does to r as s grows.
  VecX drivenRate(const VecX& x, double s) {
    constexpr double kChange = 1e-6;
    VecX beside = x, out = VecX::Zero(n_);
    for (const double sign : {1.0, -1.0}) {
      drive(beside, s + sign * kChange);
      A_.evaluate(beside), B_.evaluate(beside);
      out += sign / (2 * kChange) * ((1 - s) * A_.residual + s * B_.residual);
    }
    return out;
  }

  /// r and K of the mixture at x, s, in A_'s members; ∂r/∂s in rate_.
  void evaluate(VecX& x, double s) {
    ++out_.iterations;
    drive(x, s);
    VecX moved = VecX::Zero(n_);
    if (!A_.model.prescribedJoints.empty()) moved = drivenRate(x, s);
    A_.evaluateTangent(x), B_.evaluateTangent(x);
    rate_ = B_.residual - A_.residual + moved;
    A_.residual += s * (B_.residual - A_.residual);
    A_.tangent += s * (B_.tangent - A_.tangent);
    scale_ = std::max(A_.forceScale(), B_.forceScale());
  }

  double relative() const {
    if (!A_.residual.allFinite() || !A_.tangent.allFinite()) return std::numeric_limits<double>::infinity();
    const auto largest = [](const auto& x) { return x.size() ? x.cwiseAbs().maxCoeff() : 0; };
    const double forces = scale_ > 0 ? largest(A_.residual.head(nv_)) / scale_ : 0;
    return std::max({forces, largest(A_.residual.tail(n_ - nv_)), A_.impliedOpen()});
  }

  /// Factors of the kkt matrix with the last row along the tangent (p, σ), in scaled coordinates.
  bool factorize(const VecX& p, double sigma) {
    inverse_ = A_.scales(A_.tangent);
    MatX matrix(n_ + 1, n_ + 1);
    matrix.topLeftCorner(n_, n_) = inverse_.asDiagonal() * A_.tangent * inverse_.asDiagonal();
    matrix.topRightCorner(n_, 1) = inverse_.cwiseProduct(rate_);
    matrix.bottomLeftCorner(1, n_).setZero();
    matrix.bottomLeftCorner(1, nv_) = p.head(nv_).cwiseQuotient(inverse_.head(nv_)).transpose() / (unit_ * unit_);
    matrix(n_, n_) = sigma;
    // Rows and columns of about the size of the stiffness, so that the condition tells; the stiffness at the beginning,
    // so that the determinant changes smoothly.
    if (stiff_ == 0) stiff_ = matrix.topLeftCorner(n_, n_).cwiseAbs().maxCoeff();
    const auto balance = [this](auto&& block) {
      const double size = block.cwiseAbs().maxCoeff();
      return size > 0 && stiff_ > 0 ? stiff_ / size : 1.0;
    };
    rowScale_ = balance(matrix.row(n_));
    matrix.row(n_) *= rowScale_;
    columnScale_ = balance(matrix.col(n_));
    matrix.col(n_) *= columnScale_;
    if (!matrix.allFinite()) return false;
    lu_.compute(matrix);
    return lu_.rcond() > kSingular;
  }

  /// (p, σ) with K p + r_s σ = −r and tᵀ(p, σ) = along.
  void solve(const VecX& r, double along, VecX& p, double& sigma) const {
    VecX right(n_ + 1);
    right << -inverse_.cwiseProduct(r), along * rowScale_;
    const VecX y = lu_.solve(right);
    p = inverse_.cwiseProduct(y.head(n_));
    sigma = columnScale_ * y[n_];
  }

  double length(const VecX& p, double sigma) const { return std::hypot(A_.size(p) / unit_, sigma); }

  /// Tangent, determinant and stability at a place where evaluate() and factorize() were just called.
  bool complete(Place& at, const VecX& p, double sigma) {
    if (!factorize(p, sigma)) return false;
    at.p.resize(n_);
    solve(VecX::Zero(n_), 1, at.p, at.sigma);
    const double size = length(at.p, at.sigma);
    if (!(size > 0) || !std::isfinite(size)) return false;
    at.p /= size, at.sigma /= size;
    at.determinantSign = static_cast<double>(lu_.permutationP().determinant());
    at.determinantLog = 0;
    for (Eigen::Index i = 0; i <= n_; ++i) {
      const double pivot = lu_.matrixLU()(i, i);
      at.determinantLog += std::log(std::abs(pivot));
      if (pivot < 0) at.determinantSign = -at.determinantSign;
    }
    const Equations::Stability stability = A_.stability();
    at.eigenvalues = stability.values;
    at.negative = stability.negative;
    at.stable = stability.definite;
    at.residual = relative();
    return true;
  }

  /// The tangent at A in the direction of growing s.
  bool start(Place& at) {
    evaluate(at.x, 0);
    if (!(relative() <= 1e-6)) {
      out_.failure = "The branch has no beginning: the given configuration is no equilibrium.";
      return false;
    }
    unit_ = std::max(kMeasure * A_.size(VecX::Ones(n_)), std::numeric_limits<double>::min());
    VecX p(n_);
    if (A_.solve(A_.tangent, -rate_, p)) unit_ = std::max(unit_, A_.size(p));
    if (complete(at, VecX::Zero(n_), 1)) return true;
    const Equations::Stability stability = A_.stability();
    out_.failure = "The branch has no direction at its beginning: ";
    out_.failure += stability.moved.empty()
                        ? "the equations are singular to rounding there. Begin from other inputs, or take strain "
                          "functions that depend less on each other, such as legendre."
                        : A_.model.velocityName(stability.moved.front()) +
                              " can move without effort there. Hold it, or begin from other inputs.";
    return false;
  }

  /// The longest step from here: by what turns, and by what s changes.
  double limited(const Place& at) {
    const double turn = A_.turn(at.x, at.p);
    double out = turn > 0 ? options_.largestTurn / turn : std::numeric_limits<double>::infinity();
    if (at.sigma != 0) out = std::min(out, 1 / (options_.points * std::abs(at.sigma)));
    return std::isfinite(out) ? out : 1.0 / options_.points;
  }

  /// The place a step of `size` along the tangent away, found across it.
  bool go(const Place& from, double size, Place& to, int& used) {
    VecX p = size * from.p;
    A_.move(from.x, p, to.x);
    to.s = from.s + size * from.sigma;
    double last = std::numeric_limits<double>::infinity(), sigma = 0;
    bool polished = false;
    for (used = 0; used < kCorrections; ++used) {
      evaluate(to.x, to.s);
      const double left = relative();
      if (!std::isfinite(left)) return false;
      if (left <= options_.tolerance && (polished || left == 0)) return complete(to, from.p, from.sigma);
      polished = left <= options_.tolerance;
      if (!factorize(from.p, from.sigma)) return false;
      solve(A_.residual, 0, p, sigma);
      const double correction = length(p, sigma);
      if (correction > kContraction * last) return left <= kRounding && complete(to, from.p, from.sigma);
      if (used == 0 && correction > size) return false;
      last = correction;
      A_.move(to.x, p, to.x);
      to.s += sigma;
    }
    return false;
  }

  /// Whether the branch has not turned too much: a sharp turn is a jump to another one.
  bool smooth(const Place& from, const Place& to, double size) const {
    const double along =
        (from.p.cwiseProduct(to.p).head(nv_).cwiseQuotient(inverse_.head(nv_).cwiseAbs2()).sum()) / (unit_ * unit_) +
        from.sigma * to.sigma;
    return along > 0.9 || size <= 1e-4 / options_.points;
  }

  using Value = std::function<double(const Place&)>;

  /// The place at `at` inside of a bracket, or beside it: where another branch crosses, the equations are singular, and
  /// the worse their condition, the wider around it.
  bool goInside(const Place& from, const Bracket& bracket, double size, double& at, Place& to) {
    int used = 0;
    if (go(from, at, to, used)) return true;
    const double center = at;
    for (double beside = kBeside * size; beside < 0.3 * bracket.width(); beside *= 10)
      for (const double side : {beside, -beside}) {
        at = center + side;
        if (at > bracket.low && at < bracket.high && go(from, at, to, used)) return true;
      }
    return false;
  }

  /// Where `value` changes its sign between two places a step apart, as closely as the equations allow: by the Illinois
  /// method.
  Bracket locate(const Place& from, const Place& to, double size, const Value& value) {
    Bracket out{from, to, 0, size, value(from), value(to)};
    double weightLow = 1, weightHigh = 1;
    int last = 0;
    for (int k = 0; k < kSearches && out.width() > kClosest * size && out.atLow != 0 && out.atHigh != 0; ++k) {
      const double low = weightLow * out.atLow, high = weightHigh * out.atHigh;
      const double share = k % 8 == 7 ? 0.5 : low / (low - high);
      double at = out.low + share * out.width();
      if (!(at > out.low && at < out.high)) break;
      Place middle;
      if (!goInside(from, out, size, at, middle)) break;
      const double here = value(middle);
      const bool below = (here < 0) == (out.atLow < 0) && here != 0;
      if (below)
        out.first = std::move(middle), out.low = at, out.atLow = here, weightLow = 1;
      else
        out.second = std::move(middle), out.high = at, out.atHigh = here, weightHigh = 1;
      if (last == (below ? 1 : -1)) (below ? weightHigh : weightLow) *= 0.5;
      last = below ? 1 : -1;
    }
    return out;
  }

  void report(BranchEvent::Kind kind, const Bracket& found, double size) {
    const Place &a = found.first, &b = found.second;
    const double share = found.root();
    const Place& nearest = share < 0.5 ? a : b;
    out_.events.push_back(
        {kind, a.s + share * (b.s - a.s), A_.configuration(nearest.x), out_.points.size() - 1, std::min(a.s, b.s),
         std::max(a.s, b.s),
         found.width() <= kLocated * size || !(std::min(std::abs(found.atLow), std::abs(found.atHigh)) > 0)});
  }

  /// Folds and bifurcations between two neighbouring places.
  void look(const Place& from, const Place& to, double size) {
    int changes = 0;  // of stability that are explained
    if ((from.sigma > 0) != (to.sigma > 0)) {
      report(BranchEvent::Kind::kFold, locate(from, to, size, [](const Place& at) { return at.sigma; }), size);
      ++changes;
    }
    if (from.determinantSign != to.determinantSign) {
      const double reference = std::max(from.determinantLog, to.determinantLog);
      const auto determinant = [reference](const Place& at) {
        return at.determinantSign * std::exp(std::min(700.0, at.determinantLog - reference));
      };
      report(BranchEvent::Kind::kBifurcation, locate(from, to, size, determinant), size);
      ++changes;
    }
    if (changes == 0 && from.negative != to.negative) lookForSeveral(from, to, size);
  }

  /// An even number of eigenvalues changes sign at once (a round rod buckles in every direction): the determinant does
  /// not.
  void lookForSeveral(const Place& from, const Place& to, double size) {
    const int k = std::min(from.negative, to.negative);
    report(BranchEvent::Kind::kBifurcation, locate(from, to, size, [k](const Place& at) { return at.eigenvalues[k]; }),
           size);
  }

  /// The last step, to s = 1 exactly.
  void finish(const Place& from, const Place& beyond, double size) {
    Bracket last = locate(from, beyond, size, [](const Place& at) { return at.s - 1; });
    Place end = std::abs(last.atLow) < std::abs(last.atHigh) ? std::move(last.first) : std::move(last.second);
    look(from, end, size);
    VecX p(n_);
    for (int k = 0; k < kCorrections; ++k) {
      evaluate(end.x, 1);
      if (relative() <= options_.tolerance || !A_.solve(A_.tangent, -A_.residual, p)) break;
      A_.move(end.x, p, end.x);
    }
    end.s = 1;
    const VecX direction = end.p;
    if (!complete(end, direction, end.sigma)) end.residual = relative();
    if (!(end.residual <= kRounding)) {
      out_.failure = "The branch reached s = 1, but its equilibrium there could not be computed.";
      return;
    }
    add(end);
    out_.complete = true;
  }

  void add(const Place& at) { out_.points.push_back({at.s, A_.configuration(at.x), at.residual, at.stable}); }

  const BranchOptions& options_;
  const StaticsOptions limits_;
  Equations A_;
  Data dataB_;
  Equations B_;
  const int n_, nv_;
  const VecX uA_, uB_;  ///< inputs at both ends
  VecX rate_, inverse_;
  double scale_ = 0, unit_ = 1, columnScale_ = 1, rowScale_ = 1, stiff_ = 0;
  Eigen::PartialPivLU<MatX> lu_;
  Branch out_;
};

void checkSize(const char* name, const VecX& given, int wanted) {
  if (given.size() != 0 && given.size() != wanted)
    throw std::invalid_argument(std::string("branch: ") + name + " has " + std::to_string(given.size()) +
                                " entries, the robot needs " + std::to_string(wanted));
}

}  // namespace

Branch followBranch(const BranchEnd& a, const BranchEnd& b, Data& data, const BranchOptions& options) {
  const Model &first = a.model, &second = b.model;
  if (first.nq != second.nq || first.nv != second.nv || first.nu != second.nu || first.nl != second.nl)
    throw std::invalid_argument("branch: the two ends are different robots");
  if (options.points < 1) throw std::invalid_argument("branch: at least one point is needed");
  for (const StaticsProblem* problem : {&a.problem, &b.problem}) {
    checkSize("u", problem->u, first.nu);
    checkSize("tau", problem->tau, first.nv);
  }
  checkSize("q", a.problem.q, first.nq);
  return Follower(a, b, data, options).run(a.problem.q.size() ? a.problem.q : first.q0);
}

}  // namespace tendril
