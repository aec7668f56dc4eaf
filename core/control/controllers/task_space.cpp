// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/task_space.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/control/box_quadratic.hpp"
#include "core/control/singular_parts.hpp"
#include "core/dynamics/hybrid/mobility.hpp"

namespace tendril {
namespace {

constexpr double kLeast = 1e-9;  // of the mean mobility: outputs that run alike share what they do

struct TaskSpaceWorkspace : Controller::Workspace {
  TaskSpaceWorkspace(const Model& used, const std::vector<int>& outputs, TaskKind kind)
      : model(used),
        data(used),
        actuation(used, outputs),
        motion(used),
        error(kind),
        start(VecX::Zero(static_cast<Eigen::Index>(outputs.size()))),
        posture(start),
        columns(MatX::Zero(used.nv, start.size())),
        mobility(MatX::Zero(start.size(), start.size())),
        task(MatX::Zero(taskSize(kind), start.size())),
        squares(taskSize(kind), inputNames(used, outputs)),
        program(static_cast<int>(start.size())) {
    actuation.evaluate(model, data, model.q0, VecX::Zero(model.nv));
    start = actuation.y;
  }

  const Model& model;
  Data data;
  ActuationState actuation;
  StationMotion motion;
  TaskError error;
  VecX start, posture;     ///< y₀; ÿ that the posture wants of the outputs
  MatX columns, mobility;  ///< M⁻¹A, AᵀM⁻¹A
  MatX task;               ///< J M⁻¹A
  TaskLeastSquares squares;
  BoxQuadratic program;
};

class TaskSpace : public TaskController {
 public:
  TaskSpace(std::string name, std::vector<int> outputs, std::shared_ptr<const Model> model, PoseReference reference,
            FeedbackGains gains, const TaskSpaceSettings& settings)
      : TaskController(std::move(name), std::move(outputs), settings.task, std::move(reference), settings.damping),
        model_(std::move(model)),
        gains_(std::move(gains)),
        settings_(settings) {}

  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<TaskSpaceWorkspace>(model_ ? *model_ : plant, outputs, task().kind);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                VecXMut outputs) const override {
    auto& w = static_cast<TaskSpaceWorkspace&>(workspace);
    w.program.solve(w.squares.quadratic, demand, ranges.lower, ranges.upper, outputs);
  }

 private:
  double dampingOver(double speed) const;

  std::shared_ptr<const Model> model_;
  FeedbackGains gains_;
  TaskSpaceSettings settings_;
};

/// While a demand is held, the directions in which the frame hardly moves turn by about the speed times the period.
/// What presses along them, with a force larger by (1/damping)², then drives the others: more than is wanted of these,
/// and the loop is unstable, unless damping² stays above that angle.
double TaskSpace::dampingOver(double speed) const {
  return damping() > 0 ? std::max(damping(), std::sqrt(period.value_or(0) * speed)) : 0;
}

void TaskSpace::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<TaskSpaceWorkspace&>(workspace);
  takeAnchors(measured, w.data);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  accelerationsPerForceAtCurrent(w.model, w.data, {.t = measured.t}, w.actuation.columns, w.columns);
  const VecX& unforced = w.data.acceleration;
  w.posture = -settings_.postureStiffness * (w.actuation.y - w.start) - settings_.postureDamping * w.actuation.rate;
  w.posture.noalias() -= w.actuation.columns.transpose() * unforced;
  w.mobility.noalias() = w.actuation.columns.transpose() * w.columns;
  w.mobility.triangularView<Eigen::StrictlyUpper>() = w.mobility.transpose();  // but for rounding it is that already
  w.mobility.diagonal().array() += kLeast * w.mobility.trace() / static_cast<double>(w.mobility.rows());

  stationMotion(w.model, w.data, task().link, task().station, measured.q, measured.v, unforced, w.motion);
  w.error.evaluate(reference(), measured.t, w.motion);
  w.error.project(w.motion, w.columns, w.task);
  w.error.acceleration.noalias() += gains_.derivative * w.error.rate;
  w.error.acceleration.noalias() += gains_.proportional * w.error.position;
  w.squares.solve(w.task, w.error.acceleration, w.mobility, w.posture, dampingOver(w.actuation.rate.norm()));
  out.demand = w.squares.best;
  writeSignals(w.error, w.squares, out.signals);
}

}  // namespace

std::shared_ptr<Controller> makeTaskSpace(std::string name, std::vector<int> outputs, const Model& plant,
                                          std::shared_ptr<const Model> model, PoseReference reference,
                                          FeedbackGains gains, const TaskSpaceSettings& settings) {
  if (settings.task.link < 0 || settings.task.link >= static_cast<int>(plant.links.size()))
    throw std::invalid_argument("leads no link: the world does not move");
  return std::make_shared<TaskSpace>(std::move(name), std::move(outputs), std::move(model), std::move(reference),
                                     std::move(gains), settings);
}

}  // namespace tendril
