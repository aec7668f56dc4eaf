// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/inverse_statics/workspace.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <stdexcept>

#include "core/constraints/step_result.hpp"
#include "core/control/inverse_statics/equilibrium_map.hpp"
#include "core/control/inverse_statics/led_point.hpp"
#include "core/equilibria/statics.hpp"
#include "core/model/body/folding.hpp"

namespace tendril {
namespace {

constexpr int kFirst = 16;             // samples that start from the first equilibrium
constexpr int kMostNeighbours = 4096;  // samples among which the nearest is looked for
constexpr double kCorrection = 0.5;    // of a step: more leaves the branch, perhaps
constexpr double kShortest = 1.0 / 1024;
constexpr double kNoMotion = 1e-6;  // of the largest mobility of all points: smaller is none

/// Evenly spread points of the unit cube: sample i is the fractional part of shift + i α, α = (φ⁻¹, φ⁻², …) with φ the
/// root of φ^(n+1) = φ + 1.
class EvenPoints {
 public:
  EvenPoints(int n, std::uint64_t seed) : step_(n), shift_(VecX::Constant(n, 0.5)) {
    double phi = 2;
    for (int k = 0; k < 60; ++k) phi = std::pow(1 + phi, 1.0 / (n + 1));
    for (int k = 0; k < n; ++k) step_[k] = std::pow(phi, -(k + 1));
    if (seed == 0) return;
    std::mt19937_64 random(seed);
    for (double& each : shift_) each = static_cast<double>(random() >> 11U) * 0x1p-53;
  }
  VecX at(int i) const {
    VecX out = shift_ + static_cast<double>(i + 1) * step_;
    for (double& each : out) each -= std::floor(each);
    return out;
  }

 private:
  VecX step_, shift_;
};

/// An equilibrium to go on from.
struct Reached {
  VecX share;  ///< of the ranges, 0…1
  VecX q, lambda;
};

/// What one thread computes with.
class Worker {
 public:
  Worker(const Model& model, const WorkspaceProblem& problem, const MatX& ranges)
      : model_(model),
        problem_(problem),
        ranges_(ranges),
        data_(model),
        map_(model, data_, problem.inputs, problem.t),
        point_(model, problem.link, problem.place) {
    data_.gravity = problem.gravity;
  }

  /// The equilibrium to begin with; empty, or why there is none.
  std::string begin(Reached& out) {
    StaticsProblem statics;
    statics.t = problem_.t, statics.q = problem_.q, statics.u = problem_.u;
    const StaticsResult found = solveStatics(model_, data_, statics);
    if (!found.converged) return found.failure;
    map_.q = found.q, map_.u = problem_.u;
    if (!map_.balance())
      return "Something here moves without effort, so that the inputs do not say where the robot rests. Give it "
             "springs or soft bodies, or fix the joint that turns freely.";
    out.share = (problem_.u(problem_.inputs) - ranges_.col(0)).cwiseQuotient(ranges_.col(1) - ranges_.col(0));
    out.q = map_.q, out.lambda = map_.lambda;
    return {};
  }

  /// From one equilibrium to the inputs of another along the straight way; false where it ends before.
  bool follow(const Reached& from, Reached& to) {
    map_.q = from.q, map_.lambda = from.lambda;
    setInputs(from.share);
    if (!map_.balance()) return false;
    double s = 0;
    for (double step = 1; s < 1;) {
      const double next = std::min(1.0, s + step);
      if (advance(from.share + next * (to.share - from.share))) {
        step = 2 * (next - s);
        s = next;
      } else {
        step = (next - s) / 2;
        if (step < kShortest) return false;
      }
    }
    to.q = map_.q, to.lambda = map_.lambda;
    return true;
  }

