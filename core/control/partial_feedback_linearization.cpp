// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/partial_feedback_linearization.hpp"

#include <Eigen/LU>
#include <stdexcept>
#include <utility>

#include "core/control/box_quadratic.hpp"
#include "core/dynamics/mobility.hpp"

namespace tendril {
namespace {

struct LinearizationWorkspace : Controller::Workspace {
  LinearizationWorkspace(const Model& used, const std::vector<int>& outputs)
      : model(used),
        data(used),
        actuation(used, outputs),
        error(static_cast<int>(outputs.size())),
        wanted(VecX::Zero(static_cast<Eigen::Index>(outputs.size()))),
        free(wanted),
        bias(MatX::Zero(wanted.size(), used.nv)),
        columns(MatX::Zero(used.nv, wanted.size())),
        mobility(MatX::Zero(wanted.size(), wanted.size())),
        solver(wanted.size(), wanted.size()),
        allocation(static_cast<int>(wanted.size())) {}
  const Model& model;
  Data data;
  ActuationState actuation;
  TrackingError error;
  VecX wanted, free;  ///< ÿ, and ÿ without the outputs
  MatX bias;          ///< ∂(Aᵀ v)/∂q
  MatX columns;       ///< M⁻¹ A
  MatX mobility;      ///< Aᵀ M⁻¹ A
  Eigen::FullPivLU<MatX> solver;
  BoxQuadratic allocation;
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
        signals_(actuationSignals(plant, this->outputs)) {}

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<LinearizationWorkspace>(model_ ? *model_ : plant, outputs);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                VecXMut outputs) const override;

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Reference> reference_;
  FeedbackGains gains_;
  std::vector<ControllerSignal> signals_;
};

void PartialFeedbackLinearization::update(Workspace& workspace, const Measurement& measured,
                                          ControllerOutput out) const {
  auto& w = static_cast<LinearizationWorkspace&>(workspace);
  takeAnchors(measured, w.data);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  w.error.evaluate(*reference_, measured.t, w.actuation.y, w.actuation.rate);
  writeTrackingSignals(w.error, out.signals);
  w.wanted = w.error.wanted.col(2);
  w.wanted.noalias() += gains_.derivative * w.error.rate;
  w.wanted.noalias() += gains_.proportional * w.error.position;
  w.actuation.rateDerivative(w.model, w.data, w.bias);
  accelerationsPerForce(w.model, w.data, measured.q, measured.v, measured.t, w.actuation.columns, w.columns);
  w.free.noalias() = w.actuation.columns.transpose() * w.data.acceleration;
  w.free.noalias() += w.bias * measured.v;
  w.mobility.noalias() = w.actuation.columns.transpose() * w.columns;
  w.solver.compute(w.mobility);
  if (!w.solver.isInvertible())
    throw std::runtime_error(
        "its outputs cannot move their coordinates one by one here (AᵀM⁻¹A is singular: tendons that run alike, or "
        "more of them than the robot can move)");
  out.demand = w.solver.solve(w.wanted - w.free);
}

/// Of all accelerations that the ranges allow, those that need the least constraint beside the wanted ones [Gauss]: the
/// error of ÿ in the metric (AᵀM⁻¹A)⁻¹, which is that of u in AᵀM⁻¹A.
void PartialFeedbackLinearization::allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                                            VecXMut outputs) const {
  auto& w = static_cast<LinearizationWorkspace&>(workspace);
  w.mobility.triangularView<Eigen::StrictlyUpper>() = w.mobility.transpose();  // but for rounding it is that already
  w.allocation.solve(w.mobility, demand, ranges.lower, ranges.upper, outputs);
}

}  // namespace

std::shared_ptr<Controller> makePartialFeedbackLinearization(std::string name, std::vector<int> outputs,
                                                             const Model& plant, std::shared_ptr<const Model> model,
                                                             std::shared_ptr<const Reference> reference,
                                                             FeedbackGains gains) {
  return std::make_shared<PartialFeedbackLinearization>(std::move(name), std::move(outputs), plant, std::move(model),
                                                        std::move(reference), std::move(gains));
}

}  // namespace tendril
