// SPDX-License-Identifier: BSD-3-Clause
// One Magnus step along a rod: from the near to the far end of an interval, with its motion subspace and all
// derivatives that inverse dynamics and its Jacobians need (rods.md §4, §7). Everything that leaves a step is given in
// the frame B of the body.
//
// The strains at the two collocation points are the only way in: ξ1, ξ2 (and rates). Columns of the step's matrices
// with respect to a coordinate with functions φ(s1), φ(s2) in strain row r are φ(s1) G1[:, r] + φ(s2) G2[:, r], where
// G1, G2 are the "generators" computed here, independent of the number of coordinates.
#pragma once

#include <array>

#include "core/model/rod/screw.hpp"

namespace tendril {

/// h, c of rods.md §4: c = √3 h²/12 for order 4 with two Gauss points, 0 for order 2 with both points in the middle.
struct MagnusInterval {
  double h = 0, c = 0;
};

/// Generators of a 6×n matrix: with respect to the strains at the first and the second point.
using Generators = std::array<screw::Matrix, 2>;

/// One step. Fields are written by the functions below in their order.
struct MagnusStep {
  // inputs
  screw::Vector xi[2], xid[2], xia[2];  ///< ξ, Φ q̇, Φ q̈

  // value
  screw::Vector omega;       ///< Ω
  screw::Number b[3], d[3];  ///< c2, c3 at θ² over the dual numbers and two derivatives
  Pose X;                    ///< far end in the frame of the near end
  screw::Matrix Ad;          ///< of the near end in B
  screw::Matrix AT;          ///< Ad T
  Generators U;              ///< of s = Ad S

  // rates
  screw::Vector omegad;  ///< Ω' = Z q̇
  screw::Vector turn;    ///< Ω × Ω'
  screw::Number sigma;   ///< Ω · Ω'
  screw::Vector zdv;     ///< Z' q̇
  Vec6 velocity, bias;   ///< s q̇, Ad S' q̇
};

/// Ω, coefficients, X, T, U from xi and the pose of the near end.
void stepValue(MagnusStep& step, const MagnusInterval& interval, const Pose& near);
/// velocity and bias from xid.
void stepRates(MagnusStep& step, const MagnusInterval& interval);
/// s q̈ from xia.
Vec6 stepAcceleration(const MagnusStep& step, const MagnusInterval& interval);

/// Generators of the increments of R, L, Y of rods.md §7.
struct StepColumns {
  Generators R, L, Y;
};

/// `nearV`, `farV`: twists of the ends, spatial in B. `farA`: of the far end.
void stepColumns(const MagnusStep& step, const MagnusInterval& interval, const Vec6& nearV, const Vec6& farV,
                 const Vec6& farA, StepColumns& out);

/// Derivative of [U1 U2]ᵀ F at fixed F, in the frame of the near end, with respect to (ξ1, ξ2): (dSᵀ/dq) F = Φᵀ G Φ.
/// Blocks (i, j) of dual form: the 6×6 real block is [B A; A 0]. `F` in B.
void stepForceDerivative(const MagnusStep& step, const MagnusInterval& interval, const Vec6& F,
                         screw::Matrix (&G)[2][2]);

}  // namespace tendril
