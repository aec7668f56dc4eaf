// SPDX-License-Identifier: BSD-3-Clause
// How a robot moves on from one instant: derivatives by time of its coordinates, of any order.
#pragma once

#include <string>

#include "core/model/model.hpp"

namespace tendril {

/// An instant of a run.
struct RunInstant {
  double t = 0;  ///< s
  VecX q, v, u;  ///< nq, nv, nu
  Vec3 gravity;  ///< m/s², that acts
};

/// Units: those of the coordinates, of the forces, per sᵏ.
struct InstantDerivatives {
  MatX velocity;  ///< nv × (order + 2): column k is the k-th derivative of v
  MatX force;  ///< nv × (order + 1): of what inputs exert on the coordinates, where they are prescribed what that takes
  std::string failure;  ///< why there are none, in words for people; empty: there are
  bool held = false;    ///< some inputs have no formula of time and were taken as held
};

/// Of the equation of motion with springs, dampers and loads (TimeDerivatives), order 0…kMostTimeDerivatives. Inputs
/// that are formulas of time move as these say; all others keep their values. Never throws for what a robot cannot do.
InstantDerivatives instantDerivatives(const Model& model, const RunInstant& instant, int order);

}  // namespace tendril