  /// What is to be known of the equilibrium at which follow() has ended.
  WorkspacePoint look(const VecX& share) {
    WorkspacePoint out;
    out.u = map_.u, out.q = map_.q;
    const MatX moved = map_.columns() * (ranges_.col(1) - ranges_.col(0)).asDiagonal();
    out.position = point_.position(data_, map_.q);
    point_.jacobian(data_, jacobian_);
    const MatX byRanges = jacobian_ * moved;
    const Eigen::JacobiSVD<MatX> svd(byRanges);
    out.mobility.head(svd.singularValues().size()) = svd.singularValues();
    out.rangeMargin = 2 * share.cwiseMin(VecX::Ones(share.size()) - share).minCoeff();
    out.foldingMargin = foldingMargin(out.q);
    StaticsProblem statics;
    statics.t = problem_.t, statics.q = out.q, statics.u = out.u;
    out.stable = solveStatics(model_, data_, statics, {.preferStable = false}).stable;
    return out;
  }

 private:
  /// Of the soft body nearest to folding; 1 without any.
  double foldingMargin(const VecX& q) const {
    double margin = 1;
    for (const int i : model_.deformable) {
      const Link& link = model_.links[static_cast<std::size_t>(i)];
      const double own = foldingOf(*link.body, q.segment(link.qBody, link.nBody)).margin;
      margin = std::min(margin, std::isnan(own) ? 0 : own);  // what is no number is outside
    }
    return margin;
  }

  void setInputs(const VecX& share) {
    map_.u = problem_.u;
    map_.u(problem_.inputs) = ranges_.col(0) + share.cwiseProduct(ranges_.col(1) - ranges_.col(0));
  }

  /// One step of the continuation; where it fails everything is as before.
  bool advance(const VecX& share) {
    const VecX q = map_.q, u = map_.u, lambda = map_.lambda;
    const MatX columns = map_.columns();
    setInputs(share);
    const VecX predicted = columns * (map_.u - u)(problem_.inputs);
    integrate(model_, q, predicted, map_.q);
    const VecX guess = map_.q;
    if (map_.balance()) {
      VecX correction(model_.nv);
      difference(model_, guess, map_.q, correction);
      if (size(correction) <= kCorrection * size(predicted) + 1e-9) return true;
    }
    map_.q = q, map_.u = u, map_.lambda = lambda;
    map_.balance();  // for the columns of the next trial
    return false;
  }

  double size(const VecX& motion) const {
    return std::sqrt(motion.dot(map_.massMatrix().diagonal().cwiseProduct(motion)));
  }

  const Model& model_;
  const WorkspaceProblem& problem_;
  const MatX& ranges_;
  Data data_;
  EquilibriumMap map_;
  LedPoint point_;
  MatX jacobian_;
};

/// All samples, in batches: those of one start from samples of earlier batches only, whatever thread they are on.
class Sampling {
 public:
  Sampling(const Model& model, const WorkspaceProblem& problem, const WorkspaceOptions& options)
      : options_(options),
        ranges_(workspaceRanges(model, problem.inputs)),
        even_(static_cast<int>(problem.inputs.size()), options.seed),
        workers_([this, &model, &problem] { return std::make_unique<Worker>(model, problem, ranges_); }),
        reached_(static_cast<std::size_t>(options.samples)),
        points_(reached_.size()) {}

  SampledWorkspace run() {
    SampledWorkspace out;
    out.failure = workers_.local()->begin(first_);
    if (!out.failure.empty()) return out;
    tbb::task_arena arena(options_.threads > 0 ? options_.threads : tbb::task_arena::automatic);
    for (int begin = 0, end = kFirst; begin < options_.samples; begin = end, end *= 2) {
      end = std::min(end, options_.samples);
      arena.execute([&] { tbb::parallel_for(begin, end, [&](int i) { take(i, begin); }); });
      if (cancelled()) break;
      out.samples = end;
    }
    collect(out);
    return out;
  }

 private:
  bool cancelled() const { return options_.cancel && *options_.cancel; }

