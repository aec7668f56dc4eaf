// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/equilibrium_targets.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/control/box_quadratic.hpp"
#include "core/control/reference/references.hpp"
#include "core/control/tracking.hpp"
#include "core/dynamics/loops.hpp"

namespace tendril {
namespace {

constexpr double kDamping = 1e-3;    // TaskLeastSquares: below, a direction counts as singular
constexpr double kSlack = 1e-3;      // of the distance to go: misses that moves towards small inputs may make
constexpr double kRelaxed = 1e-7;    // of the largest input: smaller moves are none
constexpr double kBalanced = 1e-11;  // of the largest coordinate and 1: Newton's last step
constexpr double kShortest = 1e-6;   // share of a step below which none comes nearer
constexpr double kForces = 1e-9;     // relative residual of an equilibrium
constexpr double kNearest = 1e-4;    // of the misses: what a step from the nearest equilibrium may still promise
constexpr int kNewton = 25;
constexpr double kSmallMetric = 1e-9;  // of the mean of the metric: inputs that do nothing are left alone

double largest(const VecX& x) {
  return x.size() ? x.cwiseAbs().maxCoeff() : 0;
}

/// Equilibria as a function of the inputs, near one of them.
class EquilibriumMap {
 public:
  EquilibriumMap(const Model& model, Data& data, const EquilibriumTargetsProblem& problem)
      : model_(model),
        data_(data),
        inputs_(problem.inputs),
        t_(problem.t),
        q(problem.q),
        u(problem.u),
        lambda(VecX::Zero(model.nl)),
        rest_(VecX::Zero(model.nv)),
        actuation_(model, problem.inputs) {}

  /// Newton's method at the present inputs; false where it does not converge.
  bool balance() {
    double before = std::numeric_limits<double>::infinity();
    for (int k = 0; k < kNewton; ++k) {
      if (!linearize()) return false;
      const VecX step = -tangent_.solve(residual_);
      if (!step.allFinite()) return false;
      const double size = largest(step.head(model_.nv));
      if (size > 0.5 * before && size < 1e3 * kBalanced) return measure() <= kForces;  // rounding
      if (k > 3 && size > before) return false;
      move(std::min(1.0, kLongest / std::max(kLongest, size)) * step);
      if (size <= kBalanced * (1 + largest(q))) return linearize() && measure() <= kForces;
      before = size;
    }
    return false;
  }

  /// columns ← ∂q/∂u of the inputs, after balance().
  const MatX& columns() {
    const VecX efforts = effortsByInput();
    actuation_.evaluate(model_, data_, q, rest_);
    MatX sides = MatX::Zero(model_.nv + model_.nl, static_cast<Eigen::Index>(inputs_.size()));
    sides.topRows(model_.nv) = actuation_.columns * efforts.asDiagonal();
    for (const PrescribedJoint& d : model_.prescribedJoints) {
      sides.row(d.v).setZero();
      const auto found = std::ranges::find(inputs_, d.input);
      if (found != inputs_.end()) sides(d.v, found - inputs_.begin()) = 1;
    }
    columns_ = tangent_.solve(sides).topRows(model_.nv);
    return columns_;
  }
  const MatX& massMatrix() const { return data_.massMatrix; }
  /// Of the last balance(): what is left of the forces, relative to the largest; of loops, m or rad.
  double relativeResidual() const { return relativeResidual_; }

 private:
  static constexpr double kLongest = 0.5;

  double measure() {
    const double scale = std::max(largest(data_.elastic), largest(data_.tau - data_.elastic));
    const double forces = largest(residual_.head(model_.nv));
    relativeResidual_ = std::max(scale > 0 ? forces / scale : forces, largest(residual_.tail(model_.nl)));
    return relativeResidual_;
  }

  /// ∂e/∂u of the inputs: 1, but for cables on spools, which are pulled as what they take in exceeds their way.
  VecX effortsByInput() const {
    VecX out = VecX::Ones(static_cast<Eigen::Index>(inputs_.size()));
    for (std::size_t i = 0; model_.hasEffortLaws && i < model_.actuators.size(); ++i) {
      const auto found = std::ranges::find(inputs_, model_.inputOffset[i]);
      if (model_.actuators[i]->hasEffortLaw() && found != inputs_.end())
        out[found - inputs_.begin()] = -data_.effortByCoordinate[*found];
    }
    return out;
  }

  void move(const VecX& step) {
    VecX moved = q;
    integrate(model_, q, step.head(model_.nv), moved);
    q = moved;
    lambda += step.tail(model_.nl);
  }

