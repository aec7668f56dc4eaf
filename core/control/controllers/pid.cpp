// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/pid.hpp"

#include <cmath>
#include <optional>
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
  std::optional<MeasuredValues> followed;
};

std::vector<ControllerSignal> followedSignals(const MeasuredFormulas& formulas) {
  std::vector<std::string> names, units;
  for (const SignalColumn& column : formulas.program().columns()) {
    names.push_back(column.name);
    units.push_back(column.unit);
  }
  return trackingSignals(names, units);
}

class Pid : public Controller {
 public:
  Pid(std::string name, std::vector<int> outputs, const Model& plant, std::shared_ptr<const Reference> reference,
      FeedbackGains gains, FollowedSignals followed)
      : Controller(std::move(name), std::move(outputs)),
        reference_(std::move(reference)),
        gains_(std::move(gains)),
        followed_(std::move(followed)),
        signals_(followed_.formulas ? followedSignals(*followed_.formulas) : actuationSignals(plant, this->outputs)) {
    ranges_ = outputRanges(plant, this->outputs);
    for (int k = 0; followed_.formulas && k < followed_.formulas->size(); ++k)
      if (!followed_.formulas->knowsRate(k)) filtered_.push_back(k);
  }

  int stateSize() const override { return integrals() + static_cast<int>(filtered_.size()); }
  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  bool canBeContinuous() const override { return !gains_.integrates() && !followed_.formulas; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    auto w = std::make_unique<PidWorkspace>(plant, outputs);
    if (followed_.formulas) w->followed.emplace(plant, *followed_.formulas);
    return w;
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                   MatXMut byVelocity) const override;

 private:
  int integrals() const { return gains_.integrates() ? static_cast<int>(outputs.size()) : 0; }
  void measure(PidWorkspace& w, const Measurement& measured, VecXMut filters) const;
  void integrate(PidWorkspace& w, double step, VecXMut demand, VecXMut sums) const;

  std::shared_ptr<const Reference> reference_;
  FeedbackGains gains_;
  FollowedSignals followed_;
  std::vector<int> filtered_;  ///< formulas whose rate is not known
  std::vector<ControllerSignal> signals_;
  OutputRanges ranges_;
};

/// The error; `filters`: what the filters of rates remember.
void Pid::measure(PidWorkspace& w, const Measurement& measured, VecXMut filters) const {
  if (!w.followed) {
    w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
    w.error.evaluate(*reference_, measured.t, w.actuation.y, w.actuation.rate);
    return;
  }
  MeasuredValues& y = *w.followed;
  y.evaluate(measured.t, measured.q, measured.v, measured.anchors);
  y.evaluateRates(measured.t, measured.q, measured.v);
  const double h = measured.step, share = h > 0 ? -std::expm1(-h / followed_.derivativeTime) / h : 0;
  for (std::size_t i = 0; i < filtered_.size(); ++i) {
    double& x = filters[static_cast<Eigen::Index>(i)];
    const double now = y.values[filtered_[i]], rate = share * (now - x);
    y.rates[filtered_[i]] = rate;
    x = h > 0 ? x + h * rate : now;
  }
  w.error.evaluate(*reference_, measured.t, y.values, y.rates);
}

void Pid::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<PidWorkspace&>(workspace);
  measure(w, measured, out.state.tail(out.state.size() - integrals()));
  writeTrackingSignals(w.error, out.signals);
  out.demand.noalias() = gains_.proportional * w.error.position;
  out.demand.noalias() += gains_.derivative * w.error.rate;
  if (gains_.integrates()) integrate(w, measured.step, out.demand, out.state.head(integrals()));
}

void Pid::integrate(PidWorkspace& w, double step, VecXMut demand, VecXMut sums) const {
  w.integral.noalias() = gains_.integral * (sums + step * w.error.position);
  for (Eigen::Index k = 0; k < demand.size(); ++k) {
    // Of a full gain matrix the entry of the output's own error decides.
    const double push = gains_.integral(k, k) * w.error.position[k], wanted = demand[k] + w.integral[k];
    const bool further = (wanted > ranges_.upper[k] && push > 0) || (wanted < ranges_.lower[k] && push < 0);
    if (!further) sums[k] += step * w.error.position[k];
  }
  demand.noalias() += gains_.integral * sums;
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
                                    std::shared_ptr<const Reference> reference, FeedbackGains gains,
                                    FollowedSignals followed) {
  if (!followed.formulas) needCoordinates(plant, outputs);
  return std::make_shared<Pid>(std::move(name), std::move(outputs), plant, std::move(reference), std::move(gains),
                               std::move(followed));
}

}  // namespace tendril
