// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/drives/drive_control.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/control/tracking.hpp"
#include "core/dynamics/time_derivatives/drive_dynamics.hpp"

namespace tendril {
namespace {

constexpr int kLinkOrder = 4, kStiffnessOrder = 2;  // derivatives of the references that are needed
constexpr double kDifference = 1e-6;                // rad, m, rad/s, m/s

struct DriveWorkspace : Controller::Workspace {
  DriveWorkspace(const Model& linkSide, int pairs)
      : data(linkSide),
        drives(linkSide),
        forward(linkSide, 1),
        wanted(MatX::Zero(linkSide.nv, kLinkOrder + 1)),
        motion(wanted),
        stiffnessWanted(MatX::Zero(pairs, kStiffnessOrder + 1)),
        stiffness(stiffnessWanted),
        torque(MatX::Zero(linkSide.nv, 2)),
        deflections(VecX::Zero(static_cast<Eigen::Index>(drives.motors.size()))) {}
  Data data;
  DriveDynamics drives;
  TimeDerivatives forward;
  MatX wanted, motion;              ///< of the links: column k is the k-th derivative of q
  MatX stiffnessWanted, stiffness;  ///< of the joints with two motors, likewise
  MatX torque;                      ///< of the springs on the links and its rate
  VecX deflections;
  VecX q, v;  ///< of the plant, moved a little
};

class DriveControl : public Controller {
 public:
  DriveControl(std::string name, std::vector<int> outputs, const Model& plant, std::shared_ptr<const Model> linkSide,
               ReferencePtr reference, ReferencePtr stiffness, DriveControlSettings settings);

  bool canBeContinuous() const override { return true; }
  /// Of samples: the torques that are held where none do what is wanted.
  int stateSize() const override { return isSampled() ? static_cast<int>(outputs.size()) : 0; }
  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::vector<FeasibilitySignal> feasibility() const override;
  std::unique_ptr<Workspace> makeWorkspace(const Model&) const override {
    return std::make_unique<DriveWorkspace>(*linkSide_, pairs_);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                   MatXMut byVelocity) const override;

 private:
  bool isSampled() const { return period || !sensor.exact() || sensor.delay != 0; }
  void solve(DriveWorkspace& w, const Measurement& measured) const;
  void moveAlong(DriveWorkspace& w, const Measurement& measured, VecX& along, MatXMut byOne) const;
  void findMotors(const Model& plant);
  void nameSignals(const Model& plant);
  void measure(DriveWorkspace& w, const Measurement& measured) const;
  void steer(DriveWorkspace& w) const;
  void writeSignals(const DriveWorkspace& w, VecXMut signals) const;
  int feasibleAt() const { return static_cast<int>(2 * nv_ + 3 * pairs_); }