  /// residual_, tangent_ at q, λ, u.
  bool linearize() {
    residualDerivatives(model_, data_, q, rest_, rest_, {.t = t_, .u = &u, .lambda = model_.nl ? &lambda : nullptr});
    const int nv = model_.nv, nl = model_.nl;
    residual_.resize(nv + nl);
    residual_.head(nv) = data_.tau;
    MatX tangent = MatX::Zero(nv + nl, nv + nl);
    tangent.topLeftCorner(nv, nv) = data_.dIDdq;
    if (nl) {
      loopErrors(model_, data_);
      residual_.tail(nl) = data_.loopError;
      tangent.topRightCorner(nv, nl) = -data_.loopJacobian.transpose();
      tangent.bottomLeftCorner(nl, nv) = data_.loopErrorJacobian;
    }
    for (const PrescribedJoint& d : model_.prescribedJoints) {
      tangent.row(d.v).setZero();
      tangent(d.v, d.v) = 1;
      residual_[d.v] = q[d.q] - u[d.input];
    }
    if (!tangent.allFinite() || !residual_.allFinite()) return false;
    tangent_.compute(tangent);
    return tangent_.rcond() > 1e-15;
  }

  const Model& model_;
  Data& data_;
  const std::vector<int>& inputs_;
  double t_;

 public:
  VecX q, u, lambda;

 private:
  VecX rest_;
  ActuationState actuation_;
  VecX residual_;
  double relativeResidual_ = 0;
  MatX columns_;
  Eigen::PartialPivLU<MatX> tangent_;
};

/// The frames that are led, all of them as one task.
class Aims {
 public:
  Aims(const Model& model, Data& data, const std::vector<EquilibriumTarget>& targets)
      : model_(model), data_(data), targets_(targets), motion_(model), rest_(VecX::Zero(model.nv)) {
    int entries = 0;
    for (const EquilibriumTarget& target : targets) {
      references_.push_back(makeConstantReference(target.wanted));
      errors_.emplace_back(target.task.kind);
      entries += taskSize(target.task.kind);
    }
    misses.setZero(entries);
  }

  /// misses at q.
  void evaluate(const VecX& q) { visit(q, nullptr, nullptr); }
  /// Likewise, and out (entries × m) ← how motions of q along `columns` (nv × m) move the frames.
  void project(const VecX& q, const MatX& columns, MatX& out) { visit(q, &columns, &out); }

  VecX misses;

 private:
  void visit(const VecX& q, const MatX* columns, MatX* out) {
    if (out) out->resize(misses.size(), columns->cols());
    Eigen::Index at = 0;
    for (std::size_t k = 0; k < targets_.size(); ++k) {
      const Task& task = targets_[k].task;
      stationMotion(model_, data_, task.link, task.station, q, rest_, rest_, motion_);
      errors_[k].evaluate(*references_[k], 0, motion_);
      misses.segment(at, taskSize(task.kind)) = errors_[k].position;
      if (out) {
        rows_.resize(taskSize(task.kind), columns->cols());
        errors_[k].project(motion_, *columns, rows_);
        out->middleRows(at, taskSize(task.kind)) = rows_;
      }
      at += taskSize(task.kind);
    }
  }

  const Model& model_;
  Data& data_;
  const std::vector<EquilibriumTarget>& targets_;
  std::vector<ReferencePtr> references_;
  std::vector<TaskError> errors_;
  StationMotion motion_;
  VecX rest_;
  MatX rows_;
};

void check(const Model& model, const EquilibriumTargetsProblem& problem) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(problem.q.size() == model.nq && problem.u.size() == model.nu, "q and u do not fit the robot");
  require(problem.q.allFinite() && problem.u.allFinite(), "q and u must be finite");
  require(!problem.targets.empty(), "there is no target");
  require(!problem.inputs.empty(), "the robot has no input that may change");
  for (const int input : problem.inputs) require(input >= 0 && input < model.nu, "there is no such input");
  for (const EquilibriumTarget& target : problem.targets) {
    require(target.task.link >= 0 && target.task.link < static_cast<int>(model.links.size()),
            "a target leads no link: the world does not move");
    require(target.wanted.size() == taskSize(target.task.kind) && target.wanted.allFinite(),
            "a target needs finite numbers: three for a position or an orientation, six for both");
  }
}

/// The search of reachTargets.
class Search {
 public:
  Search(const Model& model, Data& data, const EquilibriumTargetsProblem& problem,
         const EquilibriumTargetsOptions& options)
      : options_(options),
        inputs_(problem.inputs),
        ranges_(outputRanges(model, problem.inputs)),
        map_(model, data, problem),
        aims_(model, data, problem.targets),
        squares_(static_cast<int>(aims_.misses.size()), static_cast<int>(inputs_.size())),
        program_(static_cast<int>(inputs_.size())) {}

  EquilibriumTargetsResult run() {
    if (!map_.balance())
      return failed(
          "there is no equilibrium to begin with that forces hold in every direction: give the robot springs "
          "or soft bodies, or a state to begin with");
    aims_.evaluate(map_.q);
    slack_ = kSlack * aims_.misses.norm();
    try {
      EquilibriumTargetsResult relaxed = descend(options_.relaxation);
      const bool goesOn = options_.relaxation > 0 && !(options_.cancel && *options_.cancel);
      return goesOn ? descend(0) : relaxed;
    } catch (const std::runtime_error& error) {  // of the program
      return failed(error.what());
    }
  }

