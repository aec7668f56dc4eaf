// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/partial_feedback_linearization.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/control/least_constraint.hpp"
#include "core/control/other_inputs.hpp"
#include "core/control/singular_parts.hpp"
#include "core/dynamics/hybrid/mobility.hpp"

namespace tendril {
namespace {

constexpr double kAlong = 1e-5;  ///< s along the motion to either side, for a difference

struct LinearizationWorkspace : Controller::Workspace {
  LinearizationWorkspace(const Model& used, const std::vector<int>& outputs)
      : model(used),
        data(used),
        actuation(used, outputs),
        others(used, outputs),
        q(VecX::Zero(used.nq)),
        v(VecX::Zero(used.nv)),
        at(q),
        acceleration(v),
        error(static_cast<int>(outputs.size())),
        wanted(VecX::Zero(static_cast<Eigen::Index>(outputs.size()))),
        free(wanted),
        bias(MatX::Zero(wanted.size(), used.nv)),
        change(bias),
        moved(bias),
        columns(MatX::Zero(used.nv, wanted.size())),
        every(MatX::Zero(used.nv, used.nu)),
        mobility(MatX::Zero(wanted.size(), wanted.size())),
        solver(wanted.size(), wanted.size()),
        allocation(static_cast<int>(wanted.size())) {}
  const Model& model;
  Data data;
  ActuationState actuation;
  OtherInputs others;
  double t = 0;
  VecX q, v;  ///< of the last update
  VecX at, acceleration;
  TrackingError error;
  VecX wanted, free;    ///< ÿ, and ÿ without the outputs; then the demand
  MatX bias;            ///< ∂(Aᵀ v)/∂q
  MatX change, moved;   ///< derivatives of ÿ
  MatX columns, every;  ///< M⁻¹ A of the outputs, of all inputs
  MatX mobility;        ///< Aᵀ M⁻¹ A
  Eigen::FullPivLU<MatX> solver;
  LeastConstraint allocation;
};

class PartialFeedbackLinearization : public Controller {
 public:
  PartialFeedbackLinearization(std::string name, std::vector<int> outputs, const Model& plant,
                               std::shared_ptr<const Model> model, std::shared_ptr<const Reference> reference,
                               FeedbackGains gains)
      : Controller(std::move(name), std::move(outputs)),
        model_(std::move(model)),
        reference_(std::move(reference)),
        gains_(std::move(gains)),
        continuous_(plant.nl == 0 && std::ranges::none_of(plant.qOfV, [](int place) { return place < 0; })),
        signals_(actuationSignals(plant, this->outputs)) {}

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  bool usesInputs() const override { return true; }
  bool canBeContinuous() const override { return continuous_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<LinearizationWorkspace>(model_ ? *model_ : plant, outputs);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                VecXMut outputs) const override;
  void allocationDerivatives(Workspace& workspace, const OutputRanges&, const VecXRef&,
                             MatXMut derivatives) const override {
    auto& w = static_cast<LinearizationWorkspace&>(workspace);
    w.allocation.differentiate(derivatives);
  }
  void derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                   MatXMut byVelocity) const override;
  void inputDerivatives(Workspace& workspace, MatXMut byInput) const override;

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Reference> reference_;
  FeedbackGains gains_;
  bool continuous_;
  std::vector<ControllerSignal> signals_;
};

void PartialFeedbackLinearization::update(Workspace& workspace, const Measurement& measured,
                                          ControllerOutput out) const {
  auto& w = static_cast<LinearizationWorkspace&>(workspace);
  w.t = measured.t, w.q = measured.q, w.v = measured.v;
  w.others.read(measured);
  takeAnchors(measured, w.data);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  w.error.evaluate(*reference_, measured.t, w.actuation.y, w.actuation.rate);
  writeTrackingSignals(w.error, out.signals);
  w.wanted = w.error.wanted.col(2);
  w.wanted.noalias() += gains_.derivative * w.error.rate;
  w.wanted.noalias() += gains_.proportional * w.error.position;
  accelerationsPerForceAtCurrent(w.model, w.data, w.others.at(measured.t), w.actuation.columns, w.columns);
  w.free.noalias() = w.actuation.columns.transpose() * w.data.acceleration;
  w.actuation.rateDerivativeAtCurrent(w.model, w.data, w.bias);
  w.free.noalias() += w.bias * measured.v;
  w.mobility.noalias() = w.actuation.columns.transpose() * w.columns;
  w.solver.compute(w.mobility);
  if (!w.solver.isInvertible())
    throw std::runtime_error("its outputs cannot move their coordinates one by one here (AᵀM⁻¹A is singular in " +
                             dependentColumns(w.mobility, inputNames(w.model, outputs)) +
                             ": tendons that run alike, or more of them than the robot can move)");
  w.free = w.solver.solve(w.wanted - w.free);
  out.demand = w.free;
}

void PartialFeedbackLinearization::allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                                            VecXMut outputs) const {
  auto& w = static_cast<LinearizationWorkspace&>(workspace);
  w.allocation.solve(w.actuation.columns, w.columns, ranges, demand, outputs);
}

/// ÿ = Aᵀ q̈(q, v, u) + (∂(Aᵀv)/∂q) v is the wanted one for all q, v. In coordinates without rotations ∂(Aᵀv)/∂q holds
/// the second derivatives of y, which are symmetric: the derivative of its product with v is its change along v.
void PartialFeedbackLinearization::derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                                               MatXMut byVelocity) const {
  auto& w = static_cast<LinearizationWorkspace&>(workspace);
  w.others.set(w.free);
  forwardDynamicsDerivatives(w.model, w.data, measured.q, measured.v, w.others.at(measured.t));
  const auto At = w.actuation.columns.transpose();
  w.change = -2 * w.bias;
  w.change.noalias() -= gains_.derivative * At;
  w.change.noalias() -= At * w.data.dFDdv;
  byVelocity = w.solver.solve(w.change);

  w.change.setZero();
  w.change.noalias() -= gains_.proportional * At;
  w.change.noalias() -= gains_.derivative * w.bias;
  w.change.noalias() -= At * w.data.dFDdq;
  w.acceleration = w.data.acceleration;
  w.actuation.derivativeAlong(w.model, w.data, measured.q, w.acceleration, w.moved);
  w.change -= w.moved;
  for (const double side : {1.0, -1.0}) {
    w.at = w.q + side * kAlong * w.v;
    w.actuation.derivativeAlong(w.model, w.data, w.at, w.v, w.moved);
    w.change -= side / (2 * kAlong) * w.moved;
  }
  byPosition = w.solver.solve(w.change);
}

void PartialFeedbackLinearization::inputDerivatives(Workspace& workspace, MatXMut byInput) const {
  auto& w = static_cast<LinearizationWorkspace&>(workspace);
  w.others.accelerations(w.data, w.t, w.q, w.v, w.every);
  byInput = -w.solver.solve(w.actuation.columns.transpose() * w.every);
}

}  // namespace

std::shared_ptr<Controller> makePartialFeedbackLinearization(std::string name, std::vector<int> outputs,
                                                             const Model& plant, std::shared_ptr<const Model> model,
                                                             std::shared_ptr<const Reference> reference,
                                                             FeedbackGains gains) {
  needCoordinates(plant, outputs);
  return std::make_shared<PartialFeedbackLinearization>(std::move(name), std::move(outputs), plant, std::move(model),
                                                        std::move(reference), std::move(gains));
}

}  // namespace tendril