  std::shared_ptr<const Model> linkSide_;
  ReferencePtr reference_, stiffness_;
  DriveControlSettings settings_;
  std::vector<DrivenCoordinate> coordinates_;
  std::vector<std::string> joints_;   ///< names of the links that they move
  std::vector<DriveSpring> springs_;  ///< of the plant, in the order of the motors
  std::vector<int> outputOf_;         ///< place among the outputs of each motor
  std::vector<ControllerSignal> signals_;
  int nv_ = 0, pairs_ = 0;
};

DriveControl::DriveControl(std::string name, std::vector<int> given, const Model& plant,
                           std::shared_ptr<const Model> linkSide, ReferencePtr reference, ReferencePtr stiffness,
                           DriveControlSettings settings)
    : Controller(std::move(name), std::move(given)),
      linkSide_(std::move(linkSide)),
      reference_(std::move(reference)),
      stiffness_(std::move(stiffness)),
      settings_(std::move(settings)),
      coordinates_(drivenCoordinates(*linkSide_)),
      springs_(plant.driveSprings),
      nv_(linkSide_->nv) {
  for (const DrivenCoordinate& c : coordinates_) {
    joints_.push_back(linkSide_->links[static_cast<std::size_t>(c.link)].name);
    pairs_ += c.pair >= 0;
  }
  findMotors(plant);
  nameSignals(plant);
}

/// Which output is the torque of which motor.
void DriveControl::findMotors(const Model& plant) {
  outputOf_.assign(springs_.size(), -1);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    std::size_t actuator = plant.actuators.size() - 1;
    while (plant.inputOffset[actuator] > outputs[k]) --actuator;
    const int input = outputs[k] - plant.inputOffset[actuator];
    const auto* motor = dynamic_cast<const JointActuator*>(plant.actuators[actuator].get());
    const auto found = std::find_if(springs_.begin(), springs_.end(), [&](const DriveSpring& spring) {
      return motor && spring.motorV == motor->target(input).v;
    });
    if (found == springs_.end())
      throw std::invalid_argument("drives \"" + plant.inputName(outputs[k]) +
                                  "\", which is no torque of a motor behind springs");
    outputOf_[static_cast<std::size_t>(found - springs_.begin())] = static_cast<int>(k);
  }
  for (std::size_t m = 0; m < springs_.size(); ++m)
    if (outputOf_[m] < 0)
      throw std::invalid_argument("does not drive " + plant.velocityName(springs_[m].motorV) +
                                  ": its outputs must be the torques of all motors");
}

void DriveControl::nameSignals(const Model& plant) {
  std::vector<int> all(static_cast<std::size_t>(nv_));
  for (int v = 0; v < nv_; ++v) all[static_cast<std::size_t>(v)] = v;
  signals_ = coordinateSignals(plant, all);
  const auto add = [&](const char* name, const char* unit, const char* meaning) {
    for (const DrivenCoordinate& c : coordinates_)
      if (c.pair >= 0)
        signals_.push_back({name + ('[' + std::to_string(c.pair) + ']'), unit,
                            meaning + linkSide_->links[static_cast<std::size_t>(c.link)].name});
  };
  add("stiffness_reference", "N·m/rad", "Reference for the stiffness of ");
  add("stiffness", "N·m/rad", "Stiffness, as it is measured, of ");
  add("stiffness_error", "N·m/rad", "What lacks of its reference to the stiffness of ");
  for (std::size_t i = 0; i < joints_.size(); ++i)
    signals_.push_back({"feasible[" + std::to_string(i) + ']', "",
                        "1 where the motors of " + joints_[i] + " can do what is wanted, else 0"});
}

std::vector<FeasibilitySignal> DriveControl::feasibility() const {
  std::vector<FeasibilitySignal> out;
  for (std::size_t i = 0; i < joints_.size(); ++i)
    out.push_back({feasibleAt() + static_cast<int>(i), 0.5,
                   "the motors of \"" + joints_[i] +
                       "\" cannot give the torque and stiffness that are wanted; their last torques are held"});
  return out;
}

/// Motion of the links up to their jerk and stiffness up to its rate, from what is measured.
void DriveControl::measure(DriveWorkspace& w, const Measurement& measured) const {
  w.motion.col(0) = measured.q.head(nv_), w.motion.col(1) = measured.v.head(nv_);
  w.torque.setZero(), w.stiffness.setZero();
  std::size_t next = 0;
  for (const DrivenCoordinate& c : coordinates_) {
    for (const Motor& motor : c.motors) {
      const DriveSpring& spring = springs_[next];
      const double phi = measured.q[spring.motorQ] - measured.q[spring.jointQ];
      const double rate = measured.v[spring.motorV] - measured.v[spring.jointV];
      const SpringTorque at = motor.spring->evaluate(phi);
      w.deflections[static_cast<Eigen::Index>(next++)] = phi;
      w.torque(c.v, 0) += at.torque, w.torque(c.v, 1) += at.stiffness * rate;
      if (c.pair >= 0) w.stiffness(c.pair, 0) += at.stiffness, w.stiffness(c.pair, 1) += at.slope * rate;
    }
  }
  w.forward.forwardDynamics(w.data, measured.q.head(nv_), measured.v.head(nv_), w.torque, {.t = measured.t});
  w.motion.middleCols(2, 2) = w.forward.acceleration;
}

/// The highest derivatives that let the errors obey their equations. [vsa] (32), trees.md §10 no. 16
void DriveControl::steer(DriveWorkspace& w) const {
  w.motion.col(4) = w.wanted.col(4);
  for (int k = 0; k < 4; ++k)
    w.motion.col(4) += settings_.gains[static_cast<std::size_t>(k)].cwiseProduct(w.wanted.col(k) - w.motion.col(k));
  w.stiffness.col(2) = w.stiffnessWanted.col(2);
  for (int k = 0; k < 2; ++k)
    w.stiffness.col(2) += settings_.stiffnessGains[static_cast<std::size_t>(k)].cwiseProduct(w.stiffnessWanted.col(k) -
                                                                                             w.stiffness.col(k));
}

void DriveControl::writeSignals(const DriveWorkspace& w, VecXMut signals) const {
  signals.head(nv_) = w.wanted.col(0);
  signals.segment(nv_, nv_) = w.wanted.col(0) - w.motion.col(0);
  if (pairs_ == 0) return;
  signals.segment(2 * nv_, pairs_) = w.stiffnessWanted.col(0);
  signals.segment(2 * nv_ + pairs_, pairs_) = w.stiffness.col(0);
  signals.segment(2 * nv_ + 2 * pairs_, pairs_) = w.stiffnessWanted.col(0) - w.stiffness.col(0);
}

/// What the motors must do.
void DriveControl::solve(DriveWorkspace& w, const Measurement& measured) const {
  reference_->evaluate(measured.t, kLinkOrder, w.wanted);
  if (stiffness_) stiffness_->evaluate(measured.t, kStiffnessOrder, w.stiffnessWanted);
  measure(w, measured);
  if (settings_.feedback) {
    steer(w);
    w.drives.inverseDynamics(measured.q.head(nv_), w.motion.rightCols(4), w.stiffness, w.deflections,
                             {.t = measured.t});
  } else {
    w.drives.inverseDynamics(w.wanted.col(0), w.wanted.rightCols(4), w.stiffnessWanted, {.t = measured.t});
  }
}

void DriveControl::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<DriveWorkspace&>(workspace);
  solve(w, measured);
  writeSignals(w, out.signals);
  const bool holds = out.state.size() > 0;
  if (!holds && !w.drives.failure.empty()) throw std::runtime_error(w.drives.failure);
  std::size_t next = 0;
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    const bool feasible = w.drives.feasible[i];
    out.signals[feasibleAt() + static_cast<Eigen::Index>(i)] = feasible;
    for (std::size_t m = 0; m < coordinates_[i].motors.size(); ++m, ++next) {
      const int k = outputOf_[next];
      if (!holds || feasible) out.demand[k] = w.drives.motors[next].torque;
      if (holds && feasible) out.state[k] = out.demand[k];
      if (!feasible) out.demand[k] = out.state[k];
    }
  }
}