 private:
  /// Steps until nothing comes nearer.
  EquilibriumTargetsResult descend(double relaxation) {
    for (double share = 1;; ++iterations_) {
      if (options_.cancel && *options_.cancel) return failed("the search was stopped");
      if (iterations_ >= options_.maxIterations)
        return failed("the targets were still being approached after " + std::to_string(iterations_) + " steps");
      prepare(relaxation);
      left_ = (D_ * program(1)).norm();
      const bool moves = relaxation > 0 && largest(du_) > kRelaxed * (1 + largest(map_.u));
      const bool there = largest(aims_.misses) <= options_.tolerance || left_ <= 0.01 * options_.tolerance;
      if ((there && !moves) || !advance(share, relaxation > 0)) return ended();
    }
  }

  /// Where the search ends.
  EquilibriumTargetsResult ended() {
    EquilibriumTargetsResult out = result();
    if (out.reached || out.nearest) return out;
    return failed(
        "no equilibrium near this one is nearer to the targets, though the inputs could move on: begin with "
        "another state, or go there by targets on the way");
  }

  /// D_, what the step is measured by and what relaxes, at an equilibrium.
  void prepare(double relaxation) {
    const MatX& columns = map_.columns();
    metric_.noalias() = columns.transpose() * (map_.massMatrix() * columns);
    metric_ = (0.5 * (metric_ + metric_.transpose())).eval();
    const double mean = metric_.trace() / static_cast<double>(metric_.rows());
    metric_.diagonal().array() += kSmallMetric * mean;
    aims_.project(map_.q, columns, D_);
    posture_.noalias() = -relaxation * (metric_ * map_.u(inputs_));
  }

  /// The best step of the inputs for a share of the misses.
  const VecX& program(double share) {
    squares_.solve(D_, share * aims_.misses, metric_, share * posture_, kDamping);
    const VecX now = map_.u(inputs_);
    du_.resize(now.size());
    program_.solve(squares_.quadratic, squares_.best, ranges_.lower - now, ranges_.upper - now, du_);
    return du_;
  }

  /// Far from targets out of reach, where the way bends more than it gets nearer, parts of steps lead on faster.
  static void adapt(double& share, double gained) {
    if (gained > 0.75) share = std::min(1.0, 2 * share);
    if (gained < 0.4) share = std::max(kShortest, 0.5 * share);
  }

  /// A step that comes nearer, in part if need be; false if there is none.
  bool advance(double& share, bool relaxes) {
    const VecX q = map_.q, u = map_.u, lambda = map_.lambda;
    const double before = aims_.misses.norm();
    const VecX misses = aims_.misses;
    for (; share >= kShortest; share /= 4) {
      aims_.misses = misses;
      const VecX step = program(share);
      map_.u(inputs_) = (u(inputs_) + step).cwiseMax(ranges_.lower).cwiseMin(ranges_.upper);
      const double wanted = before - (misses - D_ * step).norm();  // how much nearer
      if (map_.balance()) {
        aims_.evaluate(map_.q);
        const double after = aims_.misses.norm();
        const bool nearer = after <= before - 1e-3 * wanted;
        if (nearer || (relaxes && after <= slack_)) {
          if (after > slack_) adapt(share, (before - after) / std::max(wanted, 1e-300));
          return true;
        }
      }
      map_.q = q, map_.u = u, map_.lambda = lambda;
    }
    aims_.misses = misses;
    map_.balance();
    return false;
  }

  EquilibriumTargetsResult result() {
    EquilibriumTargetsResult out;
    out.q = map_.q, out.u = map_.u;
    aims_.evaluate(map_.q);
    out.misses = aims_.misses;
    out.reached = largest(out.misses) <= options_.tolerance;
    out.left = left_;
    out.nearest = !out.reached && left_ <= kNearest * out.misses.norm();
    out.residual = map_.relativeResidual();
    out.iterations = iterations_;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const double now = out.u[inputs_[k]];
      if (now <= ranges_.lower[i] || now >= ranges_.upper[i]) out.ended.push_back(inputs_[k]);
    }
    return out;
  }

  EquilibriumTargetsResult failed(std::string why) {
    EquilibriumTargetsResult out = result();
    out.reached = out.nearest = false;
    out.failure = std::move(why);
    return out;
  }

  const EquilibriumTargetsOptions& options_;
  const std::vector<int>& inputs_;
  OutputRanges ranges_;
  EquilibriumMap map_;
  Aims aims_;
  TaskLeastSquares squares_;
  BoxQuadratic program_;
  MatX D_, metric_;
  VecX posture_, du_;
  double slack_ = 0, left_ = 0;
  int iterations_ = 0;
};

}  // namespace

EquilibriumTargetsResult reachTargets(const Model& model, Data& data, const EquilibriumTargetsProblem& problem,
                                      const EquilibriumTargetsOptions& options) {
  check(model, problem);
  return Search(model, data, problem, options).run();
}

}  // namespace tendril
