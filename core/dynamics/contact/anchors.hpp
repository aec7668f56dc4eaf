// SPDX-License-Identifier: BSD-3-Clause
// Friction that sticks: the force along the surface, and what is remembered of it.
//
// What touches is held at a material point of either side, its anchor: both lie where the bodies touched at the last
// update, apart by the displacement s that the spring had then. While forces are evaluated the anchors stay, so the
// spring is a function of the configuration: s is what the two points are apart along the surface now. What is more
// than the cone holds has slipped; anchorContacts(), at the end of a step, takes it out of s and moves both points to
// where the bodies touch. It changes no force there. Points that are fixed to the bodies turn with them: the spring
// neither feels how both move as one nor, for small angles between two updates, how one rolls on the other.
#pragma once

#include <cmath>

#include "core/model/data.hpp"

namespace tendril {

/// x, no longer than `bound` (≥ 0).
template <class T>
Vec3T<T> withinBound(const Vec3T<T>& x, const T& bound) {
  using std::sqrt;
  const T squared = x.dot(x);
  if (!(squared > bound * bound)) return x;
  return x * (bound / sqrt(squared));
}

/// On a, N: of the spring alone, and with the damper. `displacement` (m) and `slip` (m/s) of a against b along the
/// surface, `normal` ≥ 0 in N.
template <class T>
struct StickingFriction {
  StickingFriction(const ContactLaw& law, const Vec3T<T>& displacement, const Vec3T<T>& slip, const T& normal) {
    const T bound = law.friction * normal;
    spring = withinBound<T>(T(-law.stickStiffness) * displacement, bound);
    force = withinBound<T>(spring - (bound / law.frictionSpeed) * slip, bound);
  }
  Vec3T<T> spring, force;
};

/// Derivatives of StickingFriction::force.
struct StickingSlopes {
  StickingSlopes(const ContactLaw& law, const Vec3& displacement, const Vec3& slip, double normal);
  Mat3 byDisplacement, byVelocity;
  Vec3 byNormal;
};

/// The end of a step, after kinematics: what has slipped is forgotten, data.anchors are those of what touches now.
/// Returns by how much the energy of the springs is more than at the last update, J. Nothing is allocated.
double anchorContacts(const Model& model, Data& data);
/// Energy in the springs of friction, J; after kinematics.
double anchorEnergy(const Model& model, const Data& data);

/// For anchorContacts(): write data.nextAnchors, return the energy.
double anchorBalls(const Model& model, Data& data);
double anchorSegments(const Model& model, Data& data);
/// For anchorEnergy().
double ballAnchorEnergy(const Model& model, const Data& data);
double segmentAnchorEnergy(const Model& model, const Data& data);

}  // namespace tendril
