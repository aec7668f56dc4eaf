// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/computed_torque.hpp"

#include <Eigen/LU>
#include <stdexcept>
#include <utility>

#include "core/control/singular_parts.hpp"

namespace tendril {
namespace {

struct ComputedTorqueWorkspace : Controller::Workspace {
  ComputedTorqueWorkspace(const Model& used, const std::vector<int>& outputs)
      : model(used),
        data(used),
        actuation(used, outputs),
        error(used.nv),
        acceleration(VecX::Zero(used.nv)),
        y(VecX::Zero(used.nv)),
        u(VecX::Zero(used.nu)),
        square(MatX::Zero(used.nv, used.nv)),
        solver(used.nv) {}
  const Model& model;
  Data data;
  ActuationState actuation;
  TrackingError error;
  VecX acceleration, y, u, force;
  MatX square;
  Eigen::PartialPivLU<MatX> solver;
};

class ComputedTorque : public Controller {
 public:
  ComputedTorque(std::string name, std::vector<int> outputs, const Model& plant, std::shared_ptr<const Model> model,
                 std::shared_ptr<const Reference> reference, FeedbackGains gains)
      : Controller(std::move(name), std::move(outputs)),
        model_(std::move(model)),
        reference_(std::move(reference)),
        gains_(std::move(gains)),
        signals_(coordinateSignals(plant, vectorCoordinates(plant, {}))) {}

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  bool canBeContinuous() const override { return true; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<ComputedTorqueWorkspace>(model_ ? *model_ : plant, outputs);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                   MatXMut byVelocity) const override;

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Reference> reference_;
  FeedbackGains gains_;
  std::vector<ControllerSignal> signals_;
};

void ComputedTorque::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<ComputedTorqueWorkspace&>(workspace);
  for (int v = 0; v < w.model.nv; ++v) w.y[v] = measured.q[w.model.qOfV[static_cast<std::size_t>(v)]];
  w.error.evaluate(*reference_, measured.t, w.y, measured.v);
  writeTrackingSignals(w.error, out.signals);
  w.acceleration = w.error.wanted.col(2);
  w.acceleration.noalias() += gains_.derivative * w.error.rate;
  w.acceleration.noalias() += gains_.proportional * w.error.position;
  takeAnchors(measured, w.data);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  w.solver.compute(w.actuation.columns);
  if (!(w.solver.rcond() > 1e-13))
    throw std::runtime_error(
        "its outputs do not drive all coordinates here (the actuation matrix is singular: nothing "
        "moves " +
        unmovedLinks(w.model, w.actuation.columns) + " by itself)");
  residual(w.model, w.data, measured.q, measured.v, w.acceleration, {.t = measured.t});
  out.demand = w.solver.solve(w.data.tau);
}

/// B ∂u = ∂τ − ∂(B u)|_u with τ(q, v, a(q, v)), ∂a/∂q = −K_P, ∂a/∂v = −K_D.
void ComputedTorque::derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                                 MatXMut byVelocity) const {
  auto& w = static_cast<ComputedTorqueWorkspace&>(workspace);
  residualDerivatives(w.model, w.data, measured.q, measured.v, w.acceleration, {.t = measured.t});
  w.data.dIDdq.noalias() -= w.data.massMatrix * gains_.proportional;
  w.data.dIDdv.noalias() -= w.data.massMatrix * gains_.derivative;
  byVelocity = w.solver.solve(w.data.dIDdv);
  w.square = w.data.dIDdq;
  w.u.setZero();
  w.force = w.solver.solve(w.data.tau);
  w.u(outputs) = w.force;
  MatX& turned = w.data.dIDdq;
  actuationDerivative(w.model, w.data, measured.q, w.u, turned);
  w.square -= turned;
  byPosition = w.solver.solve(w.square);
}

}  // namespace

std::shared_ptr<Controller> makeComputedTorque(std::string name, std::vector<int> outputs, const Model& plant,
                                               std::shared_ptr<const Model> model,
                                               std::shared_ptr<const Reference> reference, FeedbackGains gains) {
  if (static_cast<int>(outputs.size()) != plant.nv)
    throw std::invalid_argument("drives " + std::to_string(outputs.size()) + " inputs, the robot has " +
                                std::to_string(plant.nv) +
                                " coordinates; partial_feedback_linearization takes fewer inputs than coordinates");
  if (plant.nl > 0) throw std::invalid_argument("knows no loops; partial_feedback_linearization does");
  return std::make_shared<ComputedTorque>(std::move(name), std::move(outputs), plant, std::move(model),
                                          std::move(reference), std::move(gains));
}

}  // namespace tendril
