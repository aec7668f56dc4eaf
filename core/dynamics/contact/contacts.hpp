// SPDX-License-Identifier: BSD-3-Clause
// Contact at one state: what touches, the forces, and their derivatives by the poses and twists of both sides.
// Those across segments are in segment_contacts.hpp.
//
// A ball and what it touches act on each other at one point, with a force and, where they resist turning, a moment
// (turning_resistance.hpp), so the wrench F on side a and −F on side b depend on X_ba and on the relative twist alone
// (tree frame): with the columns of both sides, d = J_a − J_b,
//   dF = J_b ×* F + K d + N (R_a − R_b),   K = ∂F/∂X_a − N ad(V_a),   N = ∂F/∂V_a.
#pragma once

#include <vector>

#include "core/model/data.hpp"

namespace tendril {

/// One ball that touches something. `a` is the body that the load names first.
struct ContactPoint {
  int contact = 0;              ///< index into Model::contacts
  int linkA = -1, linkB = -1;   ///< −1: the world
  Vec3 point = Vec3::Zero();    ///< where the forces act, world, m: midway between the two surfaces
  Vec3 normal = Vec3::UnitZ();  ///< unit, world, from b to a
  double gap = 0;               ///< m, negative: the depth
  Vec3 force = Vec3::Zero();    ///< on a, world axes, N; normal part and friction
  double normalForce = 0;       ///< N, ≥ 0
};

/// Ball or segment `a` of a contact, and its surface or its ball or segment `b`: places in its lists, balls first.
struct ContactGap {
  int a = 0, b = 0;
  double gap = 0, rate = 0;  ///< m, negative: the depth; m/s
  double deepest = 0;        ///< m: deeper, they are drawn through each other instead of pushed back
  double roll = 0;           ///< rad/s, how fast one rolls on the other where they stick
};

/// All gaps of one contact (index into Model::contacts) that are less than `below` (m); `out` is overwritten and keeps
/// its memory. After kinematics.
void contactGaps(const Model& model, const Data& data, int contact, double below, std::vector<ContactGap>& out);
/// Everything that touches, in the order of the model; `out` is overwritten and keeps its memory. After kinematics.
void activeContacts(const Model& model, const Data& data, std::vector<ContactPoint>& out);
/// Sum of the forces of one contact (index into Model::contacts) on the body that its load names first: N, world axes.
Vec3 contactForce(const Model& model, const Data& data, int contact);
/// Energy stored in what is pressed together, Σ k δᵖ⁺¹/(p+1) in J; after kinematics.
double contactEnergy(const Model& model, const Data& data);

/// Power (W, ≤ 0) of damping, friction and resistance to turning of all contacts; after kinematics.
double dissipativeContactPower(const Model& model, const Data& data);

/// Generalised forces of all contacts added to `elastic` (of the stored energy) and `dissipative` (of damping,
/// friction and resistance to turning): nv, on the right side of the equation of motion. After kinematics.
void addContactForces(const Model& model, const Data& data, VecXMut elastic, VecXMut dissipative);

/// Writes BodyData::idle: the points of soft bodies that touch nothing; after kinematics.
void markIdlePoints(const Model& model, Data& data);
/// Wrenches of the contacts on their frames, subtracted from data.wrenches; after kinematics.
void subtractContactWrenches(const Model& model, Data& data);
/// The same for composites. What they cannot hold is added by addContactCoupling once data.dIDdq, dIDdv are there.
void subtractContactComposites(const Model& model, Data& data);
void addContactCoupling(const Model& model, Data& data);

}  // namespace tendril
