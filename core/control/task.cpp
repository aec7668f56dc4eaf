// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/task.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/control/singular_parts.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

constexpr double kLeastShare = 1e-10;  // of the posture in the quadratic form, which is to be definite

/// First entry of the orientation.
Eigen::Index orientationAt(TaskKind kind) {
  return kind == TaskKind::kPose ? 3 : 0;
}

}  // namespace

int taskSize(TaskKind kind) {
  return kind == TaskKind::kPose ? 6 : 3;
}

bool leadsPosition(TaskKind kind) {
  return kind != TaskKind::kOrientation;
}
bool leadsOrientation(TaskKind kind) {
  return kind != TaskKind::kPosition;
}

PoseReference taskReference(TaskKind kind, ReferencePtr entries) {
  if (entries->size() != taskSize(kind))
    throw std::invalid_argument("gives " + std::to_string(entries->size()) + " numbers, its task takes " +
                                std::to_string(taskSize(kind)));
  return makePoseOfEntries(std::move(entries), kind == TaskKind::kOrientation);
}

Pose wantedPose(const PoseReference& reference, double t) {
  Pose out;
  if (reference.position) {
    Eigen::Matrix<double, 3, 1> p;
    reference.position->evaluate(t, 0, p);
    out.p = p;
  }
  if (!reference.orientation) return out;
  try {
    OrientationMotion motion;
    reference.orientation->evaluate(t, motion);
    out.R = motion.R.unaryExpr([](const TimeSeries& entry) { return entry[0]; });
  } catch (const std::runtime_error&) {  // paths that stand still: whoever follows them says so
  }
  return out;
}

std::vector<ControllerSignal> taskSignals(TaskKind kind) {
  std::vector<ControllerSignal> out;
  const auto add = [&](const std::string& what, const std::string& text, const char* unit, Eigen::Index first) {
    constexpr std::array kAxes = {"x", "y", "z"};
    for (std::size_t i = 0; i < 3; ++i)
      out.push_back({what + '[' + std::to_string(static_cast<std::size_t>(first) + i) + ']', unit, text + kAxes[i]});
  };
  if (leadsPosition(kind)) add("reference", "Reference for the position along ", "m", 0);
  if (leadsOrientation(kind)) add("reference", "Reference for the rotation vector along ", "rad", orientationAt(kind));
  if (leadsPosition(kind)) add("error", "What the position lacks to its reference along ", "m", 0);
  if (leadsOrientation(kind))
    add("error", "What the orientation lacks to its reference about ", "rad", orientationAt(kind));
  return out;
}

TaskController::TaskController(std::string name, std::vector<int> outputs, const Task& task, PoseReference reference,
                               double damping)
    : Controller(std::move(name), std::move(outputs)),
      task_(task),
      reference_(std::move(reference)),
      damping_(damping),
      signals_(taskSignals(task.kind)) {
  signals_.push_back({"mobility", "", "How far its outputs move the frame in the worst direction, of the best one"});
  if ((leadsPosition(task.kind) && !reference_.position) || (leadsOrientation(task.kind) && !reference_.orientation))
    throw std::invalid_argument("its reference lacks a part of its task");
}

std::optional<LedFrame> TaskController::led() const {
  return LedFrame{task_.link, task_.station, leadsPosition(task_.kind), leadsOrientation(task_.kind)};
}

Pose TaskController::wantedFrame(double t) const {
  return wantedPose({leadsPosition(task_.kind) ? reference_.position : nullptr,
                     leadsOrientation(task_.kind) ? reference_.orientation : nullptr},
                    t);
}

std::vector<FeasibilitySignal> TaskController::feasibility() const {
  return {FeasibilitySignal{static_cast<int>(signals_.size()) - 1, damping_,
                            "its outputs hardly move the frame that it leads in one direction, and leave that out"}};
}

void TaskController::writeSignals(const TaskError& error, const TaskLeastSquares& squares, VecXMut signals) const {
  signals << error.wanted, error.position, squares.mobility;
}

