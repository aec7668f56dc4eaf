// SPDX-License-Identifier: BSD-3-Clause
// How a place on the robot moves, for what steers it.
#pragma once

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// Position, velocity and acceleration of the frame at a station, world axes.
struct StationMotion {
  explicit StationMotion(const Model& model) : jacobian(Mat6X::Zero(6, model.nv)) {}

  Pose X;                            ///< world
  Vec6 velocity = Vec6::Zero();      ///< [ω; ṗ], rad/s, m/s
  Vec6 acceleration = Vec6::Zero();  ///< [ω̇; p̈], without gravity
  Mat6X jacobian;                    ///< 6 × nv: velocity = jacobian v
};

/// Writes `out` for a station of a link (Model::place) that moves with (q, v, a). Overwrites the kinematics of `data`.
void stationMotion(const Model& model, Data& data, int link, int station, const VecXRef& q, const VecXRef& v,
                   const VecXRef& a, StationMotion& out);

}  // namespace tendril
