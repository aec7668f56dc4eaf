// SPDX-License-Identifier: BSD-3-Clause
// Inverse dynamics of robots whose joints have motors behind springs: what the motors must do for a motion of the links
// and of the stiffness of the joints. trees.md §9, [vsa] Algorithm VSA-NEA
#pragma once

#include <vector>

#include "core/dynamics/time_derivatives/spring_inverse.hpp"
#include "core/dynamics/time_derivatives/time_derivatives.hpp"

namespace tendril {

/// A velocity coordinate that motors turn through springs.
struct DrivenCoordinate {
  int v;                      ///< its place
  int link;                   ///< whose joint it belongs to
  std::vector<Motor> motors;  ///< one, or two that pull against each other
  int pair = -1;              ///< its place among those with two; −1: it has one
};

/// Those of a model, in the order of v, also where its motors are no links (BuildOptions::motors).
std::vector<DrivenCoordinate> drivenCoordinates(const Model& model);

/// Workspace for one model, which must be the link side of a robot alone: without links for its motors.
class DriveDynamics {
 public:
  static constexpr int kOrder = 2;  ///< of the torques of the joints that motors need

  /// Throws NoTimeDerivatives, std::invalid_argument where motors are links.
  explicit DriveDynamics(const Model& linkSide);

  const std::vector<DrivenCoordinate>& coordinates() const { return coordinates_; }
  /// How many of them have two motors, and so a stiffness to choose.
  int pairs() const { return pairs_; }

  /// q: nq. v: nv × 4, column k the k-th derivative of v. stiffness: pairs × 3, column k its k-th derivative (N·m/rad
  /// per sᵏ). Torques of the joints hold springs, dampers and loads of the model, too. Where no motors do what is
  /// wanted, `feasible` says so and `failure` why. Throws NoTimeDerivatives.
  void inverseDynamics(const VecXRef& q, const Eigen::Ref<const MatX>& v, const Eigen::Ref<const MatX>& stiffness,
                       const TimeInputs& inputs = {});
  /// The same where the springs are deflected as given, one number per motor.
  void inverseDynamics(const VecXRef& q, const Eigen::Ref<const MatX>& v, const Eigen::Ref<const MatX>& stiffness,
                       const VecXRef& deflections, const TimeInputs& inputs);

  MatX jointTorque;                 ///< nv × 3: torque of the joints (N·m or N) and its derivatives by time
  std::vector<MotorMotion> motors;  ///< in the order of coordinates(); as they were where they cannot
  std::vector<char> feasible;       ///< per entry of coordinates()
  std::string failure;              ///< of the first joint whose motors cannot, with its name; empty: all can

 private:
  void findTorques(const VecXRef& q, const Eigen::Ref<const MatX>& v, TimeInputs inputs);
  /// `deflections`: null: those that hold the torques.
  void turnMotors(const Eigen::Ref<const MatX>& v, const Eigen::Ref<const MatX>& stiffness, const VecXRef* deflections);

  const Model& model_;
  TimeDerivatives time_;
  std::vector<DrivenCoordinate> coordinates_;
  std::vector<std::array<double, 2>> last_;  ///< deflections of pairs, to follow them
  int pairs_ = 0;
};

}  // namespace tendril
