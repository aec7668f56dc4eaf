// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/lqr.hpp"

#include <cmath>
#include <utility>

#include "core/control/linear/zero_order_hold.hpp"
#include "core/control/tracking.hpp"
#include "core/math/se3.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

/// x ← Phi x + Gamma u
struct Flow {
  MatX Phi, Gamma;
};

Flow flowOver(const LqrDesign& design, double time) {
  const MatX& A = design.about.system.A;
  const Eigen::Index n = A.rows(), m = design.B.cols();
  HeldSystem held = holdInputs(A, design.B, MatX::Zero(n, n), MatX::Zero(m, m), time);
  return {std::move(held.Phi), std::move(held.Gamma)};
}

struct LqrWorkspace : Controller::Workspace {
  LqrWorkspace(const Model& plant, const Model& used, const std::vector<int>& outputs, LqrDesign given)
      : model(used),
        data(used),
        design(std::move(given)),
        actuation(used, outputs),
        ranges(outputRanges(plant, outputs)) {
    actuation.evaluate(used, data, design.about.q, VecX::Zero(plant.nv));
    rest = actuation.y;
    held = design.u(outputs);
    const auto n = static_cast<Eigen::Index>(design.about.coordinates.size());
    x.setZero(2 * n), next.setZero(2 * n), delta.setZero(plant.nv);
  }
  const Model& model;
  Data data;
  LqrDesign design;
  ActuationState actuation;
  OutputRanges ranges;
  VecX rest, held;      ///< actuation coordinates and outputs in the equilibrium
  VecX x, next, delta;  ///< the state; scratch; positions of all coordinates from the equilibrium
  Flow first, later;    ///< over the first part of a delay, and over a period
};

class Lqr : public Controller {
 public:
  Lqr(std::string name, std::vector<int> outputs, const Model& plant, LqrSettings settings,
      std::shared_ptr<const Model> model)
      : Controller(std::move(name), std::move(outputs)),
        model_(std::move(model)),
        settings_(std::move(settings)),
        simulation_(plant.simulation),
        signals_(actuationSignals(plant, this->outputs)) {
    signals_.push_back({"cost", "", "Cost that is left by the linear system, falls as long as that holds"});
  }

  /// The demands that take effect while a measurement is on its way, oldest first, from those of the equilibrium.
  int stateSize() const override { return waiting() * static_cast<int>(outputs.size()); }
  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  bool canBeContinuous() const override { return true; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override;
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                   MatXMut byVelocity) const override;
  LqrDesign design(const Model& plant) const { return designLqr(usedFor(plant), outputs, settings_, samples()); }

 private:
  /// The model of the robot that it computes with.
  const Model& usedFor(const Model& plant) const { return model_ ? *model_ : plant; }
  double samples() const { return samplingPeriod(*this, simulation_); }
  int waiting() const {
    const double h = samples();
    return h > 0 ? static_cast<int>(std::ceil(sensor.delay / h - kSamplingRounding)) : 0;
  }
  void predict(LqrWorkspace& w, const VecXRef& demands) const;
  void remember(const LqrWorkspace& w, const VecXRef& demand, bool begins, VecXMut demands) const;

  std::shared_ptr<const Model> model_;
  LqrSettings settings_;
  SimulationSettings simulation_;
  std::vector<ControllerSignal> signals_;
};

std::unique_ptr<Controller::Workspace> Lqr::makeWorkspace(const Model& plant) const {
  const double h = samples();
  auto w = std::make_unique<LqrWorkspace>(plant, usedFor(plant), outputs, design(plant));
  if (const int count = waiting(); count > 0) {
    w->first = flowOver(w->design, sensor.delay - (count - 1) * h);
    w->later = flowOver(w->design, h);
  }
  return w;
}

