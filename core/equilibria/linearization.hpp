// SPDX-License-Identifier: BSD-3-Clause
// A model linearised at a state: x' = A x + B δu, y = C x + D δu.
//
// x = [δq; δv] of independent coordinates: δq are right perturbations (conventions.md §3), so quaternions need no care.
// Where the robot moves, they turn with it: δq̇ = δv − ad_v δq. Of closed loops as many coordinates as the machine is
// free to move are kept (statics::independentCoordinates); the others follow, δq = Z δq_i, δv = Z δv_i + W δq_i. Joints
// that move as their inputs say keep to that motion: neither states nor inputs. What touches, touches; a cable that is
// slack stays slack.
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/dynamics.hpp"
#include "core/equilibria/linear_system.hpp"

namespace tendril {

/// Where a model is linearised. Empty vectors: the initial q, zeros.
struct OperatingPoint {
  double t = 0;                                ///< s, for loads of time
  VecX q, v;                                   ///< nq, nv
  VecX u, tau;                                 ///< nu, nv
  bool loads = true;                           ///< the model's loads act
  const Perturbation* perturbation = nullptr;  ///< of this model; null: nothing holds the robot
};

/// One output y and what it is made of.
struct LinearOutput {
  enum class Kind {
    kPosition,       ///< entry of q
    kVelocity,       ///< entry of v
    kAcceleration,   ///< entry of v̇
    kPlacePosition,  ///< of the frame at a station of a link, world axes, m
    kPlaceVelocity,  ///< of its origin, world axes, m/s
    kPlaceSpin,      ///< its angular velocity, world axes, rad/s
    kDisplacement,   ///< actuation coordinate of an input
    kTendonLength,   ///< of the tendon of an input
    kInput           ///< the input itself
  };
  NamedNumber label;
  Kind kind = Kind::kPosition;
  int index = 0;      ///< into q, v, u; or the link
  int station = 0;    ///< of the link, as LinkSpec::station
  int component = 0;  ///< 0…2 of vectors
};

struct Linearization {
  LinearSystem system;
  std::vector<int> coordinates;  ///< velocity indices of the n independent coordinates
  std::vector<int> inputs;       ///< indices into u of the inputs
  std::vector<int> held;         ///< indices into u of inputs that are positions: they keep to their motion
  MatX Z, W;                     ///< nv × n: δq = Z x_q, δv = W x_q + Z x_v
  VecX q, v, acceleration;       ///< where it is
  double unbalanced = 0;         ///< largest |v̇| of the independent coordinates: 0 in an equilibrium
};

/// Linearises at `point`, with the analytic derivatives of forward dynamics and Data::feedback where there is one.
/// `data` is overwritten. Throws std::invalid_argument that says what does not fit: sizes, loops that are open or that
/// velocities open, nothing that can move, numbers that are not finite; SingularMassMatrix, OverconstrainedMotion.
Linearization linearize(const Model& model, Data& data, const OperatingPoint& point,
                        const std::vector<LinearOutput>& outputs = {});

/// Name of the coordinate whose position is largest in the shape of a pole of Linearization::system.
std::string movesMost(const LinearSystem& system, const PoleAnalysis& poles, std::size_t pole);

/// SI units of the coordinates that the velocities v are rates of; nv.
std::vector<std::string> coordinateUnits(const Model& model);

}  // namespace tendril
