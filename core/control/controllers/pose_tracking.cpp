// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/pose_tracking.hpp"

#include <Eigen/LU>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/control/least_constraint.hpp"
#include "core/control/other_inputs.hpp"
#include "core/control/task.hpp"
#include "core/dynamics/hybrid/mobility.hpp"
#include "core/math/dual.hpp"
#include "core/model/propellers.hpp"

namespace tendril {
namespace {

constexpr int kSize = 6;

struct PoseTrackingWorkspace : Controller::Workspace {
  PoseTrackingWorkspace(const Model& used, const std::vector<int>& outputs)
      : model(used),
        data(used),
        actuation(used, outputs),
        q(VecX::Zero(used.nq)),
        v(VecX::Zero(used.nv)),
        others(used, outputs),
        columns(MatX::Zero(used.nv, kSize)),
        every(MatX::Zero(used.nv, used.nu)),
        moved(Mat6X::Zero(kSize, used.nv)),
        allocation(kSize) {}

  const Model& model;
  Data data;
  ActuationState actuation;
  double t = 0;
  VecX q, v;  ///< of the last update
  WantedMotion wanted;
  PoseErrorT<double> error;
  Vec6 demand = Vec6::Zero();
  OtherInputs others;
  MatX columns, every;  ///< M⁻¹A of the outputs, of all inputs
  Mat6 reach;           ///< S M⁻¹A
  Mat6X moved;
  Eigen::FullPivLU<Mat6> solver;
  LeastConstraint allocation;
};

class PoseTracking : public Controller {
 public:
  PoseTracking(std::string name, std::vector<int> outputs, const Model& plant, std::shared_ptr<const Model> model,
               PoseReference reference, FeedbackGains gains, const PoseTrackingSettings& settings)
      : Controller(std::move(name), std::move(outputs)),
        model_(std::move(model)),
        reference_(std::move(reference)),
        KP_(gains.proportional),
        KD_(gains.derivative),
        settings_(settings),
        continuous_(plant.nl == 0),
        signals_(taskSignals(TaskKind::kPose)) {}

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::optional<LedFrame> led() const override { return LedFrame{settings_.link, kBaseStation, true, true}; }
  Pose wantedFrame(double t) const override { return wantedPose(reference_, t); }
  bool usesInputs() const override { return true; }
  bool canBeContinuous() const override { return continuous_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<PoseTrackingWorkspace>(model_ ? *model_ : plant, outputs);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                VecXMut outputs) const override;
  void allocationDerivatives(Workspace& workspace, const OutputRanges&, const VecXRef&,
                             MatXMut derivatives) const override {
    auto& w = static_cast<PoseTrackingWorkspace&>(workspace);
    w.allocation.differentiate(derivatives);
  }
  void derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                   MatXMut byVelocity) const override;
  void inputDerivatives(Workspace& workspace, MatXMut byInput) const override;

 private:
  const Link& base(const Model& model) const { return model.links[static_cast<std::size_t>(settings_.link)]; }

  std::shared_ptr<const Model> model_;
  PoseReference reference_;
  Mat6 KP_, KD_;
  PoseTrackingSettings settings_;
  bool continuous_;
  std::vector<ControllerSignal> signals_;
};

void PoseTracking::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<PoseTrackingWorkspace&>(workspace);
  const int at = base(w.model).vJoint;
  w.t = measured.t, w.q = measured.q, w.v = measured.v;
  w.others.read(measured);
  takeAnchors(measured, w.data);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  accelerationsPerForceAtCurrent(w.model, w.data, w.others.at(measured.t), w.actuation.columns, w.columns);
  w.reach = w.columns.middleRows<kSize>(at);
  w.solver.compute(w.reach);
  if (!w.solver.isInvertible())
    throw std::runtime_error(
        "its outputs do not drive the base in all directions here; a joint actuator on its free "
        "joint does, and so do six rotors whose tilt and spin alternate");
  w.wanted = wantedMotion(reference_, measured.t);
  const Pose X = basePose(base(w.model), measured.q);
  const Vec6 V = measured.v.segment<kSize>(at);
  Vec6 missing = linearizingAcceleration<double>(w.wanted, KP_, KD_, settings_.axes, X, V, w.error);
  missing -= w.data.acceleration.segment<kSize>(at);
  w.demand = w.solver.solve(missing);
  out.demand = w.demand;
  const Mat3 toWorld = settings_.axes == ErrorAxes::kBody ? X.R : Mat3(Mat3::Identity());
  out.signals << w.wanted.X.p, w.wanted.turn, toWorld * w.error.error.head<3>(), toWorld * w.error.error.tail<3>();
}

void PoseTracking::allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                            VecXMut outputs) const {
  auto& w = static_cast<PoseTrackingWorkspace&>(workspace);
  w.allocation.solve(w.actuation.columns, w.columns, ranges, demand, outputs);
}

