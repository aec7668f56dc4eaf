// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/pd_cancellation.hpp"

#include <Eigen/QR>
#include <stdexcept>
#include <utility>

namespace tendril {
namespace {

struct CancellationWorkspace : Controller::Workspace {
  CancellationWorkspace(const Model& used, const std::vector<int>& outputs, std::size_t errors)
      : model(used),
        data(used),
        actuation(used, outputs),
        error(static_cast<int>(errors)),
        zero(VecX::Zero(used.nv)),
        force(VecX::Zero(static_cast<Eigen::Index>(errors))) {}
  const Model& model;
  Data data;
  ActuationState actuation;
  TrackingError error;
  VecX zero, force;
  Eigen::CompleteOrthogonalDecomposition<MatX> solver;
};

class PdCancellation : public Controller {
 public:
  PdCancellation(std::string name, std::vector<int> outputs, std::shared_ptr<const Model> model,
                 std::shared_ptr<const Reference> reference, FeedbackGains gains, std::vector<int> velocities,
                 std::vector<ControllerSignal> signals)
      : Controller(std::move(name), std::move(outputs)),
        model_(std::move(model)),
        reference_(std::move(reference)),
        gains_(std::move(gains)),
        velocities_(std::move(velocities)),
        signals_(std::move(signals)) {}

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<CancellationWorkspace>(model_ ? *model_ : plant, outputs, signals_.size() / 2);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Reference> reference_;
  FeedbackGains gains_;
  std::vector<int> velocities_;  ///< whose errors count; empty: those of actuation coordinates
  std::vector<ControllerSignal> signals_;
};

void PdCancellation::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<CancellationWorkspace&>(workspace);
  takeAnchors(measured, w.data);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  residual(w.model, w.data, measured.q, w.zero, w.zero, {.t = measured.t});
  const bool own = velocities_.empty();
  if (own) {
    w.error.evaluate(*reference_, measured.t, w.actuation.y, w.actuation.rate);
    w.solver.compute(w.actuation.columns);
    out.demand = w.solver.solve(w.data.tau);
  } else {
    VecX q(w.force.size()), v(w.force.size());
    for (std::size_t k = 0; k < velocities_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      q[i] = measured.q[w.model.qOfV[static_cast<std::size_t>(velocities_[k])]], v[i] = measured.v[velocities_[k]];
    }
    w.error.evaluate(*reference_, measured.t, q, v);
  }
  w.force.noalias() = gains_.proportional * w.error.position;
  w.force.noalias() += gains_.derivative * w.error.rate;
  if (own) {
    out.demand += w.force;
  } else {
    w.force += w.data.tau(velocities_);
    w.solver.compute(w.actuation.columns(velocities_, Eigen::all));
    out.demand = w.solver.solve(w.force);
  }
  writeTrackingSignals(w.error, out.signals);
}

}  // namespace

std::shared_ptr<Controller> makePdCancellation(std::string name, std::vector<int> outputs, const Model& plant,
                                               std::shared_ptr<const Model> model,
                                               std::shared_ptr<const Reference> reference, FeedbackGains gains,
                                               const std::vector<int>& links) {
  std::vector<int> velocities;
  if (links.empty()) needCoordinates(plant, outputs);
  if (!links.empty()) velocities = vectorCoordinates(plant, links);
  std::vector<ControllerSignal> signals =
      links.empty() ? actuationSignals(plant, outputs) : coordinateSignals(plant, velocities);
  return std::make_shared<PdCancellation>(std::move(name), std::move(outputs), std::move(model), std::move(reference),
                                          std::move(gains), std::move(velocities), std::move(signals));
}

}  // namespace tendril
