// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/loop_closure.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/constraints/prescribed_motion.hpp"
#include "core/model/loop_state.hpp"

namespace tendril {
namespace {

constexpr double kClosed = kLoopsClosed;
constexpr double kExact = 1e-13;                      // m, rad: where the search ends
constexpr double kReached = 1e-9;                     // m, rad: what it must reach
constexpr double kDependent = 1e-10;                  // of the largest pivot
constexpr double kInertia = 1;                        // 1/s²: what mass counts beside stiffness
constexpr double kLightest = 1e-12;                   // of the heaviest coordinate: the least weight
constexpr double kFarthest = 0.5;                     // rad, m: largest change of a coordinate in one iteration
constexpr double kFirstNudge = 0.05, kLastNudge = 2;  // rad, m: beside a configuration that leads nowhere
constexpr int kNudges = 8;                            // of each size
constexpr int kIterations = 200, kHalvings = 12;
constexpr int kPatience = 15;            // iterations
constexpr double kProgress = 0.8;        // what is left of an opening after so many iterations, or the search ends
constexpr double kMostWork = 1e6;        // µs, estimated: somebody waits for the answer
constexpr double kDecomposition = 1e-3;  // µs per rows² × coordinates

constexpr const char* kCannotClose =
    "Move the sides nearer to each other in the initial position (q0), check the axis and frames of the loop, or give "
    "the chain more freedom.";
constexpr const char* kHasOpened =
    "Rows marked (implied) were left out because the others imply them in the initial position: start from one where "
    "they do not, choose a joint for the loop that holds less, or take a smaller step.";

/// All rows of all loops, also those that depend on others.
class Rows {
 public:
  Rows(const Model& model, Data& data, const InputsProvider* inputs) : model_(model), data_(data), inputs_(inputs) {
    int count = 0;
    for (const Loop& loop : model.loops) count += static_cast<int>(loop.rows.size() + loop.dropped.size());
    error.setZero(count), jacobian.setZero(count, model.nv);
    massMatrix(model, data, model.q0);
    MatX stiffness(model.nv, model.nv);
    stiffnessMatrix(model, data, model.q0, stiffness);
    weight_ = stiffness.diagonal().cwiseAbs() + kInertia * data.massMatrix.diagonal();
    const double heaviest = model.nv ? weight_.maxCoeff() : 1;
    weight_ = weight_.cwiseMax(kLightest * heaviest).cwiseSqrt();
    if (!(heaviest > 0)) weight_.setOnes();
    free_ = VecX::Ones(model.nv);
    pinEntries(model, free_);
  }

  /// error and jacobian (∂e/∂q, or A for velocities) at q, v.
  void evaluate(const VecX& q, const VecX& v, bool velocities) {
    if (inputs_) inputs_->checkpoint();
    work_ += std::max(1.0, model_.parallelWork);
    kinematics(model_, data_, q, v);
    int at = 0;
    for (const Loop& loop : model_.loops)
      for (const std::vector<ConstraintRow>* rows : {&loop.rows, &loop.dropped}) {
        const auto size = static_cast<int>(rows->size());
        loopError(data_, loop, *rows, error.segment(at, size));
        auto block = jacobian.middleRows(at, size);
        velocities ? loopJacobian(model_, data_, loop, *rows, block)
                   : loopErrorJacobian(model_, data_, loop, *rows, block);
        at += size;
      }
    opening = jacobian * v;
    pinColumns(model_, jacobian);  // what is driven does not give way
  }
  double open() const { return error.size() ? error.cwiseAbs().maxCoeff() : 0; }

  /// The least change x (in the metric of stiffness and mass) with jacobian · x = −rhs, as far as that is possible.
  VecX least(const VecX& rhs) {
    if (jacobian.size() == 0) return VecX::Zero(jacobian.cols());
    const auto rows = static_cast<double>(jacobian.rows());
    work_ += kDecomposition * rows * rows * static_cast<double>(jacobian.cols());
    Eigen::CompleteOrthogonalDecomposition<MatX> orthogonal;
    orthogonal.setThreshold(kDependent);
    orthogonal.compute(jacobian * weight_.cwiseInverse().asDiagonal());
    return weight_.cwiseInverse().cwiseProduct(orthogonal.solve(-rhs));
  }

  /// 1 for the coordinates that move most easily, less for stiffer ones.
  double willingness(int v) const { return free_[v] * weight_.minCoeff() / weight_[v]; }

  /// Whether more has been tried than a person waits for. Counted, not measured: the answer never depends on the
  /// machine.
  bool tired() const { return work_ > kMostWork; }

  VecX error, opening;  ///< how far the rows are open, and how fast they open
  MatX jacobian;