  void take(int i, int known) {
    if (cancelled()) return;
    // A worker that waits within a sample must not begin another one with the same workspace.
    tbb::this_task_arena::isolate([&] { solve(i, known); });
    if (options_.done) ++*options_.done;
  }

  void solve(int i, int known) {
    Worker& worker = *workers_.local();
    Reached to;
    to.share = even_.at(i);
    if (!worker.follow(nearest(to.share, known), to)) return;
    const auto index = static_cast<std::size_t>(i);
    points_[index] = worker.look(to.share);
    points_[index]->sample = i;
    reached_[index] = std::move(to);
  }

  /// Among the samples below `known` that were reached, and the first equilibrium.
  const Reached& nearest(const VecX& share, int known) const {
    const Reached* best = &first_;
    double least = (share - first_.share).squaredNorm();
    for (int i = 0; i < std::min(known, kMostNeighbours); ++i) {
      const auto& other = reached_[static_cast<std::size_t>(i)];
      const double distance = other ? (share - other->share).squaredNorm() : least;
      if (distance < least) best = &*other, least = distance;
    }
    return *best;
  }

  /// Of a batch that was stopped, what was found is kept, too.
  void collect(SampledWorkspace& out) {
    double most = 0;
    for (auto& point : points_) {
      if (!point) continue;
      most = std::max(most, point->mobility[0]);
      out.points.push_back(std::move(*point));
    }
    if (cancelled()) out.samples = std::max(out.samples, static_cast<int>(out.points.size()));
    for (const WorkspacePoint& point : out.points)
      for (int k = out.directions; k < 3 && point.mobility[k] > kNoMotion * most; ++k) out.directions = k + 1;
  }

  const WorkspaceOptions& options_;
  MatX ranges_;
  EvenPoints even_;
  tbb::enumerable_thread_specific<std::unique_ptr<Worker>> workers_;
  Reached first_;
  std::vector<std::optional<Reached>> reached_;
  std::vector<std::optional<WorkspacePoint>> points_;
};

}  // namespace

MatX workspaceRanges(const Model& model, const std::vector<int>& inputs) {
  MatX out(static_cast<Eigen::Index>(inputs.size()), 2);
  const OutputRanges ranges = outputRanges(model, inputs);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    double lower = ranges.lower[row], upper = ranges.upper[row];
    for (const PrescribedJoint& d : model.prescribedJoints) {
      if (d.input != inputs[k]) continue;
      const Link& link = model.links[static_cast<std::size_t>(linkOfVelocity(model, d.v))];
      const int entry = d.v - link.vJoint;
      if (entry >= static_cast<int>(link.joint.lower.size())) continue;
      lower = std::max(lower, link.joint.lower[entry]), upper = std::min(upper, link.joint.upper[entry]);
    }
    if (!std::isfinite(lower) || !std::isfinite(upper))
      throw std::invalid_argument("input \"" + model.inputName(inputs[k]) +
                                  "\" has no end to its range: give its actuator a range");
    out.row(row) << lower, upper;
  }
  return out;
}

std::vector<int> workspaceInputs(const Model& model) {
  std::vector<int> all, out;
  for (int i = 0; i < model.nu; ++i) all.push_back(i);
  const OutputRanges ranges = outputRanges(model, all);
  for (const int i : all)
    if (ranges.lower[i] < ranges.upper[i]) out.push_back(i);
  return out;
}

SampledWorkspace sampleWorkspace(const Model& model, const WorkspaceProblem& problem, const WorkspaceOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(options.samples > 0, "a workspace needs one sample at least");
  require(!problem.inputs.empty(), "the robot has no input that may change");
  for (const int input : problem.inputs) require(input >= 0 && input < model.nu, "there is no such input");
  require(problem.q.size() == model.nq && problem.u.size() == model.nu, "q and u do not fit the robot");
  require(problem.q.allFinite() && problem.u.allFinite(), "q and u must be finite");
  return Sampling(model, problem, options).run();
}

}  // namespace tendril
