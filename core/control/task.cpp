// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/task.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/math/dual.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

constexpr double kLeastShare = 1e-10;  // of the posture in the quadratic form, which is to be definite

bool hasPosition(TaskKind kind) {
  return kind != TaskKind::kOrientation;
}
bool hasOrientation(TaskKind kind) {
  return kind != TaskKind::kPosition;
}
/// First entry of the orientation.
Eigen::Index orientationAt(TaskKind kind) {
  return kind == TaskKind::kPose ? 3 : 0;
}

/// Orientation exp(r) of a rotation vector r(t): its angular velocity and acceleration, world axes.
struct Turning {
  Mat3 R;
  Vec3 velocity, acceleration;
};

/// `wanted` (3 × 3): r and its first two derivatives.
Turning turningOf(const Mat3& wanted) {
  using S = Dual<1>;
  Vec3T<S> r, rate;
  for (Eigen::Index i = 0; i < 3; ++i) {
    r[i].value = wanted(i, 0), r[i].d[0] = wanted(i, 1);
    rate[i].value = wanted(i, 1), rate[i].d[0] = wanted(i, 2);
  }
  const Vec3T<S> omega = leftJacobianSO3(r) * rate;
  Turning out{expSO3<double>(Vec3(wanted.col(0))), {}, {}};
  for (Eigen::Index i = 0; i < 3; ++i) out.velocity[i] = omega[i].value, out.acceleration[i] = omega[i].d[0];
  return out;
}

}  // namespace

int taskSize(TaskKind kind) {
  return kind == TaskKind::kPose ? 6 : 3;
}

std::vector<ControllerSignal> taskSignals(TaskKind kind) {
  std::vector<ControllerSignal> out;
  const auto add = [&](const std::string& what, const std::string& text, const char* unit, Eigen::Index first) {
    constexpr std::array kAxes = {"x", "y", "z"};
    for (std::size_t i = 0; i < 3; ++i)
      out.push_back({what + '[' + std::to_string(static_cast<std::size_t>(first) + i) + ']', unit, text + kAxes[i]});
  };
  if (hasPosition(kind)) add("reference", "Reference for the position along ", "m", 0);
  if (hasOrientation(kind)) add("reference", "Reference for the rotation vector along ", "rad", orientationAt(kind));
  if (hasPosition(kind)) add("error", "What the position lacks to its reference along ", "m", 0);
  if (hasOrientation(kind))
    add("error", "What the orientation lacks to its reference about ", "rad", orientationAt(kind));
  return out;
}

TaskController::TaskController(std::string name, std::vector<int> outputs, const Task& task,
                               std::shared_ptr<const Reference> reference)
    : Controller(std::move(name), std::move(outputs)),
      task_(task),
      reference_(std::move(reference)),
      signals_(taskSignals(task.kind)) {}

std::optional<LedFrame> TaskController::led() const {
  return LedFrame{task_.link, task_.station, hasPosition(task_.kind), hasOrientation(task_.kind)};
}

Pose TaskController::wantedFrame(double t) const {
  MatX values(taskSize(task_.kind), 1);
  reference_->evaluate(t, 0, values);
  Pose out;
  if (hasPosition(task_.kind)) out.p = values.col(0).head<3>();
  if (hasOrientation(task_.kind)) out.R = expSO3<double>(Vec3(values.col(0).segment<3>(orientationAt(task_.kind))));
  return out;
}

TaskError::TaskError(TaskKind given)
    : kind(given),
      wanted(MatX::Zero(taskSize(given), 3)),
      position(VecX::Zero(taskSize(given))),
      wantedRate(position),
      rate(position),
      acceleration(position) {}

void TaskError::evaluate(const Reference& reference, double t, const StationMotion& motion) {
  reference.evaluate(t, 2, wanted);
  if (hasPosition(kind)) {
    position.head<3>() = wanted.col(0).head<3>() - motion.X.p;
    wantedRate.head<3>() = wanted.col(1).head<3>();
    rate.head<3>() = wantedRate.head<3>() - motion.velocity.tail<3>();
    acceleration.head<3>() = wanted.col(2).head<3>() - motion.acceleration.tail<3>();
  }
  if (hasOrientation(kind)) {
    const Eigen::Index at = orientationAt(kind);
    const Turning turning = turningOf(wanted.middleRows<3>(at));
    position.segment<3>(at) = logSO3<double>(turning.R * motion.X.R.transpose());
    wantedRate.segment<3>(at) = turning.velocity;
    rate.segment<3>(at) = turning.velocity - motion.velocity.head<3>();
    acceleration.segment<3>(at) = turning.acceleration - motion.acceleration.head<3>();
  }
}

void TaskError::project(const StationMotion& motion, const MatX& columns, MatX& out) const {
  if (hasPosition(kind)) out.topRows<3>().noalias() = motion.jacobian.bottomRows<3>() * columns;
  if (hasOrientation(kind)) out.middleRows<3>(orientationAt(kind)).noalias() = motion.jacobian.topRows<3>() * columns;
}

void TaskError::writeSignals(VecXMut signals) const {
  signals.head(position.size()) = wanted.col(0);
  signals.tail(position.size()) = position;
}

TaskLeastSquares::TaskLeastSquares(int entries, int outputs)
    : best(VecX::Zero(outputs)),
      quadratic(MatX::Zero(outputs, outputs)),
      metric_(outputs),
      entries_(entries),
      moved_(MatX::Zero(outputs, entries)),
      square_(MatX::Zero(entries, entries)),
      left_(VecX::Zero(entries)),
      directions_(entries) {}

void TaskLeastSquares::solve(const MatX& D, const VecX& b, const MatX& H, const VecX& posture, double damping) {
  metric_.compute(H);
  if (metric_.info() != Eigen::Success)
    throw std::runtime_error("its outputs do not act apart from each other here, or what they move is not held");
  moved_ = D.transpose();
  metric_.solveInPlace(moved_);
  square_.noalias() = D * moved_;
  directions_.compute(square_, Eigen::EigenvaluesOnly);
  const double most = directions_.eigenvalues().maxCoeff(), least = std::max(0.0, directions_.eigenvalues().minCoeff());
  if (!(most > 0)) throw std::runtime_error("its outputs do not move the frame that it leads here");
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
