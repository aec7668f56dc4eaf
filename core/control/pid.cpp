// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/pid.hpp"

#include <utility>

namespace tendril {
namespace {

struct PidWorkspace : Controller::Workspace {
  PidWorkspace(const Model& plant, const std::vector<int>& outputs)
      : model(plant),
        data(plant),
        actuation(plant, outputs),
        error(static_cast<int>(outputs.size())),
        integral(VecX::Zero(static_cast<Eigen::Index>(outputs.size()))),
        rateByPosition(MatX::Zero(static_cast<Eigen::Index>(outputs.size()), plant.nv)) {}
  const Model& model;
  Data data;
  ActuationState actuation;
  TrackingError error;
  VecX integral;
  MatX rateByPosition;
};

class Pid : public Controller {
 public:
  Pid(std::string name, std::vector<int> outputs, const Model& plant, std::shared_ptr<const Reference> reference,
      FeedbackGains gains)
      : Controller(std::move(name), std::move(outputs)),
        reference_(std::move(reference)),
        gains_(std::move(gains)),
        signals_(actuationSignals(plant, this->outputs)) {
    ranges_ = outputRanges(plant, this->outputs);
  }

  int stateSize() const override { return gains_.integrates() ? static_cast<int>(outputs.size()) : 0; }
  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  bool canBeContinuous() const override { return !gains_.integrates(); }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<PidWorkspace>(plant, outputs);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                   MatXMut byVelocity) const override;

 private:
  std::shared_ptr<const Reference> reference_;
  FeedbackGains gains_;
  std::vector<ControllerSignal> signals_;
  OutputRanges ranges_;
};

void Pid::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<PidWorkspace&>(workspace);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  w.error.evaluate(*reference_, measured.t, w.actuation.y, w.actuation.rate);
  writeTrackingSignals(w.error, out.signals);
  out.demand.noalias() = gains_.proportional * w.error.position;
  out.demand.noalias() += gains_.derivative * w.error.rate;
  if (!gains_.integrates()) return;
  w.integral.noalias() = gains_.integral * (out.state + measured.step * w.error.position);
  for (Eigen::Index k = 0; k < out.demand.size(); ++k) {
    // Of a full gain matrix the entry of the output's own error decides.
    const double push = gains_.integral(k, k) * w.error.position[k], wanted = out.demand[k] + w.integral[k];
    const bool further = (wanted > ranges_.upper[k] && push > 0) || (wanted < ranges_.lower[k] && push < 0);
    if (!further) out.state[k] += measured.step * w.error.position[k];
  }
  out.demand.noalias() += gains_.integral * out.state;
}

void Pid::derivatives(Workspace& workspace, const Measurement&, MatXMut byPosition, MatXMut byVelocity) const {
  auto& w = static_cast<PidWorkspace&>(workspace);
  byVelocity.noalias() = -gains_.derivative * w.actuation.columns.transpose();
  byPosition.noalias() = -gains_.proportional * w.actuation.columns.transpose();
  w.actuation.rateDerivative(w.model, w.data, w.rateByPosition);
  byPosition.noalias() -= gains_.derivative * w.rateByPosition;
}

}  // namespace

std::shared_ptr<Controller> makePid(std::string name, std::vector<int> outputs, const Model& plant,
                                    std::shared_ptr<const Reference> reference, FeedbackGains gains) {
  return std::make_shared<Pid>(std::move(name), std::move(outputs), plant, std::move(reference), std::move(gains));
}

}  // namespace tendril
