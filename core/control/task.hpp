// SPDX-License-Identifier: BSD-3-Clause
// What controllers that lead a frame of the robot share: the task, its error, and inputs that serve it best.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control/reference/pose_reference.hpp"
#include "core/dynamics/station_motion.hpp"
#include "core/model/controller.hpp"

namespace tendril {

/// What of a frame is to follow the reference.
enum class TaskKind {
  kPosition,     ///< of its origin, world, m: 3 entries
  kOrientation,  ///< rotation vector from the world's axes, rad: 3 entries
  kPose          ///< position, then orientation: 6 entries
};

/// Number of its entries.
int taskSize(TaskKind kind);
/// Whether its frame follows a position, an orientation.
bool leadsPosition(TaskKind kind);
bool leadsOrientation(TaskKind kind);
/// What a reference of its entries says: position, rotation vector, or both.
PoseReference taskReference(TaskKind kind, ReferencePtr entries);

/// The frame that is led.
struct Task {
  int link = 0, station = 0;  ///< Model::place
  TaskKind kind = TaskKind::kPosition;
};

/// Where a frame is wanted at t (s), world; what of it is not led, or not known then, is zero, or no turn.
Pose wantedPose(const PoseReference& reference, double t);
/// reference[k] and error[k] of a task.
std::vector<ControllerSignal> taskSignals(TaskKind kind);

/// Reference of a task, and what a frame lacks to it: errors of orientation are rotation vectors in world axes.
struct TaskError {
  explicit TaskError(TaskKind kind);
  void evaluate(const PoseReference& reference, double t, const StationMotion& motion);
  /// out (entries × columns) ← rows of the task of a motion's Jacobian times `columns` (nv × …).
  void project(const StationMotion& motion, const MatX& columns, MatX& out) const;

  const TaskKind kind;
  VecX wanted;            ///< the reference, orientations as rotation vectors
  VecX position;          ///< error
  VecX wantedRate, rate;  ///< velocity of the reference; what the frame lacks to it
  VecX acceleration;      ///< that of the reference, less that of the frame
};

/// min |D u − b|² + s (u − u₀)ᵀ H (u − u₀): the task first, the posture u₀ in what it leaves free. s is zero as long
/// as D moves the frame in all directions; as the worst of them comes below `damping` of the best one, in the metric of
/// H, s grows and leaves it (damped least squares, [Nakamura & Hanafusa 1986]).
class TaskLeastSquares {
 public:
  /// `outputs`: their names, for messages.
  TaskLeastSquares(int entries, std::vector<std::string> outputs);
  /// H: symmetric, positive definite; `posture`: H u₀. std::runtime_error says why there is no answer.
  void solve(const MatX& D, const VecX& b, const MatX& H, const VecX& posture, double damping);

  VecX best;            ///< u
  double mobility = 0;  ///< 0…1: how far the frame moves in its worst direction, of the best one, in the metric of H
  MatX quadratic;       ///< DᵀD + s H, definite: what best is the minimum of, but for 1e-10

 private:
  std::vector<std::string> outputs_;
  Eigen::LLT<MatX> metric_;
  Eigen::LDLT<MatX> entries_;
  MatX moved_, square_;  ///< H⁻¹Dᵀ, D H⁻¹Dᵀ
  VecX left_;
  Eigen::SelfAdjointEigenSolver<MatX> directions_;
};

/// A controller of this task, with what tells where its frame is wanted.
class TaskController : public Controller {
 public:
  /// `damping`: of TaskLeastSquares. std::invalid_argument where the reference lacks a part of the task.
  TaskController(std::string name, std::vector<int> outputs, const Task& task, PoseReference reference, double damping);
  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::optional<LedFrame> led() const override;
  Pose wantedFrame(double t) const override;
  std::vector<FeasibilitySignal> feasibility() const override;

 protected:
  const Task& task() const { return task_; }
  const PoseReference& reference() const { return reference_; }
  double damping() const { return damping_; }
  /// reference[k], error[k], mobility.
  void writeSignals(const TaskError& error, const TaskLeastSquares& squares, VecXMut signals) const;

 private:
  Task task_;
  PoseReference reference_;
  double damping_;
  std::vector<ControllerSignal> signals_;
};

}  // namespace tendril
