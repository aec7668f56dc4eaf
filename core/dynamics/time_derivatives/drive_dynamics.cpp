// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/time_derivatives/drive_dynamics.hpp"

#include <stdexcept>

namespace tendril {
namespace {

Derivatives2 rowOf(const Eigen::Ref<const MatX>& columns, Eigen::Index row) {
  return {columns(row, 0), columns(row, 1), columns(row, 2)};
}

}  // namespace

std::vector<DrivenCoordinate> drivenCoordinates(const Model& model) {
  std::vector<DrivenCoordinate> out;
  int pairs = 0;
  for (int i = 0; i < model.firstMotor; ++i) {
    const Link& link = model.links[static_cast<std::size_t>(i)];
    const std::size_t per = static_cast<std::size_t>(link.joint.motorsPerCoordinate);
    for (std::size_t m = 0; m < link.joint.motors.size(); m += per) {
      const auto first = link.joint.motors.begin() + static_cast<std::ptrdiff_t>(m);
      const int k = static_cast<int>(m / per);
      out.push_back({link.vJoint + k, i, {first, first + static_cast<std::ptrdiff_t>(per)}, per == 2 ? pairs++ : -1});
    }
  }
  return out;
}

DriveDynamics::DriveDynamics(const Model& linkSide)
    : jointTorque(MatX::Zero(linkSide.nv, kOrder + 1)),
      model_(linkSide),
      time_(linkSide, kOrder),
      coordinates_(drivenCoordinates(linkSide)) {
  if (!linkSide.driveSprings.empty())
    throw std::invalid_argument("the link side alone is needed, this robot has its motors");
  std::size_t count = 0;
  for (const DrivenCoordinate& c : coordinates_) count += c.motors.size(), pairs_ += c.pair >= 0;
  motors.resize(count);
  last_.resize(static_cast<std::size_t>(pairs_));
  feasible.assign(coordinates_.size(), true);
}

void DriveDynamics::inverseDynamics(const VecXRef& q, const Eigen::Ref<const MatX>& v,
                                    const Eigen::Ref<const MatX>& stiffness, const TimeInputs& inputs) {
  findTorques(q, v, inputs);
  turnMotors(v, stiffness, nullptr);
}

void DriveDynamics::inverseDynamics(const VecXRef& q, const Eigen::Ref<const MatX>& v,
                                    const Eigen::Ref<const MatX>& stiffness, const VecXRef& deflections,
                                    const TimeInputs& inputs) {
  findTorques(q, v, inputs);
  turnMotors(v, stiffness, &deflections);
}

void DriveDynamics::findTorques(const VecXRef& q, const Eigen::Ref<const MatX>& v, TimeInputs inputs) {
  inputs.internal = true;
  time_.inverseDynamics(q, v, inputs);
  jointTorque = time_.tau;
}

void DriveDynamics::turnMotors(const Eigen::Ref<const MatX>& v, const Eigen::Ref<const MatX>& stiffness,
                               const VecXRef* deflections) {
  if (stiffness.rows() != pairs_ || (pairs_ && stiffness.cols() < kOrder + 1))
    throw std::invalid_argument("stiffness: " + std::to_string(pairs_) + " rows and 3 columns are needed");
  std::size_t next = 0;
  failure.clear();
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    const DrivenCoordinate& c = coordinates_[i];
    feasible[i] = true;
    const Derivatives2 torque = rowOf(jointTorque, c.v);
    const std::array<double, 2> joint = {v(c.v, 0), v(c.v, 1)};
    try {
      if (c.pair < 0) {
        const double phi = deflections ? (*deflections)[static_cast<Eigen::Index>(next)]
                                       : springDeflection(*c.motors[0].spring, torque[0]);
        motors[next] = springMotion(c.motors[0], phi, torque, joint);
      } else {
        const Derivatives2 wanted = rowOf(stiffness, c.pair);
        std::array<double, 2>& phi = last_[static_cast<std::size_t>(c.pair)];
        if (deflections)
          phi = {(*deflections)[static_cast<Eigen::Index>(next)], (*deflections)[static_cast<Eigen::Index>(next + 1)]};
        else
          phi = pairDeflections(*c.motors[0].spring, torque[0], wanted[0], phi);
        const auto both = pairMotion({c.motors[0], c.motors[1]}, phi, torque, wanted, joint);
        motors[next] = both[0], motors[next + 1] = both[1];
      }
    } catch (const InfeasibleDrive& why) {
      feasible[i] = false;
      if (failure.empty())
        failure = "joint of \"" + model_.links[static_cast<std::size_t>(c.link)].name + "\": " + why.what();
    }
    next += c.motors.size();
  }
}

}  // namespace tendril