/// S q̈(q, v, u) = V̇(q, v) for all q, v: S M⁻¹A ∂u = ∂V̇ − S ∂q̈|_u.
void PoseTracking::derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                               MatXMut byVelocity) const {
  using S = Dual<2 * kSize>;
  auto& w = static_cast<PoseTrackingWorkspace&>(workspace);
  const Link& link = base(w.model);
  const Pose X = basePose(base(w.model), measured.q);
  Vec6T<S> shift, V;
  PoseT<S> moved;
  for (int i = 0; i < kSize; ++i) {
    shift[i] = S::variable(0, i);
    V[i] = S::variable(measured.v[link.vJoint + i], kSize + i);
  }
  moved.R = X.R * expSO3<S>(shift.head<3>());
  moved.p = X.R * shift.tail<3>() + X.p;  // of exp at the identity
  PoseErrorT<S> error;
  const Vec6T<S> wanted = linearizingAcceleration<S>(w.wanted, KP_, KD_, settings_.axes, moved, V, error);

  w.others.set(w.demand);
  forwardDynamicsDerivatives(w.model, w.data, measured.q, measured.v, w.others.at(measured.t));
  for (const bool velocity : {false, true}) {
    w.moved = -(velocity ? w.data.dFDdv : w.data.dFDdq).middleRows<kSize>(link.vJoint);
    for (int i = 0; i < kSize; ++i)
      for (int k = 0; k < kSize; ++k) w.moved(i, link.vJoint + k) += wanted[i].d[k + (velocity ? kSize : 0)];
    (velocity ? byVelocity : byPosition) = w.solver.solve(w.moved);
  }
}

void PoseTracking::inputDerivatives(Workspace& workspace, MatXMut byInput) const {
  auto& w = static_cast<PoseTrackingWorkspace&>(workspace);
  w.others.accelerations(w.data, w.t, w.q, w.v, w.every);
  byInput = -w.solver.solve(w.every.middleRows<kSize>(base(w.model).vJoint));
}

void check(const std::vector<int>& outputs, const Model& plant, const PoseTrackingSettings& settings) {
  if (settings.link < 0 || settings.link >= static_cast<int>(plant.links.size()))
    throw std::invalid_argument("has no floating base: name a link with a free joint on the world");
  const Link& link = plant.links[static_cast<std::size_t>(settings.link)];
  if (link.joint.type != JointType::kFree || link.parent != kWorld)
    throw std::invalid_argument("moves \"" + link.name +
                                "\", which is no floating base: a free joint on the world is needed");
  if (static_cast<int>(outputs.size()) != kSize)
    throw std::invalid_argument("drives " + std::to_string(outputs.size()) +
                                " inputs; a base that floats needs six: give the joint actuator on \"" + link.name +
                                "\" alone, or six tilted rotors, as its outputs");
}

}  // namespace

int drivenDirections(const Model& plant, const std::vector<int>& outputs, int link) {
  Data data(plant);
  ActuationState actuation(plant, outputs);
  const VecX still = VecX::Zero(plant.nv);
  actuation.evaluate(plant, data, plant.q0, still);
  OtherInputs others(plant, outputs);
  MatX accelerations = MatX::Zero(plant.nv, std::ssize(outputs));
  accelerationsPerForce(plant, data, plant.q0, still, others.at(0), actuation.columns, accelerations);
  const int at = plant.links[static_cast<std::size_t>(link)].vJoint;
  return allocationRank(accelerations.middleRows<kSize>(at));
}

WantedMotion wantedMotion(const PoseReference& reference, double t) {
  WantedMotion out;
  Mat3 path;
  reference.position->evaluate(t, 2, path);
  out.X.p = path.col(0), out.velocity = path.col(1), out.acceleration = path.col(2);
  OrientationMotion motion;
  reference.orientation->evaluate(t, motion);
  out.X.R = motion.R.unaryExpr([](const TimeSeries& entry) { return entry[0]; });
  const Eigen::Matrix<double, 3, 2> rates = out.X.R * bodyRates(motion.R).leftCols<2>();
  out.angularVelocity = rates.col(0), out.angularAcceleration = rates.col(1);
  out.turn = motion.turn;
  return out;
}

std::shared_ptr<Controller> makePoseTracking(std::string name, std::vector<int> outputs, const Model& plant,
                                             std::shared_ptr<const Model> model, PoseReference reference,
                                             FeedbackGains gains, const PoseTrackingSettings& settings) {
  check(outputs, plant, settings);
  if (!reference.position || !reference.orientation)
    throw std::invalid_argument("needs a reference for position and orientation");
  auto made = std::make_shared<PoseTracking>(std::move(name), std::move(outputs), plant, std::move(model),
                                             std::move(reference), std::move(gains), settings);
  const auto workspace = made->makeWorkspace(plant);
  VecX demand(kSize), signals(2 * kSize), none(0);
  try {
    made->update(*workspace, {0, 0, plant.q0, plant.v0}, {none, demand, signals});
  } catch (const std::runtime_error& error) {
    throw std::invalid_argument(error.what());
  }
  return made;
}

}  // namespace tendril
