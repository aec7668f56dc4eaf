// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/inverse_statics.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/control/box_quadratic.hpp"
#include "core/control/singular_parts.hpp"

namespace tendril {
namespace {

constexpr double kLongest = 0.5;  // of a step of Newton's method: rad, rad/m, m

struct StaticsWorkspace : Controller::Workspace {
  StaticsWorkspace(const Model& used, const Model& plant, const std::vector<int>& outputs, TaskKind kind)
      : model(used),
        data(used),
        actuation(used, outputs),
        motion(used),
        error(kind),
        ranges(outputRanges(plant, outputs)),
        u(VecX::Zero(used.nu)),
        q(VecX::Zero(used.nq)),
        rest(VecX::Zero(used.nv)),
        step(rest),
        move(VecX::Zero(taskSize(kind))),
        posture(VecX::Zero(static_cast<Eigen::Index>(outputs.size()))),
        lower(posture),
        upper(posture),
        columns(MatX::Zero(used.nv, posture.size())),
        compliance(MatX::Zero(posture.size(), posture.size())),
        task(MatX::Zero(taskSize(kind), posture.size())),
        stiffness(used.nv),
        squares(taskSize(kind), inputNames(used, outputs)),
        program(static_cast<int>(posture.size())) {}

  const Model& model;
  Data data;
  ActuationState actuation;
  StationMotion motion;
  TaskError error;
  OutputRanges ranges;
  VecX u, q;                   ///< all inputs, the equilibrium
  VecX rest, step, move;       ///< zero; of q; dx
  VecX posture, lower, upper;  ///< of du
  MatX columns, compliance;    ///< K⁻¹A, AᵀK⁻¹A
  MatX task;                   ///< J K⁻¹A
  Eigen::PartialPivLU<MatX> stiffness;
  TaskLeastSquares squares;
  BoxQuadratic program;
};

class InverseStatics : public TaskController {
 public:
  InverseStatics(std::string name, std::vector<int> outputs, int coordinates, std::shared_ptr<const Model> model,
                 PoseReference reference, FeedbackGains gains, const InverseStaticsSettings& settings)
      : TaskController(std::move(name), std::move(outputs), settings.task, std::move(reference), settings.damping),
        coordinates_(coordinates),
        model_(std::move(model)),
        gains_(std::move(gains)),
        settings_(settings) {}

  /// u, q.
  int stateSize() const override { return static_cast<int>(outputs.size()) + coordinates_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<StaticsWorkspace>(model_ ? *model_ : plant, plant, outputs, task().kind);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;

 private:
  void linearize(StaticsWorkspace& w, double t) const;

  int coordinates_;  ///< nq
  std::shared_ptr<const Model> model_;
  FeedbackGains gains_;
  InverseStaticsSettings settings_;
};

/// step (towards the equilibrium), columns, compliance, error, task ← at q at rest, under u.
void InverseStatics::linearize(StaticsWorkspace& w, double t) const {
  w.actuation.evaluate(w.model, w.data, w.q, w.rest);
  residualDerivatives(w.model, w.data, w.q, w.rest, w.rest, {.t = t, .u = &w.u});
  w.stiffness.compute(w.data.dIDdq);
  if (!(w.stiffness.rcond() > 1e-13))
    throw std::runtime_error(
        "nothing holds " + unmovedLinks(w.model, w.data.dIDdq) +
        " here (the stiffness matrix is singular): it needs springs or soft bodies; task_space leads robots that are "
        "driven throughout");
  w.step = w.stiffness.solve(-w.data.tau);
  w.step *= std::min(1.0, kLongest / std::max(kLongest, w.step.norm()));
  w.columns = w.stiffness.solve(w.actuation.columns);
  w.compliance.noalias() = w.actuation.columns.transpose() * w.columns;
  w.compliance = (0.5 * (w.compliance + w.compliance.transpose())).eval();
  stationMotion(w.model, w.data, task().link, task().station, w.q, w.step, w.rest, w.motion);
  w.error.evaluate(reference(), t, w.motion);
  w.error.project(w.motion, w.columns, w.task);
}

void InverseStatics::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<StaticsWorkspace&>(workspace);
  auto u = out.state.head(static_cast<Eigen::Index>(outputs.size()));
  auto q = out.state.tail(coordinates_);
  if (q.isZero(0)) q = measured.q;  // at the start
  u = u.cwiseMax(w.ranges.lower).cwiseMin(w.ranges.upper);
  w.q = q;
  w.u.setZero();
  w.u(outputs) = u;
  linearize(w, measured.t);
  const double dt = measured.step;
  // What is still to be moved behind the step: rate is ẋ_ref less the velocity of the step.
  const auto toGo = w.error.position + (w.error.rate - w.error.wantedRate);
  w.move = dt * w.error.wantedRate;
  w.move.noalias() += gains_.proportional * (dt * toGo);
  w.posture.noalias() = -std::min(1.0, settings_.relaxation * dt) * (w.compliance * u);
  w.squares.solve(w.task, w.move, w.compliance, w.posture, damping());
  w.lower = w.ranges.lower - u, w.upper = w.ranges.upper - u;
  w.program.solve(w.squares.quadratic, w.squares.best, w.lower, w.upper, out.demand);
  w.step.noalias() += w.columns * out.demand;
  integrate(w.model, w.q, w.step, w.q);
  q = w.q;
  u += out.demand;
  u = u.cwiseMax(w.ranges.lower).cwiseMin(w.ranges.upper);
  out.demand = u;
  writeSignals(w.error, w.squares, out.signals);
}

}  // namespace

std::shared_ptr<Controller> makeInverseStatics(std::string name, std::vector<int> outputs, const Model& plant,
                                               std::shared_ptr<const Model> model, PoseReference reference,
                                               FeedbackGains gains, const InverseStaticsSettings& settings) {
  if (settings.task.link < 0 || settings.task.link >= static_cast<int>(plant.links.size()))
    throw std::invalid_argument("leads no link: the world does not move");
  if (plant.nl > 0) throw std::invalid_argument("knows no loops: it leads trees");
  return std::make_shared<InverseStatics>(std::move(name), std::move(outputs), plant.nq, std::move(model),
                                          std::move(reference), std::move(gains), settings);
}

}  // namespace tendril