 private:
  const Model& model_;
  Data& data_;
  const InputsProvider* inputs_;
  VecX weight_, free_;  ///< free_: 0 for what is driven
  double work_ = 0;     ///< µs, estimated
};

/// Newton's method with halved steps; true if q closes the loops.
bool closePositions(const Model& model, Rows& rows, VecX& q) {
  const VecX rest = VecX::Zero(model.nv);
  VecX best = q, next;
  rows.evaluate(q, rest, false);
  double open = rows.open(), before = open;
  for (int k = 0; k < kIterations && open > kExact && !rows.tired(); ++k) {
    if (k % kPatience == kPatience - 1) {
      if (open > kProgress * before) break;
      before = open;
    }
    rows.evaluate(best, rest, false);
    VecX change = rows.least(rows.error);
    const double size = change.size() ? change.cwiseAbs().maxCoeff() : 0;
    if (!std::isfinite(size)) return false;
    if (size > kFarthest) change *= kFarthest / size;
    bool better = false;
    for (int halving = 0; halving < kHalvings && !better; ++halving, change /= 2) {
      next = best;
      integrate(model, best, change, next);
      rows.evaluate(next, rest, false);
      better = rows.open() < open;
    }
    if (!better) break;
    best = next, open = rows.open();
  }
  q = best;
  normalize(model, q);
  return open <= kReached;
}

/// closePositions from q, and where it does not lead out (a linkage that is stretched straight cannot tell which way to
/// fold) from beside it: the closed configuration that is nearest among those of the least nudge that helps.
bool closeFromBeside(const Model& model, Rows& rows, VecX& q) {
  const VecX start = q;
  if (closePositions(model, rows, q)) return true;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> aside(-1, 1);
  VecX nudge(model.nv), closed(model.nq), way(model.nv);
  for (double size = kFirstNudge; size <= kLastNudge; size *= 2) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int k = 0; k < kNudges && !rows.tired(); ++k) {
      for (int v = 0; v < model.nv; ++v) nudge[v] = size * aside(random) * rows.willingness(v);
      integrate(model, start, nudge, closed);
      if (!closePositions(model, rows, closed)) continue;
      difference(model, start, closed, way);
      if (way.norm() < nearest) nearest = way.norm(), q = closed;
    }
    if (std::isfinite(nearest)) return true;
  }
  q = start;
  rows.evaluate(q, VecX::Zero(model.nv), false);
  return false;
}

/// A link of the loop that is open widest.
int linkOfWidest(const Model& model, const Data& data) {
  double widest = -1;
  int link = -1;
  for (const Loop& loop : model.loops) {
    const LoopOpening opening = loopOpening(data, loop);
    const double open = std::max(opening.distance, opening.angle);
    if (open <= widest) continue;
    widest = open;
    link = loop.a.link >= 0 ? loop.a.link : loop.b.link;
  }
  return link;
}

/// What stays open at data's kinematics.
Failure makeOpenFailure(const Model& model, const Data& data, double time, double tolerance, const char* cure) {
  Failure out = makeFailure(model, Failure::Kind::kLoopOpen, time, VecX::Zero(model.nv));
  out.link = linkOfWidest(model, data);
  if (out.link >= 0) out.linkName = model.links[static_cast<std::size_t>(out.link)].name;
  out.advice = "What stays open: " + openRows(model, data, tolerance) + ". " + cure;
  return out;
}

}  // namespace

StepResult closeLoops(const Model& model, Data& data, State& state, const InputsProvider* inputs) {
  if (model.loops.empty()) return {};
  Rows rows(model, data, inputs);
  VecX q = state.q;
  rows.evaluate(q, state.v, true);
  bool moved = false;
  if (!(rows.open() <= kClosed)) {
    if (!closeFromBeside(model, rows, q)) return makeOpenFailure(model, data, state.t, kReached, kCannotClose);
    rows.evaluate(q, state.v, true);
    moved = true;
  }
  const VecX opening = rows.opening;
  const double speed = state.v.size() ? state.v.cwiseAbs().maxCoeff() : 0;
  if (opening.size() && opening.cwiseAbs().maxCoeff() > kClosed * speed) {
    state.v += rows.least(opening);
    moved = true;
  }
  if (moved) {
    state.q = q;
    setIntegratorState(state, {});  // what integrators remember belongs to the state that was
  }
  return {};
}

StepResult checkLoops(const Model& model, const Data& data, double time, double tolerance) {
  const auto closed = [&](std::vector<ConstraintRow> Loop::*rows) { return widestGap(model, data, rows) <= tolerance; };
  if (closed(&Loop::rows) && closed(&Loop::dropped)) return {};
  return makeOpenFailure(model, data, time, tolerance, kHasOpened);
}

}  // namespace tendril