/// byOne ← derivative of the demand by each entry of `along`, which is part of what `measured` sees.
void DriveControl::moveAlong(DriveWorkspace& w, const Measurement& measured, VecX& along, MatXMut byOne) const {
  for (Eigen::Index i = 0; i < along.size(); ++i) {
    const double at = along[i], step = kDifference * (1 + std::abs(at));
    for (const double side : {1.0, -1.0}) {
      along[i] = at + side * step;
      solve(w, measured);
      for (std::size_t m = 0; m < w.drives.motors.size(); ++m)
        byOne(outputOf_[m], i) += side * w.drives.motors[m].torque / (2 * step);
    }
    along[i] = at;
  }
}

/// By central differences: what the torques depend on goes through inverse and forward dynamics of order two.
void DriveControl::derivatives(Workspace& workspace, const Measurement& measured, MatXMut byPosition,
                               MatXMut byVelocity) const {
  auto& w = static_cast<DriveWorkspace&>(workspace);
  byPosition.setZero(), byVelocity.setZero();
  if (!settings_.feedback) return;
  w.q = measured.q, w.v = measured.v;
  const Measurement moved{.t = measured.t, .step = measured.step, .q = w.q, .v = w.v};
  moveAlong(w, moved, w.q, byPosition);
  moveAlong(w, moved, w.v, byVelocity);
}

}  // namespace

std::shared_ptr<Controller> makeDriveControl(std::string name, std::vector<int> outputs, const Model& plant,
                                             std::shared_ptr<const Model> linkSide, ReferencePtr reference,
                                             ReferencePtr stiffness, DriveControlSettings settings) {
  if (const std::string why = whyNoTimeDerivatives(*linkSide); !why.empty())
    throw std::invalid_argument("needs derivatives by time of the links: " + why);
  const std::vector<DrivenCoordinate> coordinates = drivenCoordinates(*linkSide);
  std::vector<char> driven(static_cast<std::size_t>(linkSide->nv));
  for (const DrivenCoordinate& c : coordinates) driven[static_cast<std::size_t>(c.v)] = 1;
  for (int v = 0; v < linkSide->nv; ++v)
    if (!driven[static_cast<std::size_t>(v)])
      throw std::invalid_argument("knows robots all of whose joints have motors behind springs; " +
                                  linkSide->velocityName(v) + " has none");
  return std::make_shared<DriveControl>(std::move(name), std::move(outputs), plant, std::move(linkSide),
                                        std::move(reference), std::move(stiffness), std::move(settings));
}

}  // namespace tendril
