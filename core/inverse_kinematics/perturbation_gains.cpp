// SPDX-License-Identifier: BSD-3-Clause
#include "core/inverse_kinematics/perturbation_gains.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/constraints/prescribed_motion.hpp"
#include "core/dynamics/perturbations.hpp"

namespace tendril {

double robotSize(const Model& model, const Data& data) {
  Vec3 lower = worldPose(data, 0).p, upper = lower;
  for (int i = 1; i < model.frameCount; ++i) {
    const Vec3 p = worldPose(data, i).p;
    lower = lower.cwiseMin(p), upper = upper.cwiseMax(p);
  }
  return (upper - lower).norm();
}

namespace {

constexpr double kOverCompliance = 2;  // of the robot's own stiffness at the point
constexpr double kWeights = 5;         // of the mass felt at the point, lifted by a pull over a third of the robot
constexpr double kPullShare = 0.3;     // of the robot's size: a pull that people make
constexpr double kMostWeights = 30;    // of the whole robot, in the same pull: near an axis a point is as good as fixed
constexpr double kSlowest = 0.5;       // Hz, of what hangs by the perturbation alone
constexpr double kDampingRatio = 0.7;

/// Weight of all links on earth, N; after residualDerivatives.
double weightOnEarth(const Model& model, const Data& data) {
  double mass = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    mass += data.bodies[i] ? data.bodies[i]->mass : model.links[i].rigid.mass;
  return 9.81 * mass;
}

/// Mean over three directions of what a unit force (torque) does: rows of J through the inverse of a matrix.
double meanResponse(const MatX& J, const Eigen::LLT<MatX>& inverse) {
  return (J * inverse.solve(J.transpose())).trace() / 3;
}

/// The stiffness matrix in the symmetric positive definite part, completed by inertia where nothing else holds.
Eigen::LLT<MatX> heldStiffness(const MatX& tangent, const MatX& mass) {
  const double slow = 2 * std::numbers::pi * kSlowest;
  Eigen::LLT<MatX> llt;
  for (double shift = slow * slow; shift < 1e16; shift *= 4) {
    llt.compute(0.5 * (tangent + tangent.transpose()) + shift * mass);
    if (llt.info() == Eigen::Success) break;
  }
  return llt;
}

}  // namespace

PerturbationTuner::PerturbationTuner(const Model& model, const VecXRef& q)
    : model_(model), data_(std::make_unique<Data>(model)) {
  if (model.nv == 0) return;
  Data& data = *data_;
  const VecX rest = VecX::Zero(model.nv);
  residualDerivatives(model, data, q, rest, rest, {});
  pinSquare(model, data.massMatrix), pinSquare(model, data.dIDdq);
  mass_.compute(data.massMatrix);
  stiffness_ = heldStiffness(data.dIDdq, data.massMatrix);
  movable_ = mass_.info() == Eigen::Success && stiffness_.info() == Eigen::Success;
  size_ = std::max(robotSize(model, data), 1e-6);
  weight_ = weightOnEarth(model, data);
}

PerturbationGains PerturbationTuner::gains(const Perturbation& perturbation) {
  if (!movable_) return {};
  const bool pulls = perturbation.spec.mode == PerturbationSpec::Mode::kPull;
  MatX twists = MatX::Zero(6, model_.nv);
  heldJacobian(model_, *data_, perturbation, twists);
  pinColumns(model_, twists);
  const MatX J = pulls ? twists.bottomRows<3>() : twists.topRows<3>();
  const double inverseMass = meanResponse(J, mass_), compliance = meanResponse(J, stiffness_);
  if (!(inverseMass > 0) || !(compliance > 0)) return {};  // the point cannot move
  const double felt = 1 / inverseMass, gravity = std::max(model_.gravity.norm(), 1.0);
  const double pull = kPullShare * size_;
  const double comfortable = std::max(kOverCompliance / compliance, kWeights * felt * gravity / pull);
  const double perUnit = pulls ? 1 / pull : pull;  // 1/m; a torque by weights: m
  const double k = std::min(comfortable, kMostWeights * weight_ * perUnit);
  if (!std::isfinite(k) || !(k > 0)) return {};
  return {k, 2 * kDampingRatio * std::sqrt(k * felt)};
}

}  // namespace tendril