TaskError::TaskError(TaskKind given)
    : kind(given),
      wanted(VecX::Zero(taskSize(given))),
      position(wanted),
      wantedRate(position),
      rate(position),
      acceleration(position) {}

void TaskError::evaluate(const PoseReference& reference, double t, const StationMotion& motion) {
  if (leadsPosition(kind)) {
    Mat3 path;
    reference.position->evaluate(t, 2, path);
    wanted.head<3>() = path.col(0);
    position.head<3>() = path.col(0) - motion.X.p;
    wantedRate.head<3>() = path.col(1);
    rate.head<3>() = path.col(1) - motion.velocity.tail<3>();
    acceleration.head<3>() = path.col(2) - motion.acceleration.tail<3>();
  }
  if (leadsOrientation(kind)) {
    const Eigen::Index at = orientationAt(kind);
    OrientationMotion turning;
    reference.orientation->evaluate(t, turning);
    const Mat3 R = turning.R.unaryExpr([](const TimeSeries& entry) { return entry[0]; });
    const Eigen::Matrix<double, 3, 2> rates = R * bodyRates(turning.R).leftCols<2>();
    wanted.segment<3>(at) = turning.turn;
    position.segment<3>(at) = logSO3<double>(R * motion.X.R.transpose());
    wantedRate.segment<3>(at) = rates.col(0);
    rate.segment<3>(at) = rates.col(0) - motion.velocity.head<3>();
    acceleration.segment<3>(at) = rates.col(1) - motion.acceleration.head<3>();
  }
}

void TaskError::project(const StationMotion& motion, const MatX& columns, MatX& out) const {
  if (leadsPosition(kind)) out.topRows<3>().noalias() = motion.jacobian.bottomRows<3>() * columns;
  if (leadsOrientation(kind)) out.middleRows<3>(orientationAt(kind)).noalias() = motion.jacobian.topRows<3>() * columns;
}

TaskLeastSquares::TaskLeastSquares(int entries, std::vector<std::string> outputs)
    : best(VecX::Zero(static_cast<Eigen::Index>(outputs.size()))),
      quadratic(MatX::Zero(best.size(), best.size())),
      outputs_(std::move(outputs)),
      metric_(best.size()),
      entries_(entries),
      moved_(MatX::Zero(best.size(), entries)),
      square_(MatX::Zero(entries, entries)),
      left_(VecX::Zero(entries)),
      directions_(entries) {}

void TaskLeastSquares::solve(const MatX& D, const VecX& b, const MatX& H, const VecX& posture, double damping) {
  metric_.compute(H);
  if (metric_.info() != Eigen::Success)
    throw std::runtime_error(
        "its outputs do not act apart from each other here, or what they move is not held (the "
        "metric is singular in " +
        dependentColumns(H, outputs_) + ")");
  moved_ = D.transpose();
  metric_.solveInPlace(moved_);
  square_.noalias() = D * moved_;
  directions_.compute(square_, Eigen::EigenvaluesOnly);
  const double most = directions_.eigenvalues().maxCoeff(), least = std::max(0.0, directions_.eigenvalues().minCoeff());
  if (!(most > 0)) throw std::runtime_error("its outputs do not move the frame that it leads here");
  mobility = std::sqrt(least / most);
  const double share = most * std::max(0.0, damping * damping - least / most);
  // u = u₀ + H⁻¹Dᵀ (D H⁻¹Dᵀ + s)⁻¹ (b − D u₀): exact, too, where s is zero.
  best = posture;
  metric_.solveInPlace(best);
  left_ = b;
  left_.noalias() -= D * best;
  square_.diagonal().array() += share;
  entries_.compute(square_);
  left_ = entries_.solve(left_);
  best.noalias() += moved_ * left_;
  quadratic.noalias() = D.transpose() * D;
  quadratic += std::max(share, kLeastShare * most) * H;
}

}  // namespace tendril
