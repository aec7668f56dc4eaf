// SPDX-License-Identifier: BSD-3-Clause
// Inverse kinematics by hand: the configuration in which what is held is where it is wanted.
//
// Levenberg–Marquardt steps on ½|r|², r = wanted − present, in a metric W of the coordinates that may move:
//   Δ = W⁻¹ Jᵀ (J W⁻¹ Jᵀ + λ)⁻¹ r, with the frame Jacobians of the engine and λ by the gain of the last step.
// W makes what is near the held point move before what is far, and a soft body bend as its own stiffness has it. Where
// more than one configuration reaches, steps in the null space of J lead to the one nearest (in W) to where the drag
// began, so that a drag that comes back finds the robot as it was.
#pragma once

#include <memory>
#include <vector>

#include "core/model/data.hpp"
#include "core/model/perturbation.hpp"

namespace tendril {

/// One drag: begins at a configuration and follows the target from there. Owns its workspace. Deterministic.
class PoseDrag {
 public:
  /// `held`: of this model; its gains do not count. `start`: nq.
  PoseDrag(std::shared_ptr<const Model> model, Perturbation held, const VecXRef& start);

  /// Moves q (nq, the result of the last call or `start`) so that what is held gets to the target, or as near as it can
  /// without leaving the joints' limits. Returns how far is left, m, as it is seen (PerturbationSpec::sight; twist:
  /// rad). Never a jump: the way there is made in small steps, each from where the last one ended. Numbers that are not
  /// finite move nothing.
  double follow(const PerturbationTarget& target, VecX& q);

  const std::shared_ptr<const Model>& model() const { return model_; }
  /// Where the drag began, and what the last call of follow() returned.
  const VecX& start() const { return start_; }
  double left() const { return left_; }
  /// Evaluations of the kinematics by the last call of follow().
  int evaluations() const { return evaluations_; }
  /// Velocity coordinates that may move.
  const std::vector<int>& coordinates() const { return coordinates_; }

 private:
  using Task = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;                     ///< r
  using TaskSquare = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;  ///< of r
  /// Coordinates of one joint or body with their part of W.
  struct Block {
    int first, size;  ///< places among coordinates_
    bool bounded;
    MatX metric, factor;  ///< factor: lower Cholesky factor, frozen coordinates taken out
  };

  void chooseCoordinates();
  bool addJoint(const Link& link, double cost);
  bool addBody(const Link& link, double cost);
  void addBlock(int v, int q, MatX metric);
  void bound(int coordinate, double lower, double upper);

  bool pulls() const;
  Pose heldPose();
  Mat3 asSeen() const;
  Task error(const PerturbationTarget& target, const VecX& q);
  void linearise();
  /// Takes coordinates out that a step along `way` would push over a limit, and makes J_, factors and Jw_ without them.
  void freeze(const VecX& q, const VecX& way);
  Task towards(const Task& r, double damping) const;
  VecX stepOf(const Task& r, double damping) const;
  void move(const VecX& q, const VecX& whitened, VecX& out);
  double approach(const PerturbationTarget& target, VecX& q, int iterations);
  double escape(const PerturbationTarget& target, VecX& q, double left);
  double relax(const PerturbationTarget& target, VecX& q, double left);
  /// W e and the cost eᵀ W e of what has changed since the start.
  double change(const VecX& q, VecX& weighted);

  std::shared_ptr<const Model> model_;
  Data data_;
  VecX start_, rest_;
  Perturbation held_;
  double size_ = 1;  ///< m, of the robot
  double left_ = 0;
  double angle_ = 0;  ///< rad, that a twist has turned: continuous, unlike an orientation
  int evaluations_ = 0;
  std::vector<int> coordinates_, qOf_;  ///< places in v; in q, −1 within quaternions and poses
  std::vector<double> lower_, upper_;
  std::vector<bool> frozen_;
  std::vector<Block> blocks_;
  MatX twists_, J_, Jw_;  ///< 6 × nv; r × coordinates; J L⁻ᵀ with W = L Lᵀ, without frozen ones
  VecX delta_;            ///< nv
};

}  // namespace tendril