/// x ← where it will be when what is demanded now takes effect.
void Lqr::predict(LqrWorkspace& w, const VecXRef& demands) const {
  const auto m = static_cast<Eigen::Index>(outputs.size());
  for (int k = 0; k < waiting(); ++k) {
    const Flow& flow = k == 0 ? w.first : w.later;
    w.next.noalias() = flow.Phi * w.x;
    w.next.noalias() += flow.Gamma * demands.segment(k * m, m);
    w.x.swap(w.next);
  }
}

/// Appends what the ranges leave of a demand; at the start it has taken effect at once.
void Lqr::remember(const LqrWorkspace& w, const VecXRef& demand, bool begins, VecXMut demands) const {
  const auto m = static_cast<Eigen::Index>(outputs.size());
  const Eigen::Index last = demands.size() - m;
  for (Eigen::Index k = 0; k < last && !begins; ++k) demands[k] = demands[k + m];
  for (Eigen::Index k = begins ? 0 : last; k < demands.size(); ++k) {
    const Eigen::Index i = k % m;
    demands[k] = std::clamp(demand[i], w.ranges.lower[i], w.ranges.upper[i]) - w.held[i];
  }
}

void Lqr::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<LqrWorkspace&>(workspace);
  const std::vector<int>& coordinates = w.design.about.coordinates;
  const auto n = static_cast<Eigen::Index>(coordinates.size());
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  difference(w.model, w.design.about.q, measured.q, w.delta);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int v = coordinates[static_cast<std::size_t>(i)];
    w.x[i] = w.delta[v], w.x[n + i] = measured.v[v];
  }
  const bool begins = measured.step == 0;
  if (out.state.size() && !begins) predict(w, out.state);
  out.demand = w.held;
  out.demand.noalias() -= w.design.K * w.x;
  if (out.state.size()) remember(w, out.demand, begins, out.state);
  w.next.noalias() = w.design.X * w.x;
  out.signals << w.rest, w.rest - w.actuation.y, w.x.dot(w.next);
}

void Lqr::derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition, MatXMut byVelocity) const {
  auto& w = static_cast<LqrWorkspace&>(workspace);
  const std::vector<int>& coordinates = w.design.about.coordinates;
  const auto n = static_cast<Eigen::Index>(coordinates.size());
  byPosition.setZero(), byVelocity.setZero();
  for (Eigen::Index i = 0; i < n; ++i) {
    const int v = coordinates[static_cast<std::size_t>(i)];
    byPosition.col(v) = -w.design.K.col(i), byVelocity.col(v) = -w.design.K.col(n + i);
  }
  difference(w.model, w.design.about.q, measured.q, w.delta);
  for (const ManifoldBlock& block : w.model.groups)  // log(X exp(δ)) = Δ + T_r⁻¹ δ
    for (Eigen::Index r = 0; r < byPosition.rows(); ++r) {
      if (block.kind == ManifoldBlock::Kind::kSO3) {
        const Eigen::RowVector3d row = byPosition.block<1, 3>(r, block.v);
        byPosition.block<1, 3>(r, block.v) = row * leftJacobianInverseSO3<double>(Vec3(-w.delta.segment<3>(block.v)));
      } else {
        const Eigen::Matrix<double, 1, 6> row = byPosition.block<1, 6>(r, block.v);
        byPosition.block<1, 6>(r, block.v) = row * rightTangentInverseSE3<double>(Vec6(w.delta.segment<6>(block.v)));
      }
    }
}

}  // namespace

std::shared_ptr<Controller> makeLqr(std::string name, std::vector<int> outputs, const Model& plant,
                                    LqrSettings settings, std::shared_ptr<const Model> model) {
  return std::make_shared<Lqr>(std::move(name), std::move(outputs), plant, std::move(settings), std::move(model));
}

std::optional<LqrDesign> lqrDesignOf(const Controller& controller, const Model& plant) {
  const auto* lqr = dynamic_cast<const Lqr*>(&controller);
  return lqr ? std::optional(lqr->design(plant)) : std::nullopt;
}

}  // namespace tendril
